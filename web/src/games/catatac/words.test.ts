import { beforeAll, expect, test } from "vitest";
import type * as messages from "../../messages";
import { load } from "../../texts.svelte";
import { nameIn } from "./words";

beforeAll(() => load("en"));

const card = (number: number, changes: Partial<messages.Face> = {}): messages.Face => ({
  card: number,
  code: "",
  number,
  ...changes,
});

test("of two cards with one number it is said what each does", () => {
  const [plain, stealing] = [card(4), card(4, { card: 5, ways: [[{ do: "steal" }]] })];
  const hand = [plain, stealing, card(2)];
  expect(nameIn(hand, card(2))).toBe("2");
  expect(nameIn(hand, plain)).toBe("4 (no action)");
  expect(nameIn(hand, stealing)).toMatch(/^4 \(.*steal.*[^.]\)$/i);
  expect(nameIn([plain, card(4, { card: 9 })], plain)).toBe("4");
});
