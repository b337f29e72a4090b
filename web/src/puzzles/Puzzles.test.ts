import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { parse } from "../json";
import type * as messages from "../messages";
import { router } from "../router.svelte";
import { load } from "../texts.svelte";
import { keepPlayer, remembered } from "./player";
import Puzzles from "./Puzzles.svelte";

beforeAll(() => load("en"));
beforeEach(() => vi.stubGlobal("fetch", answered));
afterEach(() => {
  localStorage.clear();
  router.mark("");
  vi.unstubAllGlobals();
});

const place = (card: number, x: number, y: number): messages.Place => ({
  type: "place",
  card,
  turned: 0,
  over: false,
  x,
  y,
});
const line = (colour: messages.Line["colour"], y: number, length = 4): messages.Line => ({
  colour,
  x: 0,
  y,
  across: 1,
  down: 0,
  length,
});
const view = (turn: number | null, hand: number[], lines: messages.Line[]): messages.KartaView => ({
  type: "kartaview",
  turn,
  red: { seat: 0, over: true, hand: [3], tokens: 0, dots: 0 },
  blue: { seat: 1, over: false, hand, tokens: 0, dots: 0 },
  laid: [],
  squares: [0, 1, 2, 3].map((x) => ({ x, y: 0, dot: null, locked: false })),
  lines,
});

/** Blue lays card 8, red card 3, and blue's last card makes a line and breaks one. */
const PUZZLE: messages.KartaPuzzle = {
  id: "5f0c1de2a4",
  kind: "three",
  level: 1,
  position: "p0",
  line: [place(8, 2, 0), place(3, 0, 3), place(13, 0, 1)],
  views: [
    view(1, [8, 13], []),
    view(0, [13], []),
    view(1, [13], [line("red", 0), line("blue", 2)]),
    view(null, [], [line("blue", 1), line("blue", 2, 5)]),
  ],
  positions: ["p0", "p1", "p2", "p3"],
  rows: [0, 1, 2].map((x) => ({ x, y: 0, across: 0, down: 1, swing: -1 })),
};

/** One that is harder, and comes only to whoever asks for it. */
const OTHER: messages.KartaPuzzle = { ...PUZZLE, id: "0123456789", level: 5 };

/** Answers as a server that has two puzzles, where each card fits in one place. */
function answered(asked: URL, { body }: { body?: string } = {}): Promise<Response> {
  const found = (): unknown => {
    if (asked.pathname === "/api/puzzles")
      return [PUZZLE, OTHER].map(({ kind, level, id }) => [kind, level, id]);
    const puzzle = [PUZZLE, OTHER].find(({ id }) => asked.pathname === `/api/puzzles/${id}`);
    if (puzzle) return puzzle;
    const { card } = parse<{ card: number }>(body ?? "");
    return where(PUZZLE.line.find((one) => one.card === card) ?? { x: 0, y: 0 });
  };
  return Promise.resolve(new Response(JSON.stringify(found())));
}

function where({ x, y }: { x: number; y: number }): messages.Outlook {
  return {
    spots: [{ x, y, captures: [], locks: [], tokens: [0, 0], dots: [0, 0], made: [], broken: [] }],
    barred: [],
    elsewhere: { rule: "KARTA-7", key: "karta.contact" },
  };
}

/** Lays a card of the hand where it fits. */
async function lay(number: number): Promise<void> {
  await fireEvent.keyDown(window, { key: String(number) });
  const put = await screen.findByRole("button", { name: /^Place/ });
  await waitFor(() => expect(put.getAttribute("aria-disabled")).toBe("false"));
  await fireEvent.keyDown(window, { key: "Enter" });
}

/** Returns how many rows the advice on the table marks. */
function chains(): number {
  const advised = document.querySelector(".outline")?.closest("svg");
  return advised?.querySelectorAll("[data-row]").length ?? 0;
}

test("a puzzle is solved in two steps, and says why of each", async () => {
  render(Puzzles);
  await screen.findByText(/Blue to play/);
  expect(screen.getByText("Red holds:").parentElement?.querySelectorAll("svg")).toHaveLength(1);
  await lay(1);
  // Red answers after a moment, and one card is left.
  await waitFor(() =>
    expect(screen.getAllByRole("button", { name: /^Card 1/ })[0]).toHaveProperty("disabled", false),
  );
  expect(screen.getByText("Right so far. Blue to play: find the best placement.")).toBeTruthy();
  await lay(1);
  expect((await screen.findByText(/Solved. That earns 10 rating points/)).textContent).not.toContain("chain");
  // Nobody is to move, and red's card is still the other side's.
  expect(screen.getByText("Red holds:")).toBeTruthy();
  expect(remembered()).toMatchObject({ streak: 1, seen: [PUZZLE.id] });
  await fireEvent.click(screen.getByRole("button", { name: "Why?" }));
  expect(screen.getByText(/Solved.*chain marks/)).toBeTruthy();
  expect(chains()).toBe(3);
  await fireEvent.click(screen.getByRole("button", { name: "And then?" }));
  expect(screen.getByText(/Solved.*chain marks/)).toBeTruthy();
  // A new line of blue's, and one of red's that it broke; a line that grew brings nothing.
  expect(chains()).toBe(2);
  expect(screen.queryByRole("button", { name: "And then?" })).toBeNull();
});

