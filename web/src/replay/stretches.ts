/** The line of a side's chance: one stretch for each game of a series, each to its own end. */

import type { Judged } from "./Study.svelte";

/** Where a line goes: at which step, and the chance there. */
export interface Spot {
  step: number;
  chance: number;
}

/** Returns a chance in percent: only what is certain is 0 or 100. */
export function percent(chance: number): number {
  return chance <= 0 || chance >= 1 ? 100 * chance : Math.min(99, Math.max(1, Math.round(100 * chance)));
}

/** Returns the stretches; `games` says which game each step belongs to, `ends` how each of them ended. */
export function stretches(
  moves: readonly Judged[],
  ends: readonly (number | null)[],
  games: readonly number[],
): Spot[][] {
  return [...new Set(games)]
    .map((game, order) => {
      const made = moves.filter((move) => move.game === game);
      const end = ends[order] ?? null;
      return [
        ...made.slice(0, 1).map(({ before }) => ({ step: games.indexOf(game), chance: before })),
        ...made.map(({ step, after }) => ({ step, chance: after })),
        // Chance has the last word.
        ...(end === null ? [] : [{ step: games.lastIndexOf(game), chance: end }]),
      ];
    })
    .filter((stretch) => stretch.length > 0);
}
