import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type * as messages from "../../messages";
import { load } from "../../texts.svelte";
import type { SpotGame } from "./calls";
import { SpotShow } from "./SpotShow.svelte";

const THERE = { x: 0, y: 0, size: 100 };

let show: SpotShow;
beforeAll(() => load("en"));
beforeEach(() => {
  vi.useFakeTimers();
  show = new SpotShow();
});

/** Returns the cards that fly when a call of these is taken. */
function flown(game: SpotGame, cards: number[]): number[] {
  const took: messages.Took = { type: "took", seat: 0, symbol: 5, cards, to: 0 };
  show.take(game, took, () => THERE, THERE);
  return show.flights.map(({ card }) => card);
}

test.each<[SpotGame, number[], number[]]>([
  ["tower", [1, 2], [1]],
  ["well", [1, 2], [2]],
  ["gift", [1, 2], [1]],
  ["potato", [1, 2], [1]],
  ["catch", [1, 2], [1]],
  ["triplet", [1, 2, 3], [1, 2, 3]],
  ["practice", [1, 2], [1, 2]],
  ["faceoff", [1, 2], [1, 2]],
])("in the %s the cards that change hands fly", (game, cards, expected) => {
  expect(flown(game, cards)).toEqual(expected);
});

test("what concerns everybody is said, with the name of whom it was", () => {
  const name = (seat: number): string => ["Ada", "Bob"][seat] ?? "";
  show.happen({ type: "burned", seat: 0, cards: 3 }, name);
  expect(show.heard).toContain("Ada");
  expect(show.remark?.text).toBe(show.heard);
  show.happen({ type: "hadenough", seat: 1 }, name);
  expect(show.heard).toContain("Bob");
  show.happen({ type: "tied", seats: [0, 1] }, name);
  expect(show.remark).toMatchObject({ good: true });
});
