import { fireEvent, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { sitting } from "../../fakes";
import { chair, deckOf, person, spotView, told } from "../../sample";
import { load } from "../../texts.svelte";
import type * as messages from "../../messages";
import type { GameProps, Happening } from "..";
import Round from "./Round.svelte";

type Watcher = Parameters<GameProps<"spot">["watch"]>[0];

beforeAll(() => load("en"));

test("at one keyboard each claims with a key of their own, and only whoever claimed names a symbol", async () => {
  const chairs = [0, 1].map((seat) => chair({ seat, name: `Guest ${seat + 1}`, member: 1 }));
  const { table } = sitting(1, told({ game: "spot/practice", chairs, persons: [person(1, "Ada")] }));
  const send = vi.fn<GameProps<"spot">["send"]>(() => Promise.resolve({ type: "done", id: 1 }));
  const props = (claimant: number | null): GameProps<"spot"> => {
    const view = spotView({ table: [0, 2], claimant, lapses: claimant === null ? null : 3000 });
    const deck = deckOf(["apple", "boat"], [[0], [0], [0, 1]]);
    const ask = (): Promise<null> => Promise.resolve(null);
    const watch = () => (): void => {};
    return { table, game: "spot/practice", view, seats: [0, 1], deck, send, ask, sight: () => view, watch };
  };
  const { rerender } = render(Round, props(null));
  // Nobody has claimed: the keys that name symbols name none.
  await fireEvent.keyDown(window, { code: "KeyU" });
  expect(send).not.toHaveBeenCalled();
  await fireEvent.keyDown(window, { code: "KeyY" });
  expect(send.mock.calls.map(([seat, move]) => [seat, move.type])).toEqual([[1, "claim"]]);
  await rerender(props(1));
  await fireEvent.keyDown(window, { code: "KeyQ" });
  expect(send).toHaveBeenCalledTimes(1);
  await fireEvent.keyDown(window, { code: "KeyU" });
  expect(send.mock.calls[1]?.slice(0, 2)).toEqual([1, { type: "call", symbol: 0, cards: [0, 2] }]);
});

test("whoever is rid of their hot potato is told so in their own corner, and nobody else", () => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  const chairs = [0, 1, 2].map((seat) => chair({ seat, name: `Guest ${seat + 1}`, member: 1 }));
  const { table } = sitting(1, told({ game: "spot/potato", chairs, persons: [person(1, "Ada")] }));
  const view = spotView({ tops: [-1, 0, 2] });
  render(Round, {
    table,
    game: "spot/potato",
    view,
    seats: [0, 1, 2],
    deck: deckOf(["apple", "boat"], [[0], [0], [0, 1]]),
    send: () => Promise.resolve({ type: "done", id: 1 }),
    ask: () => Promise.resolve(null),
    sight: () => view,
    watch: () => () => undefined,
  });
  const said = [0, 1, 2].map(
    (seat) => document.querySelector(`[data-pad="${seat}"] .words`)?.textContent.trim() ?? "",
  );
  expect(said).toEqual([
    "You are safe. Waiting for Guest 2 and Guest 3.",
    "Your card first, then theirs",
    "Your card first, then theirs",
  ]);
});

