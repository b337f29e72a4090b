import { afterEach, expect, test, vi } from "vitest";
import { facing, side } from "./facing.svelte";
import { sided } from "./games/island/teams";
import { round } from "./games/reflex/edges";
import { chair } from "./sample";

afterEach(() => facing.share(0));

/** Lets a screen be touched, and lie or stand; one that lies may be low. */
function screen(lying: boolean, low = false): void {
  vi.spyOn(window, "matchMedia").mockImplementation((asked) =>
    Object.assign(new EventTarget(), {
      matches: asked.includes("landscape") && lying && (low || !asked.includes("max-height")),
      media: asked,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  );
}

const seated = (teams: readonly number[]): { chairs: ReturnType<typeof chair>[]; seats: number[] } => ({
  chairs: teams.map((team, seat) => chair({ seat, team })),
  seats: [...teams.keys()],
});

test.each([2, 3, 4, 5, 6, 7, 8].flatMap((count) => [true, false].map((lying) => [count, lying] as const)))(
  "each of %i is faced where their cards lie, on a screen that lies: %s",
  (count, lying) => {
    const at = seated([...Array(count).keys()]);
    const room = { width: lying ? 1180 : 820, height: lying ? 820 : 1180, upright: false };
    for (const { seat, turn } of round(at.seats, room, true, null).edges)
      expect(side(seat, { game: "spot/tower", ...at }, lying)).toBe(turn);
  },
);

test.each([[[0, 1]], [[2, 0]], [[0, 1, 0, 1]], [[0, 1, 2, 0, 1, 2]]])(
  "teams %j sit each at a side",
  (teams) => {
    const at = seated(teams);
    const hands = teams.map((team, seat) => ({ seat, team, hand: seat, card: 0, left: 0 }));
    const room = { width: 1180, height: 820, upright: false };
    for (const { seat, turn } of round(sided(hands), room, true, null).edges)
      expect(side(seat, { game: "island/ports", ...at }, true)).toBe(turn);
  },
);

test("what concerns all turns from side to side, and to whoever has won", () => {
  screen(false);
  facing.share(2);
  facing.next();
  expect(facing.turn).toBe(180);
  facing.next();
  expect(facing.turn).toBe(0);
  facing.face(1, { game: "karta", ...seated([0, 1]) });
  expect(facing.turn).toBe(180);
  screen(true);
  facing.next();
  expect(facing.turn).toBe(270);
});

test("nothing turns on a screen of one's own", () => {
  screen(false);
  facing.share(1);
  facing.face(1, { game: "spot/tower", ...seated([0, 1]) });
  expect([facing.several, facing.turn]).toEqual([false, 0]);
});

test("on a phone that lies nothing is turned across the screen", () => {
  screen(true, true);
  facing.share(2);
  facing.next();
  facing.face(1, { game: "spot/tower", ...seated([0, 1]) });
  expect(facing.turn).toBe(0);
});
