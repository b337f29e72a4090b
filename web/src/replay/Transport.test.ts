import { fireEvent, render } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { load } from "../texts.svelte";
import { frame, replay } from "./sample";
import { Story } from "./Story.svelte";
import { SPEEDS, Tape } from "./Tape.svelte";
import Transport from "./Transport.svelte";

beforeAll(() => load("en"));

const FRAMES = [
  frame(0),
  frame(1000, [{ type: "took", seat: 0, symbol: null }]),
  frame(2000),
  frame(3000, [{ type: "placed", seat: 0, captures: [{ x: 0, y: 0 }] }]),
  frame(4000, [{ type: "placed", seat: 1, captures: [] }]),
  frame(5000, [{ type: "stored", seat: 1 }]),
  frame(6000, [{ type: "wrong", seat: 1, symbol: null }]),
  frame(7000),
  frame(8000, [{ type: "counted" }]),
];

/** Returns a tape with all that moves it. */
function shown(): Story {
  // Nobody tells of such a game: only the marks count here.
  const story = new Story(new Tape(replay(FRAMES, { game: "none" })), null);
  const children = createRawSnippet(() => ({ render: () => "<i></i>" }));
  render(Transport, { story, go: (index: number) => story.tape.show(index), children });
  return story;
}

test("a jump leads to the next step of its kind, or to the end of the tape", () => {
  const story = shown();
  const { tape } = story;
  expect(story.next(1, ["captured"])).toBe(3);
  expect(story.next(1, ["stored"])).toBe(5);
  tape.show(3);
  expect(story.next(1, ["captured"])).toBe(tape.last);
  expect(story.next(1, ["taken", "wrong"])).toBe(6);
  expect(story.next(-1, ["taken"])).toBe(1);
  expect(story.next(-1, ["stored"])).toBe(0);
});

test("what may be jumped to tells nothing of what follows", () => {
  const kinds = (game: string, index: number, teams = [0, 1]): readonly string[] => {
    const tape = new Tape(replay(FRAMES, { game, teams, names: [], bots: [], faces: [] }));
    tape.show(index);
    return new Story(tape, null).kinds;
  };
  expect(kinds("spot/tower", 0)).toEqual(["taken", "verdict", "wrong"]);
  expect(kinds("spot/tower", 0, [0])).toEqual(["taken", "wrong"]);
  expect(kinds("catatac", 0)).toEqual(["stored"]);
  expect(kinds("karta", 0)).toEqual(["captured"]);
  expect(kinds("none", 0)).toEqual([]);
  expect(kinds("none", 5)).toEqual(["taken", "captured", "stored"]);
  // All is seen now; the last step has a button of its own.
  expect(kinds("none", 8)).toEqual(["taken", "captured", "stored", "wrong"]);
  expect(kinds("karta", 8)).toEqual(["taken", "captured", "stored", "wrong"]);
});

test("what there was to jump to stays in its place to the end, idle where it leads nowhere", () => {
  const tape = new Tape(
    replay([frame(0), frame(1, [{ type: "took", seat: 0 }]), frame(2)], { game: "spot/tower" }),
  );
  const story = new Story(tape, null);
  const idle = (): [string, boolean][] => story.kinds.map((kind) => [kind, story.idle(kind)]);
  expect(idle()).toEqual([
    ["taken", false],
    ["verdict", false],
    ["wrong", false],
  ]);
  tape.show(tape.last);
  expect(idle()).toEqual([
    ["taken", true],
    ["verdict", true],
    ["wrong", true],
  ]);
  tape.show(0);
  expect(idle()).toEqual([
    ["taken", false],
    ["verdict", true],
    ["wrong", true],
  ]);
});

test("a jump leads to the next contest that was decided", () => {
  const score = { elapsed: 1, implied: 0, credit: 0, spike: 0, score: 1, moment: 1, flagged: false };
  const scores = [0, 1].map((seat) => ({ seat, ...score }));
  const contest = frame(2, [], { verdict: { winner: 0, tied: [], scores } });
  const alone = frame(1, [], { verdict: { winner: 0, tied: [], scores: scores.slice(1) } });
  const story = new Story(new Tape(replay([frame(0), alone, contest, frame(3), contest, frame(5)])), null);
  const steps = [0, 1, 2].map(() => {
    story.tape.show(story.next(1, ["verdict"]));
    return story.tape.index;
  });
  expect(steps).toEqual([2, 4, 5]);
});

test("arrows lead one step on, and with Shift to what may be jumped to", async () => {
  const { tape } = shown();
  const steps: number[] = [];
  for (const [key, shiftKey] of [
    ["ArrowRight", true],
    ["ArrowRight", true],
    ["ArrowRight", true],
    ["ArrowRight", false],
    ["ArrowRight", true],
    ["ArrowLeft", true],
    ["ArrowLeft", false],
    ["ArrowLeft", true],
    ["End", false],
    ["Home", false],
  ] as const) {
    await fireEvent.keyDown(window, { key, shiftKey });
    steps.push(tape.index);
  }
  expect(steps).toEqual([1, 3, 5, 6, 8, 6, 5, 3, 8, 0]);
});

test("the buttons say which keys do the same", () => {
  shown();
  expect(document.querySelector(".tools")?.getAttribute("title")).toMatch(
    /Shift.*space bar.*Home.*End.*speed/u,
  );
});

test("plus and minus choose the speed, as far as there is one", async () => {
  const { tape } = shown();
  const press = async (key: string): Promise<number> => {
    await fireEvent.keyDown(window, { key });
    return tape.speed;
  };
  expect([await press("-"), await press("-")]).toEqual([0.5, 0.5]);
  const faster = [];
  for (let i = 0; i < SPEEDS.length; i++) faster.push(await press("+"));
  expect(faster).toEqual([1, 2, 4, 8, 8]);
});

test.each([
  [0.5, 2000],
  [1, 1000],
  [4, 250],
  [8, 125],
])("at speed %s a second takes %s ms", (speed, millis) => {
  vi.useFakeTimers();
  const tape = new Tape(replay(FRAMES));
  tape.speed = speed;
  tape.run();
  vi.advanceTimersByTime(millis - 1);
  expect(tape.index).toBe(0);
  vi.advanceTimersByTime(1);
  expect(tape.index).toBe(1);
  tape.rest();
  vi.useRealTimers();
});