test.each([
  ["spot/tower", spotView({ middle: 0, tops: [1, 2] })],
  ["spot/practice", spotView({ table: [0, 2] })],
])("a wrong call shakes the edge of whoever made it, and their corner says it: %s", async (game, view) => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  const chairs = [0, 1].map((seat) => chair({ seat, name: `Guest ${seat + 1}`, member: 1 }));
  const { table } = sitting(1, told({ game, chairs, persons: [person(1, "Ada")] }));
  let watcher: Watcher | undefined;
  render(Round, {
    table,
    game,
    view,
    seats: [0, 1],
    deck: deckOf(["apple", "boat"], [[0], [0], [0, 1]]),
    send: () => Promise.resolve({ type: "done", id: 1 }),
    ask: () => Promise.resolve(null),
    sight: () => view,
    watch: (one: Watcher) => {
      watcher = one;
      return () => undefined;
    },
  });
  const event = { type: "wrong", seat: 1, symbol: 1, cards: [0, 2], until: 9 } as const;
  watcher?.({ events: [{ ...event, cards: [...event.cards] }], view, same: true, verdicts: [] })?.();
  await tick();
  const edges = [...document.querySelectorAll<HTMLElement>(".edge")];
  expect(edges.map((edge) => edge.classList.contains("shaken"))).toEqual([false, true]);
  expect(edges.map((edge) => edge.textContent.includes("boat"))).toEqual([false, true]);
  // Nowhere else: it may cover no card.
  const words = [...document.querySelectorAll(".word")];
  expect(words.map((one) => one.closest("[data-pad]")?.getAttribute("data-pad"))).toEqual(["1"]);
  expect(document.querySelector("[aria-live]")?.textContent).toMatch(/^Guest 2.*boat/);
});

test.each([
  ["spot/tower", false, ["Tap it on your card", "Tap it on your card"]],
  ["spot/well", true, ["Press its key: Q W", "Press its key: U I"]],
])("in %s each reads in their own corner what to press, at a keyboard: %s", (game, matches, due) => {
  const media = Object.defineProperty(matchMedia("(hover: hover)"), "matches", { value: matches });
  const spied = vi.spyOn(window, "matchMedia").mockReturnValue(media);
  onTestFinished(() => spied.mockRestore());
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  const chairs = [0, 1].map((seat) => chair({ seat, name: `Guest ${seat + 1}`, member: 1 }));
  const { table } = sitting(1, told({ game, chairs, persons: [person(1, "Ada")] }));
  const view = spotView({ middle: 2, tops: [0, 1] });
  const deck = deckOf(["apple", "boat"], [[0, 1], [0], [0, 1]]);
  const send: GameProps<"spot">["send"] = () => Promise.resolve({ type: "done", id: 1 });
  const rest = { ask: () => Promise.resolve(null), sight: () => view, watch: () => () => undefined };
  render(Round, { table, game, view, seats: [0, 1], deck, send, ...rest });
  const said = [...document.querySelectorAll(".pad .words")].map((one) => one.textContent);
  expect(said).toEqual(due);
});

/** Draws a practice that two share; returns how to tell the drawing what happens. */
function practised(
  view: messages.SpotView,
  send: GameProps<"spot">["send"] = () => Promise.resolve({ type: "done", id: 1 }),
  names = ["Léa", "Marc"],
  verdicts: messages.Verdict[] = [],
): (...events: Happening<"spot">["events"]) => Promise<void> {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  const chairs = names.map((name, seat) => chair({ seat, name, member: 1 }));
  const { table } = sitting(1, told({ game: "spot/practice", chairs, persons: [person(1, "Ada")] }));
  let watcher: Watcher | undefined;
  render(Round, {
    table,
    game: "spot/practice",
    view,
    seats: chairs.map(({ seat }) => seat),
    deck: deckOf(["apple", "boat"], [[0], [0], [0, 1]]),
    send,
    ask: () => Promise.resolve(null),
    sight: () => view,
    watch: (one: Watcher) => {
      watcher = one;
      return () => undefined;
    },
  });
  return async (...events) => {
    watcher?.({ events, view, same: true, verdicts })?.();
    await tick();
  };
}

const corner = (seat: number): string =>
  document.querySelector(`[data-pad="${seat}"] .who`)?.textContent.replace(/\s+/g, " ").trim() ?? "";

