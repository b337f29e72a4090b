import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { beforeEach, expect, test, vi } from "vitest";
import { deckOf } from "../../sample";
import { settings } from "../../settings.svelte";
import Card from "./Card.svelte";

const deck = deckOf(
  ["apple", "boat"],
  [
    [
      [0, 300, 500, 300, 0],
      [1, 700, 500, 300, 6],
    ],
    [1],
  ],
);
const box = new DOMRect(0, 0, 200, 200);

beforeEach(() => {
  settings.chosen.names = false;
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(box);
});

function drawn(card: number): { card: HTMLElement; onpress: ReturnType<typeof vi.fn> } {
  const onpress = vi.fn();
  render(Card, { deck, card, size: 200, label: "Your card", onpress });
  return { card: screen.getByRole("group"), onpress };
}

test("a press is about the symbol nearest to the finger, even beside it", async () => {
  const { card, onpress } = drawn(0);
  await fireEvent.pointerDown(card, { clientX: 108, clientY: 140, button: 0 });
  expect(onpress).toHaveBeenCalledExactlyOnceWith(1, expect.any(Number));
});

test("a press in the corner, off the round card, is none", async () => {
  const { card, onpress } = drawn(0);
  await fireEvent.pointerDown(card, { clientX: 2, clientY: 2, button: 0 });
  expect(onpress).not.toHaveBeenCalled();
});

test("a card that the deck does not have takes no press", async () => {
  const { card, onpress } = drawn(2);
  const wrong = vi.fn();
  addEventListener("error", wrong);
  await fireEvent.pointerDown(card, { clientX: 100, clientY: 100, button: 0 });
  removeEventListener("error", wrong);
  expect(wrong).not.toHaveBeenCalled();
  expect(onpress).not.toHaveBeenCalled();
});

test("a symbol can be chosen without a pointer, and a pointer's own click does not count twice", async () => {
  const { onpress } = drawn(0);
  const boat = screen.getByRole("button", { name: "boat" });
  await fireEvent.click(boat, { detail: 1 });
  expect(onpress).not.toHaveBeenCalled();
  await fireEvent.click(boat, { detail: 0 });
  expect(onpress).toHaveBeenCalledOnce();
});

test("a card that lies face down shows nothing and says so", async () => {
  const { card, onpress } = drawn(-2);
  expect(screen.queryAllByRole("button")).toEqual([]);
  await fireEvent.pointerDown(card, { clientX: 100, clientY: 100, button: 0 });
  expect(onpress).not.toHaveBeenCalled();
});

test("names stand under the symbols where one likes them", () => {
  settings.chosen.names = true;
  drawn(0);
  expect(screen.getByText("boat")).toBeTruthy();
});

test("the next card is laid at once; what can be pressed one by one follows after the paint", async () => {
  const lay = vi.spyOn(deck, "lay");
  const { rerender } = render(Card, { deck, card: 0, size: 200, label: "Your card" });
  const card = screen.getByRole("group");
  await rerender({ card: 1 });
  expect(lay).toHaveBeenLastCalledWith(card.querySelector(".face"), 1);
  expect(card.dataset["card"]).toBe("0");
  await waitFor(() => expect(card.dataset["card"]).toBe("1"));
  expect(screen.queryByRole("button", { name: "apple" })).toBeNull();
});

test("a card that comes back is made of the same pictures", async () => {
  const { container, rerender } = render(Card, { deck, card: 0, size: 200, label: "Your card" });
  const before = [...container.querySelectorAll("img")];
  await rerender({ card: 1 });
  expect(container.querySelectorAll("img")).toHaveLength(1);
  await rerender({ card: 0 });
  expect([...container.querySelectorAll("img")]).toEqual(before);
});

test("a symbol that was wrong is ringed, where the card shows it", () => {
  render(Card, { deck, card: 0, size: 200, label: "Your card", wrong: 1 });
  expect([...document.querySelectorAll(".wrong")].map((one) => one.getAttribute("data-symbol"))).toEqual([
    "1",
  ]);
});
