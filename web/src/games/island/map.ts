/** Where the places and ports of the island lie, in widths of a place, round its middle. */

import { at } from "../../lists";
import type { Point } from "../../point";

export interface Port extends Point {
  /** The two coast places beside it. */
  beside: readonly [number, number];
}

type Cell = readonly [q: number, r: number];

const RADIUS = 2;
const LINES = [-2, -1, 0, 1, 2];
const CLOCKWISE: readonly Cell[] = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
];
/** How far a port lies off the line between its two places: close enough to leave the cards their room. */
const OFF = 0.56;

const CELLS: readonly Cell[] = LINES.flatMap((r) =>
  LINES.filter((q) => Math.abs(q + r) <= RADIUS).map((q) => [q, r] as const),
);

/** The 19 places, in rows of 3-4-5-4-3 from the top left. */
export const PLACES: readonly Point[] = CELLS.map(([q, r]) => ({ x: q + r / 2, y: (r * Math.sqrt(3)) / 2 }));

/** The numbers of the places, row by row. */
export const ROWS: readonly (readonly number[])[] = LINES.map((line) =>
  CELLS.flatMap(([, r], place) => (r === line ? [place] : [])),
);

/** The six ports, clockwise from the one beside place 0. */
export const PORTS: readonly Port[] = coast()
  .filter((_, step) => step % RADIUS === 0)
  .map((corner, side) => port(corner, at(coast(), side * RADIUS + 1)));

/** Half the width and half the height of the island, its ports included where they lie out; of its cards alone where sand and foam may leave the screen. */
export function extent(ports: boolean, bare = false): Point {
  if (bare) return { x: 2.5, y: ports ? 2.56 : 2.25 };
  return ports ? { x: 2.64, y: 2.62 } : { x: 2.58, y: 2.36 };
}

/** Returns whether two places touch. */
export function touch(a: number, b: number): boolean {
  const [one, other] = [PLACES[a], PLACES[b]];
  return (
    one !== undefined && other !== undefined && a !== b && Math.hypot(one.x - other.x, one.y - other.y) < 1.01
  );
}

/** Returns the pairs of these places that touch. */
export function links(places: readonly number[]): [number, number][] {
  return places.flatMap((a, i) =>
    places.slice(i + 1).flatMap((b): [number, number][] => (touch(a, b) ? [[a, b]] : [])),
  );
}

/** Returns the coast places, clockwise from the top left corner. */
function coast(): number[] {
  let [q, r] = [0, -RADIUS];
  return CLOCKWISE.flatMap(([dq, dr]) =>
    Array.from({ length: RADIUS }, () => {
      const place = CELLS.findIndex((cell) => cell[0] === q && cell[1] === r);
      [q, r] = [q + dq, r + dr];
      return place;
    }),
  );
}

function port(a: number, b: number): Port {
  const [one, other] = [at(PLACES, a), at(PLACES, b)];
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  // Clockwise along the coast, the sea is on the left hand.
  return { x: (one.x + other.x) / 2 + dy * OFF, y: (one.y + other.y) / 2 - dx * OFF, beside: [a, b] };
}
