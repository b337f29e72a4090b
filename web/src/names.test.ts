import { beforeAll, expect, test } from "vitest";
import { calledAt, gameInBox, namedAt, nameOf } from "./names";
import type * as messages from "./messages";
import { chair } from "./sample";
import { load } from "./texts.svelte";

const guest = (seat: number, name: string): messages.Chair => chair({ seat, name, member: 1 });

beforeAll(() => load("en"));

test("nobody who plays is nameless", () => {
  expect(nameOf(guest(0, ""))).toBe("Guest 1");
  expect(nameOf(guest(1, "Ada"))).toBe("Ada");
  expect(nameOf(chair({ seat: 2 }))).toBe("Guest 3");
  expect(nameOf(chair({ seat: 1, name: "easy", bot: "easy" }))).toBe("Bolt");
});

test("a game says its box once: a box of one game is called like it", () => {
  expect(gameInBox("karta")).toBe("Karta Doppio");
  expect(gameInBox("spot/tower")).toMatch(/ · Spot it!$/);
});

test("who has one seat is you, who has several is called by name", () => {
  expect(calledAt([0], guest(0, ""))).toBe("You");
  expect(calledAt([0, 1], guest(0, "Ada"))).toBe("Ada");
  expect(calledAt([], guest(0, "Ada"))).toBe("Ada");
  // In a replay one looks through anybody's eyes; at a table a bot that ends one's game still stands for oneself.
  expect(calledAt([1], chair({ seat: 1, name: "easy", bot: "easy" }))).toBe("Bolt");
  expect(calledAt([1], chair({ seat: 1, name: "Ada", bot: "easy", member: 1 }))).toBe("You");
});

test("in a sentence whoever gave no name is told that it is about them", () => {
  expect(namedAt([0], guest(0, ""))).toBe("Guest 1 (you)");
  expect(namedAt([0], guest(0, "Ada"))).toBe("Ada");
  expect(namedAt([1], guest(0, ""))).toBe("Guest 1");
  expect(namedAt([0, 1], guest(0, ""))).toBe("Guest 1");
  expect(namedAt([], undefined)).toBe("");
});
