/** Where the sea is open round a shared island: there each edge sees a place enlarged, and nothing is covered. */

import { padding, type Edge, type RoundRoom } from "../reflex/edges";
import type { Disc } from "../reflex/flight";
import type { Area } from "../reflex/pack";
import { away, nearest } from "./spread";

/** The largest that a place is enlarged to with its ring, in pixels. */
const LARGEST = 310;
/** What the corners at the top of the screen take. */
const CORNER = 60;
/** How far the face of whose it is reaches beyond it, and the ring round it, in pixels. */
const FACE = 14;
const RING = 6;
/** How many steps the longer side of the screen is searched in. */
const STEPS = 80;
/** How many pixels nearer to one's own card outweigh one that it could be larger. */
const NEARER = 20;

/** Returns where each seat sees a place enlarged, all in one size: clear of the cards, and of what is others'. */
export function clearings(
  edges: readonly Edge[],
  room: RoundRoom,
  cards: readonly Disc[],
): (Disc & { seat: number })[] {
  const { width, height } = room;
  const corners = [0, width - CORNER].map((x) => ({ x, y: 0, width: CORNER, height: CORNER }));
  const rims = edges.map((edge) => rim(edge, padding(room)));
  const best = new Map<number, { x: number; y: number; free: number; worth: number }>();
  const step = Math.max(width, height) / STEPS;
  for (let x = step; x < width; x += step)
    for (let y = step; y < height; y += step) {
      const { seat, card } = nearest(edges, { x, y });
      const off = ({ x: left, y: top, size }: Disc): number =>
        Math.hypot(x - left - size / 2, y - top - size / 2) - size / 2;
      const others = edges.filter((edge) => edge.seat !== seat).map(({ area }) => area);
      const free = Math.min(
        ...[x, y, width - x, height - y, LARGEST / 2],
        ...rims.map((area) => away({ x, y }, area) - FACE),
        ...[...corners, ...others].map((area) => away({ x, y }, area)),
        ...[card, ...cards].map(off),
      );
      const worth = free - off(card) / NEARER;
      if (worth > (best.get(seat)?.worth ?? -Infinity)) best.set(seat, { x, y, free, worth });
    }
  const size = 2 * Math.floor(Math.min(...[...best.values()].map(({ free }) => free)) - RING);
  return [...best].map(([seat, { x, y }]) => ({ seat, x: x - size / 2, y: y - size / 2, size }));
}

/** Returns the strip at the edge of the screen where somebody reads who they are. */
function rim({ area, turn }: Edge, depth: number): Area {
  const { x, y, width, height } = area;
  if (turn === 0) return { x, y: y + height - depth, width, height: depth };
  if (turn === 180) return { x, y, width, height: depth };
  if (turn === 90) return { x, y, width: depth, height };
  return { x: x + width - depth, y, width: depth, height };
}
