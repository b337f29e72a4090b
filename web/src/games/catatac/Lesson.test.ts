import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { load } from "../../texts.svelte";
import Lesson from "./Lesson.svelte";
import { HEIGHT, spot } from "./places";

beforeAll(() => load("en"));
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(390);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(300);
});
afterEach(() => vi.useRealTimers());

async function play(code: string): Promise<void> {
  const card = document.querySelector(`.held[data-card="${code}"]`);
  if (card) await fireEvent.click(card);
  await vi.advanceTimersByTimeAsync(0);
  const way = document.querySelector("button.way");
  if (way) await fireEvent.click(way);
}

test("what the coach does not ask for looks as if it cannot be done", async () => {
  render(Lesson, { game: "catatac", deck: null, ondone: () => {} });
  const open = async (code: string): Promise<boolean[]> => {
    await vi.advanceTimersByTimeAsync(0);
    const card = document.querySelector(`.held[data-card="${code}"]`);
    if (card) await fireEvent.click(card);
    await vi.advanceTimersByTimeAsync(0);
    return [...document.querySelectorAll("button.way")].map(
      (way) => way.getAttribute("aria-disabled") !== "true",
    );
  };
  expect(await open("5")).toEqual([false]);
  expect(await open("4")).toEqual([true, false, false]);
});

test("whoever goes on while the yarn still rolls finds it where the next step speaks of it", async () => {
  render(Lesson, { game: "catatac", deck: null, ondone: () => {} });
  for (const code of ["4", "1a"]) {
    await vi.advanceTimersByTimeAsync(0);
    await play(code);
    // As soon as the way on is offered, though the yarn is still being shown.
    await vi.advanceTimersByTimeAsync(2500);
    await fireEvent.click(screen.getByRole("button", { name: "Next" }));
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(screen.getByText(/The yarn is in Black’s hideout/)).toBeTruthy();
  const wide = Number(document.querySelector(".alley")?.getAttribute("viewBox")?.split(" ")[2]);
  expect(wide).toBeGreaterThan(HEIGHT);
  const yarn = document.querySelector<SVGElement>(".yarn");
  expect(yarn?.style.transform).toContain(`translate(${spot(4, wide)}px`);
});
