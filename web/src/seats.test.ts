import { expect, test } from "vitest";
import { chair, person } from "./sample";
import { freeSeat, open, returned, standing, wasOwn } from "./seats";

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

test("between games the next seat is free, up to as many as the game has", () => {
  const four = { shapes: { "2": [[1, 1]], "4": [[1, 1, 1, 1]] } };
  expect(freeSeat([ADA, BOT], four)).toBe(2);
  expect(freeSeat(ALL, four)).toBe(3);
  expect(freeSeat([ADA, BOT, KEPT, chair({ ...LEFT, member: 5 })], four)).toBeNull();
  expect(freeSeat([ADA, BOT], undefined)).toBeNull();
});

test("whoever is here without a seat stands; a television does not, nor does anybody who is gone", () => {
  const persons = [
    person(1, "Ada"),
    person(3, "Tom"),
    { ...person(4, "TV"), tv: true },
    { ...person(5, "Zoe"), here: false },
  ];
  expect(standing({ persons, chairs: ALL }).map(({ name }) => name)).toEqual(["Tom"]);
});

test("whoever left and came back by the code is known by the name on the seat, or on the hand that a bot plays on", () => {
  const cleo = person(7, "Cleo");
  const hand = chair({ seat: 4, name: "medium", bot: "medium", dealt: "Cleo" });
  const resigned = chair({ ...LEFT, resigned: true });
  const table = { persons: [person(1, "Ada"), cleo], chairs: ALL, member: 7 };
  expect([LEFT, hand, resigned, BOT, ADA].map((seat) => returned(table, seat))).toEqual([
    cleo,
    cleo,
    undefined,
    undefined,
    undefined,
  ]);
  expect(wasOwn(table, LEFT)).toBe(true);
  expect(wasOwn({ ...table, member: 8 }, LEFT)).toBe(false);
  expect(wasOwn({ ...table, member: 2 }, KEPT)).toBe(true);
  expect(open([resigned], false, 7)).toEqual([]);
});
