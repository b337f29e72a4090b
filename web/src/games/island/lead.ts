/** How a game of the island stands while it is played: what each team would count now. */

import type * as messages from "../../messages";
import { PORTS, touch } from "./map";
import { colour } from "./teams";

/** Returns what each team counts now; nothing in Knights, where the points say it. */
export function counted(view: messages.IsleView, crews: readonly (readonly messages.Chair[])[]): number[] {
  if (view.game === "knights") return [];
  const alone = crews.flat().length === 5;
  return crews.map((crew, team) => {
    const places = view.island.flatMap((card, place) => (colour(card) === team ? [place] : []));
    const count =
      view.game === "barbarians"
        ? (view.taken[team]?.length ?? 0)
        : view.game === "ports"
          ? PORTS.filter(({ beside }) => beside.some((place) => places.includes(place))).length
          : view.game === "route"
            ? longest(places)
            : places.length;
    // FIVE-1 to FIVE-4: who plays alone against two pairs counts double.
    return alone && crew.length === 1 ? count * 2 : count;
  });
}

/** Returns whether the card of a place had a part in how a game was scored. */
export function scoring(
  { game, island, tallies }: Pick<messages.IsleView, "game" | "island" | "tallies">,
  slot: number,
): boolean {
  if (game === "ports") {
    const card = island[slot];
    return card !== undefined && colour(card) !== null;
  }
  return tallies.some(({ counted }) => counted.includes(slot));
}

/** Returns the teams that have most; none while nobody has anything. */
export function leaders(counts: readonly number[]): number[] {
  const most = Math.max(0, ...counts);
  return most === 0 ? [] : counts.flatMap((count, team) => (count === most ? [team] : []));
}

function longest(places: readonly number[]): number {
  const left = new Set(places);
  let most = 0;
  for (const start of places) {
    if (!left.delete(start)) continue;
    const group = [start];
    for (const place of group)
      for (const next of [...left].filter((other) => touch(place, other))) {
        left.delete(next);
        group.push(next);
      }
    most = Math.max(most, group.length);
  }
  return most;
}
