import { fireEvent, render, screen } from "@testing-library/svelte";
import { flushSync, tick } from "svelte";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { SHORT } from "../lasting.svelte";
import type * as messages from "../messages";
import { load } from "../texts.svelte";
import Moves from "./Moves.svelte";
import { frame, replay } from "./sample";
import { Story } from "./Story.svelte";
import { Study } from "./Study.svelte";
import Studying from "./Studying.svelte";
import { Tape } from "./Tape.svelte";

beforeAll(() => load("en"));

const CHANCES = [0.5, 0.4, 0.3, 0.2, 0.1];

function move(step: number, verdict: messages.KartaMove["verdict"]): messages.KartaMove {
  const played = { type: "place" as const, card: 0, turned: 0, over: false, x: 0, y: 0 };
  const [before = 0, after = 0] = CHANCES.slice(step - 1);
  const judged = {
    before,
    after,
    loss: 0.1,
    ahead: 2,
    exact: false,
    rows: [],
    better: { ...played, card: 7 },
  };
  return { step, position: "", game: 0, seat: step % 2, played, verdict, ...judged };
}

/** Returns a game of four moves, each of them a mistake, shown from its start. */
function analysed(
  judged = [1, 2, 3, 4],
  own: number | null = null,
  bots = ["", "easy"],
  verdict: messages.KartaMove["verdict"] = "mistake",
): Tape {
  const game = { red: { seat: 0, hand: [7] }, blue: { seat: 1, hand: [8] } };
  const frames = CHANCES.map((_, at) => frame(at, [], { view: { index: 0, game } }));
  const tape = new Tape(replay(frames, { game: "karta", bots }), own);
  const study = new Study("r", null);
  study.found = {
    type: "karta",
    level: "hard",
    moves: judged.map((step) => move(step, verdict)),
    accuracy: [0.9, 0.8],
    games: [],
  };
  render(Studying, { tape, study, go: (index: number) => tape.show(index), deck: null });
  return tape;
}

test("an analysis that does not begin says that it waits for its turn", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const tape = new Tape(replay([frame(0)], { game: "karta" }), null);
  const study = new Study("r", null);
  study.busy = true;
  render(Studying, { tape, study, go: vi.fn(), deck: null });
  const said = (): string => screen.getByRole("status").textContent;
  expect(said()).toContain("Preparing");
  await vi.advanceTimersByTimeAsync(SHORT);
  expect(said()).toContain("Waiting for its turn");
  study.of = 12;
  flushSync();
  expect(said()).not.toContain("Waiting");
});

/** Returns how many points the graph has, how many mistakes it marks, and what it says. */
function graph(): [number, number, string] {
  const svg = screen.getByRole("img");
  const points = svg.querySelector(".line")?.getAttribute("d")?.split("L").length ?? 0;
  return [points, svg.querySelectorAll(".sign").length, svg.getAttribute("aria-label") ?? ""];
}

test("the graph gives away nothing that follows, and keeps what was seen", () => {
  const tape = analysed();
  expect(graph()).toEqual([1, 0, expect.stringContaining("from 50% to 50%")]);
  tape.show(2);
  expect(graph()).toEqual([3, 2, expect.stringContaining("from 50% to 30%")]);
  expect(screen.queryByText(/accurate/)).toBeNull();
  tape.show(1);
  expect(graph()).toEqual([3, 2, expect.stringContaining("from 50% to 30%")]);
});

test("the whole graph is there at the end, and for whoever asks for it", async () => {
  const tape = analysed();
  tape.show(1);
  await fireEvent.click(screen.getByRole("button", { name: "Show the whole game" }));
  expect(tape.index).toBe(1);
  expect(graph()).toEqual([5, 4, expect.stringContaining("10% at the end")]);
  expect(screen.getAllByText(/accurate/)).toHaveLength(2);
  expect(screen.queryByRole("button", { name: "Show the whole game" })).toBeNull();
  const other = new Tape(replay([frame(0), frame(1)]));
  other.show(1);
  expect(other.reached).toBe(other.last);
});

