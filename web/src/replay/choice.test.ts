import { beforeAll, expect, test } from "vitest";
import { framesOf } from "../frames";
import type * as messages from "../messages";
import { load } from "../texts.svelte";
import { better, brought, chance, lostWell } from "./choice";
import { frame } from "./sample";

beforeAll(() => load("en"));

const CHOICE: messages.CatatacChoice = {
  step: 1,
  game: 0,
  seat: 1,
  played: { type: "done" },
  better: null,
  yarn: null,
  before: 0.6,
  after: 0.4,
  loss: 0.2,
  verdict: "blunder",
  luck: 0,
  tossed: false,
};
const CARD: messages.Face = { card: 12, code: "", number: 3, name: "Leap" };

/** Returns what is said of a choice by whom holds one card, and sees another on top. */
function said(changes: Partial<messages.CatatacChoice>): string {
  const top = { card: 4, number: 2, ways: [[{ do: "steal" }, { do: "move" }]] };
  const seen = { view: { index: 0, game: { hand: [CARD], top } }, events: [] };
  const before = frame(0, [], { seats: [{ view: null, events: [] }, seen] });
  const [step] = framesOf({ game: "catatac", frames: [before] }, "catatac") ?? [];
  return better({ ...CHOICE, ...changes }, step);
}

test("what was better is said in words, by what the seat saw then", () => {
  expect([
    said({}),
    said({ better: { type: "open" } }),
    said({ better: { type: "decline" } }),
    said({ better: { type: "done" } }),
    said({ better: { type: "lay", card: 12 } }),
    said({ better: { type: "cooperate", card: 12 } }),
  ]).toEqual([
    "Better: wait.",
    "Better: wait.",
    "Better: let it go.",
    "Better: end the turn.",
    "Better: play 3 Leap.",
    "Better: play 3 Leap.",
  ]);
  expect(said({ better: { type: "steal" } })).toMatch(/^Better: steal/);
  expect(said({ better: { type: "use", way: 0, to: 2 } })).toMatch(/^Better: .+ then .+\.$/);
});

test("where the yarn ends is said where it is certain", () => {
  expect(said({ better: { type: "steal" }, yarn: { place: 2, clan: 1 } })).toMatch(
    /The yarn then ends in .+, on Black’s side\.$/,
  );
});

test("nothing is said of a good choice, nor of a card that the seat did not hold", () => {
  expect(said({ verdict: "" })).toBe("");
  expect(said({ better: { type: "lay", card: 99 } })).toBe("");
  expect(better(CHOICE, undefined)).toBe("");
});

test("what chance brought before a choice is said with what it was, unless it was about even", () => {
  const said = (luck: number, tossed: boolean): string => chance({ ...CHOICE, luck, tossed });
  expect(said(0.12, true)).toBe("A toss has just brought White 12% of winning chance.");
  expect(said(-0.3, false)).toBe("Draws and hidden cards have just brought Black 30% of winning chance.");
  expect(said(0.04, true)).toBe("");
});

const GAME: messages.CatatacGame = { game: 0, accuracy: [], given: [0, 0], end: 1, luck: 0, tosses: 0 };

test("tosses are told apart from draws, and what each seat gave away", () => {
  const said = (changes: Partial<messages.CatatacGame>): string =>
    brought({ ...GAME, ...changes }, ["Ada", "Bob"]);
  expect(said({ luck: 0.1, tosses: 0.3, given: [0.12, 0.034] })).toBe(
    "Tosses brought White 30% of winning chance. Draws and hidden cards brought Black 20%. Given away: Ada 12%, Bob 3%.",
  );
  expect(said({ luck: 0.04, tosses: 0.02 })).toBe(
    "Luck in tosses was about even. Luck with draws and hidden cards was about even. Given away: Ada 0%, Bob 0%.",
  );
});

/** Returns what is said of who chose better in games of two a clan. */
function well(changes: Partial<messages.CatatacStudy>): string {
  const none = { luck: 0, given: [0, 0, 0, 0], ends: [1] };
  const study = { type: "catatac" as const, level: "hard", moves: [], accuracy: [], tosses: 0, games: [] };
  return lostWell({ ...study, ...none, ...changes }, [0, 1, 0, 1]);
}

test("a lost game can have been a good one", () => {
  const [white, black] = ["White lost, but chose better.", "Black lost, but chose better."];
  expect(well({ ends: [1], given: [0.3, 0.1, 0.1, 0.1] })).toBe(black);
  expect(well({ ends: [0], given: [0.1, 0.3, 0.1, 0.1] })).toBe(white);
  expect(well({ ends: [0, 1, 0], given: [0.1, 0.3, 0.1, 0.1] })).toBe(white);
  // Who won chose better, or as well; or nobody won.
  expect(well({ ends: [0], given: [0.3, 0.1, 0.1, 0.1] })).toBe("");
  expect(well({ ends: [1], given: [0.1, 0.1, 0.1, 0.1] })).toBe("");
  expect(well({ ends: [1, 0], given: [0.3, 0.1, 0.1, 0.1] })).toBe("");
  expect(well({ ends: [null], given: [0.3, 0.1, 0.1, 0.1] })).toBe("");
});
