import { beforeAll, expect, test } from "vitest";
import { outcome } from "./outcome";
import { chair } from "./sample";
import { load } from "./texts.svelte";

const FOUR = ["Ada", "Bo", "Cy", "Di"].map((name, seat) => chair({ seat, team: seat % 2, name }));
const TWO = FOUR.slice(0, 2);

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
