import { describe, expect, test } from "vitest";
import { deckOf } from "../../sample";
import { plain, Typing } from "./keys";

const NAMES = ["apple", "boat", "écho", "drum", "egg", "fish", "gift"];
const FANO = [
  [0, 1, 2],
  [0, 3, 4],
  [0, 5, 6],
  [1, 3, 5],
  [1, 4, 6],
  [2, 3, 6],
  [2, 4, 5],
];
const deck = deckOf(NAMES, FANO);

describe("typing", () => {
  test("calls as soon as one name is left, accents or not", () => {
    const typing = new Typing();
    expect(typing.press("e", 0, [2, 4], deck)).toEqual({ typed: "e", symbol: null });
    expect(typing.press("c", 10, [2, 4], deck).symbol).toBe(2);
  });
  test("begins anew after a while", () => {
    const typing = new Typing();
    typing.press("e", 0, [2, 4], deck);
    expect(typing.press("d", 5000, [2, 3, 4], deck).symbol).toBe(3);
  });
  test("lets the rest of a name that was called be typed, and then another name", () => {
    const typing = new Typing();
    expect(typing.press("b", 0, [1, 5], deck).symbol).toBe(1);
    for (const key of "oat")
      expect(typing.press(key, 10, [2, 4, 5], deck)).toEqual({ typed: "", symbol: null });
    expect(typing.press("f", 20, [2, 4, 5], deck).symbol).toBe(5);
    expect(typing.press("i", 30, [2, 4, 6], deck).symbol).toBeNull();
    expect(typing.press("g", 40, [2, 4, 6], deck).symbol).toBe(6);
  });
  test("keeps nothing that no name begins with", () => {
    const typing = new Typing();
    typing.press("e", 0, [2, 4], deck);
    expect(typing.press("x", 10, [2, 4], deck)).toEqual({ typed: "", symbol: null });
    typing.press("e", 20, [2, 4], deck);
    expect(typing.press("e", 30, [2, 4], deck)).toEqual({ typed: "e", symbol: null });
    expect(typing.press("g", 40, [2, 4], deck).symbol).toBe(4);
  });
  test("knows which letters go on with a name, on keys that print them above digits too", () => {
    const typing = new Typing();
    expect(typing.expects("é", 0)).toBe(false);
    typing.press("e", 0, [2, 4], deck);
    expect([typing.expects("è", 10), typing.expects("2", 10), typing.expects("è", 5000)]).toEqual([
      true,
      false,
      false,
    ]);
    typing.press("c", 20, [2, 4], deck);
    expect([typing.expects("h", 30), typing.expects("é", 30)]).toEqual([true, false]);
  });
  test("takes accents for their letters", () => expect(plain("Écho")).toBe("echo"));
});
