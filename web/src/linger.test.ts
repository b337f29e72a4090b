import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { linger } from "./linger";
import type * as messages from "./messages";
import type { Watcher } from "./Table.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const GAME: messages.Game = {
  type: "game",
  number: 1,
  moves: 9,
  now: 0,
  reveal: null,
  sights: [],
  until: null,
  takeback: null,
  verdicts: [],
  expired: [],
  result: null,
};
const ENDED: messages.Game = { ...GAME, result: { ranking: [[0], [1]], scores: [3, 2], why: "played" } };

class Watched {
  telling = false;
  watcher: Watcher | undefined;

  watch(watcher: Watcher): () => void {
    this.watcher = watcher;
    return () => (this.watcher = undefined);
  }

  says(next: messages.Game, before: messages.Game | null): void {
    this.watcher?.(next, before)?.();
  }
}

test("the results wait until the end was seen", () => {
  const table = new Watched();
  linger(table, () => 4000);
  table.says(GAME, null);
  expect(table.telling).toBe(false);
  table.says(ENDED, GAME);
  vi.advanceTimersByTime(3999);
  expect(table.telling).toBe(true);
  vi.advanceTimersByTime(1);
  expect(table.telling).toBe(false);
});

test("whoever comes to a game that is over sees the results at once", () => {
  const table = new Watched();
  linger(table, () => 4000);
  table.says(ENDED, null);
  table.says(ENDED, ENDED);
  expect(table.telling).toBe(false);
});

test("a page that is left holds nothing back", () => {
  const table = new Watched();
  const leave = linger(table, () => 4000);
  table.says(ENDED, GAME);
  leave();
  expect(table.telling).toBe(false);
  expect(table.watcher).toBeUndefined();
});
