import { expect, test } from "vitest";
import type * as messages from "../messages";
import { percent, stretches } from "./stretches";

function move(step: number, game: number, before: number, after: number): messages.KartaMove {
  const place = { type: "place" as const, card: 0, turned: 0, over: false, x: 0, y: 0 };
  const judged = { loss: 0, ahead: 2, exact: false, rows: [], verdict: "" as const };
  return { step, position: "", game, seat: 0, played: place, better: null, before, after, ...judged };
}

test("each game of a series has a line of its own, which goes to its own end", () => {
  const moves = [move(1, 0, 0.5, 0.4), move(2, 0, 0.4, 0.3), move(5, 1, 0.6, 0.7)];
  expect(stretches(moves, [0, 1], [0, 0, 0, 0, 1, 1, 1])).toEqual([
    [
      { step: 0, chance: 0.5 },
      { step: 1, chance: 0.4 },
      { step: 2, chance: 0.3 },
      { step: 3, chance: 0 },
    ],
    [
      { step: 4, chance: 0.6 },
      { step: 5, chance: 0.7 },
      { step: 6, chance: 1 },
    ],
  ]);
});

test("practice may begin with a later game, and a game need not come to its end", () => {
  expect(stretches([move(1, 2, 0.9, 0.8)], [null], [2, 2])).toEqual([
    [
      { step: 0, chance: 0.9 },
      { step: 1, chance: 0.8 },
    ],
  ]);
  expect(stretches([], [], [0, 0])).toEqual([]);
});

test("only what is certain is said to be", () => {
  expect([0, 0.001, 0.426, 0.998, 1].map(percent)).toEqual([0, 1, 43, 99, 100]);
});
