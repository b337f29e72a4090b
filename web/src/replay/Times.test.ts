import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test } from "vitest";
import type { Reaction } from "../messages";
import { deckOf } from "../sample";
import { load } from "../texts.svelte";
import { frame, replay } from "./sample";
import { Tape } from "./Tape.svelte";
import Times from "./Times.svelte";

beforeAll(() => load("en"));

const deck = deckOf(["apple"], [[0]]);
const RUN = { splits: [900], wrong: [0], verified: true };

function found(anew: boolean): Reaction {
  const call = { step: 1, seat: 0, outcome: "first" as const, cards: [0], called: 0, right: 0 };
  return { ...call, time: 900, forgiven: 0, held: 0, anew };
}

test.each([
  ["calls", null, true, "From the moment the cards were shown to the press."],
  ["old cards", null, false, /to the press\. Some cards had been there for longer/],
  ["a run", RUN, true, "What each card took after the one before, freezes included."],
])("the times of %s say what they are", (_, run, anew, said) => {
  const tape = new Tape(replay([frame(0), frame(1)], { run }));
  const paces = [{ seat: 0, calls: 1, wrong: 0, median: 900, level: "" }];
  const study = { type: "reflex" as const, level: "hard", late: [], mistaken: [], levels: [] };
  render(Times, { tape, deck, go: () => {}, found: { ...study, paces, reactions: [found(anew)] } });
  expect(screen.getByText(said)).toBeTruthy();
});