test.each<[string, Happening<"spot">["events"]]>([
  ["the next cards come", [{ type: "flipped" }]],
  ["the ice is gone", [{ type: "thawed", seat: 1 }]],
  ["somebody takes the cards", [{ type: "took", seat: 0, symbol: 0, cards: [0, 2], to: 0 }]],
])("a corner says why a press was too early and nothing else, until %s", async (_, events) => {
  vi.useFakeTimers();
  const refused = {
    type: "refused" as const,
    id: 1,
    rule: "FAIR-4",
    key: "fair.false-start",
    values: {},
    text: "Too early.",
  };
  const happen = practised(spotView({ table: [0, 2] }), () => Promise.resolve(refused));
  expect(corner(1)).toBe("Marc Press Y first");
  const pad = document.querySelector('[data-pad="1"]');
  if (pad) await fireEvent.pointerDown(pad, { button: 0 });
  await vi.advanceTimersByTimeAsync(10);
  expect(corner(1)).toMatch(/^Marc You pressed before[^.]*\.[^.]*\.$/);
  await happen(...events);
  expect(corner(1)).toBe("Marc Press Y first");
  vi.useRealTimers();
});

test("a corner says no longer than it takes to read why a press was too early", async () => {
  vi.useFakeTimers();
  const refused = {
    type: "refused" as const,
    id: 1,
    rule: "",
    key: "fair.false-start",
    values: {},
    text: "",
  };
  practised(spotView({ table: [0, 2] }), () => Promise.resolve(refused));
  const pad = document.querySelector('[data-pad="0"]');
  if (pad) await fireEvent.pointerDown(pad, { button: 0 });
  await vi.advanceTimersByTimeAsync(10);
  expect(corner(0)).toContain("You pressed before");
  await vi.advanceTimersByTimeAsync(4500);
  expect(corner(0)).toBe("Léa Press T first");
  vi.useRealTimers();
});

test("while a tie is decided every corner says between whom", () => {
  practised(spotView({ table: [0, 2], faceoff: [0, 1] }), undefined, ["Léa", "Marc", "Zoé"]);
  expect([0, 1, 2].map(corner)).toEqual([
    "Face-off: Léa and Marc Press T first",
    "Face-off: Léa and Marc Press Y first",
    "Face-off: Léa and Marc",
  ]);
});

test("what is said of a tie is said once, in the corners", async () => {
  const happen = practised(spotView({ table: [0, 2], faceoff: [0, 1] }));
  await happen({ type: "tied", seats: [0, 1] });
  const said = [...document.querySelectorAll(".felt *")].filter((one) => one.children.length === 0);
  expect(said.filter((one) => /face-off/iu.test(one.textContent))).toHaveLength(2);
  expect(document.querySelector("[aria-live]")?.textContent).toBe("Tied for first: face-off");
});

test("what is said in the middle is said to each side, turned to it", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const happen = practised(spotView({ table: [0, 2], stock: 7 }), undefined, ["Léa", "Marc", "Zoé"]);
  const turned = (what: string): (string | undefined)[] =>
    [...document.querySelectorAll(what)].map((one) => one.closest<HTMLElement>(".side")?.style.rotate);
  expect(turned('[data-do="enough"]')).toEqual(["90deg", "270deg"]);
  await happen({ type: "burned", seat: 0, cards: 2 });
  expect([0, 1, 2].map(corner)).toEqual(["Léa", "Marc", "Zoé"].map((name) => `${name} Léa keeps 2 cards`));
  expect(document.querySelectorAll(".word")).toHaveLength(3);
  vi.unstubAllGlobals();
});

test("whoever has just given their potato away reads how quick they were, and the others who keeps the cards", async () => {
  const score = {
    seat: 0,
    elapsed: 700,
    implied: null,
    credit: 0,
    spike: 0,
    score: 700,
    moment: 700,
    flagged: false,
  };
  const verdict = { winner: 0, tied: [], scores: [score] };
  const happen = practised(spotView({ tops: [0, 1] }), undefined, ["Léa", "Marc"], [verdict]);
  await happen(
    { type: "took", seat: 0, symbol: 0, cards: [0, 1], to: 1 },
    { type: "burned", seat: 1, cards: 2 },
  );
  expect(corner(0)).toMatch(/0\.70/u);
  expect(corner(1)).toContain("Marc keeps 2 cards");
});
