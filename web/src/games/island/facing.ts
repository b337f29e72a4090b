/** Where knights round one screen lie, with nothing between them: their cards take all of it. */

import type { Point } from "../../point";
import { GAP, padding, type Edge, type Round, type RoundRoom } from "../reflex/edges";
import { type Area, pack } from "../reflex/pack";
import { away } from "./spread";

/** What a corner of the screen takes, in pixels: the menu at the one, the reactions at the other. */
const CORNER = 60;
/** How long the strip is in which a team reads who it is and what to press, in pixels, or as a part of the length. */
const WHO = { enough: 250, least: 0.3 };
/** How deep it is, in pixels: on a large screen both lie above each other there. */
const DEPTH = { part: 0.14, most: 116 };
/** How much smaller each try is than the one before. */
const STEP = 3;

/** A screen whose longer side lies across, with its corners that are taken, and how deep the strips at its rim are. */
interface Board {
  long: number;
  short: number;
  pad: number;
  corners: readonly Area[];
}

/** The middle of a team's card, and the strip at the rim where it reads who it is. */
interface Sat {
  at: Point;
  who: Area;
}

/** Lays the cards of two or three teams in a zigzag along the screen, each at an edge of its own. */
export function facing(seats: readonly number[], room: RoundRoom): Round {
  const { width, height } = room;
  const middle = { x: GAP, y: GAP, width: width - 2 * GAP, height: height - 2 * GAP };
  if (room.upright) return { edges: inLine(seats, padding(room), middle), middle };
  const wide = width > height;
  const [long, short] = wide ? [width, height] : [height, width];
  const corner = (x: number, y: number): Area => ({ x, y, width: CORNER, height: CORNER });
  const far = corner(long - CORNER, 0);
  const corners = [far, wide ? corner(0, 0) : { ...far, y: short - CORNER }];
  const pad = Math.max(padding(room), Math.min(DEPTH.most, DEPTH.part * short));
  const { size, sats } = largest(seats.length, { long, short, pad, corners });
  const turns = wide ? ([90, 270, 0] as const) : ([0, 180, 270] as const);
  const edges = sats.map(({ at, who }, i): Edge => {
    const card = { x: at.x - size / 2, y: at.y - size / 2, width: size, height: size };
    const { x, y } = wide ? card : upended(card, long);
    return {
      seat: seats[i] ?? 0,
      area: wide ? who : upended(who, long),
      turn: turns[i] ?? 0,
      card: { x, y, size },
      spared: null,
      beside: false,
    };
  });
  return { edges, middle };
}

/** Lays the cards side by side, where all look from the same side: the last clockwise is next to the first. */
function inLine([first = 0, ...rest]: readonly number[], pad: number, within: Area): Edge[] {
  const cards = [first, ...rest.reverse()].map((seat) => ({ key: `${seat}`, card: 0, seat }));
  return pack(cards, within, pad).map(({ x, y, size, seat }) => ({
    seat,
    area: { x, y: y + size, width: size, height: pad },
    turn: 0,
    card: { x, y, size },
    spared: null,
    beside: false,
  }));
}

/** Returns the largest size at which nothing lies over anything else, and where all lies then. */
function largest(count: number, board: Board): { size: number; sats: Sat[] } {
  for (let size = board.short - 2 * GAP; size > STEP; size -= STEP)
    // Who one is stands beside the card, or else below it.
    for (const below of [0, board.pad]) {
      const sats = zigzag(count, size, below, board);
      if (fits(sats, size, board)) return { size, sats };
    }
  return { size: STEP, sats: zigzag(count, STEP, 0, board) };
}

/** Places cards of one size: the first at the near end, the next at the far end, the last at the side between them. */
function zigzag(count: number, size: number, below: number, { long, short, pad, corners }: Board): Sat[] {
  const half = size / 2;
  const [low, high] = [GAP + half, short - GAP - half];
  const reach = GAP + below + half;
  // A strip as thick as a pad begins where the round card leaves it room.
  const chord = Math.sqrt(half ** 2 - Math.max(0, half + GAP - pad) ** 2) + GAP;
  const past = below > 0 ? 0 : low + chord;
  const strip = (x: number, from: number, to: number): Area => {
    const at = corners.filter((corner) => Math.abs(corner.x - x) < CORNER);
    const start = at.some(({ y }) => y === 0) ? Math.max(from, CORNER) : from;
    const end = at.some(({ y }) => y > 0) ? Math.min(to, short - CORNER) : to;
    return { x, y: start, width: pad, height: Math.max(0, end - start) };
  };
  const between = count > 2;
  const near = { at: { x: reach, y: low }, who: strip(0, past, short) };
  const far = {
    at: { x: long - reach, y: between ? low : high },
    who: between ? strip(long - pad, past, short) : strip(long - pad, 0, short - past),
  };
  if (!between) return [near, far];
  const start = pad + GAP;
  const who = { x: start, y: short - pad, width: Math.max(0, long / 2 - chord - start), height: pad };
  return [near, far, { at: { x: long / 2, y: high }, who }];
}

function fits(sats: readonly Sat[], size: number, { long, corners }: Board): boolean {
  const enough = Math.min(WHO.enough, WHO.least * long);
  const taken = [...corners, ...sats.map(({ who }) => who)];
  return (
    sats.every(({ who }) => Math.max(who.width, who.height) >= enough) &&
    sats.every(({ at }) => taken.every((area) => away(at, area) >= size / 2)) &&
    sats.every(({ at }, i) =>
      sats.slice(i + 1).every((other) => Math.hypot(at.x - other.at.x, at.y - other.at.y) >= size + GAP),
    )
  );
}

/** Stands part of a board upright: its near end is below. */
function upended({ x, y, width, height }: Area, long: number): Area {
  return { x: y, y: long - x - width, width: height, height: width };
}