test("whether mistakes follow is not given away", async () => {
  const tape = analysed([3], 1, ["", ""]);
  const buttons = (): string[] => screen.getAllByRole("button").map((one) => one.textContent.trim());
  const before = ["Next mistake", "Show the whole game", "Look deeper"];
  expect(buttons()).toEqual(before);
  tape.show(3);
  await tick();
  expect(buttons()).toEqual(["Show a better card", "Next mistake", "Your mistakes", ...before.slice(1)]);
  // There is no other: that is known once one has asked.
  const next = screen.getByRole("button", { name: "Next mistake" });
  expect(next.getAttribute("aria-disabled")).toBe("false");
  await fireEvent.click(next);
  expect(tape.index).toBe(tape.last);
});

test("that there are no mistakes is said at the end", async () => {
  const tape = analysed([1, 2], null, ["", ""], "");
  expect(screen.queryByText("No mistakes found.")).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Next mistake" }));
  expect(tape.index).toBe(tape.last);
  expect(screen.getByText("No mistakes found.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Next mistake" })).toBeNull();
});

test("whoever played nothing has nothing to rate", () => {
  const tape = analysed([2]);
  tape.reached = tape.last;
  flushSync();
  expect([...document.querySelectorAll(".share")].map((one) => one.textContent)).toEqual([
    "Ada: 90% accurate",
    "Guest 2: nothing to rate",
  ]);
  tape.look(1);
  flushSync();
  expect(screen.getByText("There is nothing to rate.")).toBeTruthy();
});

test("what the signs in the graph mean is said with it", () => {
  const tape = analysed();
  expect(document.querySelector(".legend .kind")).toBeNull();
  tape.show(2);
  flushSync();
  const kinds = [...document.querySelectorAll(".legend .kind")];
  expect(kinds.map((kind) => kind.textContent.trim())).toEqual(["Mistake"]);
  expect(kinds[0]?.closest(".second")).toBeNull();
});

test("whose a mistake was is said below the graph and in the list, and others' are paler", async () => {
  const tape = analysed([1, 2, 3], 1, ["", ""]);
  tape.look(0);
  tape.show(2);
  flushSync();
  expect(screen.getByRole("status").textContent).toContain("Mistake by Ada: 10% of winning chance");
  tape.show(3);
  flushSync();
  expect(screen.getByRole("status").textContent).toContain("Mistake by you: 10% of winning chance");
  const pale = [...document.querySelectorAll(".graph .sign")].map((one) => one.classList.contains("pale"));
  expect(pale).toEqual([true, false, true]);
  const study = new Study("r", null);
  study.found = {
    type: "karta",
    level: "hard",
    moves: [move(1, "blunder"), move(2, "mistake")],
    accuracy: [],
    games: [],
  };
  render(Moves, { story: new Story(tape, null), study, go: () => {} });
  const lines = (): string[] =>
    [...document.querySelectorAll("li .line")]
      .map((one) => one.textContent)
      .filter((one) => one.includes("%"));
  await vi.waitFor(() =>
    expect(lines()).toEqual([
      "Blunder by you: 10% of winning chance given away.",
      "Mistake by Ada: 10% of winning chance given away.",
    ]),
  );
});

test("what the line means stands above the graph, and covers nothing of it", () => {
  analysed();
  expect(document.querySelector(".legend:has(+ .graph)")?.textContent).toContain("Red’s chance of winning");
  expect(document.querySelector(".graph text")).toBeNull();
});

test("where there is no other mistake, the button that leads to the next one says so", async () => {
  const tape = analysed([2]);
  tape.reached = tape.last;
  const next = screen.getByRole("button", { name: "Next mistake" });
  expect(next.getAttribute("aria-disabled")).toBe("false");
  await fireEvent.click(next);
  expect(tape.index).toBe(2);
  expect(next.getAttribute("aria-disabled")).toBe("true");
  tape.show(3);
  await fireEvent.click(next);
  expect(tape.index).toBe(2);
});