test("a card that has the focus is taken with Enter, and laid with Enter", async () => {
  render(Puzzles);
  await screen.findByText(/Blue to play/);
  const card = screen.getByRole("button", { name: /^Card 1/ });
  // A button that is pressed by the keyboard is clicked without a pointer.
  await fireEvent.click(card, { detail: 0 });
  const put = await screen.findByRole("button", { name: /^Place/ });
  await waitFor(() => expect(put.getAttribute("aria-disabled")).toBe("false"));
  expect(screen.getAllByRole("button", { name: /^Card/ })).toHaveLength(2);
  await fireEvent.click(card, { detail: 0 });
  await waitFor(() => expect(screen.getAllByRole("button", { name: /^Card/ })).toHaveLength(1));
  expect(screen.getByText("Red holds:")).toBeTruthy();
});

test("where a card fits, the sign on it does not look as if it were right", async () => {
  render(Puzzles);
  await screen.findByText(/Blue to play/);
  await fireEvent.keyDown(window, { key: "2" });
  await waitFor(() => expect(document.querySelectorAll(".ok")).toHaveLength(3));
  expect(document.querySelectorAll(".ok:not(.asks)")).toHaveLength(0);
});

test("a wrong card counts once, and the solution shows both steps", async () => {
  render(Puzzles);
  await screen.findByText(/Blue to play/);
  await lay(2);
  await screen.findByText(/Not that one/);
  expect(remembered()).toMatchObject({ streak: 0, seen: [PUZZLE.id] });
  await fireEvent.click(screen.getByRole("button", { name: "Show the solution" }));
  expect(screen.getByText(/This was the solution.*chain marks/)).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "And then?" }));
  expect(chains()).toBe(2);
  expect(remembered().seen).toEqual([PUZZLE.id]);
});

test("what an answer does to rating and streak is said once, where screen readers hear it", async () => {
  keepPlayer({ rating: 1000, streak: 3, best: 5, seen: [] });
  render(Puzzles);
  const said = await screen.findByText(/Blue to play/);
  expect(said.getAttribute("aria-live")).toBe("polite");
  await lay(2);
  await waitFor(() =>
    expect(said.textContent).toMatch(
      /^Not that one. That costs 30 rating points. Your streak of 3 ends here. Try again, or see the solution: that/,
    ),
  );
  expect(screen.getByText("Your rating: 970")).toBeTruthy();
  await lay(2);
  await waitFor(() => expect(said.textContent).toMatch(/^Not that one. Try again, or see the solution/));
  await fireEvent.click(screen.getByRole("button", { name: "Show the solution" }));
  expect(said.textContent).toMatch(/^This was the solution. Each chain/);
});

test("a solution that is only looked at costs as much", async () => {
  render(Puzzles);
  const said = await screen.findByText(/Blue to play/);
  await fireEvent.click(screen.getByRole("button", { name: "Solution (−30)" }));
  expect(said.textContent).toMatch(/^This was the solution. That costs 30 rating points. Each chain/);
});

test("the solution takes back the card that is held, and the next puzzle begins at its top", async () => {
  const { container } = render(Puzzles);
  const words = await waitFor(() => {
    const found = container.querySelector(".above");
    if (!found) throw new Error("nothing is said yet");
    return found;
  });
  await fireEvent.keyDown(window, { key: "1" });
  await screen.findByRole("button", { name: /^Place/ });
  await fireEvent.click(screen.getByRole("button", { name: "Solution (−30)" }));
  expect(screen.queryByRole("button", { name: /^Place/ })).toBeNull();
  expect(container.querySelector(".verdict")).toBeNull();
  words.scrollTop = 90;
  await fireEvent.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByText(/Blue to play/);
  expect(words.scrollTop).toBe(0);
});

test("whoever only looks sees the cards larger than whoever looks for a place beside them", async () => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(300);
  const { container } = render(Puzzles);
  await screen.findByText(/Blue to play/);
  const scale = (): number =>
    Number(/scale\(([\d.]+)/.exec(container.querySelector<SVGElement>(".world")?.style.transform ?? "")?.[1]);
  const large = scale();
  await fireEvent.keyDown(window, { key: "1" });
  expect(scale()).toBeLessThan(large);
  await fireEvent.keyDown(window, { key: "Escape" });
  expect(scale()).toBe(large);
});

test("the address names the puzzle: a reload shows the same one, and a link another", async () => {
  const { unmount } = render(Puzzles);
  await screen.findByText("Level 1");
  expect(router.open).toBe(PUZZLE.id);
  unmount();
  router.mark(OTHER.id);
  render(Puzzles);
  await screen.findByText("Level 5");
  router.mark(PUZZLE.id);
  await screen.findByText("Level 1");
  // What is open on top of a page is no puzzle, and one that is gone is replaced by another.
  router.mark("settings");
  await tick();
  expect(screen.getByText("Level 1")).toBeTruthy();
  router.mark("ffffffffff");
  await waitFor(() => expect(router.open).toBe(PUZZLE.id));
});

test("whoever comes back to a puzzle by its address earns nothing more by it", async () => {
  const before = { rating: 1000, streak: 3, best: 5, seen: [OTHER.id] };
  keepPlayer(before);
  router.mark(OTHER.id);
  render(Puzzles);
  await screen.findByText("Level 5");
  await fireEvent.click(screen.getByRole("button", { name: "Show the solution" }));
  expect(remembered()).toEqual(before);
});
