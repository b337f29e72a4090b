import { expect, test } from "vitest";
import { chair, person } from "./sample";
import { freeSeat, open, returned, round, seating, standing, wasOwn } from "./seats";

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

test("whoever sits opposite or next to somebody is seen there, and oneself at the bottom", () => {
  for (let count = 1; count <= 8; count++) {
    const places = round(count);
    expect(places).toHaveLength(count);
    expect(places[0]).toEqual({ x: 0.5, y: 1 });
    // The next one sits to the left: clockwise from above, as turns go.
    if (count > 2) expect(places[1]?.x).toBeLessThan(0.5);
    // Left and right are mirrored, and so are places that face each other.
    places.slice(1).forEach(({ x, y }, index) => {
      const other = places[count - 1 - index];
      expect(other?.x).toBeCloseTo(1 - x);
      expect(other?.y).toBeCloseTo(y);
    });
    if (count % 2 === 0) expect(places[count / 2]).toEqual({ x: 0.5, y: 0 });
  }
  expect(round(9)).toEqual([]);
});

test("nobody's place at the table covers another's", () => {
  // The smallest table: 500 by 276 pixels, with names of a third of that by 62.
  const [across, down] = [500 - 158, 276 - 62];
  for (let count = 1; count <= 8; count++)
    for (const one of round(count))
      for (const other of round(count))
        if ((one.x !== other.x || one.y !== other.y) && Math.abs(one.x - other.x) * across < 158)
          expect(Math.abs(one.y - other.y) * down).toBeGreaterThanOrEqual(62);
});

test("teams sit in turns where a game asks for it, as the server seats them", () => {
  const chairs = [0, 0, 1, 1].map((team, seat) => chair({ seat, team, member: seat + 1 }));
  const seats = (alternate: boolean, me: number | null): number[] =>
    seating(chairs, alternate, me).map(({ seat }) => seat);
  expect(seats(true, null)).toEqual([0, 2, 1, 3]);
  expect(seats(false, null)).toEqual([0, 1, 2, 3]);
  // From one's own seat on, at the same table.
  expect(seats(true, 3)).toEqual([2, 1, 3, 0]);
  expect(seating([], true, null)).toEqual([]);
  // A clan that is short of somebody leaves no gap.
  expect(seating(chairs.slice(0, 3), true, null).map(({ seat }) => seat)).toEqual([0, 2, 1]);
});
