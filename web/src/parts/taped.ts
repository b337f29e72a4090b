/** What the parts of a board know of being on tape, where they are not told of the table. */

import { getContext, setContext } from "svelte";

export const TAPED = Symbol("taped");

/** Says to everything within that it shows a game on tape. */
export function onTape(): void {
  setContext(TAPED, true);
}

/** Returns whether this is part of a replay: there nobody plays, whoever's eyes one looks through. */
export function isTaped(): boolean {
  return getContext<boolean | undefined>(TAPED) ?? false;
}
