import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { load } from "../../texts.svelte";
import Lesson from "./Lesson.svelte";

beforeAll(() => load("en"));
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(390);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(500);
  // What is taken away while it still moves rejects a promise that nobody waits for.
  vi.spyOn(Animation.prototype, "cancel").mockReturnValue();
});

/** Returns where on the screen a point of the table is. */
function onScreen(x: number, y: number): { clientX: number; clientY: number } {
  const moved = document.querySelector<SVGElement>('[style*="scale("]')?.style.transform ?? "";
  const [left = 0, top = 0, scale = 0] = [...moved.matchAll(/-?[\d.]+/g)].map(Number);
  return { clientX: left + x * scale, clientY: top + y * scale };
}

test("by keyboard the card is taken and laid by Enter, and the next card has the focus", async () => {
  render(Lesson, { game: "karta", deck: null, ondone: () => {} });
  expect(document.querySelector(".last")).toBeNull();
  const card = screen.getByRole("button", { pressed: false });
  // Enter on a button is a click without a pointer.
  await fireEvent.click(card);
  await vi.waitFor(() => expect(document.querySelector(".verdict.ok")).toBeTruthy());
  const ready = (): boolean => screen.queryByText("That makes a line. Place it.") !== null;
  for (const key of ["ArrowRight", "ArrowUp", "ArrowDown"])
    for (let times = 0; times < 12 && !ready(); times++) await fireEvent.keyDown(card, { key });
  await fireEvent.click(card);
  await fireEvent.click(await screen.findByRole("button", { name: "Next" }));
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { pressed: false })));
});

test("one finger drags the card from the hand to where the lesson wants it, and lays it at once", async () => {
  render(Lesson, { game: "karta", deck: null, ondone: () => {} });
  const finger = { pointerId: 1, pointerType: "touch", button: 0 };
  const card = screen.getByRole("button", { pressed: false });
  await fireEvent.pointerDown(card, { ...finger, clientX: 195, clientY: 700 });
  expect(screen.queryByText("That makes a line. Place it.")).toBeNull();
  const { clientX, clientY } = onScreen(3 + 1, -1 + 1.5);
  await fireEvent.pointerMove(window, { ...finger, clientX, clientY: clientY + 84 });
  expect(await screen.findByText("That makes a line. Place it.")).toBeTruthy();
  await fireEvent.pointerUp(window, finger);
  expect(screen.getByText("That makes a line. Place it.")).toBeTruthy();
  // So soon after a drag a tap may come without a click.
  const place = screen.getByRole("button", { name: "Place it here" });
  await fireEvent.pointerDown(place, { ...finger, clientX: 0, clientY: 0 });
  await fireEvent.pointerUp(place, { ...finger, clientX: 0, clientY: 0 });
  expect(await screen.findByRole("button", { name: "Next" })).toBeTruthy();
});

test("the card that captures is first held where it changes nothing, and what one would lose is said", async () => {
  render(Lesson, { game: "karta", deck: null, ondone: () => {} });
  const press = (key: string): Promise<unknown> => fireEvent.keyDown(document.body, { key });
  await press("1");
  const at = (text: string | RegExp): boolean => screen.queryByText(text) !== null;
  await vi.waitFor(() => expect(document.querySelector(".verdict.ok")).toBeTruthy());
  const ready = "That makes a line. Place it.";
  for (const key of ["ArrowRight", "ArrowUp", "ArrowDown"])
    for (let times = 0; times < 12 && !at(ready); times++) await press(key);
  await press("Enter");
  await fireEvent.click(await screen.findByRole("button", { name: "Next" }));
  await press("1");
  await vi.waitFor(() => expect(document.querySelector(".verdict.ok")).toBeTruthy());
  expect(at(/captured|You lose/)).toBe(false);
  expect(document.querySelector(".verdict .score")).toBeNull();
  const finger = { pointerId: 1, pointerType: "touch", button: 0 };
  await fireEvent.pointerDown(screen.getByRole("button", { pressed: true }), {
    ...finger,
    clientX: 195,
    clientY: 700,
  });
  const { clientX, clientY } = onScreen(3 + 1, 0 + 1.5);
  await fireEvent.pointerMove(window, { ...finger, clientX, clientY: clientY + 84 });
  expect(at("You lose 1 red")).toBe(true);
  await fireEvent.pointerUp(window, finger);
  expect(document.querySelector(".unseen[aria-live]")?.textContent).toContain("You lose 1 red");
});
