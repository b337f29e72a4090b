import { expect, test } from "vitest";
import { round, type RoundRoom } from "../reflex/edges";
import type { Area } from "../reflex/pack";
import { facing } from "./facing";
import { away } from "./spread";

const TALL = { width: 820, height: 1180, upright: false, plate: 260 };
const WIDE = { width: 1180, height: 820, upright: false, plate: 260 };
const PHONE = { width: 390, height: 844, upright: false, plate: 260 };
const LYING = { width: 844, height: 390, upright: false, plate: 260 };
const DESK = { width: 1440, height: 900, upright: true, plate: 260 };

const seats = (count: number): number[] => [...Array(count).keys()];
const sizes = (count: number, room: RoundRoom): number[] =>
  facing(seats(count), room).edges.map(({ card }) => card.size);

test.each([
  [2, TALL, 540],
  [3, TALL, 450],
  [2, WIDE, 540],
  [3, WIDE, 450],
  [2, PHONE, 340],
  [3, PHONE, 230],
  [2, LYING, 340],
  [3, LYING, 230],
  [2, DESK, 660],
  [3, DESK, 450],
])("%d knights round a screen have large cards, all of one size: %o", (count, room, least) => {
  const [first = 0, ...rest] = sizes(count, room);
  expect(first).toBeGreaterThanOrEqual(least);
  expect(new Set(rest)).toEqual(new Set([first]));
  const before = round(seats(count), room, true, () => Infinity).edges[0]?.card.size ?? 0;
  expect(first).toBeGreaterThan(before);
});

test.each([TALL, WIDE, PHONE, LYING, DESK, { ...PHONE, width: 320, height: 568 }])(
  "nothing lies over a knight's card, and each has an edge to read at: %o",
  (room) => {
    for (const count of [2, 3]) {
      const { edges } = facing(seats(count), room);
      const corner = (x: number): Area => ({ x, y: 0, width: 60, height: 60 });
      const corners = room.upright ? [] : [corner(0), corner(room.width - 60)];
      for (const { seat, card, area } of edges) {
        const at = { x: card.x + card.size / 2, y: card.y + card.size / 2 };
        const half = card.size / 2;
        for (const taken of [...corners, ...edges.map((edge) => edge.area)])
          expect(away(at, taken)).toBeGreaterThanOrEqual(half - 0.5);
        for (const other of edges.filter((edge) => edge.seat !== seat)) {
          const [dx, dy] = [other.card.x - card.x, other.card.y - card.y];
          expect(Math.hypot(dx, dy)).toBeGreaterThan(card.size);
        }
        expect(Math.min(card.x, card.y, room.width - at.x - half, room.height - at.y - half)).toBeGreaterThan(
          0,
        );
        expect(Math.max(area.width, area.height)).toBeGreaterThanOrEqual(165);
      }
    }
  },
);

test("each knight looks from an edge of their own", () => {
  const turns = (room: RoundRoom): number[] => facing([4, 6, 5], room).edges.map(({ turn }) => turn);
  expect(turns(TALL)).toEqual([0, 180, 270]);
  expect(turns(WIDE)).toEqual([90, 270, 0]);
  expect(turns(DESK)).toEqual([0, 0, 0]);
  expect(facing([4, 6, 5], TALL).edges.map(({ seat }) => seat)).toEqual([4, 6, 5]);
  expect(facing([4, 6, 5], DESK).edges.map(({ seat }) => seat)).toEqual([4, 5, 6]);
});
