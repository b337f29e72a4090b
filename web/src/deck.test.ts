import { expect, test } from "vitest";
import { deckOf } from "./sample";

const deck = deckOf(
  ["left", "middle", "bottom", "top", "right"],
  [
    [
      [0, 200, 450, 200, 0],
      [1, 520, 560, 200, 0],
      [2, 480, 800, 200, 0],
      [3, 430, 200, 200, 0],
      [4, 800, 500, 200, 0],
    ],
    [],
  ],
);

test("the symbols of a card go clockwise from the top, and the middle one is last", () => {
  expect(deck.described(0)).toBe("top, right, bottom, left, middle");
});

test("keys, pictures and what is read aloud have one order", () => {
  expect(deck.symbols(0)).toEqual([3, 4, 2, 0, 1]);
  expect(deck.drawn(0).map(({ symbol }) => symbol)).toEqual(deck.symbols(0));
  expect(deck.symbols(1)).toEqual([]);
});
