/** How long an analysis still takes, in words. */

import { tell } from "../texts.svelte";

/** From so many seconds on, minutes say more. */
const LONG = 90;

export function remaining(seconds: number): string {
  return seconds < LONG
    ? tell("study.left", { seconds })
    : tell("study.left.minutes", { minutes: Math.round(seconds / 60) });
}
