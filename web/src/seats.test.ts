import { expect, test } from "vitest";
import { chair } from "./sample";
import { open } from "./seats";

const ADA = chair({ seat: 0, name: "Ada", member: 1 });
const BOT = chair({ seat: 1, name: "easy", bot: "easy" });
const KEPT = chair({ seat: 2, name: "Bruno", member: 2, bot: "easy" });
const LEFT = chair({ seat: 3, name: "Cleo" });
const ALL = [ADA, BOT, KEPT, LEFT];

test("who watches takes over from bots, from those who left, and from the bot that kept their own seat", () => {
  expect(open(ALL, false, 9)).toEqual([BOT, LEFT]);
  expect(open(ALL, false, 2)).toEqual([BOT, KEPT, LEFT]);
});

test("hidden cards are offered to nobody but to whom the host gave them, and to whoever comes back to them", () => {
  expect(open(ALL, true, 9)).toEqual([]);
  expect(open(ALL, true, 2)).toEqual([KEPT]);
  const given = chair({ ...BOT, given: 9 });
  expect(open([ADA, given], true, 9)).toEqual([given]);
  expect(open([ADA, given], true, 8)).toEqual([]);
  expect(open([ADA, given], true, null)).toEqual([]);
});
