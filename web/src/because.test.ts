import { beforeAll, expect, test } from "vitest";
import { because } from "./because";
import type * as messages from "./messages";
import { load } from "./texts.svelte";

beforeAll(() => load("en"));

function ended(scores: number[], ...ranking: number[][]): messages.Result {
  return { ranking, scores, why: "played" };
}

test("a count says of how many, and whether the most or the fewest wins", () => {
  expect(because({ game: "spot/tower", options: {} }, ended([12, 43], [1], [0]), null)).toBe(
    "43 of 55 cards, more than anyone else.",
  );
  expect(because({ game: "spot/gift", options: {} }, ended([12, 43], [0], [1]), null)).toBe(
    "12 of 55 cards, fewer than anyone else.",
  );
  expect(because({ game: "spot/well", options: {} }, ended([0, 9], [0], [1]), null)).toContain(
    "No cards left",
  );
});

test("the Triplet says that it ended because no triplet is left", () => {
  expect(because({ game: "spot/triplet", options: {} }, ended([18, 21], [1], [0]), null)).toBe(
    "No triplet is left. 21 of 39 cards taken, more than anyone else.",
  );
});

test("Catch Them All says that too few cards are left for another round", () => {
  const told = { game: "spot/catch", options: {} };
  expect(because(told, ended([17, 22], [1], [0]), { stock: 3 })).toBe(
    "3 cards are left, too few for another round. 22 of 39 cards taken, more than anyone else.",
  );
  expect(because(told, ended([17, 22], [1], [0]), { stock: 0 })).toBe(
    "22 of 39 cards taken, more than anyone else.",
  );
});

test("of cards that several have as many of, nobody has the most", () => {
  expect(because({ game: "spot/tower", options: {} }, ended([20, 20, 15], [1], [0], [2]), null)).toBe("");
});

test("CATATAC says which of its two ends it was, and the winner's points first", () => {
  const result = ended([1, 3], [1], [0]);
  const told = { game: "catatac", options: {} };
  expect(because(told, result, { game: { points: 5 } })).toBe("All paw cards are played: 3–1.");
  expect(because(told, result, { game: { points: 0 } })).toBe("All point cards are taken: 3–1.");
  expect(because({ game: "catatac", options: { marathon: true } }, result, null)).toContain("Three games");
});

test("the match on the island and the return game say what was added up", () => {
  expect(because({ game: "island/adventure", options: {} }, ended([10, 6, 0], [0], [1]), null)).toContain(
    "10 or more",
  );
  expect(
    because({ game: "island/adventure", options: { once: true } }, ended([7, 6, 0], [0], [1]), null),
  ).toContain("after the last game");
  expect(because({ game: "karta", options: { return: true } }, ended([9, 11], [1], [0]), null)).toBe(
    "Both games together. Tokens: 11–9.",
  );
});

test.each([
  ["island/adventure", [10, 10, 4], "The teams tied for first share the win."],
  ["catatac", [3, 3], "Tied on points, and on the sardines of the point cards."],
  ["karta", [4, 4], "Tied on tokens and on visible dots."],
  ["spot/practice", [5, 5], "A tie stays a tie: it is only practice."],
])("a tie says why nothing decided it: %s", (game, scores, why) => {
  const told = { game, options: {} };
  expect(because(told, ended(scores, [0, 1]), null)).toMatch(why);
  expect(because(told, ended(scores, [0], [1]), null)).not.toMatch(why);
});

test("a game that was not played to its end, or that nobody knows, says nothing", () => {
  expect(
    because({ game: "spot/tower", options: {} }, { ...ended([1, 0], [0], [1]), why: "resigned" }, null),
  ).toBe("");
  expect(because({ game: "dice", options: {} }, ended([1, 0], [0], [1]), null)).toBe("");
  expect(because({ game: "spot/tower", options: {} }, null, null)).toBe("");
});
