import { beforeAll, expect, test } from "vitest";
import { load } from "../../texts.svelte";
import { choosing, happened, waiting } from "./words";

beforeAll(() => load("en"));

test.each([
  [0, false, "You are red and go first. Take any card."],
  [2, false, "Your turn. Take a card."],
  [2, true, "You are red. Your turn: take a card."],
])("whoever has the turn after %i cards is told their side where it is new: %s", (laid, practised, said) => {
  expect(choosing("red", laid, practised)).toBe(said);
});

test.each([
  ["blue", 0, false, "You are blue. Ada is red and goes first…"],
  ["blue", 3, false, "Ada is thinking…"],
  ["blue", 3, true, "You are blue. Ada is thinking…"],
  [null, 3, true, "Ada is thinking…"],
] as const)("%s, after %i cards, waits for another: %s", (colour, laid, practised, said) => {
  expect(waiting("Ada", colour, laid, practised)).toBe(said);
});

test.each([
  [[], [0, 0], "Ada places a card at column 0, row 1"],
  [[4], [1, 0], "Ada places a card at column 0, row 1 · 1 square locked · red 1, blue 0"],
] satisfies [number[], [number, number], string][])(
  "what came of a placement is said, and what did not is left out: %j",
  (locks, tokens, said) => {
    const place = { type: "place" as const, card: 0, x: 0, y: 1, turned: 0, over: false };
    expect(happened({ type: "placed", seat: 0, place, locks, captures: [], tokens }, "Ada")).toBe(said);
  },
);
