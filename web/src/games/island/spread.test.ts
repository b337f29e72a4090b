import { expect, test } from "vitest";
import { extent } from "./map";
import { divide, enlarged, FILL, type Area, type Room } from "./spread";

const PHONE: Room = { width: 390, height: 844, head: 62, foot: 62, left: false };
const TABLET: Room = { width: 820, height: 1180, head: 62, foot: 62, left: false };
const LAPTOP: Room = { width: 1440, height: 900, head: 62, foot: 62, left: false };

function inside(area: Area, { width, height }: Room): boolean {
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
