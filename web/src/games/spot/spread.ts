/** Where the cards of a Spot it! game lie on a screen. */

import { at } from "../../lists";
import type * as messages from "../../messages";
import type { Point } from "../../point";
import { EMPTY } from "../reflex/cards";
import { type Area, GAP, type Item, type Laid, pack } from "../reflex/pack";
import type { SpotGame } from "./calls";

export interface SpotRoom {
  width: number;
  height: number;
  /** Whether the side of one's own card is the left. */
  left: boolean;
  /** Whether the middle is shown on another screen. */
  elsewhere: boolean;
  /** The room below a seat's card for its name, so that a name covers no symbol. */
  tag?: number;
}

/** Rows of cards that lie in each other's gaps, in widths of a card. */
interface Staggered {
  size: number;
  spots: readonly Point[];
  width: number;
  height: number;
}
/** On a smaller card a finger can hardly tell eight symbols apart: then every pixel counts. */
const SMALL = 180;
/** The room between cards of which every pixel counts. */
const CLOSE = 4;
/** How much larger the middle card is than those that are compared with it, where everybody looks for it. */
const LEAD = 1.2;
/** How far apart, in cards, those of a row can lie: then the rows beside it come closer, until they touch one another. */
const LOOSE = Array.from({ length: 19 }, (_, i) => 1 + i * 0.04);

/** Lays out what these seats (none: a spectator) see. */
export function lay(
  game: SpotGame,
  view: messages.SpotView,
  seats: readonly number[],
  room: SpotRoom,
): Laid[] {
  const head: Item[] =
    view.middle === EMPTY || game === "faceoff" ? [] : [{ key: "middle", card: view.middle, seat: null }];
  const tops = view.tops.map((card, seat) => ({ key: `seat ${seat}`, card, seat }));
  const table = view.table.map((card, place) => ({ key: `table ${place}`, card, seat: null }));
  const mine = tops.filter(({ seat }) => seats.includes(seat));
  const others = tops.filter(({ seat }) => !seats.includes(seat));
  switch (game) {
    case "tower":
    case "well":
      if (seats.length === 0) return split(head, tops, room, room.tag, LEAD);
      return room.elsewhere ? pack(mine, whole(room), room.tag) : split(head, mine, room);
    case "gift":
      return split(head, others, room, room.tag);
    case "potato":
      return seats.length === 0
        ? pack(tops, whole(room), room.tag)
        : split(others.filter(held), mine.filter(held), room);
    case "catch":
      return split(head, table, room, room.tag, LEAD);
    case "triplet": {
      const straight = pack(table, whole(room));
      const size = straight[0]?.size ?? SMALL;
      const close = size < SMALL ? nested(table, whole(room)) : [];
      return (close[0]?.size ?? 0) > size ? close : straight;
    }
    case "practice":
    case "faceoff":
      return pack(table, whole(room));
  }
}

/**
 * Lays some cards in the far part, with some room below each, and some in the near part, all as large as can be;
 * those in the far part so many times larger.
 */
function split(
  far: readonly Item[],
  near: readonly Item[],
  room: SpotRoom,
  below = named(far, room),
  lead = 1,
): Laid[] {
  if (far.length === 0 || near.length === 0) return pack([...far, ...near], whole(room), room.tag);
  const wide = room.width > room.height;
  const length = wide ? room.width : room.height;
  const cuts = Array.from({ length: 26 }, (_, step) => (0.25 + step / 50) * length);
  const tries = cuts.map((cut) => {
    const [a, b] = wide ? columns(room, cut) : rows(room, cut);
    const laid = [pack(far, a, below), pack(near, b, named(near, room))] as const;
    const [first, second] = [(laid[0][0]?.size ?? 0) / lead, laid[1][0]?.size ?? 0];
    return { laid, worth: Math.min(first, second) + 0.2 * Math.max(first, second) };
  });
  const best = tries.reduce((best, next) => (next.worth > best.worth + 0.5 ? next : best));
  return best.laid.flat();
}

/** Returns the room below each of these cards for a name. */
function named(items: readonly Item[], { tag }: SpotRoom): number | undefined {
  return items.some(({ seat }) => seat !== null) ? tag : 0;
}

/** Lays round cards in rows that lie in each other's gaps, as large as the area allows. */
function nested(items: readonly Item[], area: Area): Laid[] {
  const tries = items.flatMap((_, i) =>
    // The rows between are as long, or lie within.
    (i === 0 ? [1] : [i + 1, i]).flatMap((between) =>
      LOOSE.map((across) => staggered(items.length, [i + 1, between], across, area)),
    ),
  );
  const best = tries.reduce((best, next) => (next.size > best.size ? next : best));
  const { size, spots, width, height } = best;
  const step = size + CLOSE;
  const left = area.x + (area.width - step * width + CLOSE) / 2;
  const top = area.y + (area.height - step * height + CLOSE) / 2;
  return items.map((item, i) => {
    const { x, y } = at(spots, i);
    return { ...item, size, x: left + step * x, y: top + step * y };
  });
}

/** Lays cards in rows of two lengths by turns, the second ones shifted by half a place. */
function staggered(count: number, lengths: [number, number], across: number, area: Area): Staggered {
  const down = Math.max(0.5, Math.sqrt(1 - across ** 2 / 4));
  const spots: Point[] = [];
  for (let row = 0; spots.length < count; row++)
    for (let i = 0; i < at(lengths, row % 2) && spots.length < count; i++)
      spots.push({ x: (i + (row % 2) / 2) * across, y: row * down });
  const width = 1 + Math.max(...spots.map(({ x }) => x));
  const height = 1 + Math.max(...spots.map(({ y }) => y));
  const fitting = Math.min((area.width + CLOSE) / width, (area.height + CLOSE) / height) - CLOSE;
  return { size: Math.max(0, Math.floor(fitting)), spots, width, height };
}

function whole(room: SpotRoom): Area {
  return { x: 0, y: 0, width: room.width, height: room.height };
}

function columns(room: SpotRoom, cut: number): [Area, Area] {
  const far = { x: 0, y: 0, width: cut - GAP / 2, height: room.height };
  const near = { ...far, x: cut + GAP / 2, width: room.width - cut - GAP / 2 };
  return room.left
    ? [
        { ...far, x: room.width - far.width },
        { ...near, x: 0 },
      ]
    : [far, near];
}

function rows(room: SpotRoom, cut: number): [Area, Area] {
  const far = { x: 0, y: 0, width: room.width, height: cut - GAP / 2 };
  return [far, { ...far, y: cut + GAP / 2, height: room.height - cut - GAP / 2 }];
}

function held(item: Item): boolean {
  return item.card !== EMPTY;
}
