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
  test("takes accents and joined letters for their letters", () => {
    expect([plain("Écho"), plain("Bœuf")]).toEqual(["echo", "boeuf"]);
  });
  /** Types letters, each with its time, among these symbols; returns what was called. */
  function type(typing: Typing, symbols: number[], ...keys: [string, number][]): number[] {
    return keys.flatMap(([key, at]) => typing.press(key, at, symbols, course).symbol ?? []);
  }
  const course = deckOf(["caddie", "drum", "spice bag", "crab", "ice", "dice", "gift"], FANO);
  test("takes the rest of a name for no other call, however late it comes", () => {
    const typing = new Typing();
    expect(type(typing, [0, 3], ["c", 0], ["a", 100])).toEqual([0]);
    expect(typing.beyond).toBe("");
    expect(type(typing, [1, 4], ["d", 4000])).toEqual([]);
    expect(typing.beyond).toBe("cad");
    expect(type(typing, [1, 4], ["d", 9000], ["i", 9100], ["e", 20_000])).toEqual([]);
    expect(typing.beyond).toBe("caddie");
    expect(type(typing, [1, 4], ["d", 20_100])).toEqual([1]);
  });
  test("takes what does not go on with it for another, with the letters since a pause", () => {
    const typing = new Typing();
    expect(type(typing, [0], ["c", 0])).toEqual([0]);
    expect(type(typing, [3, 6], ["a", 100], ["g", 200])).toEqual([6]);
    expect(type(typing, [0], ["c", 3000], ["a", 3100])).toEqual([0]);
    expect(type(typing, [1, 5], ["d", 9000], ["i", 9100])).toEqual([5]);
  });
  test("ends a name with Escape, with Enter, or with a space that is not in it", () => {
    for (const key of ["Escape", "Enter", " "]) {
      const typing = new Typing();
      expect(type(typing, [0], ["c", 0], ["a", 100], [key, 200])).toEqual([0]);
      expect(type(typing, [1, 6], ["d", 300])).toEqual([1]);
    }
  });
  test("goes on with a name of two words, with the space or without", () => {
    for (const rest of ["pice bag", "picebag"]) {
      const typing = new Typing();
      const typed = [...rest].map((key, at): [string, number] => [key, 5000 * (at + 1)]);
      expect(type(typing, [2, 6], ["s", 0])).toEqual([2]);
      expect(type(typing, [1, 3, 4], ...typed)).toEqual([]);
      expect(type(typing, [1, 3, 4], ["c", 90_000])).toEqual([3]);
    }
  });
  test("lets a slip in the rest of a name be corrected", () => {
    const typing = new Typing();
    expect(type(typing, [0], ["c", 0], ["a", 100], ["d", 200], ["Backspace", 400])).toEqual([0]);
    expect(type(typing, [1, 4, 6], ["d", 5000], ["d", 5100], ["i", 5200], ["e", 5300])).toEqual([]);
  });
});
