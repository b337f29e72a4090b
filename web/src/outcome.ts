/** How a game went, in a few words. */

import type { Chair } from "./messages";
import { nameOf } from "./names";
import { settings } from "./settings.svelte";
import { say } from "./texts.svelte";

/** Returns who won, told to the people of these seats, who may have sat on both sides. */
export function outcome(chairs: readonly Chair[], seats: readonly number[], best: readonly number[]): string {
  if (best.length !== 1) return say("over.level");
  const winners = chairs.filter((chair) => best.includes(chair.team));
  const own = seats.filter((seat) => winners.some((chair) => chair.seat === seat));
  if (own.length > 0 && own.length === seats.length) return say("over.you");
  const names = winners.map(nameOf);
  const [name] = names;
  if (names.length === 1 && name) return say("over.wins", { name });
  return say("over.team", { names: new Intl.ListFormat(settings.language).format(names) });
}
