import { expect, test } from "vitest";
import { type Edge, presses, round } from "./edges";

const TALL = { width: 820, height: 1180, upright: false };
const WIDE = { width: 1180, height: 820, upright: false };
const PHONE = { width: 390, height: 844, upright: false };
const LYING = { width: 832, height: 378, upright: false };
const DESK = { width: 1440, height: 900, upright: true };

const fits = ({ width, height }: { width: number; height: number }): number => Math.min(width, height);
const apart = (one: Edge["area"], other: Edge["area"]): boolean =>
  one.x + one.width <= other.x + 0.5 ||
  other.x + other.width <= one.x + 0.5 ||
  one.y + one.height <= other.y + 0.5 ||
  other.y + other.height <= one.y + 0.5;

test("two sit face to face, at the short sides of the screen", () => {
  expect(round([3, 5], TALL, true, fits).edges.map(({ seat, turn }) => [seat, turn])).toEqual([
    [3, 0],
    [5, 180],
  ]);
  expect(round([3, 5], WIDE, true, fits).edges.map(({ turn }) => turn)).toEqual([90, 270]);
});

test("at a laptop all look from the same side", () => {
  expect(round([0, 1, 2], DESK, true, fits).edges.map(({ turn }) => turn)).toEqual([0, 0, 0]);
  const [left, right] = round([0, 1], DESK, false, fits).edges;
  expect((left?.area.x ?? 0) < (right?.area.x ?? 0)).toBe(true);
});

test("people sit clockwise in the order of their seats", () => {
  const at = new Map(round([0, 1, 2, 3], TALL, true, fits).edges.map(({ seat, area }) => [seat, area]));
  const low = (seat: number): boolean => (at.get(seat)?.y ?? 0) > 590;
  const left = (seat: number): boolean => (at.get(seat)?.x ?? 0) < 400;
  expect([0, 1, 2, 3].map((seat) => [low(seat), left(seat)])).toEqual([
    [true, true],
    [false, true],
    [false, false],
    [true, false],
  ]);
});

for (const room of [TALL, WIDE, PHONE, DESK])
  for (const count of [2, 3, 4, 5, 8])
    for (const own of [true, false])
      test(`${count} at ${room.width} × ${room.height} have room of their own, ${own ? "and a card" : "for a pad"}`, () => {
        const { edges, middle } = round([...Array(count).keys()], room, own, fits);
        const areas = [...edges.map(({ area }) => area), middle];
        for (const [i, area] of areas.entries()) {
          expect(area.x >= -0.5 && area.y >= -0.5).toBe(true);
          expect(area.x + area.width <= room.width + 0.5 && area.y + area.height <= room.height + 0.5).toBe(
            true,
          );
          for (const other of areas.slice(i + 1)) expect(apart(area, other)).toBe(true);
        }
        const sizes = new Set(edges.map(({ card }) => card.size));
        expect(sizes.size).toBe(1);
        if (own && count <= 4) expect(Math.min(...sizes)).toBeGreaterThan(110);
        for (const { area, card } of own ? edges : []) {
          expect(card.x >= area.x - 0.5 && card.x + card.size <= area.x + area.width + 0.5).toBe(true);
          expect(card.y >= area.y - 0.5 && card.y + card.size <= area.y + area.height + 0.5).toBe(true);
        }
      });

test("only whoever sits at a corner of the screen leaves it room", () => {
  const spared = (count: number, room: typeof TALL): unknown[] =>
    round([...Array(count).keys()], room, false, null).edges.map((edge) => [edge.seat, edge.spared]);
  expect(spared(3, LYING)).toEqual([
    [0, "start"],
    [2, null],
    [1, "both"],
  ]);
  expect(spared(6, TALL)).toEqual([
    [0, null],
    [5, null],
    [4, null],
    [1, "end"],
    [2, null],
    [3, "start"],
  ]);
  expect(spared(2, DESK)).toEqual([
    [0, null],
    [1, null],
  ]);
});

test("a card has all the depth of an edge that is long enough for a plate beside it", () => {
  const island = (area: { width: number; height: number }): number => fits(area) / 2;
  const size = (seats: number[], room: typeof TALL, plate?: number): number =>
    round(seats, { ...room, ...(plate && { plate }) }, true, island).edges[0]?.card.size ?? 0;
  for (const room of [TALL, WIDE])
    expect(size([0, 1], room, 260)).toBeGreaterThanOrEqual(size([0, 1], room) + 25);
  expect(size([0, 1], PHONE, 260)).toBe(size([0, 1], PHONE));
  expect(size([0, 1, 2], TALL, 260)).toBe(size([0, 1, 2], TALL));
});

test("a palm, a sleeve and other buttons press nothing", () => {
  const touch = { button: 0, pointerType: "touch", width: 24, height: 30 };
  const down = (changes: Partial<typeof touch>): boolean => presses({ ...touch, ...changes });
  expect(down({})).toBe(true);
  expect(down({ width: 110 })).toBe(false);
  expect(down({ height: 90 })).toBe(false);
  expect(down({ button: 2 })).toBe(false);
  expect(down({ pointerType: "mouse", width: 100 })).toBe(true);
});
