import { describe, expect, test } from "vitest";
import { spotView as view } from "../../sample";
import { called, naming, picks, pressable, type SpotGame } from "./calls";
import { lay } from "./spread";

describe("a press is a call", () => {
  const tower = view({ middle: 0, tops: [1, 3, 6] });

  test("of the middle card and one's own, whichever is pressed", () => {
    for (const card of [0, 1]) expect(called("tower", tower, 0, 0, card).cards).toEqual([0, 1]);
  });
  test("of the middle card and the other's in the Gift, and never of one's own", () => {
    expect(pressable("gift", tower, 0)).toEqual([3, 6]);
    expect(called("gift", tower, 0, 1, 3).cards).toEqual([0, 3]);
  });
  test("of one's own potato is made on the card that it goes to, and on no other", () => {
    expect(pressable("potato", tower, 0)).toEqual([3, 6]);
    expect(called("potato", tower, 0, 4, 6).cards).toEqual([1, 6]);
  });
  test("is made on the outer card in Catch Them All, never on the middle one", () => {
    const round = view({ middle: 0, table: [3, -1, 6] });
    expect(pressable("catch", round, 0)).toEqual([3, 6]);
    expect(called("catch", round, 0, 1, 3).cards).toEqual([3, 0]);
  });
  test("is nobody's in a face-off that one is not in", () => {
    expect(pressable("faceoff", view({ table: [0, 1], faceoff: [1, 2] }), 0)).toEqual([]);
  });
});

describe("three cards are named by the symbol on each", () => {
  const two = { symbol: 0, cards: [0, 1] };

  test("one after another", () => expect(naming(two, 2, 0)).toEqual({ symbol: 0, cards: [0, 1, 2] }));
  test("and one that is pressed again is taken back", () =>
    expect(naming(two, 1, 0)).toEqual({ symbol: 0, cards: [0] }));
  test("and another symbol begins anew", () => expect(naming(two, 1, 3)).toEqual({ symbol: 3, cards: [1] }));
});

test("where a call is about one of several cards, a key names the card before the symbol", () => {
  const games: SpotGame[] = ["tower", "well", "gift", "triplet", "potato", "catch", "practice", "faceoff"];
  expect(games.filter(picks)).toEqual(["gift", "triplet", "potato", "catch"]);
});

describe("the table", () => {
  const room = { width: 366, height: 700, left: false, elsewhere: false };
  const games: SpotGame[] = ["tower", "well", "gift", "triplet", "potato", "catch", "practice", "faceoff"];
  const full = view({ middle: 0, table: [3, 4, 5, 6, 1, 2, 7, 8, 9], tops: [1, 3, 6], counts: [3, 2, 1] });

  test.each(games)("of %s keeps every card on the screen and apart", (game) => {
    for (const seats of [[0], [0, 1], []]) {
      for (const [width, height] of [
        [366, 700],
        [336, 508],
        [572, 374],
        [1400, 780],
      ] as const) {
        const size = { ...room, width, height };
        const laid = lay(game, full, seats, size);
        expect(laid.length).toBeGreaterThan(0);
        for (const one of laid) {
          expect(one.x).toBeGreaterThanOrEqual(-0.5);
          expect(one.y).toBeGreaterThanOrEqual(-0.5);
          expect(one.x + one.size).toBeLessThanOrEqual(size.width + 0.5);
          expect(one.y + one.size).toBeLessThanOrEqual(size.height + 0.5);
          for (const other of laid) {
            if (other.key === one.key) continue;
            const apart = Math.hypot(
              one.x + one.size / 2 - other.x - other.size / 2,
              one.y + one.size / 2 - other.y - other.size / 2,
            );
            expect(apart).toBeGreaterThanOrEqual((one.size + other.size) / 2 - 1);
          }
        }
      }
    }
  });
  test.each(["gift", "potato", "tower"] as const)("of %s has room for a name below each card", (game) => {
    for (const seats of [[0], []]) {
      for (const size of [room, { ...room, width: 600, height: 340 }]) {
        const laid = lay(game, full, seats, { ...size, tag: 28 });
        for (const one of laid.filter(({ seat }) => seat !== null || game === "gift")) {
          const foot = one.y + one.size;
          expect(foot + 28).toBeLessThanOrEqual(size.height + 0.5);
          const below = laid.filter(
            (other) => other.y >= foot - 1 && Math.abs(other.x - one.x) < (other.size + one.size) / 2,
          );
          for (const other of below) expect(other.y).toBeGreaterThanOrEqual(foot + 28 - 1);
        }
      }
    }
  });
  test.each(["catch", "tower"] as const)("of %s has the middle card larger for everybody", (game) => {
    for (const size of [
      { ...room, width: 796, height: 1050 },
      { ...room, width: 1700, height: 900 },
    ]) {
      const laid = lay(game, { ...full, table: [3, 4, 5] }, [], { ...size, tag: 28 });
      const [middle, other] = [laid.find(({ key }) => key === "middle"), laid.at(-1)];
      expect(middle?.size).toBeGreaterThan(1.1 * (other?.size ?? Infinity));
    }
  });
  test("lies mirrored for the left hand", () => {
    const wide = { ...room, width: 1400 };
    const own = (left: boolean): number =>
      lay("tower", full, [0], { ...wide, left }).find((one) => one.seat === 0)?.x ?? 0;
    expect(own(true)).toBeLessThan(own(false));
  });
  test("leaves the middle to the big screen where there is one", () => {
    expect(lay("tower", full, [0], { ...room, elsewhere: true }).map((one) => one.key)).toEqual(["seat 0"]);
  });
  test("of a phone has symbols of 48 pixels on one's own card", () => {
    const own = lay("tower", full, [0], room).find((one) => one.seat === 0);
    expect((own?.size ?? 0) * 0.15).toBeGreaterThanOrEqual(48);
  });
  test.each([
    [366, 712, 150],
    [336, 508, 120],
    [572, 374, 138],
  ])("of a Triplet on a phone of %s × %s pixels has cards of %s", (width, height, least) => {
    const nine = view({ table: [0, 1, 2, 3, 4, 5, 6, 7, 8] });
    const [laid] = lay("triplet", nine, [0], { ...room, width, height });
    expect(laid?.size).toBeGreaterThanOrEqual(least);
  });
});
