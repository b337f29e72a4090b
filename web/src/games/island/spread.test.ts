import { expect, test } from "vitest";
import { extent, PLACES } from "./map";
import type { Area } from "../reflex/pack";
import { beside, divide, enlarged, FILL, type IslandRoom, nearest } from "./spread";

const PHONE: IslandRoom = { width: 390, height: 844, head: 62, foot: 62, left: false };
const TABLET: IslandRoom = { width: 820, height: 1180, head: 62, foot: 62, left: false };
const LAPTOP: IslandRoom = { width: 1440, height: 900, head: 62, foot: 62, left: false };

function inside(area: Area, { width, height }: IslandRoom): boolean {
  return area.x >= 0 && area.y >= 0 && area.x + area.width <= width && area.y + area.height <= height;
}

test("on every screen the island and one's own card have room, apart from each other", () => {
  for (const room of [PHONE, TABLET, LAPTOP]) {
    for (const ports of [false, true]) {
      const { far, near, cell, wide } = divide(room, ports);
      expect(inside(far, room) && inside(near, room)).toBe(true);
      expect(wide ? far.x + far.width <= near.x : far.y + far.height <= near.y).toBe(true);
      expect(cell * 2 * extent(ports).x).toBeLessThanOrEqual(far.width);
      expect(Math.floor(cell * 2 * extent(ports).y)).toBeLessThanOrEqual(far.height);
      expect(Math.min(near.width, near.height)).toBeGreaterThanOrEqual(280);
    }
  }
});

test("a place on a phone is large enough for a finger", () => {
  expect(divide(PHONE, false).cell * FILL).toBeGreaterThan(70);
  expect(divide(PHONE, true).cell * FILL).toBeGreaterThan(65);
});

test("on a phone on its side the places fill the height, and what is said reaches beside them", () => {
  const lying: IslandRoom = { width: 844, height: 390, head: 62, foot: 62, left: false };
  for (const [ports, least] of [
    [false, 82],
    [true, 72],
  ] as const) {
    const spread = divide(lying, ports);
    expect(spread.cell * FILL).toBeGreaterThanOrEqual(least);
    expect(inside(spread.far, lying) && inside(spread.near, lying)).toBe(true);
    for (const { x, y } of PLACES) {
      const size = spread.cell * FILL;
      const [left, top] = [spread.middle.x + x * spread.cell, spread.middle.y + y * spread.cell];
      const place = { x: left - size / 2, y: top - size / 2, width: size, height: size };
      expect(inside(place, lying)).toBe(true);
      // The foot lies over the last 62 pixels, from the right.
      const start = spread.near.x - beside(spread);
      expect(place.y + size > 390 - 62 && place.x + size > start).toBe(false);
    }
    expect(beside(spread)).toBeGreaterThan(80);
  }
});

test("left-handed, one's own card lies on the left", () => {
  const { far, near } = divide({ ...LAPTOP, left: true }, false);
  expect(near.x + near.width).toBeLessThan(far.x);
});

test("knights face each other with cards of about one size; a spectator sees theirs alone", () => {
  const { far, near } = divide(PHONE, false, { others: 1, own: 1 });
  expect(Math.abs(far.height - near.height)).toBeLessThan(20);
  expect(divide(PHONE, false, { others: 3, own: 0 }).near.height).toBe(0);
});

test("an enlarged place stays round its own middle, and on the screen", () => {
  const within = { x: 0, y: 60, width: 390, height: 350 };
  expect(enlarged({ x: 195, y: 235 }, 270, within)).toEqual({ x: 60, y: 100 });
  expect(enlarged({ x: 380, y: 70 }, 270, within)).toEqual({ x: 120, y: 60 });
});

test("a place belongs to whoever sits nearest to it", () => {
  const [below, above] = [{ y: 808 }, { y: 0 }].map(({ y }) => ({
    area: { x: 0, y, width: 820, height: 290 },
  }));
  if (!below || !above) throw new Error("no edges");
  expect(nearest([below, above], { x: 400, y: 700 })).toBe(below);
  expect(nearest([below, above], { x: 400, y: 350 })).toBe(above);
});
