import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type * as messages from "../../messages";
import { load } from "../../texts.svelte";
import { Show } from "./Show.svelte";

const score = (seat: number, ms: number): messages.Score => ({
  seat,
  elapsed: ms,
  implied: null,
  credit: 0,
  spike: 0,
  score: ms,
  moment: ms,
  flagged: false,
});
const VERDICTS: messages.Verdict[] = [{ winner: 0, tied: [], scores: [score(0, 810), score(1, 950)] }];
const THERE = { x: 0, y: 0, size: 100 };

let show: Show;
beforeAll(() => load("en"));
beforeEach(() => {
  vi.useFakeTimers();
  show = new Show();
});

test("who won hears how quick it was, who was late by how much, who only looks on nothing", () => {
  show.judge(VERDICTS, 0, [0]);
  expect(show.remark?.text).toContain("0.81");
  show.judge(VERDICTS, 0, [1]);
  expect(show.remark).toMatchObject({ good: false });
  expect(show.remark?.text).toContain("140");
  show.remark = null;
  show.judge(VERDICTS, 0, [2]);
  show.judge([], 0, [0]);
  expect(show.remark).toBeNull();
});

test("a word goes away by itself, and not because of the one before it", () => {
  show.say("first", true);
  vi.advanceTimersByTime(1000);
  show.say("second", true);
  vi.advanceTimersByTime(1000);
  expect(show.remark?.text).toBe("second");
  vi.advanceTimersByTime(1000);
  expect(show.remark).toBeNull();
});

test("a card flies only between places that are on this screen, until it lands", () => {
  show.fly(3, 7, THERE, undefined);
  expect(show.flights).toEqual([]);
  show.fly(3, 7, THERE, THERE, 40);
  show.fly(4, 7, THERE, THERE);
  expect(show.flights.map(({ card, wait }) => [card, wait])).toEqual([
    [3, 40],
    [4, 0],
  ]);
  show.landed(show.flights[0]?.key ?? -1);
  expect(show.flights.map(({ card }) => card)).toEqual([4]);
});

test("a wrong call shakes the table for a moment", () => {
  show.wrong("anchor");
  expect(show.shaken).toBe(true);
  expect(show.heard).toContain("anchor");
  vi.advanceTimersByTime(500);
  expect(show.shaken).toBe(false);
});

test("a wrong call says why, in place of what was said before", () => {
  show.judge(VERDICTS, 0, [0]);
  show.wrong("Anchor");
  expect(show.remark).toMatchObject({ text: "Anchor is not on both cards", good: false });
  show.wrong("Anchor", 3);
  expect(show.remark?.text).toBe("Anchor is not on all three cards");
});

test("where one gives cards away, nothing is said to be yours", () => {
  show.judge(VERDICTS, 0, [0], "spot.given");
  expect(show.remark?.text).toBe("Given away, in 0.81\u00a0s");
});

test("why a call was refused is said where its player looks, long enough to read, and to screen readers", () => {
  const refused = {
    type: "refused" as const,
    id: 1,
    rule: "FAIR-4",
    key: "fair.frozen",
    values: {},
    text: "Wait.",
  };
  show.answered(refused);
  const { text, lasts } = show.remark ?? { text: "", lasts: 0 };
  expect(text).not.toBe("");
  expect(lasts).toBeGreaterThan(4000);
  expect(show.heard).toBe(text);
  vi.advanceTimersByTime(lasts);
  expect(show.remark).toBeNull();
});

test("what to do instead stays long enough to read, and goes once it is done", () => {
  show.advise("Touch it on another player’s card.");
  expect(show.heard).toBe(show.remark?.text);
  vi.advanceTimersByTime(4000);
  expect(show.remark).not.toBeNull();
  show.forget();
  expect(show.remark).toBeNull();
});

test("who is late hears so, unless something else was just said", () => {
  show.answered({ type: "late", id: 1 });
  expect(show.remark?.text).toBe("Someone was quicker");
  show.say("Yours", true);
  show.answered({ type: "late", id: 2 });
  expect(show.remark?.text).toBe("Yours");
  show.answered({ type: "done", id: 3 });
  expect(show.remark?.text).toBe("Yours");
});

test("a wrong symbol is ringed on its cards while it is said, and not ended by the one before it", () => {
  show.ring({ symbol: 1, cards: [1] });
  vi.advanceTimersByTime(1000);
  show.ring({ symbol: 2, cards: [2, 3] });
  vi.advanceTimersByTime(1000);
  expect([1, 2, 3].map((card) => show.ringed(card))).toEqual([null, 2, 2]);
  vi.advanceTimersByTime(1000);
  expect(show.ringed(2)).toBeNull();
});
