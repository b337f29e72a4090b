import { render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { beforeAll, expect, test } from "vitest";
import type * as messages from "../messages";
import { deckOf } from "../sample";
import { load } from "../texts.svelte";
import { frame, replay } from "./sample";
import { Tape } from "./Tape.svelte";
import Times from "./Times.svelte";

beforeAll(() => load("en"));

const deck = deckOf(["apple"], [[0]]);
const RUN = { splits: [900], wrong: [0], verified: true };

const STUDY = { type: "reflex" as const, level: "hard", levels: [] };
const PACE = { seat: 0, calls: 1, wrong: 0, median: 900, level: "" };

function found(anew: boolean, changes: Partial<messages.Reaction> = {}): messages.Reaction {
  const call = { step: 1, seat: 0, outcome: "first" as const, cards: [0], called: 0, right: 0 };
  return { ...call, time: 900, forgiven: 0, held: 0, anew, ...changes };
}

test.each([
  ["calls", "spot/tower", null, true, "From the moment the cards were shown to the press."],
  ["old cards", "spot/triplet", null, false, /to the press\. Some cards had been there for longer: such/],
  ["the island", "island/knights", null, false, /for longer, as all have in Barbarians: such/],
  ["a run", "spot/tower", RUN, true, "How long each card took after the one before, freezes included."],
])("the times of %s say what they are", (_, game, run, anew, said) => {
  const tape = new Tape(replay([frame(0), frame(1)], { game, run }));
  const study = { ...STUDY, late: [], mistaken: [], paces: [PACE], reactions: [found(anew)] };
  render(Times, { tape, deck, go: () => {}, found: study });
  expect(screen.getByText(said)).toBeTruthy();
});

test("the times give away nothing that follows, and keep what was seen", () => {
  const tape = new Tape(replay([0, 1, 2, 3].map((at) => frame(at))));
  const reactions = [
    found(true),
    found(true, { step: 2, outcome: "wrong" }),
    found(true, { step: 3, time: 5000 }),
  ];
  const late = [{ seat: 0, symbol: 0, count: 1, share: 0.2 }];
  const mistaken = [{ seat: 0, right: 0, called: 0, count: 1 }];
  render(Times, {
    tape,
    deck,
    go: () => {},
    found: { ...STUDY, late, mistaken, paces: [PACE], reactions },
  });
  const told = (): [number, string, number] => {
    flushSync();
    const graph = screen.getByRole("img");
    const said = graph.getAttribute("aria-label") ?? "";
    return [graph.querySelectorAll("path").length, said, document.querySelectorAll("li, h3").length];
  };
  expect(told()).toEqual([0, expect.stringContaining("so far"), 1]);
  tape.show(2);
  expect(told()).toEqual([1, expect.stringContaining("so far, call by call, from 0 to 0.9"), 1]);
  tape.show(0);
  expect(told()[0]).toBe(1);
  tape.reached = tape.last;
  expect(told()).toEqual([2, expect.stringContaining("call by call, from 0 to 5"), 5]);
});

test("in a contest it is said who was beaten, what was forgiven, and how long it was held", () => {
  const tape = new Tape(replay([frame(0), frame(1)]));
  tape.show(1);
  const reactions = [
    found(true, { time: 850, forgiven: 40 }),
    found(true, { seat: 1, outcome: "beaten", time: 910, held: 120 }),
  ];
  render(Times, {
    tape,
    deck,
    go: () => {},
    found: { ...STUDY, late: [], mistaken: [], paces: [], reactions },
  });
  expect(screen.getByRole("status").textContent).toMatch(
    /^Ada: 0\.85\ss, 40\sms forgiven for the network · .+: 0\.91\ss, beaten, held 120\sms for others$/,
  );
});
