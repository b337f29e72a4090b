import { expect, test } from "vitest";
import type { Place, Ring } from "../../deck";
import { type Caption, captions } from "./captions";

const SQUARE: Ring = [
  [-350, -350],
  [350, -350],
  [350, 350],
  [-350, 350],
];
/** A thin bar across the circle: most of what is around it is another's. */
const BAR: Ring = [
  [-490, -40],
  [490, -40],
  [490, 40],
  [-490, 40],
];

const symbol = (place: Place, name: string, ring = SQUARE) => ({ place, outline: [ring], name });
const apart = (a: Caption, b: Caption): boolean =>
  Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || a.y <= b.y - b.height || b.y <= a.y - a.height;

test("a name stands below its symbol where nothing is in the way", () => {
  const [found] = captions([symbol([0, 500, 400, 300, 0], "Sun")], 340);
  expect(found).toMatchObject({ x: 500 });
  expect(found?.y).toBeGreaterThan(500);
});

test("a long name is broken between words", () => {
  const [short, long] = [200, 500].map(
    (span) => captions([symbol([0, 500, 500, span, 0], "Ship pawn")], 300)[0],
  );
  expect([short?.lines, long?.lines]).toEqual([["Ship", "pawn"], ["Ship pawn"]]);
  expect(short?.height).toBeGreaterThan(long?.height ?? 0);
  expect(short?.width).toBeLessThan(long?.width ?? 0);
});

test("a name stands on its own symbol rather than on the one below it", () => {
  const symbols = [symbol([0, 500, 400, 300, 0], "Sabre", BAR), symbol([1, 500, 520, 300, 0], "Hands")];
  const [sabre] = captions(symbols, 340);
  // The lower symbol begins at 520 - 0.35 * 300.
  expect(sabre?.y).toBeLessThanOrEqual(420);
});

test("an outline is turned with its symbol", () => {
  const [upright] = captions(
    [symbol([0, 500, 500, 300, 6], "Sabre", BAR), symbol([1, 500, 720, 150, 0], "Sun")],
    340,
  );
  expect(upright).toMatchObject({ x: 500 });
});

test("two names whose symbols share their circles stand apart", () => {
  const symbols = [symbol([0, 500, 500, 320, 2], "Sabre", BAR), symbol([1, 510, 520, 240, 0], "Spice bag")];
  const [sabre, bag] = captions(symbols, 300);
  expect(sabre && bag && apart(sabre, bag)).toBe(true);
});

test("no name leaves the card", () => {
  const [low] = captions([symbol([0, 500, 880, 220, 0], "Teddy bear")], 340);
  expect(low?.y).toBeLessThanOrEqual(990);
});
