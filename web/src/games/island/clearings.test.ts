import { expect, test } from "vitest";
import { round } from "../reflex/edges";
import type { Disc } from "../reflex/flight";
import { clearings } from "./clearings";
import { PLACES } from "./map";
import { away, FILL, nearest, shared } from "./spread";

const middle = ({ x, y, size }: Disc): { x: number; y: number } => ({ x: x + size / 2, y: y + size / 2 });

test.each([
  [820, 1180, 2],
  [820, 1180, 3],
  [820, 1180, 4],
  [1180, 820, 2],
  [1180, 820, 4],
  [390, 844, 2],
])("at %d × %d each of %d sees a place enlarged that covers nothing", (width, height, count) => {
  const room = { width, height, upright: false, plate: 260 };
  const { edges, middle: area } = round(
    [...Array(count).keys()],
    room,
    true,
    (one) => 2.2 * shared(one, true).cell,
  );
  const { cell, middle: at } = shared(area, true);
  const size = cell * FILL;
  const places = PLACES.map(({ x, y }) => ({
    x: at.x + x * cell - size / 2,
    y: at.y + y * cell - size / 2,
    size,
  }));
  const lenses = clearings(edges, room, places);
  expect(lenses.map(({ seat }) => seat).sort()).toEqual(edges.map(({ seat }) => seat).sort());
  for (const lens of lenses) {
    expect(lens.size).toBeGreaterThanOrEqual(1.5 * size);
    const others = [...places, ...edges.map(({ card }) => card), ...lenses.filter((one) => one !== lens)];
    for (const other of others) {
      const [one, two] = [middle(lens), middle(other)];
      expect(Math.hypot(one.x - two.x, one.y - two.y)).toBeGreaterThanOrEqual(
        (lens.size + other.size) / 2 - 0.01,
      );
    }
    // It lies on its owner's side, and clear of what others read there.
    expect(nearest(edges, middle(lens)).seat).toBe(lens.seat);
    for (const edge of edges.filter(({ seat }) => seat !== lens.seat))
      expect(away(middle(lens), edge.area)).toBeGreaterThanOrEqual(lens.size / 2);
  }
});
