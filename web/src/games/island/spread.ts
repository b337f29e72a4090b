/** How the island, or the cards of the knights, and one's own cards share a screen. */

import type { Point } from "../../point";
import type { Area } from "../reflex/pack";
import { extent } from "./map";

export interface IslandRoom {
  width: number;
  height: number;
  /** The heights of the lines of people above and below one's own cards. */
  head: number;
  foot: number;
  /** Whether the side of one's own card is the left. */
  left: boolean;
}

export interface Spread {
  /** Whether one's own cards lie beside the island rather than below it. */
  wide: boolean;
  /** What all look at. */
  far: Area;
  /** What is one's own. */
  near: Area;
  /** The width of a place in pixels. */
  cell: number;
  /** The middle of the island. */
  middle: Point;
  /** Half the width and half the height of the island. */
  half: Point;
}

const GAP = 8;
const EDGE = { large: 14, small: 5, none: 2 };

/** A phone that lies on its side is lower than this. */
export const SHORT = 480;

/** A card is a little smaller than its place, so that the sand shows. */
export const FILL = 0.97;

/** The least share of the length for one's own cards, and the pixels or the share that are enough below an island. */
const OWN = { wide: 0.26, tall: 0.42, enough: 300, ample: 0.34 };

/** Returns whether a room is so wide that things lie beside one another. */
export function isWide({ width, height }: { width: number; height: number }): boolean {
  return width > height * 1.05;
}

/** Divides the room, so that the island is as large as it can be while one's own cards stay readable.
 *
 * Knights have no island: `duel` is then how many others' cards there are, and `own` of one's own.
 */
export function divide(
  room: IslandRoom,
  ports: boolean,
  duel: { others: number; own: number } | null = null,
): Spread {
  const wide = isWide(room);
  const short = wide && room.height < SHORT;
  const half = extent(ports, short);
  const edge = short ? EDGE.none : wide && room.height >= 560 ? EDGE.large : EDGE.small;
  const most = wide
    ? { width: room.width - 2 * edge, height: room.height - 2 * edge }
    : { width: room.width - 2 * edge, height: room.height - room.head - room.foot };
  const enough = wide ? OWN.enough : Math.max(OWN.enough, OWN.ample * most.height);
  const least = duel
    ? facing(duel, wide) * (wide ? most.width : most.height)
    : wide
      ? OWN.wide * most.width
      : Math.min(OWN.tall * most.height, enough);
  const free = wide
    ? { ...most, width: most.width - least - GAP }
    : { ...most, height: most.height - least - GAP };
  const cell = Math.floor(Math.min(free.width / (2 * half.x), free.height / (2 * half.y)));
  const used = duel ? free : { width: cell * 2 * half.x, height: cell * 2 * half.y };
  // Beside the island, one's own card is never wider than three of its places: what is left is sea.
  // Below it, no taller than needed: what is left is sea above the island, which a thumb reaches the more easily.
  const own = wide
    ? Math.max(least, Math.min(most.width - used.width - GAP, duel ? least : Math.max(cell * 3, enough)))
    : Math.min(most.height - used.height - GAP, duel ? Infinity : Math.max(least, enough));
  const far: Area = wide
    ? { x: edge, y: edge, width: most.width - own - GAP, height: most.height }
    : {
        x: edge,
        y: room.height - room.foot - own - GAP - used.height,
        width: most.width,
        height: used.height,
      };
  const near: Area = wide
    ? { x: edge + far.width + GAP, y: room.head, width: own, height: room.height - room.head - room.foot }
    : { x: edge, y: far.y + far.height + GAP, width: most.width, height: own };
  if (wide && room.left) [far.x, near.x] = [edge + own + GAP, edge];
  const middle = { x: far.x + far.width / 2, y: far.y + far.height / 2 };
  return { wide, far, near, cell, middle, half };
}

/** Returns how far what is said below one's own card may reach beside the island, whose lower rows are short. */
export function beside({ far, cell }: Spread): number {
  return Math.max(0, Math.floor(far.width / 2 + GAP - 2 * cell));
}

/** Gives the island all of an area in the middle of a screen, which people sit around. */
export function shared(area: Area, ports: boolean): Spread {
  const half = extent(ports);
  const cell = Math.max(1, Math.floor(Math.min(area.width / (2 * half.x), area.height / (2 * half.y))));
  const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  return { wide: isWide(area), far: area, near: area, cell, middle, half };
}

/** Returns the part of the length for one's own cards, so that all cards of a duel are of about one size. */
function facing({ others, own }: { others: number; own: number }, wide: boolean): number {
  if (own === 0) return wide ? OWN.wide : 0;
  return wide ? 0.46 : others > own ? 0.6 : 0.5;
}

/** Returns where a place enlarged to a size lies: round its own middle, moved so that all of it shows. */
export function enlarged(at: Point, size: number, within: Area): Point {
  return {
    x: clamp(at.x - size / 2, within.x, within.x + within.width - size),
    y: clamp(at.y - size / 2, within.y, within.y + within.height - size),
  };
}

/** Returns the edge that lies nearest to a point: whoever sits there is taken to have touched it. */
export function nearest<T extends { area: Area }>(edges: readonly T[], to: Point): T {
  return edges.reduce((best, next) => (away(to, next.area) < away(to, best.area) ? next : best));
}

/** Returns how far a point is from an area; nothing in it. */
export function away({ x, y }: Point, area: Area): number {
  return Math.hypot(x - clamp(x, area.x, area.x + area.width), y - clamp(y, area.y, area.y + area.height));
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
