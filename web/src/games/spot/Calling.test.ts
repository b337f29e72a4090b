import { beforeEach, expect, test, vi } from "vitest";
import type * as messages from "../../messages";
import { spotView } from "../../sample";
import { Calling, type CallingScene } from "./Calling.svelte";
import type { SpotGame } from "./calls";

const sent: { seat: number; move: unknown; at: number | undefined; late: () => Promise<void> }[] = [];
const missed = vi.fn();
let scene: CallingScene;
let calling: Calling;

function play(game: SpotGame, view: Partial<messages.SpotView>): void {
  scene = {
    game,
    view: spotView(view),
    seats: [0, 1],
    symbols: (card) => [card, 8, 9],
    send: (seat, move, at) =>
      new Promise((resolve) => {
        const late = async (): Promise<void> => {
          resolve({ type: "late", id: 1 });
          await Promise.resolve();
          await Promise.resolve();
        };
        sent.push({ seat, move, at, late });
      }),
  };
  calling = new Calling(() => scene, missed);
}
function becomes(changes: Partial<messages.SpotView>): void {
  scene = { ...scene, view: { ...scene.view, ...changes } };
}
beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  missed.mockClear();
});

test("one's own corner first: a press before it is nobody's", () => {
  play("practice", { table: [4, 9] });
  expect(calling.press(4, 7, 100)).toBeNull();
  expect(calling.claim(1, 100)).toBe(true);
  expect(sent.map(({ seat, move }) => [seat, move])).toEqual([[1, { type: "claim", cards: [4, 9] }]]);
  expect(calling.claim(1, 101)).toBe(false);
});

test("who has claimed names the symbol, and nobody else at the screen does", () => {
  play("practice", { table: [4, 9], claimant: 1, lapses: 3000 });
  expect(calling.speaker).toBe(1);
  expect(calling.claim(0, 100)).toBe(false);
  expect(calling.press(4, 7, 200)).toBe(1);
  expect(sent.map(({ seat, move }) => [seat, move])).toEqual([
    [1, { type: "call", symbol: 7, cards: [4, 9] }],
  ]);
  becomes({ claimant: 2 });
  expect(calling.press(4, 7, 300)).toBeNull();
});

test("a symbol pressed before the claim is decided is sent once it is", () => {
  play("practice", { table: [4, 9] });
  calling.claim(0, 100);
  expect(calling.press(4, 7, 150)).toBe(0);
  expect(sent).toHaveLength(1);
  becomes({ claimant: 0 });
  calling.granted(0);
  expect(sent.map(({ move }) => move)).toContainEqual({ type: "call", symbol: 7, cards: [4, 9] });
});

test("what was pressed early is forgotten where another's claim counts", async () => {
  play("practice", { table: [4, 9] });
  calling.claim(0, 100);
  calling.press(4, 7, 150);
  becomes({ claimant: 2 });
  calling.granted(2);
  await sent[0]?.late();
  becomes({ claimant: 0 });
  calling.granted(0);
  expect(sent).toHaveLength(1);
  expect(missed).toHaveBeenCalledWith(0, { type: "late", id: 1 });
});

test("while two claim at once a press is nobody's", async () => {
  play("practice", { table: [4, 9] });
  calling.claim(0, 100);
  calling.claim(1, 101);
  expect(calling.speaker).toBeNull();
  expect(calling.press(4, 7, 150)).toBeNull();
  await sent[1]?.late();
  expect(calling.claiming).toEqual([0]);
});

test("nobody claims who is frozen, not in the face-off, or before the flip", () => {
  play("practice", { table: [4, 9], frozen: [900, 0, 0] });
  expect(calling.claim(0, 100)).toBe(false);
  becomes({ flips: 900 });
  expect(calling.claim(1, 100)).toBe(false);
  play("faceoff", { table: [4, 9], faceoff: [1, 2] });
  expect(calling.claim(0, 100)).toBe(false);
  expect(calling.claim(1, 100)).toBe(true);
});

test("one's own card needs no claim, and counts for its seat", () => {
  play("tower", { middle: 3, tops: [5, 6, 7] });
  expect(calling.claim(0, 50)).toBe(false);
  calling.press(6, 2, 100, 1);
  calling.press(5, 2, 100, 0);
  expect(sent.map(({ seat, move }) => [seat, move])).toEqual([
    [1, { type: "call", symbol: 2, cards: [3, 6] }],
    [0, { type: "call", symbol: 2, cards: [3, 5] }],
  ]);
});

/** Returns who has called, about which cards. */
function calls(): unknown[] {
  return sent.map(({ seat, move }) => [seat, move]);
}

test("a hot potato goes to whoever's card is pressed, after the symbol on one's own", () => {
  play("potato", { tops: [5, 6, 7] });
  expect(calling.press(5, 8, 100, 0)).toBe(0);
  expect(calls()).toEqual([]);
  expect(calling.offers).toEqual([{ seat: 0, card: 5, symbol: 8, at: 100 }]);
  expect(calling.press(6, 8, 350, 1)).toBe(0);
  expect(calls()).toEqual([[0, { type: "call", symbol: 8, cards: [5, 6] }]]);
  expect(calling.offers).toEqual([]);
});

