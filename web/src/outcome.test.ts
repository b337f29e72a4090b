import { beforeAll, expect, test } from "vitest";
import type * as messages from "./messages";
import { outcome, reason } from "./outcome";
import { chair } from "./sample";
import { load } from "./texts.svelte";

const FOUR = ["Ada", "Bo", "Cy", "Di"].map((name, seat) => chair({ seat, team: seat % 2, name }));
const TWO = FOUR.slice(0, 2);

beforeAll(() => load("en"));

function won(...best: number[]): messages.Result {
  return { ranking: [best], scores: [0, 0], why: "played" };
}

test("a team of two that wins is not told that all is level", () => {
  expect(outcome(FOUR, [0], won(0))).toBe("You win");
  expect(outcome(FOUR, [1], won(0))).toBe("Ada and Cy win");
});

test("two on one screen who sat on both sides are told who won", () => {
  expect(outcome(TWO, [0, 1], won(1))).toBe("Bo wins");
  expect(outcome(FOUR, [0, 2], won(0))).toBe("You win");
});

test("those who share the win are named where somebody is behind them", () => {
  const result: messages.Result = { ranking: [[0, 1], [2]], scores: [11, 11, 4], why: "played" };
  const three = FOUR.slice(0, 3).map((one) => ({ ...one, team: one.seat }));
  expect(outcome(three, [2], result)).toBe("Ada and Bo win");
  expect(outcome(three, [0, 1], result)).toBe("Ada and Bo win");
  const guests = three.map((one) => ({ ...one, name: "" }));
  expect(outcome(guests, [0], result)).toBe("Guest 1 (you) and Guest 2 win");
  expect(outcome(three, [2], { ...result, why: "agreed" })).toBe("It’s a draw");
});

test("several teams at the top are level, and so is a game without a winner", () => {
  expect(outcome(TWO, [0], won(0, 1))).toBe("It’s a tie");
  expect(outcome(TWO, [], null)).toBe("It’s a tie");
});

test("a game that somebody resigned says so, and not a score that nobody made", () => {
  const chairs = [
    chair({ seat: 0, team: 0, name: "Ada", resigned: true }),
    chair({ seat: 1, team: 1, name: "Bo" }),
  ];
  const result: messages.Result = { ranking: [[1], [0]], scores: [0, 0], why: "resigned" };
  expect(outcome(chairs, [1], result)).toBe("You win");
  expect(reason(chairs, [], result)).toBe("Ada has resigned.");
  expect(reason(chairs, [], { ...result, why: "expired" })).toBe("Ada ran out of time.");
  expect(reason(chairs, [], won(1))).toBe("");
  expect(reason(chairs, [0], result)).toBe("You have resigned.");
  expect(reason(chairs, [0], { ...result, why: "expired" })).toBe("You ran out of time.");
  expect(reason(chairs, [0, 1], result)).toBe("Ada has resigned.");
  const both = chairs.map((one) => ({ ...one, name: "", resigned: true }));
  expect(reason(both, [0], result)).toBe("Guest 1 (you) and Guest 2 have resigned.");
});

const ABANDONED: messages.Result = { ranking: [[0, 1]], scores: [0, 0], why: "abandoned" };

test("an abandoned game has no winner", () => {
  expect(outcome(TWO, [0], ABANDONED)).toBe("Game abandoned");
  expect(reason(TWO, [], { ...ABANDONED, why: "agreed" })).toBe("A draw was agreed.");
  expect(outcome(TWO, [0], { ...ABANDONED, why: "agreed" })).toBe("It’s a draw");
});

const BOT: Partial<messages.Chair> = { member: null, bot: "easy" };
const OUT: Partial<messages.Chair> = { resigned: true };
const LEFT: Partial<messages.Chair> = { member: null };

test.each([
  ["the host, though somebody had resigned", OUT, {}, "Ada ended the game."],
  ["the host, who watches bots", BOT, BOT, "Ada ended the game."],
  ["whoever resigned and left only bots", OUT, BOT, "Bo has resigned."],
  ["whoever left as the last", BOT, LEFT, "Cy has left the table."],
  ["those who resigned and left", OUT, LEFT, "Bo has resigned. Cy has left the table."],
])("an abandoned game says who ended it: %s", (_, bo, cy, sentence) => {
  const chairs = [
    chair({ seat: 0, name: "Bo", ...{ member: 2, ...bo } }),
    chair({ seat: 1, name: "Cy", ...{ member: 3, ...cy } }),
  ];
  expect(reason(chairs, [], ABANDONED, "Ada ended the game.")).toBe(
    `${sentence} Nobody wins and nobody scores.`,
  );
});

test("who plays alone has won against nobody", () => {
  const [ada] = TWO;
  if (!ada) throw new Error("Nobody is there.");
  const result: messages.Result = { ranking: [[0]], scores: [55], why: "played" };
  expect(outcome([ada], [0], result)).toBe("Finished");
  expect(outcome([ada], [0], { ...result, why: "resigned" })).toBe("Game abandoned");
});
