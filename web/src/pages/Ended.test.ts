import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sitting } from "../fakes";
import { learn } from "../infos.svelte";
import { router } from "../router.svelte";
import { chair, game, person, told } from "../sample";
import type { Table } from "../Table.svelte";
import { load } from "../texts.svelte";
import Ended from "./Ended.svelte";

beforeAll(async () => {
  await load("en");
  learn([
    { name: "karta", version: 1, shapes: {}, analysis: "moves" },
    { name: "spot/tower", version: 1, shapes: {}, alone: true },
  ]);
  vi.stubGlobal("fetch", () => Promise.reject(new Error("none")));
});

beforeEach(() => {
  vi.useFakeTimers();
  router.close();
});
afterEach(() => vi.useRealTimers());

async function press(one: HTMLElement): Promise<void> {
  await fireEvent.pointerDown(one);
  await fireEvent.click(one);
}

let games = 0;

/** Returns a table where Bo has just won, as a member sees it. */
function finished(member = 1, record = `r${++games}`, other = 2): Table {
  const chairs = [
    chair({ seat: 0, name: "Ada", member: 1 }),
    chair({ seat: 1, name: "Bo", member: other, team: 1 }),
  ];
  const message = told({
    phase: "over",
    chairs,
    persons: [person(1, "Ada"), person(2, "Bo")],
    game: "karta",
    record,
  });
  const { table, line } = sitting(member, message);
  line.says({
    type: "game",
    number: 1,
    moves: 9,
    now: 0,
    reveal: null,
    sights: [],
    until: null,
    takeback: null,
    verdicts: [],
    result: { ranking: [[1], [0]], scores: [2, 3], why: "played" },
  });
  return table;
}

const title = (name = "Bo wins") => screen.queryByRole("heading", { name, hidden: true });
const close = () => screen.getByRole("button", { name: "Close", hidden: true });

test("whoever closed the results to look at the table can have them again", async () => {
  render(Ended, { table: finished() });
  vi.advanceTimersByTime(1500);
  expect(title()).toBeTruthy();
  const scores = [...document.querySelectorAll(".ranking .score")].map((one) => one.textContent);
  expect(scores.map((text) => text.replace(/\s+/g, " ").trim())).toEqual(["3 tokens", "2 tokens"]);
  await press(close());
  expect(router.open).toBe("look");
  expect(title()).toBeNull();
  await press(screen.getByRole("button", { name: "Results" }));
  expect(title()).toBeTruthy();
  // These were asked for: they can be closed at once.
  await press(close());
  expect(title()).toBeNull();
});

test("results that were closed stay closed when the menu is closed", async () => {
  render(Ended, { table: finished() });
  vi.advanceTimersByTime(1500);
  await press(close());
  for (const sheet of ["menu", "invite"]) router.show(sheet);
  await tick();
  router.close();
  await tick();
  expect(title()).toBeNull();
  expect(screen.getByRole("button", { name: "Results" })).toBeTruthy();
});

test("joy falls once, however often the results are opened", async () => {
  const joy = () => document.querySelectorAll(".joy").length;
  render(Ended, { table: finished(2) });
  vi.advanceTimersByTime(1500);
  expect(joy()).toBe(1);
  await press(close());
  await press(screen.getByRole("button", { name: "Results" }));
  expect(joy()).toBe(0);
  router.show("rules");
  await tick();
  router.close();
  await tick();
  expect(title("You win")).toBeTruthy();
  expect(joy()).toBe(0);
});

test("whoever comes back from the replay finds the results without joy, and can close them at once", async () => {
  render(Ended, { table: finished(2, "seen") }).unmount();
  render(Ended, { table: finished(2, "seen") });
  expect(title("You win")).toBeTruthy();
  expect(document.querySelectorAll(".joy")).toHaveLength(0);
  await press(close());
  expect(title("You win")).toBeNull();
});

test("presses that were meant for the cards do nothing to the results", async () => {
  render(Ended, { table: finished() });
  const dialog = screen.getByRole("dialog", { hidden: true });
  vi.advanceTimersByTime(1499);
  await fireEvent.pointerDown(dialog);
  await press(close());
  await fireEvent(dialog, new Event("cancel", { cancelable: true }));
  expect(title()).toBeTruthy();
  // A finger that came down then is lifted later.
  await fireEvent.pointerDown(close());
  vi.advanceTimersByTime(1);
  await fireEvent.click(close());
  expect(title()).toBeTruthy();
  await fireEvent.pointerDown(dialog);
  expect(title()).toBeNull();
});

test("while anybody at a shared screen still drums, nobody's press does anything to the results", async () => {
  render(Ended, { table: finished(1, "shared", 1) });
  const dialog = screen.getByRole("dialog", { hidden: true });
  vi.advanceTimersByTime(1400);
  await fireEvent.pointerDown(dialog);
  vi.advanceTimersByTime(1499);
  await press(close());
  expect(title()).toBeTruthy();
  // For a while only: whoever means the button is heard in the end.
  for (let drummed = 2899; drummed < 4500; drummed += 400) {
    await press(close());
    expect(title()).toBeTruthy();
    vi.advanceTimersByTime(400);
  }
  await press(close());
  expect(title()).toBeNull();
});

test.each([
  ["one's own", 2, "mistake-1"],
  ["anybody's, for whoever watched", 3, "mistake"],
])("one tap leads from the result to the first mistake: %s", async (_, member, open) => {
  const before = location.pathname;
  render(Ended, { table: finished(member, `m${member}`) });
  vi.advanceTimersByTime(1500);
  await press(screen.getByRole("button", { name: "See the first mistake", hidden: true }));
  expect([router.record, router.open]).toEqual([`m${member}`, open]);
  router.go(before);
});

/** Returns a table where Ada has just come to the end of a deck alone (SPOT-15). */
function run(): Table {
  const message = told({
    phase: "over",
    chairs: [chair({ seat: 0, name: "Ada", member: 1 })],
    persons: [person(1, "Ada")],
    game: "spot/tower",
    record: `r${++games}`,
  });
  const { table, line } = sitting(1, message);
  line.says(game({ result: { ranking: [[0]], scores: [55], why: "played" } }));
  return table;
}

test.each([
  ["a game", finished, ["Change game", "Watch it again", "See the first mistake"], []],
  ["a run alone", run, ["Watch it again"], ["Change game"]],
])("after %s there is one main thing to do, a few beside it, and the rest when asked", async (...given) => {
  const [, table, beside, rest] = given;
  const named = (): string[] =>
    [...document.querySelectorAll(".next .button")].map((one) => one.textContent.trim());
  render(Ended, { table: table() });
  vi.advanceTimersByTime(1500);
  const few = ["Play again", ...beside, "More", "Home"];
  expect(named()).toEqual(few);
  await press(screen.getByRole("button", { name: "More", hidden: true }));
  expect(named()).toEqual([...few, ...rest, "Share a picture", "Save this game"]);
});
