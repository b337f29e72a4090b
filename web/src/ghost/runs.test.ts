import { beforeAll, expect, test } from "vitest";
import { learn } from "../infos.svelte";
import { spotView } from "../sample";
import { load } from "../texts.svelte";
import { ahead, behind, foundBy, ghostName, isRun, ofGhost, signed, spelt, total } from "./runs";

beforeAll(() => load("en"));

const GHOST = [800, 1200, 500];

test("only one seat runs against the clock, at a game that says so", () => {
  learn([
    { name: "spot/tower", version: 1, shapes: {}, alone: true },
    { name: "spot/practice", version: 1, shapes: {} },
  ]);
  expect(isRun("spot/tower", 1)).toBe(true);
  expect(isRun("spot/tower", 2)).toBe(false);
  expect(isRun("spot/practice", 1)).toBe(false);
});

test("the cards still to be found lie in the middle of a Tower, and on one's own pile in a Well", () => {
  const view = spotView({ height: 30, counts: [25], tops: [3] });
  expect(ahead("spot/tower", view)).toBe(30);
  expect(ahead("spot/well", view)).toBe(25);
});

test("a ghost has found a card from its time on, and all of them in the end", () => {
  expect(total(GHOST)).toBe(2500);
  expect([0, 799, 800, 1999, 2000, 2499, 2500, 9000].map((at) => foundBy(GHOST, at))).toEqual([
    0, 0, 1, 1, 2, 2, 3, 3,
  ]);
  expect(foundBy([], 5)).toBe(0);
});

test("being behind adds up card by card", () => {
  expect(behind([1000, 1000, 500], GHOST)).toEqual([200, 0, 0]);
  expect(behind(GHOST, GHOST)).toEqual([0, 0, 0]);
});

test("times and differences are written as people say them", () => {
  expect(spelt(48_210)).toBe("48.21 s");
  expect(spelt(62_350)).toBe("1 min 2.35 s");
  expect(signed(810)).toBe("+0.8 s");
  expect(signed(-810)).toBe("−0.8 s");
  expect(signed(20)).toBe("±0.0 s");
  expect(signed(-20, 2)).toBe("−0.02 s");
});

test("a ghost is called as its player, its bot, or nobody who is to be known", () => {
  expect(ghostName({ name: "Ada", bot: "" })).toBe("Ada");
  expect(ghostName({ name: "", bot: "easy" })).toBe("Easy");
  expect(ghostName({ name: "", bot: "" })).toBe("Ghost");
});

test("a ghost without a name is spoken of as one", async () => {
  const nobody = { name: "", bot: "" };
  expect(ofGhost("ghost.beaten", { name: "Ada", bot: "" }, { time: "1 s" })).toBe("1 s faster than Ada");
  expect(ofGhost("ghost.beaten", nobody, { time: "1 s" })).toBe("1 s faster than the ghost");
  await load("fr");
  expect(ofGhost("ghost.lost", nobody, { time: "1 s" })).toBe("1 s moins vite que le fantôme");
  for (const key of ["level", "unverified", "lobby"])
    expect(ofGhost(`ghost.${key}`, nobody)).toMatch(/fantôme/);
  await load("en");
});
