import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { deckOf } from "../../sample";
import { load } from "../../texts.svelte";
import Lesson from "./Lesson.svelte";

/** The lesson's own card is 19; the island's are 0, 7 and 12. */
const deck = deckOf(
  ["apple", "boat"],
  Array.from({ length: 40 }, (_, card) => (card === 19 ? [0] : [card === 0 ? 0 : 1])),
);

beforeAll(() => load("en"));
afterEach(() => vi.useRealTimers());
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(358);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(560);
});

test("a card of the island that is tapped comes closer, and its symbols can be pressed", async () => {
  render(Lesson, { game: "island/welcome", deck, ondone: () => {} });
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

test.each([
  ["island/welcome", "a card of the island", "Your card now covers that place.", 3],
  ["island/barbarians", "a card of the island", "That card is now yours.", 1],
  ["island/knights", "another team’s card", "whoever had it is out for the round", 1],
])("the lesson of %s speaks of what is played there", async (game, first, last, left) => {
  vi.useFakeTimers();
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  // One symbol, on every card: any press is right.
  const same = deckOf(
    ["apple"],
    Array.from({ length: 21 }, () => [0]),
  );
  render(Lesson, { game, deck: same, ondone: () => {} });
  await vi.advanceTimersByTimeAsync(0);
  const text = (): string => document.querySelector(".lesson p")?.textContent ?? "";
  const cards = (): Element[] => [...document.querySelectorAll(".cards .at")];
  expect(text()).toContain(first);
  for (const laid of [4, left + (game === "island/welcome" ? 1 : 2)]) {
    expect(cards()).toHaveLength(laid);
    for (const one of [cards().at(-1), cards()[0]]) {
      const button = one?.querySelector("button");
      if (button) await fireEvent.pointerDown(button);
    }
    await vi.advanceTimersByTimeAsync(1300);
  }
  expect(text()).toContain(last);
  expect(cards()).toHaveLength(left);
});

test("every card says whose it is", () => {
  const tags = (): string[] => [...document.querySelectorAll(".tag")].map((one) => one.textContent);
  const { unmount } = render(Lesson, { game: "island/welcome", deck, ondone: () => {} });
  expect(tags()).toEqual(["Island", "Island", "Island", "Your card"]);
  unmount();
  render(Lesson, { game: "island/knights", deck, ondone: () => {} });
  expect(tags()).toEqual(["Other team", "Other team", "Other team", "Your card"]);
});

test("the button at the end of a lesson has the focus", async () => {
  vi.useFakeTimers();
  const same = deckOf(
    ["apple"],
    Array.from({ length: 21 }, () => [0]),
  );
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1200);
  render(Lesson, { game: "island/welcome", deck: same, ondone: () => {} });
  await vi.advanceTimersByTimeAsync(0);
  for (let step = 0; step < 2; step++) {
    const cards = [...document.querySelectorAll(".cards .at")];
    for (const one of [cards.at(-1), cards[0]]) {
      const symbol = one?.querySelector("button");
      symbol?.focus();
      await fireEvent.pointerDown(symbol ?? document.body);
    }
    await vi.advanceTimersByTimeAsync(1300);
  }
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Got it" }));
});
