import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { load } from "../texts.svelte";
import { entries, note } from "./book";
import Book from "./Book.svelte";

beforeAll(() => load("en"));
beforeEach(() => {
  const game = {
    game: "spot/tower",
    seat: 0,
    place: 2,
    tied: false,
    people: [],
    bots: ["hard"],
    beaten: [],
    score: 20,
    best: 600,
    typical: 900,
    run: null,
  };
  for (const [day, record] of ["one", "two", "three"].entries())
    note({ ...game, record, at: Date.UTC(2026, 4, day + 1, 12) });
});
afterEach(() => localStorage.clear());

test("one game is taken off the list, and the keyboard stays in it", async () => {
  render(Book);
  expect(screen.getAllByRole("link")).toHaveLength(3);
  await fireEvent.click(screen.getByRole("button", { name: /of May 2, 2026/ }));
  expect(entries().map(({ record }) => record)).toEqual(["one", "three"]);
  expect(screen.getByText(/of May 2, 2026 is off the list/)).toBeTruthy();
  expect(document.activeElement?.getAttribute("aria-label")).toMatch(/of May 1, 2026/);
});

test("all games are deleted only when asked twice, and the last one leaves an empty list", async () => {
  render(Book);
  await fireEvent.click(screen.getByRole("button", { name: "Delete them all" }));
  expect(entries()).toHaveLength(3);
  await fireEvent.click(screen.getByRole("button", { name: "Delete them all" }));
  expect(entries()).toEqual([]);
  expect(screen.getByText("The list is empty.")).toBeTruthy();
});
