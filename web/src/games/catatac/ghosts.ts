/** Where the turns that are looked at would leave the yarn. */

import type { CatatacView, Turn } from "../../messages";
import { end } from "./words";

/** Returns turns in the order in which they are offered: home first, what changes nothing last, short before long. */
export function offered(turns: readonly Turn[], view: CatatacView, clan: number): Turn[] {
  const home = clan === 0 ? 0 : 4;
  const worth = (turn: Turn): number => {
    const to = end(turn, view);
    const idle = to.place === view.yarn.place && to.clan === view.yarn.clan && !to.toss;
    return (
      (to.place === home ? 0 : idle ? 2000 : 1000) + (turn.trail?.length || !idle ? turn.moves.length : 100)
    );
  };
  return [...turns].sort((a, b) => worth(a) - worth(b));
}

/** Returns the first of the offered turns that ends as a ghost says. */
export function toward(ghost: Ghost, turns: readonly Turn[], view: CatatacView): Turn | undefined {
  return turns.find((turn) => {
    const { place, clan, toss } = end(turn, view);
    return (
      (turn.trail?.length || turn.toss) && place === ghost.place && clan === ghost.clan && toss === ghost.toss
    );
  });
}

export interface Ghost {
  place: number;
  clan: number;
  toss: boolean;
  /** Whether it is the one turn that is looked at. */
  strong: boolean;
  /** How many balls lie below it at this place. */
  above: number;
}

/** Returns one ghost for each end that is not how the yarn lies now. */
export function ghosts(turns: readonly Turn[], looked: Turn | null, view: CatatacView): Ghost[] {
  const found: Ghost[] = [];
  for (const turn of looked ? [looked] : turns) {
    if (!turn.trail?.length && !turn.toss) continue;
    const { place, clan, toss } = end(turn, view);
    if (found.some((ghost) => ghost.place === place && ghost.clan === clan && ghost.toss === toss)) continue;
    const here = found.filter((ghost) => ghost.place === place).length + (place === view.yarn.place ? 1 : 0);
    found.push({ place, clan, toss, strong: looked !== null, above: here });
  }
  return found;
}
