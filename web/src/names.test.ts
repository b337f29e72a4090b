import { beforeAll, expect, test } from "vitest";
import type { Chair } from "./messages";
import { calledAt, nameOf } from "./names";
import { load } from "./texts.svelte";

const chair = (seat: number, name: string, bot = ""): Chair =>
  ({ seat, name, bot, member: bot === "" ? 1 : null }) as Chair;

beforeAll(() => load("en"));

test("nobody who plays is nameless", () => {
  expect(nameOf(chair(0, ""))).toBe("Guest 1");
  expect(nameOf(chair(1, "Ada"))).toBe("Ada");
  expect(nameOf(chair(1, "easy", "easy"))).toBe("Bolt");
});

test("who has one seat is you, who has several is called by name", () => {
  expect(calledAt([0], chair(0, ""))).toBe("You");
  expect(calledAt([0, 1], chair(0, "Ada"))).toBe("Ada");
  expect(calledAt([], chair(0, "Ada"))).toBe("Ada");
});
