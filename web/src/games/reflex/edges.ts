/** Where people sit round one screen: everybody has an edge of it, and what is theirs is turned towards them. */

import type { Disc } from "./flight";
import type { Area } from "./pack";

export interface Edge {
  seat: number;
  /** The part of the screen that is theirs. */
  area: Area;
  /** How far it is turned, in degrees: 0 for whoever sits below the screen. */
  turn: 0 | 90 | 180 | 270;
  /** Where their card lies on the screen, as it is seen from below; all are of one size. */
  card: Disc;
  /** Which ends of their rim the corners at the top of the screen take: those of the menu and of the reactions. */
  spared: "start" | "end" | "both" | null;
  /** Whether what says who they are lies beside their card rather than below it. */
  beside: boolean;
}

export interface Round {
  edges: Edge[];
  /** What is left for everybody. */
  middle: Area;
}

export interface RoundRoom {
  width: number;
  height: number;
  /** Whether all look from the same side, as at a laptop: then nothing is turned. */
  upright: boolean;
  /** How wide what says who somebody is has to be, where it may lie beside their card. */
  plate?: number;
}

/** The room between things, in pixels. */
export const GAP = 8;

/** Returns how thick the pad is that a seat touches, in pixels. */
export function padding({ width, height }: RoundRoom): number {
  return Math.round(Math.max(52, Math.min(84, Math.max(width, height) * 0.07)));
}

/** Divides a screen between the seats at its edges and the middle; `fits` says how large what lies there for all can be. */
export function round(
  seats: readonly number[],
  room: RoundRoom,
  own: boolean,
  fits: ((area: Area) => number) | null,
): Round {
  const wide = room.width > room.height;
  const long = wide ? room.width : room.height;
  if (!own) return divided(seats, room, wide, beside(room, wide));
  if (!fits) return divided(seats, room, wide, long / 2);
  const tries = Array.from({ length: 27 }, (_, step) => {
    const found = divided(seats, room, wide, (0.2 + step / 100) * long);
    const [mine, shared] = [Math.min(...found.edges.map(({ card }) => card.size)), fits(found.middle)];
    return { found, worth: Math.min(mine, shared) + 0.1 * Math.max(mine, shared) };
  });
  return tries.reduce((best, next) => (next.worth > best.worth ? next : best)).found;
}

/** How deep an edge is that holds nothing but a pad. */
function beside(room: RoundRoom, wide: boolean): number {
  return wide && room.upright ? Math.max(120, Math.min(200, room.width * 0.15)) : padding(room) + GAP;
}

function divided(seats: readonly number[], room: RoundRoom, wide: boolean, depth: number): Round {
  const [first = 0, ...rest] = seats;
  const across = Math.floor(seats.length / 2);
  // Clockwise round the table, from whoever sits below on the left.
  const far = rest.slice(0, across);
  const near = [first, ...rest.slice(across).reverse()];
  const { width, height } = room;
  const strip = (side: "near" | "far", place: number, count: number): Area => {
    const [long, short] = wide ? [width, height] : [height, width];
    const from = side === (wide ? "near" : "far") ? 0 : long - depth;
    const [start, span] = [(short / count) * place, short / count];
    return wide
      ? { x: from, y: start, width: depth, height: span }
      : { x: start, y: from, width: span, height: depth };
  };
  const turns = room.upright ? ([0, 0] as const) : wide ? ([90, 270] as const) : ([0, 180] as const);
  const all = [
    ...near.map((seat, place) => ({ seat, side: "near" as const, place, count: near.length })),
    ...far.map((seat, place) => ({ seat, side: "far" as const, place, count: far.length })),
  ].map(({ seat, side, place, count }) => ({
    seat,
    area: strip(side, place, count),
    turn: side === "near" ? turns[0] : turns[1],
    spared: room.upright ? null : cornered(side, place, count, wide),
  }));
  const beside = all.every(({ area, turn }) => asides(area, turn) >= (room.plate ?? Infinity));
  const pad = beside ? 0 : padding(room);
  const size = Math.min(...all.map(({ area, turn }) => largest(area, turn, pad)));
  const middle = wide
    ? { x: depth + GAP, y: GAP, width: width - 2 * (depth + GAP), height: height - 2 * GAP }
    : { x: GAP, y: depth + GAP, width: width - 2 * GAP, height: height - 2 * (depth + GAP) };
  const edges = all.map((edge) => ({ ...edge, beside, card: carded(edge.area, edge.turn, pad, size) }));
  return { edges, middle };
}

function cornered(side: "near" | "far", place: number, count: number, wide: boolean): Edge["spared"] {
  if (!wide && side === "near") return null;
  // Whoever has a side alone keeps to its middle.
  if (count === 1) return "both";
  if (wide) return place > 0 ? null : side === "near" ? "start" : "end";
  return place === 0 ? "end" : place === count - 1 ? "start" : null;
}

/** Returns how long a seat's part of the screen is, and how deep, as whoever sits there sees it. */
function seen(area: Area, turn: Edge["turn"]): [span: number, side: number] {
  return turn % 180 === 0 ? [area.width, area.height] : [area.height, area.width];
}

/** Returns how much room is left and right of a card that has all the depth of a seat's part of the screen. */
function asides(area: Area, turn: Edge["turn"]): number {
  return (seen(area, turn)[0] - largest(area, turn, 0)) / 2;
}

/** Returns the size of the largest card in a seat's part of the screen. */
function largest(area: Area, turn: Edge["turn"], pad: number): number {
  const [span, side] = seen(area, turn);
  return Math.max(0, Math.floor(Math.min(span - 2 * GAP, side - pad - 2 * GAP)));
}

/** Returns where a card of this size lies there: inside of the pad at the rim. */
function carded(area: Area, turn: Edge["turn"], pad: number, size: number): Disc {
  const inwards = { 0: [0, -1], 90: [1, 0], 180: [0, 1], 270: [-1, 0] } as const;
  const [x, y] = inwards[turn];
  return {
    x: area.x + area.width / 2 + (x * pad) / 2 - size / 2,
    y: area.y + area.height / 2 + (y * pad) / 2 - size / 2,
    size,
  };
}

/** A touch that is wider than this is a palm, or a sleeve: nobody presses with it. */
const PALM = 72;

/** Tells whether a pointer that came down means a press: a finger's, a pen's or the mouse's first button. */
export function presses({
  button,
  pointerType,
  width,
  height,
}: Pick<PointerEvent, "button" | "pointerType" | "width" | "height">): boolean {
  return button === 0 && !(pointerType === "touch" && Math.max(width, height) > PALM);
}
