import { expect, test } from "vitest";
import { digit, listed } from "./keys";

test.each([
  ["2", "Digit2", 1],
  ["é", "Digit2", 1],
  ["-", "Digit6", 5],
  ["à", "Digit0", 9],
  ["-", "Minus", 10],
  [")", "Minus", 10],
  ["7", "Numpad7", 6],
  ["3", "", 2],
  ["-", "NumpadSubtract", null],
  ["e", "KeyE", null],
])("a key that prints %s at %s is a digit by where it is", (key, code, place) => {
  expect(digit(new KeyboardEvent("keydown", { key, code }))).toBe(place);
});

test.each([
  [8, "1–8"],
  [9, "1–9"],
  [10, "1–9 0"],
  [12, "1–9 0 - ="],
  [14, "1–9 0 - ="],
])("the keys of %s symbols are said as they lie", (count, said) => {
  expect(listed(count)).toBe(said);
});
