import { expect, test } from "vitest";
import { deckOf, isleView } from "../../sample";
import type { Answer } from "../../Table.svelte";
import { Caller } from "./Caller.svelte";
import { Keyboard, type Keyed } from "./Keyboard.svelte";
import type { Hand } from "./teams";

const NAMES = ["Anchor", "Apple", "Boat", "Cactus", "Été"];
const deck = deckOf(NAMES, [
  [0, 1, 2, 4],
  [0, 3],
  [2, 3],
]);
const HAND: Hand = { seat: 0, team: 0, hand: 0, card: 0, left: 3 };
const MATE: Hand = { seat: 1, team: 1, hand: 1, card: 1, left: 3 };
const TARGETS = [
  { slot: 0, card: 1 },
  { slot: 3, card: 2 },
];

interface Sat {
  keys: Keyboard;
  caller: Caller;
  moves: unknown[];
  press: (...keys: readonly string[]) => void;
}

/** Sits somebody, or several, at a keyboard; a key's code is that of its letter. */
function keyboard(change: Partial<Keyed> = {}): Sat {
  const moves: unknown[] = [];
  const send = (seat: number, move: unknown): Promise<Answer> => {
    moves.push([seat, move]);
    return Promise.resolve({ type: "done", id: 1 });
  };
  const mine = change.mine ?? [HAND];
  const caller: Caller = new Caller(
    () => ({
      view: isleView({}),
      hands: mine,
      targets: () => TARGETS,
      duel: false,
      helping: null,
      has: () => true,
      chooser: () => null,
      send,
    }),
    () => undefined,
  );
  const keyed = {
    keyboard: true,
    deck,
    caller,
    near: mine,
    targets: () => TARGETS,
    duel: false,
    watching: false,
  };
  const keys = new Keyboard(() => ({ ...keyed, live: true, mine, ...change }));
  const press = (...pressed: readonly string[]): void => {
    for (const key of pressed)
      keys.down(new KeyboardEvent("keydown", { key, code: `Key${key.toUpperCase()}`, cancelable: true }));
  };
  return { keys, caller, moves, press };
}

const call = (seat: number, symbol: number, ...cards: number[]): unknown => [
  seat,
  { type: "call", symbol, cards },
];

test("a digit names a symbol of one's own card, a letter the place", () => {
  const { keys, moves, press } = keyboard();
  expect(keys.of(HAND).slice(0, 2)).toEqual(["1", "2"]);
  expect(keys.letter(3)).toBe("d");
  press("3", "d");
  expect(moves).toEqual([call(0, 2, 2, 0)]);
});

test("after a slash letters spell a symbol of one's own card, until only one is meant", () => {
  const { keys, caller, moves, press } = keyboard();
  press("/", "a");
  expect(keys.typed).toBe("a");
  expect(caller.aim).toBeNull();
  press("n");
  expect(keys.typed).toBeNull();
  expect(caller.aim?.symbol).toBe(0);
  press("a");
  expect(moves).toEqual([call(0, 0, 1, 0)]);
});

test("the rest of a name that was chosen by its beginning is no place, until a space or another letter ends it", () => {
  const { keys, caller, moves, press } = keyboard();
  press("/", "a", "n", "c", "h", "o");
  expect([keys.beyond, moves]).toEqual(["ancho", []]);
  press("d");
  expect(moves).toEqual([call(0, 0, 2, 0)]);
  caller.clear();
  press("/", "c", "a", "c");
  expect(keys.beyond).toBe("");
  press("/", "b", " ", "a");
  expect(moves.at(-1)).toEqual(call(0, 2, 1, 0));
});

test("an accent need not be typed, and Enter takes the first of several", () => {
  const { caller, press } = keyboard();
  press("/", "e");
  expect(caller.aim?.symbol).toBe(4);
  caller.clear();
  press("/", "a", "Enter");
  expect(caller.aim?.symbol).toBe(0);
});

test("what is only on the island's cards is not named", () => {
  const { keys, caller, press } = keyboard();
  press("/", "c", "a", "c");
  expect(keys.typed).toBe("");
  expect(caller.aim).toBeNull();
});

test("Escape ends the spelling, and the next begins anew", () => {
  const { keys, caller, press } = keyboard();
  press("/", "a", "Escape");
  expect(keys.typed).toBeNull();
  press("/", "b");
  expect(caller.aim?.symbol).toBe(2);
  press("Escape");
  expect(caller.aim).toBeNull();
});

test("whoever only watches, or has a sheet open, names nothing", () => {
  const watching = keyboard({ watching: true });
  watching.press("/", "1", "a");
  expect([watching.keys.typed, watching.caller.aim, watching.caller.chosen]).toEqual([null, null, []]);
  expect(watching.keys.of(HAND)).toEqual([]);
  const sheet = document.body.appendChild(document.createElement("dialog"));
  sheet.setAttribute("open", "");
  const { keys, caller, press } = keyboard();
  press("/", "1");
  sheet.remove();
  expect([keys.typed, caller.aim]).toEqual([null, null]);
});

test("several at one keyboard have keys of their own: the symbol, the row, the place in it", () => {
  const { keys, moves, press } = keyboard({ mine: [HAND, MATE] });
  expect(keys.of(MATE)[0]).toBe("U");
  press("u");
  expect(keys.of(MATE)).toEqual([]);
  expect([0, 3].map((slot) => keys.letter(slot))).toEqual(["U", "I"]);
  press("e", "i");
  expect([0, 3].map((slot) => keys.letter(slot))).toEqual(["Q", "W"]);
  press("u");
  expect(moves).toEqual([call(1, 0, 2, 1)]);
  press("q", "q");
  expect(moves).toEqual([call(1, 0, 2, 1), call(0, 2, 1, 0)]);
});

test("of several at one keyboard, whoever presses the claiming key takes their symbol back, and nobody spells", () => {
  const { keys, caller, press } = keyboard({ mine: [HAND, MATE] });
  press("q", "t");
  expect(caller.aims).toEqual([]);
  keys.down(new KeyboardEvent("keydown", { key: "/", code: "Slash" }));
  expect(keys.typed).toBeNull();
});

test("in a duel a letter names the other's card", () => {
  const { keys, moves, press } = keyboard({ duel: true });
  expect(keys.letter(3)).toBe("b");
  press("1", "b");
  expect(moves).toEqual([call(0, 0, 2, 0)]);
});

test("a key that the browser repeats, or one with Ctrl, is none", () => {
  const { caller, keys } = keyboard({ mine: [HAND, MATE] });
  keys.down(new KeyboardEvent("keydown", { key: "q", code: "KeyQ", repeat: true }));
  keys.down(new KeyboardEvent("keydown", { key: "q", code: "KeyQ", ctrlKey: true }));
  expect(caller.aims).toEqual([]);
});

test("several at one keyboard let go of a chosen place with Escape, and keep their symbols", () => {
  const { caller, press } = keyboard({ mine: [HAND, MATE] });
  press("q");
  caller.chosen = [3];
  press("Escape");
  expect(caller.chosen).toEqual([]);
  expect(caller.aims.map(({ seat }) => seat)).toEqual([0]);
});
