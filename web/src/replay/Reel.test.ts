import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { load } from "../texts.svelte";
import Reel from "./Reel.svelte";
import { frame, replay } from "./sample";
import { Tape } from "./Tape.svelte";

beforeAll(() => load("en"));
beforeEach(() => vi.stubGlobal("fetch", () => Promise.reject(new Error("There is no server."))));

const FRAMES = [
  frame(0),
  frame(1, [{ type: "took", seat: 0 }]),
  frame(2, [{ type: "wrong", seat: 1, symbol: 0, cards: [] }]),
  frame(3),
];

/** Shows a tape with a board that draws nothing. */
function shown(tape: Tape, first: number[] | null = null): void {
  render(Reel, { tape, Drawing: () => ({}), deck: null, link: "abc", save: "", file: null, first });
}

test.each([
  [true, "Karta Doppio Practice", "Practice: it starts from a moment of another game, and nobody scores."],
  [false, "Karta Doppio", "The game begins."],
])("a replay says whether it was practice (%s)", (practice, title, opening) => {
  shown(new Tape(replay(FRAMES, { game: "karta", practice })));
  expect(screen.getByRole("heading", { level: 1 }).textContent.trim().replace(/\s+/g, " ")).toBe(title);
  expect(document.querySelector(".now")?.textContent).toBe(opening);
});

test("at the end nothing follows to jump to", async () => {
  const tape = new Tape(replay(FRAMES));
  shown(tape);
  const next = screen.getByRole("button", { name: "Next mistake" });
  expect(next.getAttribute("aria-disabled")).toBe("false");
  tape.show(tape.last);
  await tick();
  expect(next.getAttribute("aria-disabled")).toBe("true");
});

test("at the end playing on keeps its place, and does nothing", async () => {
  const tape = new Tape(replay(FRAMES, { playable: true }));
  shown(tape);
  tape.show(tape.last);
  await tick();
  const on = screen.getByRole("button", { name: "Play on from here" });
  expect(on.getAttribute("aria-disabled")).toBe("true");
  await fireEvent.click(on);
  expect(screen.queryByRole("dialog", { hidden: true })).toBeNull();
});

test("where playing on cannot be loaded, that is said", async () => {
  vi.doMock("./PlayOn.svelte", () => Promise.reject(new Error("gone")));
  shown(new Tape(replay(FRAMES, { playable: true })));
  await fireEvent.click(screen.getByRole("button", { name: "Play on from here" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Can’t reach the server.");
  vi.doUnmock("./PlayOn.svelte");
});

test("from the result of a game of speed one tap leads to the first wrong call", async () => {
  const call = { cards: [], called: 0, right: 0, time: 1, forgiven: 0, held: 0, anew: true };
  const reactions = [
    { ...call, step: 1, seat: 0, outcome: "first" },
    { ...call, step: 2, seat: 1, outcome: "wrong" },
  ];
  const study = { type: "reflex", level: "hard", paces: [], late: [], mistaken: [], levels: [], reactions };
  const line = JSON.stringify({ done: 1, of: 1, study });
  vi.stubGlobal("fetch", ({ pathname }: URL) =>
    pathname.endsWith("/study")
      ? Promise.resolve(new Response(`${line}\n`))
      : Promise.reject(new Error("There is nothing else.")),
  );
  const tape = new Tape(replay(FRAMES));
  shown(tape, [0]);
  // Until then, that the page will jump is said.
  expect(await screen.findByText(/^The first mistake will be shown once/)).toBeTruthy();
  await vi.waitFor(() => expect(tape.index).toBe(2));
  expect(screen.queryByText(/^The first mistake will be shown once/)).toBeNull();
  expect(tape.whole).toBe(true);
  vi.unstubAllGlobals();
});

test("where the analysis of a result breaks off, another try still leads to the first mistake", async () => {
  const call = { cards: [], called: 0, right: 0, time: 1, forgiven: 0, held: 0, anew: true };
  const reactions = [{ ...call, step: 2, seat: 1, outcome: "wrong" }];
  const study = { type: "reflex", level: "hard", paces: [], late: [], mistaken: [], levels: [], reactions };
  const answers = [
    { done: 1, of: 2 },
    { done: 2, of: 2, study },
  ];
  vi.stubGlobal("fetch", ({ pathname }: URL) =>
    pathname.endsWith("/study")
      ? Promise.resolve(new Response(`${JSON.stringify(answers.shift())}\n`))
      : Promise.reject(new Error("There is nothing else.")),
  );
  const tape = new Tape(replay(FRAMES));
  shown(tape, [0]);
  expect((await screen.findByRole("alert")).textContent).toBe("The analysis was cut off before it was done.");
  expect(tape.index).toBe(0);
  await fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(tape.index).toBe(2));
  expect(screen.queryByRole("alert")).toBeNull();
  vi.unstubAllGlobals();
});

test("at a mistake one can play on before it, in the place of whoever made it", async () => {
  vi.stubGlobal("fetch", ({ pathname }: URL) => {
    if (!pathname.endsWith("/study")) return Promise.resolve(new Response('{"bots":{},"games":[]}'));
    const move = { step: 2, seat: 1, verdict: "mistake", loss: 0.2, before: 0.5, after: 0.3, game: 0 };
    const study = {
      type: "karta",
      level: "hard",
      moves: [{ ...move, rows: [], better: null }],
      accuracy: [],
      games: [],
    };
    return Promise.resolve(new Response(`${JSON.stringify({ done: 1, of: 1, study })}\n`));
  });
  const frames = [0, 1, 2, 3].map((at) => frame(at, [], { seat: at % 2, view: { index: 0, game: {} } }));
  const tape = new Tape(replay(frames, { game: "karta", playable: true, names: ["Ada", "Bea"] }));
  tape.look(0);
  shown(tape, [1]);
  await vi.waitFor(() => expect(tape.index).toBe(2));
  const names = (): string[] =>
    [...document.querySelectorAll('[data-do="retry"], [data-do="play-on"]')].map((one) =>
      one.textContent.trim(),
    );
  await vi.waitFor(() => expect(names()).toEqual(["Play on before move 2", "Play on after move 2"]));
  await fireEvent.click(screen.getByRole("button", { name: "Play on before move 2" }));
  const sheet = await screen.findByRole("dialog", { name: "Play on before move 2", hidden: true });
  // Not in the place of whoever looks on.
  expect(sheet.querySelector("label.on")?.textContent.trim()).toBe("Bea");
  tape.show(1);
  await tick();
  expect(names()).toEqual(["Play on from here"]);
  vi.unstubAllGlobals();
});

test.each([
  ["the one that was played here", 1, "Bea"],
  ["where none was, the one that is to move", null, "Ada"],
])("to play on, the place that is offered is %s", async (_, own, name) => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response('{"bots":{}}')));
  const frames = [0, 1, 2, 3].map((at) => frame(at, [], { seat: at % 2, view: { index: 0, game: {} } }));
  const tape = new Tape(replay(frames, { game: "karta", playable: true, names: ["Ada", "Bea"] }), own);
  tape.show(1);
  shown(tape);
  await fireEvent.click(screen.getByRole("button", { name: "Play on from here" }));
  const sheet = await screen.findByRole("dialog", { hidden: true });
  expect(sheet.querySelector("label.on")?.textContent.trim()).toBe(name);
  vi.unstubAllGlobals();
});
