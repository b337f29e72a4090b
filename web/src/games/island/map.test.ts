import { expect, test } from "vitest";
import { at } from "../../lists";
import { extent, links, PLACES, PORTS, touch } from "./map";

test("the island has rows of 3-4-5-4-3", () => {
  const rows = [...new Set(PLACES.map(({ y }) => y))];
  expect(rows.map((row) => PLACES.filter(({ y }) => y === row).length)).toEqual([3, 4, 5, 4, 3]);
  expect(PLACES[9]).toEqual({ x: 0, y: 0 });
});

test("a place in the middle touches six others, a corner three", () => {
  const near = (place: number): number[] =>
    PLACES.flatMap((_, other) => (touch(place, other) ? [other] : []));
  expect(near(9)).toEqual([4, 5, 8, 10, 13, 14]);
  expect(near(0)).toEqual([1, 3, 4]);
});

test("every coast place lies beside exactly one port, and ports lie off the coast within the extent", () => {
  expect(PORTS.map(({ beside }) => beside)).toEqual([
    [0, 1],
    [2, 6],
    [11, 15],
    [18, 17],
    [16, 12],
    [7, 3],
  ]);
  for (const { x, y, beside } of PORTS) {
    for (const place of beside.map((number) => at(PLACES, number)))
      expect(Math.hypot(x - place.x, y - place.y)).toBeGreaterThan(0.73);
    for (const half of [extent(true), extent(true, true)]) {
      expect(Math.abs(x)).toBeLessThan(half.x - 0.22);
      expect(Math.abs(y)).toBeLessThan(half.y - 0.22);
    }
  }
});

test("a route is drawn between the places that touch", () => {
  expect(links([0, 1, 18])).toEqual([[0, 1]]);
  expect(links([0, 1, 4])).toEqual([
    [0, 1],
    [0, 4],
    [1, 4],
  ]);
});
