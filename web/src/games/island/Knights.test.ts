import { render } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sitting } from "../../fakes";
import type * as messages from "../../messages";
import { chair, deckOf, isleView, person, told } from "../../sample";
import { load } from "../../texts.svelte";
import Island from "./Island.svelte";

/** The first card of each team. */
const CARDS = [19, 35, 51];
/** The symbols of those cards: 0 is on the first two, 1 on the first and the last, 2 on the last two. */
const SHOWN = [
  [0, 1, 3],
  [0, 2, 4],
  [1, 2, 5],
];
const deck = deckOf(
  ["apple", "boat", "cart", "dice", "ewe", "fish"],
  Array.from({ length: 52 }, (_, card) => SHOWN[CARDS.indexOf(card)] ?? []),
);

/** What the clock of the presses shows, in milliseconds. */
let clock: number;

beforeAll(() => load("en"));
beforeEach(() => {
  clock = 0;
  vi.spyOn(Event.prototype, "timeStamp", "get").mockImplementation(() => clock);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(820);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(1180);
});

interface Table {
  moves: unknown[];
  /** Presses a symbol of a team's card, some milliseconds after the press before. */
  press: (team: number, symbol: number, after?: number) => Promise<void>;
  /** Presses keys, each by the letter that it prints. */
  keys: (...letters: readonly string[]) => Promise<void>;
}

/** Draws a round of Knights for some teams, of which some are at this screen. */
function knights(
  teams: number,
  seats: readonly number[],
  keyboard = false,
  change: Partial<messages.IsleView> = {},
): Table {
  vi.stubGlobal("matchMedia", () => ({ matches: keyboard }));
  const moves: unknown[] = [];
  const chairs = CARDS.slice(0, teams).map((_, seat) => chair({ seat, team: seat, member: seat }));
  const { table } = sitting(0, told({ game: "island/knights", chairs, persons: [person(0, "Ada")] }));
  const turned = CARDS.slice(0, teams);
  const counts = turned.map(() => 15);
  const game = isleView({ game: "knights", turned, counts, open: turned.map(() => []), ...change });
  const view: messages.StageViewIsleView = {
    type: "stageview",
    index: 0,
    game,
    standing: turned.map(() => 0),
  };
  render(Island, {
    table,
    game: "island/knights",
    view,
    seats,
    deck,
    send: (seat: number, move: unknown) => {
      moves.push([seat, move]);
      return Promise.resolve({ type: "done", id: 1 });
    },
    ask: () => Promise.resolve(null),
    sight: () => view,
    watch: () => () => {},
  });
  return {
    moves,
    press: async (team, symbol, after = 600) => {
      clock += after;
      const card = document.querySelector(`[data-card="${CARDS[team]}"]`);
      card?.querySelector<HTMLElement>(`[data-symbol="${symbol}"]`)?.click();
      await tick();
    },
    keys: async (...letters) => {
      for (const letter of letters)
        window.dispatchEvent(new KeyboardEvent("keydown", { key: letter, code: `Key${letter}` }));
      await tick();
    },
  };
}

const call = (seat: number, symbol: number, other: number): unknown => [
  seat,
  { type: "call", symbol, cards: [CARDS[other], CARDS[seat]] },
];

const glowing = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>(".near .card:has(.halo)")].map((card) => card.dataset["card"]);

test.each([
  [0, 1],
  [1, 0],
])(
  "of two knights at a tablet, %d takes the other's card by the symbol on both cards",
  async (one, other) => {
    const { moves, press } = knights(2, [0, 1]);
    await press(one, 0);
    expect(moves).toEqual([]);
    await press(other, 0);
    expect(moves).toEqual([call(one, 0, other)]);
  },
);

test("where two knights at a tablet have named different symbols, each press is for whose symbol it is", async () => {
  const { moves, press } = knights(2, [0, 1]);
  await press(0, 3);
  await press(1, 0);
  expect(moves).toEqual([]);
  expect(glowing()).toEqual(["19", "35"]);
  await press(0, 0);
  expect(moves).toEqual([call(1, 0, 0)]);
  expect(glowing()).toEqual(["19"]);
});

