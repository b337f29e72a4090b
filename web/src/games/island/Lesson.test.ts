import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { deckOf } from "../../sample";
import { load } from "../../texts.svelte";
import Lesson from "./Lesson.svelte";

/** The lesson's own card is 19; the island's are 0, 7 and 12. */
const deck = deckOf(
  ["apple", "boat"],
  Array.from({ length: 40 }, (_, card) => (card === 19 ? [0] : [card === 0 ? 0 : 1])),
);

beforeAll(() => load("en"));
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(358);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(560);
});

test("a card of the island that is tapped comes closer, and its symbols can be pressed", async () => {
  render(Lesson, { deck, ondone: () => {} });
  expect(screen.getByText(/Tap a symbol on your card/)).toBeTruthy();
  const place = screen.getAllByRole("button", { pressed: false })[0];
  await fireEvent.pointerDown(place ?? document.body, { button: 0 });
  expect(screen.getByText("Now tap the symbol that your card has too.")).toBeTruthy();
  const symbol = document.querySelector(".lens [data-symbol]");
  expect(symbol).toBeTruthy();
  await fireEvent.pointerDown(symbol ?? document.body, { button: 0 });
  expect(screen.getByText(/apple/i)).toBeTruthy();
  expect(document.querySelector(".lens")).toBeNull();
});
