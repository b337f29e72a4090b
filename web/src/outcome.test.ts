import { beforeAll, expect, test } from "vitest";
import type { Chair } from "./messages";
import { outcome } from "./outcome";
import { load } from "./texts.svelte";

const chair = (seat: number, team: number, name: string): Chair => ({ seat, team, name, bot: "" }) as Chair;
const FOUR = [chair(0, 0, "Ada"), chair(1, 1, "Bo"), chair(2, 0, "Cy"), chair(3, 1, "Di")];
const TWO = [chair(0, 0, "Ada"), chair(1, 1, "Bo")];

beforeAll(() => load("en"));

test("a team of two that wins is not told that all is level", () => {
  expect(outcome(FOUR, [0], [0])).toBe("You win");
  expect(outcome(FOUR, [1], [0])).toBe("Ada and Cy win");
});

test("two on one screen who sat on both sides are told who won", () => {
  expect(outcome(TWO, [0, 1], [1])).toBe("Bo wins");
  expect(outcome(FOUR, [0, 2], [0])).toBe("You win");
});

test("several teams at the top are level, and so is a game without a winner", () => {
  expect(outcome(TWO, [0], [0, 1])).toBe("It’s a tie");
  expect(outcome(TWO, [], [])).toBe("It’s a tie");
});
