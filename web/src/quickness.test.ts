import { expect, test } from "vitest";
import type * as messages from "./messages";
import { erred, median, quickness } from "./quickness";
import { frame, score } from "./sample";

test("a seat's times are those of the calls it won, what is usual and what was forgiven those of all its calls", () => {
  const frames = [
    frame({ winner: 0, tied: [], scores: [score(0, 800, 10), score(1, 900, 30)] }),
    frame({ winner: 1, tied: [], scores: [score(1, 500, 30)] }),
    frame({ winner: 0, tied: [], scores: [score(0, 600, 20)] }),
    frame(null, [
      { type: "wrong", seat: 1, symbol: 7 },
      { type: "wrong", seat: 1, symbol: 3 },
      { type: "wrong", seat: 1, symbol: 3 },
    ]),
  ];
  expect(quickness(frames, 0)).toEqual({ won: [800, 600], best: 600, median: 700, forgiven: 15, fooled: [] });
  expect(quickness(frames, 1)).toMatchObject({ won: [500], median: 700, forgiven: 30, fooled: [3, 7] });
  expect(quickness(frames, 2)).toBeNull();
});

test.each([
  ["named nothing", "lapsed", null],
  ["named a wrong symbol", "wrong", null],
  ["found the symbol", "took", 900],
])("whoever claimed and %s has the time of a right call only where it was one", (_, type, time) => {
  const claim = (seat: number, ms: number) =>
    frame({ winner: seat, tied: [], scores: [score(seat, ms, 10)] }, [{ type: "claimed", seat }]);
  const frames = [claim(0, 900), frame(null, [{ type, seat: 0, symbol: 3, cards: [1, 2] }]), claim(1, 700)];
  const found = time === null ? { won: [], best: 0, median: 0 } : { won: [time], best: time, median: time };
  expect(quickness(frames, 0)).toMatchObject({ ...found, forgiven: 10 });
  // The game ended before anything was named.
  expect(quickness(frames, 1)).toMatchObject({ won: [], median: 0 });
});

test.each([
  ["a triplet starts everyone's search anew", [1, 2, 3], 2500],
  ["a pair starts the search of whoever found it anew", [1, 2], 12500],
])("%s", (_, cards, theirs) => {
  const took = (at: number, seat: number, ms: number): messages.Frame => ({
    ...frame({ winner: seat, tied: [], scores: [score(seat, ms)] }, [{ type: "took", seat, cards }]),
    at,
  });
  const frames = [took(10_000, 0, 10_000), took(12_500, 1, 12_500), took(17_500, 0, 17_500)];
  expect(quickness(frames, 0)?.won).toEqual([10_000, cards.length === 3 ? 5000 : 7500]);
  expect(quickness(frames, 1)?.won).toEqual([theirs]);
});

test("a wrong call of anybody is known", () => {
  const wrong = frame(null, [{ type: "took" }, { type: "wrong", seat: 1, symbol: 7 }]);
  expect([erred([frame(null)]), erred([frame(null), wrong])]).toEqual([false, true]);
});

test("the median of nothing is nothing", () => expect(median([])).toBe(0));
