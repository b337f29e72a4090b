import { afterEach, expect, test } from "vitest";
import type * as messages from "../messages";
import { chair, frame, score, told } from "../sample";
import { entries, erase, exported, imported, note, strike } from "./book";
import { writeDown } from "./finished";

const ENDED: messages.Result = { ranking: [[0], [1]], scores: [3, 1], why: "played" };
const RUN: messages.DeckRun = { splits: [900, 700, 800], wrong: [], verified: true };
const GHOST = { name: "Bo", bot: "", splits: [900, 900, 900], verified: true };
const DECK = { order: 2, cards: 4 };

afterEach(() => localStorage.clear());

async function finish(
  change: Partial<messages.Table>,
  run: messages.DeckRun | null = null,
  result = ENDED,
  frames: messages.Frame[] = [],
): Promise<void> {
  const known = told({ game: "spot/tower", deck: DECK, chairs: [chair({ seat: 0, member: 1 })], ...change });
  const table = { chairs: known.chairs, seats: [0], known };
  await writeDown(table, "c0ffee", result, Promise.resolve({ frames, run }));
}

function practice(ghost: typeof GHOST | null): Partial<messages.Table> {
  return { practice: { position: "", version: 1, step: 0, teams: [0], record: "cafe", ghost } };
}

test("a run is written down with its time, its deck and its quickest card", async () => {
  await finish({}, RUN);
  expect(entries()).toMatchObject([
    { best: 700, typical: 800, run: { symbols: 3, cards: 3, ms: 2400, day: false, behind: null } },
  ]);
});

test("the times of a game are those that its results show: the quickest that won, the usual of all", async () => {
  const frames = [
    frame({ winner: 0, tied: [], scores: [score(0, 600)] }),
    frame({ winner: 1, tied: [], scores: [score(1, 700), score(0, 800)] }),
    frame({ winner: 1, tied: [], scores: [score(1, 700), score(0, 900)] }),
  ];
  await finish({}, null, ENDED, frames);
  expect(entries()).toMatchObject([{ best: 600, typical: 800 }]);
  localStorage.clear();
  await finish({}, RUN, ENDED, frames);
  expect(entries()).toMatchObject([{ best: 700, typical: 800 }]);
});

test("a ghost that was chased is written down; a game that was played on from somewhere is not", async () => {
  await finish(practice(null), RUN);
  expect(entries()).toEqual([]);
  await finish(practice(GHOST), RUN);
  expect(entries()[0]?.run?.behind).toBe(-300);
});

test("times that nobody vouches for are no run and no best reaction", async () => {
  await finish({}, { ...RUN, verified: false });
  expect(entries()[0]).toMatchObject({ run: null, best: null, typical: null });
  localStorage.clear();
  await finish(practice({ ...GHOST, verified: false }), RUN);
  expect(entries()[0]?.run).toBeNull();
});

test("of the deck of the day the try that counts is a run, and no other", async () => {
  const day = { date: "2026-01-02", ends: 0, counted: true };
  await finish({ day: { ...day, counted: false } }, RUN);
  expect(entries()[0]?.run).toBeNull();
  localStorage.clear();
  await finish({ day }, RUN);
  expect(entries()[0]?.run).toMatchObject({ day: true, ms: 2400 });
});

test("bots of the other team are beaten, and those of one's own are not", async () => {
  const chairs = [
    chair({ seat: 0, member: 1, team: 0 }),
    chair({ seat: 1, name: "hard", bot: "hard", team: 1 }),
    chair({ seat: 2, name: "easy", bot: "easy", team: 0 }),
  ];
  await finish({ game: "catatac", deck: null, chairs });
  expect(entries()).toMatchObject([{ bots: ["hard", "easy"], beaten: ["hard"], place: 1 }]);
});

test("a game that a bot ended for somebody was theirs, and no level is beaten by it", async () => {
  const chairs = [
    chair({ seat: 0, member: 1, team: 0 }),
    chair({ seat: 1, name: "hard", bot: "hard", team: 1, dealt: "Bruno" }),
    chair({ seat: 2, name: "Cleo", bot: "hard", team: 1, member: 3 }),
    chair({ seat: 3, name: "easy", bot: "easy", team: 1 }),
  ];
  await finish({ chairs });
  expect(entries()).toMatchObject([
    { people: ["Bruno", "Cleo"], replaced: ["Bruno", "Cleo"], bots: ["easy"], beaten: ["easy"] },
  ]);
});

test("nobody is beaten by who lost or shares the first place", async () => {
  const chairs = [
    chair({ seat: 0, member: 1, team: 0 }),
    chair({ seat: 1, name: "hard", bot: "hard", team: 1 }),
  ];
  await finish({ chairs }, null, { ...ENDED, ranking: [[1], [0]] });
  expect(entries()[0]).toMatchObject({ beaten: [], place: 2 });
  localStorage.clear();
  await finish({ chairs }, null, { ...ENDED, ranking: [[0, 1]] });
  expect(entries()[0]).toMatchObject({ beaten: [], tied: true });
});

test("a game seen again with its times is completed, and one that was abandoned is not written down", async () => {
  await finish({}, RUN, { ...ENDED, why: "abandoned" });
  expect(entries()).toEqual([]);
  await finish({});
  expect(entries()[0]?.run).toBeNull();
  await finish({}, RUN);
  await finish({}, RUN);
  expect(entries()).toHaveLength(1);
  expect(entries()[0]?.run?.ms).toBe(2400);
});

test("a game that was deleted stays away, however often its result is seen, until it is brought back", async () => {
  await finish({});
  const file = exported();
  erase();
  await finish({});
  expect(entries()).toEqual([]);
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain("c0ffee");
  imported(file);
  const [noted] = entries();
  if (!noted) throw new Error("the file brought nothing back");
  const [struck] = strike(noted);
  await finish({});
  expect(entries()).toEqual([]);
  expect(struck && note(struck)).toBeUndefined();
  expect(entries()).toHaveLength(1);
  await finish({}, RUN);
  expect(entries()[0]?.run?.ms).toBe(2400);
});
