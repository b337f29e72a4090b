import { expect, test } from "vitest";
import { handOf, printed, under } from "./hands";

test("every key belongs to one person at most", () => {
  const codes = ["KeyQ", "KeyF", "KeyT", "KeyU", "Semicolon", "KeyY", "Digit1", "Backquote", "Numpad7"];
  expect(codes.map((code) => handOf(code))).toEqual([
    { hand: 0, key: 0 },
    { hand: 0, key: 7 },
    { hand: 0, key: "claim" },
    { hand: 1, key: 0 },
    { hand: 1, key: 7 },
    { hand: 1, key: "claim" },
    { hand: 2, key: 0 },
    { hand: 2, key: "claim" },
    { hand: 3, key: 0 },
  ]);
  expect(handOf("Escape")).toBeNull();
});

test("everybody has a key for each symbol of the largest card, and nobody the same", () => {
  const all = [0, 1, 2].flatMap((hand) => [printed(hand, "en").claim, ...printed(hand, "en").keys]);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toHaveLength(39);
});

test("of cards in rows each has the key that lies where it does", () => {
  const nine = Array.from({ length: 9 }, (_, i) => ({ x: (i % 3) * 100, y: Math.floor(i / 3) * 100 }));
  const keys = (hand: number): string =>
    under(hand, nine)
      .map((key) => printed(hand, "en").keys[key])
      .join("");
  expect([keys(0), keys(1), keys(3)]).toEqual(["QWEASDZXC", "UIOJKLM,.", "789456123"]);
  expect(keys(2)).toBe("123456789");
  const row = nine.map((_, i) => ({ x: i * 100, y: 0 }));
  expect(under(0, row)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test("keys are called what a French keyboard prints on them", () => {
  expect(printed(0, "fr").keys.slice(0, 5)).toEqual(["A", "Z", "E", "R", "Q"]);
  expect(printed(1, "fr").keys[7]).toBe("M");
  expect(printed(0, "en").keys.slice(0, 5)).toEqual(["Q", "W", "E", "R", "A"]);
});
