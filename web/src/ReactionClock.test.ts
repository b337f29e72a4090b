import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ReactionClock } from "./ReactionClock";

let frames: FrameRequestCallback[] = [];
const paint = (time: number): void => {
  vi.spyOn(performance, "now").mockReturnValue(time);
  frames.splice(0).forEach((frame) => frame(time - 3));
};

beforeEach(() => vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => frames.push(frame)));
afterEach(() => {
  frames = [];
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("the clock starts with the frame after the one that shows the cards", () => {
  const clock = new ReactionClock();
  clock.reveal({ number: 1, cards: [4, 5] });
  paint(1000);
  expect(clock.since(1, 1500)).toBeUndefined();
  paint(1016);
  expect(clock.since(1, 1500)).toBe(484);
});

test("a call answers the latest reveal of its cards, not the latest of all", () => {
  const clock = new ReactionClock();
  clock.reveal({ number: 1, cards: [4, 5] });
  paint(1000);
  paint(1016);
  clock.reveal({ number: 2, cards: [9] });
  paint(2000);
  paint(2016);
  expect(clock.reaction([4, 5], 2116)).toEqual({ reveal: 1, reaction: 1100 });
  expect(clock.reaction([4, 9], 2116)).toEqual({ reveal: 2, reaction: 100 });
});

test("nothing is claimed before the cards were seen", () => {
  const clock = new ReactionClock();
  expect(clock.reaction([1], 10)).toEqual({});
  clock.reveal({ number: 1, cards: [1] });
  expect(clock.reaction([1], 10)).toEqual({});
});

test("a new connection counts its reveals anew", () => {
  const clock = new ReactionClock();
  clock.reveal({ number: 7, cards: [1] });
  paint(1);
  paint(2);
  clock.reset();
  expect(clock.latest).toBeNull();
  expect(clock.since(7, 100)).toBeUndefined();
});
