/** Where the turns that are looked at would leave the yarn. */

import type * as messages from "../../messages";
import { end } from "./words";

/** Returns turns in the order in which they are offered: home first, what changes nothing last, short before long. */
export function offered(
  turns: readonly messages.Turn[],
  view: messages.CatatacView,
  clan: number,
): messages.Turn[] {
  const home = clan === 0 ? 0 : 4;
  const worth = (turn: messages.Turn): number => {
    const to = end(turn, view);
    const idle = to.place === view.yarn.place && to.clan === view.yarn.clan && !to.toss;
    return (
      (to.place === home ? 0 : idle ? 2000 : 1000) + (turn.trail?.length || !idle ? turn.moves.length : 100)
    );
  };
  return [...turns].sort((a, b) => worth(a) - worth(b));
}

/** Returns the first of the offered turns that ends as a landing says. */
export function toward(
  landing: Landing,
  turns: readonly messages.Turn[],
  view: messages.CatatacView,
): messages.Turn | undefined {
  return turns.find((turn) => {
    const { place, clan, toss } = end(turn, view);
    return (
      (turn.trail?.length || turn.toss) &&
      place === landing.place &&
      clan === landing.clan &&
      toss === landing.toss
    );
  });
}

export interface Landing {
  place: number;
  clan: number;
  toss: boolean;
  /** Whether it is the one turn that is looked at. */
  strong: boolean;
  /** How many balls lie below it at this place. */
  above: number;
}

/** Returns a landing for each place where the yarn can end up, other than where it is. */
export function landings(
  turns: readonly messages.Turn[],
  looked: messages.Turn | null,
  view: messages.CatatacView,
): Landing[] {
  const found: Landing[] = [];
  for (const turn of looked ? [looked] : turns) {
    if (!turn.trail?.length && !turn.toss) continue;
    const { place, clan, toss } = end(turn, view);
    if (found.some((landing) => landing.place === place && landing.clan === clan && landing.toss === toss))
      continue;
    const here =
      found.filter((landing) => landing.place === place).length + (place === view.yarn.place ? 1 : 0);
    found.push({ place, clan, toss, strong: looked !== null, above: here });
  }
  return found;
}
