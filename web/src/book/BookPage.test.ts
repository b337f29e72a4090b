import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { load } from "../texts.svelte";
import { entries, note } from "./book";
import Book from "./Book.svelte";
import { entry } from "./sample";

beforeAll(() => load("en"));
beforeEach(() => {
  for (const day of [1, 2, 3]) note(entry(String(day), { at: Date.UTC(2026, 4, day, 12) }));
});
afterEach(() => localStorage.clear());

test("one game is removed from the list, and the keyboard stays in it", async () => {
  render(Book);
  expect(screen.getAllByRole("link")).toHaveLength(3);
  await fireEvent.click(screen.getByRole("button", { name: /Remove .*May 2, 2026/ }));
  expect(entries().map(({ record }) => record)).toEqual(["1", "3"]);
  expect(screen.getByText(/Removed from the list: .*May 2, 2026/)).toBeTruthy();
  expect(document.activeElement?.getAttribute("aria-label")).toMatch(/May 1, 2026/);
});

test("a game that was removed can be put back for a while", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  note(entry("2", { seat: 1, at: Date.UTC(2026, 4, 2, 12) }));
  const before = entries();
  render(Book);
  const strike = (): Promise<boolean> =>
    fireEvent.click(screen.getByRole("button", { name: /Remove .*May 2, 2026/ }));
  await strike();
  await fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(entries()).toEqual(before);
  expect(screen.queryByText(/Removed from the list/)).toBeNull();
  await strike();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  expect(entries()).toHaveLength(2);
});

test("the only game can be put back too", async () => {
  localStorage.clear();
  note(entry("1"));
  render(Book);
  await fireEvent.click(screen.getByRole("button", { name: /^Remove/ }));
  await fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(entries()).toHaveLength(1);
});

test("all games are deleted only when asked twice, and the last one leaves an empty list", async () => {
  render(Book);
  await fireEvent.click(screen.getByRole("button", { name: "Delete them all" }));
  expect(entries()).toHaveLength(3);
  await fireEvent.click(screen.getByRole("button", { name: "Delete them all" }));
  expect(entries()).toEqual([]);
  expect(screen.getByText("The list is empty.")).toBeTruthy();
});

test("a run against a ghost is told with what came of it", () => {
  localStorage.clear();
  const run = { symbols: 8, cards: 54, ms: 60_000, day: false, behind: -1_250 };
  [-1_250, 0, 90].forEach((behind, day) => {
    note(entry(String(day), { bots: [], run: { ...run, behind } }));
  });
  render(Book);
  expect(screen.getByText(/1\.25\ss faster than the ghost/)).toBeTruthy();
  expect(screen.getByText(/as fast as the ghost/)).toBeTruthy();
  expect(screen.getByText(/0\.09\ss slower than the ghost/)).toBeTruthy();
});

test("a place among others is said as people say it", () => {
  localStorage.clear();
  note(entry("1", { place: 2 }));
  note(entry("2", { place: 3, tied: true }));
  render(Book);
  expect(screen.getByText(/2nd, against 1 bot/)).toBeTruthy();
  expect(screen.getByText(/Tied for 3rd, against 1 bot/)).toBeTruthy();
});

test("who left before the end is named, and not only the bot that ended the game", () => {
  localStorage.clear();
  note(entry("1", { people: ["Bruno", "Cleo"], replaced: ["Bruno"], bots: [] }));
  render(Book);
  expect(screen.getByText(/Won, against Bruno, then a bot, Cleo/)).toBeTruthy();
});

test("of several at this screen the list says who did best, and when the game ended", () => {
  localStorage.clear();
  const at = new Date(2026, 4, 1, 18, 5).getTime();
  note(entry("1", { at, seat: 0, place: 2, people: ["Bo", "Cy"], bots: [] }));
  note(entry("1", { at, seat: 1, place: 1, people: ["Ada", "Cy"], bots: [] }));
  note(entry("2", { at: at + 60_000, people: ["Bo"], bots: [] }));
  render(Book);
  expect(screen.getByText(/Bo: Won, against Ada, Cy/)).toBeTruthy();
  expect(screen.getByText(/^Won, against Bo/)).toBeTruthy();
  expect(screen.getByText(/May 1, 2026, 6:05/)).toBeTruthy();
  expect(screen.getByText(/May 1, 2026, 6:06/)).toBeTruthy();
});