test("a better card is shown before the move it replaces, and one press leads back to that move", async () => {
  const tape = analysed([2]);
  const story = new Story(tape, null);
  tape.show(2);
  await fireEvent.click(screen.getByRole("button", { name: "Show a better card" }));
  expect([tape.index, story.now]).toEqual([1, "Before move 2: a better card"]);
  await fireEvent.click(screen.getByRole("button", { name: "Back to move 2" }));
  expect(tape.index).toBe(2);
  expect(story.now).not.toContain("Before");
});

test("an analysis under way is cancelled with a button", async () => {
  let ended = false;
  vi.stubGlobal("fetch", (_: URL, { signal }: { signal: AbortSignal }) => {
    signal.addEventListener("abort", () => (ended = true));
    return new Promise(() => undefined);
  });
  const study = new Study("r", null);
  void study.begin("hard");
  render(Studying, { tape: new Tape(replay([frame(0)])), study, go: () => {}, deck: null });
  expect(screen.getByRole("status").textContent).toContain("Preparing the analysis…");
  await fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect([ended, study.busy]).toEqual([true, false]);
  expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
  vi.unstubAllGlobals();
});

test("one's own mistakes are one's own", () => {
  const tape = analysed([1, 2], 0, ["", ""]);
  tape.show(2);
  flushSync();
  expect(screen.getByRole("button", { name: "Your mistakes" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Guest 2’s mistakes" })).toBeTruthy();
});

const CHOICE: messages.CatatacChoice = {
  ...{ step: 1, game: 0, seat: 0, played: { type: "done" }, better: null, yarn: null, tossed: true },
  ...{ before: 0.62, after: 0.62, loss: 0, verdict: "", luck: 0.12 },
};

/** Returns a series of two games of CATATAC with one choice each, shown from its start. */
function series(games: messages.CatatacGame[]): Tape {
  const frames = [0, 0, 1, 1].map((index, at) => frame(at, [], { view: { index, game: {} } }));
  const tape = new Tape(replay(frames, { game: "catatac", names: ["Ada", "Bob"], bots: ["", ""] }));
  const study = new Study("r", null);
  study.found = {
    ...{
      type: "catatac",
      level: "hard",
      moves: [CHOICE, { ...CHOICE, step: 3, game: 1 }],
      accuracy: [0.9, 0.8],
    },
    ...{ given: [0, 1.3], ends: [1, 0], luck: 1.3, tosses: 0.5, games },
  };
  render(Studying, { tape, study, go: (index: number) => tape.show(index), deck: null });
  return tape;
}

const [ONE, OTHER]: [messages.CatatacGame, messages.CatatacGame] = [
  { game: 0, accuracy: [0.95, 0.7], given: [0, 0.6], end: 1, luck: 0.5, tosses: 0.5 },
  { game: 1, accuracy: [0.85, null], given: [0.7, 0], end: 0, luck: -0.8, tosses: 0 },
];

test("what chance brought is said at the choice after it, and in all at the end only", () => {
  const tape = series([ONE]);
  expect(screen.getByRole("status").textContent).not.toContain("toss");
  tape.show(1);
  flushSync();
  expect(screen.getByRole("status").textContent).toContain("A toss has just brought White 12%");
  expect(screen.queryByText(/Given away/)).toBeNull();
  tape.show(tape.last);
  flushSync();
  expect(screen.getByText(/Tosses brought White 50% .* Given away: Ada 0%, Bob 60%\./)).toBeTruthy();
});

test("a series is told game by game, and no more than a game's winning chance is ever brought", () => {
  const tape = series([ONE, OTHER]);
  expect(document.querySelectorAll(".game")).toHaveLength(0);
  tape.show(tape.last);
  flushSync();
  const said = [...document.querySelectorAll(".game")].map((one) =>
    one.textContent.replace(/\s+/g, " ").trim(),
  );
  expect(said).toEqual([
    expect.stringMatching(
      /^Game 1\. Accuracy: Ada 95%, Bob 70%\. Tosses brought White 50% of winning chance\./,
    ),
    expect.stringMatching(
      /^Game 2\. Accuracy: Ada 85%\. .* brought Black 80%\. Given away: Ada 70%, Bob 0%\./,
    ),
  ]);
  expect(document.body.textContent).not.toContain("130%");
});
