import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AlleyShow } from "./AlleyShow.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const FOUR = { card: 0, code: "4", number: 4, when: [], ways: [], together: false, name: "" };
const NOW = { yarn: { place: 1, clan: 0 }, top: FOUR };

test("before a screen is handed on there is a moment to see what came of the turn, and it can be read", () => {
  const show = new AlleyShow(() => 0);
  const plays = (seat: number): void => {
    const laid = { type: "laid", seat, face: FOUR, pair: true } as const;
    show.follow(
      [laid, { type: "carried", seat, to: 1, origin: 2 }],
      NOW,
      [0, 1],
      ({ type }) => `${seat} ${type}`,
    );
    while (show.busy) vi.advanceTimersToNextTimer();
  };
  expect(show.fresh).toBe(false);
  plays(0);
  expect(show.yarn.place).toBe(1);
  expect(show.fresh).toBe(true);
  plays(1);
  expect(show.turn).toEqual(["1 laid", "1 carried"]);
  expect([show.fresh, vi.getTimerCount()]).toEqual([true, 1]);
  vi.runAllTimers();
  expect(show.fresh).toBe(false);
});

test("what nobody sees keeps nobody waiting", () => {
  const show = new AlleyShow(() => 0);
  show.follow([{ type: "declined", seat: 0 }], NOW, [0, 1], () => "");
  expect([show.busy, show.fresh]).toEqual([false, false]);
});