test("another symbol on another's card is that other's own beginning, and costs nobody anything", () => {
  play("potato", { tops: [5, 6, 7] });
  calling.press(5, 8, 100, 0);
  expect(calling.press(6, 9, 200, 1)).toBe(1);
  expect(calls()).toEqual([]);
  expect(calling.press(5, 9, 450, 0)).toBe(1);
  expect(calls()).toEqual([[1, { type: "call", symbol: 9, cards: [6, 5] }]]);
  expect(calling.offers).toEqual([{ seat: 0, card: 5, symbol: 8, at: 100 }]);
});

test("of two who press their potatoes at one instant each begins, and whoever comes to the other's card first gives", () => {
  play("potato", { tops: [5, 6, 7] });
  expect(calling.press(5, 8, 100, 0)).toBe(0);
  expect(calling.press(6, 8, 349, 1)).toBe(1);
  expect(calls()).toEqual([]);
  expect(calling.offers.map(({ seat }) => seat)).toEqual([0, 1]);
  expect(calling.press(5, 8, 700, 0)).toBe(1);
  expect(sent).toMatchObject([{ seat: 1, move: { type: "call", symbol: 8, cards: [6, 5] }, at: 700 }]);
});

test("a potato that is named reserves nothing: it is taken back, replaced, or forgotten in a while", () => {
  play("potato", { tops: [5, 6, 7] });
  calling.press(5, 8, 100, 0);
  calling.press(5, 8, 200, 0);
  expect(calling.offers).toEqual([]);
  calling.press(5, 8, 300, 0);
  vi.advanceTimersByTime(2000);
  calling.press(5, 9, 2300, 0);
  vi.advanceTimersByTime(2000);
  expect(calling.offers).toEqual([{ seat: 0, card: 5, symbol: 9, at: 2300 }]);
  vi.advanceTimersByTime(1000);
  expect(calling.offers).toEqual([]);
  calling.press(5, 8, 5300, 0);
  becomes({ tops: [4, 6, 7] });
  expect(calling.offers).toEqual([]);
  expect(calls()).toEqual([]);
});

test("a card of another screen takes a potato and begins nothing; a wrong symbol there is a wrong call", () => {
  play("potato", { tops: [5, 6, 7] });
  expect(calling.press(7, 8, 100)).toBeNull();
  calling.press(5, 8, 200, 0);
  expect(calling.press(7, 9, 300)).toBe(0);
  expect(calls()).toEqual([[0, { type: "call", symbol: 9, cards: [5, 7] }]]);
  calling.press(5, 8, 400, 0);
  calling.press(6, 6, 500, 1);
  expect(calling.press(7, 9, 600)).toBeNull();
  expect(calling.press(7, 6, 700)).toBe(1);
});

test("nobody gives while frozen, and a frozen player can still be given to", () => {
  play("potato", { tops: [5, 6, 7], frozen: [900, 0, 0] });
  expect(calling.press(5, 8, 100, 0)).toBeNull();
  expect(calling.key(0, 0, 100)).toBe(false);
  calling.press(6, 8, 200, 1);
  expect(calling.press(5, 8, 300, 0)).toBe(1);
  expect(calls()).toEqual([[1, { type: "call", symbol: 8, cards: [6, 5] }]]);
});

test("by keyboard the symbol on one's own card comes first, then whose card it goes to", () => {
  play("potato", { tops: [5, 6, 7] });
  expect(calling.key(0, 1, 100)).toBe(true);
  expect(calling.key(0, 5, 200)).toBe(false);
  calling.withdraw(0);
  expect(calling.offers).toEqual([]);
  calling.key(0, 2, 300);
  expect(calling.key(0, 1, 400)).toBe(true);
  expect(calls()).toEqual([[0, { type: "call", symbol: 9, cards: [5, 7] }]]);
});

test("by keyboard the symbol is enough where only one other has a card left", () => {
  play("potato", { tops: [5, -1, 7] });
  expect(calling.key(0, 1, 100)).toBe(true);
  expect(calls()).toEqual([[0, { type: "call", symbol: 8, cards: [5, 7] }]]);
});

test("a triplet is called by the symbol on each of three cards", () => {
  play("triplet", { table: [1, 2, 3, 4], claimant: 0 });
  calling.press(1, 9, 100);
  calling.press(2, 9, 110);
  calling.press(2, 9, 120);
  calling.press(4, 9, 130);
  expect(sent).toHaveLength(0);
  calling.press(3, 9, 140);
  expect(sent[0]?.move).toEqual({ type: "call", symbol: 9, cards: [1, 4, 3] });
});

test("by keyboard the card comes before its symbol, and a triplet's cards follow it", () => {
  play("triplet", { table: [1, 2, 3, 4], claimant: 0 });
  calling.pick(1, 100);
  calling.press(1, 9, 110);
  expect(calling.named).toEqual({ symbol: 9, cards: [1] });
  calling.pick(2, 120);
  calling.pick(3, 130);
  expect(sent[0]?.move).toEqual({ type: "call", symbol: 9, cards: [1, 2, 3] });
});
