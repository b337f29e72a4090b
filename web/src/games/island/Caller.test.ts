import { expect, test, vi } from "vitest";
import { isleView } from "../../sample";
import type { Answer } from "../../Table.svelte";
import { Caller, type CallerScene } from "./Caller.svelte";
import type { Hand } from "./teams";

const HAND: Hand = { seat: 0, team: 0, hand: 0, card: 19, left: 3 };
const MATE: Hand = { ...HAND, seat: 2, hand: 2, card: 20 };
const VIEW = isleView({});

function scene(change: Partial<CallerScene> = {}): { caller: Caller; moves: unknown[] } {
  const moves: unknown[] = [];
  const send = (seat: number, move: unknown): Promise<Answer> => {
    moves.push([seat, move]);
    return Promise.resolve({ type: "done", id: 1 });
  };
  const targets = [
    { slot: 4, card: 7 },
    { slot: 5, card: 8 },
  ];
  return {
    moves,
    caller: new Caller(
      () => ({
        view: VIEW,
        hands: [HAND],
        targets: () => targets,
        duel: false,
        helping: null,
        has: () => true,
        chooser: () => null,
        send,
        ...change,
      }),
      () => undefined,
    ),
  };
}

const CALL = [0, { type: "call", symbol: 33, cards: [7, 19] }];

test("a symbol of one's own card and then a place are a call", () => {
  const { caller, moves } = scene();
  caller.own(HAND, 33, 1);
  expect(moves).toEqual([]);
  caller.target({ slot: 4, card: 7 }, null, 2);
  expect(moves).toEqual([CALL]);
  expect(caller.aim).toBe(null);
});

test("a place and then a symbol are the same call", () => {
  const { caller, moves } = scene();
  caller.target({ slot: 4, card: 7 }, null, 1);
  expect(caller.chosen).toEqual([4]);
  caller.own(HAND, 33, 2);
  expect(moves).toEqual([CALL]);
});

test("a symbol pressed on the island is a call at once", () => {
  const { caller, moves } = scene();
  caller.target({ slot: 4, card: 7 }, 33, 1);
  expect(moves).toEqual([CALL]);
});

test("pressing the same again takes it back", () => {
  const { caller, moves } = scene();
  caller.own(HAND, 33, 1);
  caller.own(HAND, 33, 2);
  expect(caller.aim).toBe(null);
  caller.target({ slot: 4, card: 7 }, null, 3);
  caller.target({ slot: 4, card: 7 }, null, 4);
  expect(caller.chosen).toEqual([]);
  expect(moves).toEqual([]);
});

test("a symbol of a card that has been laid since makes no call", () => {
  const hands = [HAND];
  const { caller, moves } = scene({ hands });
  caller.own(HAND, 33, 1);
  hands[0] = { ...HAND, card: 21 };
  caller.target({ slot: 4, card: 7 }, null, 2);
  expect(moves).toEqual([]);
});

test("where there is only one card to press, a symbol of one's own is enough", () => {
  const { caller, moves } = scene({ targets: () => [{ slot: 1, card: 7 }] });
  caller.own(HAND, 33, 1);
  expect(moves).toEqual([CALL]);
});

test("with two at one screen, a symbol on the island waits for who calls it", () => {
  const { caller, moves } = scene({ hands: [HAND, MATE] });
  caller.target({ slot: 4, card: 7 }, 33, 1);
  expect(moves).toEqual([]);
  caller.own(MATE, 33, 2);
  expect(moves).toEqual([[2, { type: "call", symbol: 33, cards: [7, 20] }]]);
});

test("who has laid all cards points for the team-mate instead", () => {
  const { caller, moves } = scene({ helping: { ...HAND, card: -1 } });
  caller.target({ slot: 4, card: 7 }, 33, 1);
  caller.target({ slot: 4, card: 7 }, null, 2);
  caller.own(MATE, 33, 3);
  expect(moves).toEqual([
    [0, { type: "point", card: 7, symbol: 33 }],
    [0, { type: "point", card: 7 }],
    [0, { type: "point", card: 20, symbol: 33 }],
  ]);
});

test("nothing is called while frozen", () => {
  const { caller, moves } = scene({ view: { ...VIEW, frozen: [500, 0, 0] } });
  caller.target({ slot: 4, card: 7 }, 33, 1);
  expect(moves).toEqual([]);
});

test("a press just after a place was covered is about the card that was seen there", () => {
  const { caller, moves } = scene();
  caller.covered(4, 3, 1000);
  caller.target({ slot: 4, card: 7 }, 33, 1120);
  caller.target({ slot: 4, card: 7 }, 33, 1400);
  expect(moves).toEqual([[0, { type: "call", symbol: 33, cards: [3, 19] }], CALL]);
});

test("of several at one screen, a place is for whoever's symbol is on its card", () => {
  const { caller, moves } = scene({
    hands: [HAND, MATE],
    has: (card, symbol) => card === 7 && symbol === 33,
  });
  caller.own(HAND, 33, 1);
  caller.own(MATE, 44, 2);
  caller.target({ slot: 4, card: 7 }, null, 3);
  expect(moves).toEqual([CALL]);
  expect(caller.aims.map(({ seat }) => seat)).toEqual([2]);
});

/** Nobody's symbol is on any card; 0 sits at place 4 and the team-mate at 5. */
const ASTRAY = { hands: [HAND, MATE], has: () => false, chooser: (slot: number) => (slot === 4 ? 0 : 2) };

