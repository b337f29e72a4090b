import { beforeAll, expect, test } from "vitest";
import { framesOf } from "../frames";
import type * as messages from "../messages";
import { load } from "../texts.svelte";
import { better, luck } from "./choice";
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

/** Returns what is said of chance in games of two a clan. */
function brought(changes: Partial<messages.CatatacStudy>): string {
  const none = { luck: 0, given: [0, 0, 0, 0], ends: [1] };
  const study = { type: "catatac" as const, level: "hard", moves: [], accuracy: [], tosses: 0 };
  return luck({ ...study, ...none, ...changes }, [0, 1, 0, 1]);
}

test("what chance brought is said with whom it favoured", () => {
  expect(brought({ luck: 0.04 })).toBe("Luck was about even.");
  expect(brought({ luck: 0.3 })).toBe("Draws, tosses and hidden cards brought White 30% of winning chance.");
  expect(brought({ luck: -0.3 })).toMatch(/brought Black 30%/);
});

test("a lost game can have been a good one", () => {
  const [white, black] = ["White lost, but chose better.", "Black lost, but chose better."];
  expect(brought({ ends: [1], given: [0.3, 0.1, 0.1, 0.1] })).toContain(black);
  expect(brought({ ends: [0], given: [0.1, 0.3, 0.1, 0.1] })).toContain(white);
  expect(brought({ ends: [0, 1, 0], given: [0.1, 0.3, 0.1, 0.1] })).toContain(white);
  // Who won chose better, or as well; or nobody won.
  expect(brought({ ends: [0], given: [0.3, 0.1, 0.1, 0.1] })).not.toContain("lost");
  expect(brought({ ends: [1], given: [0.1, 0.1, 0.1, 0.1] })).not.toContain("lost");
  expect(brought({ ends: [1, 0], given: [0.3, 0.1, 0.1, 0.1] })).not.toContain("lost");
  expect(brought({ ends: [null], given: [0.3, 0.1, 0.1, 0.1] })).not.toContain("lost");
});