test("of two knights who press at one instant each begins, and whoever comes to the other's card first takes it", async () => {
  const { moves, press } = knights(2, [0, 1]);
  await press(0, 0);
  await press(1, 0, 249);
  expect(moves).toEqual([]);
  expect(glowing()).toEqual(["19", "35"]);
  await press(0, 0);
  expect(moves).toEqual([call(1, 0, 0)]);
});

test("a knight's symbol is forgotten in a while", async () => {
  vi.useFakeTimers();
  const { moves, press } = knights(2, [0, 1]);
  await press(0, 0);
  await vi.advanceTimersByTimeAsync(3000);
  expect(glowing()).toEqual([]);
  await press(1, 0);
  expect(moves).toEqual([]);
  vi.useRealTimers();
});

test("a knight's symbol is taken back by its own owner's press only", async () => {
  const { moves, press } = knights(2, [0, 1]);
  await press(0, 3);
  await press(1, 4);
  await press(1, 4);
  expect(glowing()).toEqual(["19"]);
  await press(0, 3);
  expect(glowing()).toEqual([]);
  expect(moves).toEqual([]);
});

test("of three knights at a tablet, each can take either card", async () => {
  const { moves, press } = knights(3, [0, 1, 2]);
  await press(2, 1);
  await press(0, 1);
  await press(1, 2);
  await press(2, 2);
  await press(0, 0);
  await press(1, 0);
  expect(moves).toEqual([call(2, 1, 0), call(1, 2, 2), call(0, 0, 1)]);
});

test("two knights at a tablet take the card of a third one elsewhere, each by their own symbol", async () => {
  const { moves, press } = knights(3, [0, 1]);
  await press(0, 3);
  await press(1, 2);
  await press(2, 2);
  expect(moves).toEqual([call(1, 2, 2)]);
  // Whoever presses it with no symbol of their own is nobody: it stays the first one's turn to finish.
  await press(2, 5);
  await press(2, 1);
  expect(moves).toHaveLength(1);
  await press(0, 1);
  await press(2, 1);
  expect(moves.at(-1)).toEqual(call(0, 1, 2));
});

test("a frozen knight's symbol is not in another's way", async () => {
  const { moves, press } = knights(3, [0, 1, 2], false, { frozen: [900, 0, 0] });
  await press(0, 0);
  await press(1, 0);
  expect(moves).toEqual([]);
  expect(glowing()).toContain("35");
});

test("where a third knight is out, the two others go on", async () => {
  const { moves, press } = knights(3, [0, 1, 2], false, { turned: [-1, 35, 51] });
  await press(1, 2);
  await press(2, 2);
  expect(moves).toEqual([call(1, 2, 2)]);
});

test("knights at a tablet read what to press next, each at their own side", async () => {
  const { press } = knights(2, [0, 1]);
  const said = (): (string | null)[] =>
    [...document.querySelectorAll(".rim .next")].map((one) => one.textContent);
  expect(said()).toEqual(["Your card first, then theirs", "Your card first, then theirs"]);
  await press(0, 3);
  expect(said().sort()).toEqual(["Now on another card", "Your card first, then theirs"]);
});

test("of two knights at a keyboard, each takes the other's card by one key of their own", async () => {
  const { moves, keys } = knights(2, [0, 1], true);
  await keys("U");
  await keys("Q");
  expect(moves).toEqual([call(1, 0, 0), call(0, 0, 1)]);
});

test("of three knights at a keyboard, each says by a second key whose card, which the cards show", async () => {
  const { moves, keys } = knights(3, [0, 1, 2], true);
  const shown = (): (string | null | undefined)[] =>
    [0, 1, 2].map((seat) => document.querySelector(`.near[data-hand="${seat}"] > kbd`)?.textContent);
  expect(shown()).toEqual([undefined, undefined, undefined]);
  await keys("I");
  expect(shown()).toEqual(["U", undefined, "I"]);
  await keys("Q");
  expect(shown()).toEqual(["U", "Q", "W I"]);
  await keys("I", "Q");
  expect(moves).toEqual([call(1, 2, 2), call(0, 0, 1)]);
});