test("of several at one screen, a place without anybody's symbol is for whoever sits there, who may begin with it", () => {
  const { caller, moves } = scene(ASTRAY);
  caller.own(HAND, 33, 1);
  caller.target({ slot: 5, card: 8 }, null, 600);
  expect(moves).toEqual([]);
  expect(caller.chosen).toEqual([5]);
  expect(caller.aims.map(({ seat }) => seat)).toEqual([0]);
  caller.target({ slot: 4, card: 7 }, null, 1200);
  expect(moves).toEqual([CALL]);
  expect(caller.chosen).toEqual([5]);
});

test("of several at one screen, a wrong place is the mistake of whoever chose last, and had the time to press there", () => {
  const { caller, moves } = scene(ASTRAY);
  caller.own(HAND, 33, 1);
  caller.own(MATE, 44, 600);
  caller.target({ slot: 4, card: 7 }, null, 1200);
  expect(moves).toEqual([[2, { type: "call", symbol: 44, cards: [7, 20] }]]);
  caller.own(MATE, 44, 1800);
  caller.target({ slot: 4, card: 7 }, null, 2049);
  expect(moves.at(-1)).toEqual(CALL);
});

test("of several at one screen, a symbol is forgotten in a while; of one alone it stands", () => {
  vi.useFakeTimers();
  const { caller, moves } = scene({ hands: [HAND, MATE] });
  caller.own(HAND, 33, 1);
  vi.advanceTimersByTime(3000);
  expect(caller.aims).toEqual([]);
  caller.target({ slot: 4, card: 7 }, null, 3001);
  expect(moves).toEqual([]);
  const alone = scene();
  alone.caller.own(HAND, 33, 1);
  vi.advanceTimersByTime(90000);
  alone.caller.target({ slot: 4, card: 7 }, null, 90001);
  expect(alone.moves).toEqual([CALL]);
  vi.useRealTimers();
});

test("of several at one screen whose symbols are on a card, the symbol that is pressed there says whose call it is", () => {
  const { caller, moves } = scene({ hands: [HAND, MATE] });
  caller.own(HAND, 44, 1);
  caller.own(MATE, 33, 2);
  caller.target({ slot: 4, card: 7 }, 33, 3);
  expect(moves).toEqual([[2, { type: "call", symbol: 33, cards: [7, 20] }]]);
});

test("of several at one screen, only whoever enlarged a place answers about it with a symbol of their own", () => {
  const { caller, moves } = scene({ hands: [HAND, MATE], chooser: () => 0 });
  caller.target({ slot: 4, card: 7 }, null, 1);
  caller.own(MATE, 44, 2);
  expect(moves).toEqual([]);
  expect(caller.chosen).toEqual([4]);
  expect(caller.aims.map(({ seat }) => seat)).toEqual([2]);
  caller.own(HAND, 33, 3);
  expect(moves).toEqual([CALL]);
  expect(caller.chosen).toEqual([]);
  expect(caller.aims.map(({ seat }) => seat)).toEqual([2]);
});

test("of several at one screen each has a place enlarged, and lets go of theirs alone", () => {
  const { caller, moves } = scene({ hands: [HAND, MATE], chooser: (slot) => (slot === 5 ? 2 : 0) });
  caller.target({ slot: 4, card: 7 }, null, 1);
  caller.target({ slot: 5, card: 8 }, null, 2);
  expect(caller.chosen).toEqual([4, 5]);
  caller.target({ slot: 6, card: 9 }, null, 3);
  expect(caller.chosen).toEqual([5, 6]);
  caller.close(0);
  expect(caller.chosen).toEqual([5]);
  caller.target({ slot: 4, card: 7 }, null, 4);
  caller.own(MATE, 44, 5);
  expect(moves).toEqual([[2, { type: "call", symbol: 44, cards: [8, 20] }]]);
  expect(caller.chosen).toEqual([4]);
});

test("a symbol of an enlarged place is called by whoever named it first, else by whose place it is", () => {
  const { caller, moves } = scene({ hands: [HAND, MATE], chooser: () => 0 });
  caller.target({ slot: 4, card: 7 }, null, 1);
  caller.own(MATE, 44, 2);
  caller.pressLarge(HAND, 33, { slot: 4, card: 7 }, 3);
  caller.pressLarge(HAND, 44, { slot: 4, card: 7 }, 4);
  expect(moves).toEqual([CALL, [2, { type: "call", symbol: 44, cards: [7, 20] }]]);
});

test("pressing one's own symbol again takes back only one's own", () => {
  const { caller } = scene({ hands: [HAND, MATE] });
  caller.own(HAND, 33, 1);
  caller.own(MATE, 44, 2);
  caller.own(HAND, 33, 3);
  expect(caller.aims.map(({ seat }) => seat)).toEqual([2]);
});

test("for a moment it is seen who called, and about which place", () => {
  vi.useFakeTimers();
  const { caller } = scene({ hands: [HAND, MATE] });
  caller.own(MATE, 33, 1);
  caller.target({ slot: 4, card: 7 }, null, 2);
  caller.own(HAND, 33, 3);
  caller.target({ slot: 5, card: 8 }, null, 4);
  expect(caller.taps.map(({ seat, slot }) => [seat, slot])).toEqual([
    [2, 4],
    [0, 5],
  ]);
  vi.runAllTimers();
  expect(caller.taps).toEqual([]);
  vi.useRealTimers();
});

test("the card of a seat that has resigned takes no press, but of a knight it is taken like one elsewhere", () => {
  const { caller, moves } = scene({ hands: [MATE] });
  caller.own(HAND, 33, 1);
  expect([caller.aims, moves]).toEqual([[], []]);
  const knights = scene({ hands: [MATE, { ...MATE, seat: 1, card: 21 }], duel: true });
  knights.caller.own(MATE, 33, 1);
  knights.caller.own(HAND, 33, 600);
  expect(knights.moves).toEqual([[2, { type: "call", symbol: 33, cards: [19, 20] }]]);
});
