/** Where the turns that are looked at would leave the yarn. */

import type { CatatacView, Turn } from "../../messages";
import { end } from "./words";

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
