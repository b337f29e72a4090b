import { expect, test } from "vitest";
import type * as messages from "../messages";
import { heat, part, SIDE } from "./heat";

function found(
  step: number,
  time: number,
  card: number,
  outcome: messages.Reaction["outcome"] = "first",
): messages.Reaction {
  return {
    step,
    seat: 0,
    outcome,
    cards: [card],
    called: 1,
    right: 1,
    time,
    forgiven: 0,
    held: 0,
    anew: true,
  };
}
const places = (card: number) => [[1, card === 0 ? 100 : 900, 500, 100, 0] as const];

test("what takes longer is hotter where it lies, and few times say little", () => {
  const map = heat([found(1, 4000, 0), found(2, 1000, 1), found(3, 1000, 1)], 0, places);
  const [left, right] = [map[2 * SIDE] ?? 0, map[2 * SIDE + SIDE - 1] ?? 0];
  expect(left).toBeGreaterThan(0.1);
  // One call of four times the usual time is far from four times as slow.
  expect(left).toBeLessThan(0.5);
  expect(right).toBeLessThan(0);
  expect(map.filter((share) => share !== 0)).toHaveLength(2);
});

test("calls that were wrong, other seats, and cards that lay there before do not count", () => {
  const old = { ...found(3, 9000, 0), anew: false };
  const map = heat([found(1, 4000, 0, "wrong"), { ...found(2, 900, 1), seat: 1 }, old], 0, places);
  expect(new Set(map)).toEqual(new Set([0]));
});

test("parts of the card have names", () => {
  expect([2, 22, 10, 14, 12].map(part)).toEqual(["top", "bottom", "left", "right", "middle"]);
});
