import { beforeEach, expect, test, vi } from "vitest";
import type * as messages from "../../messages";
import { face } from "./cards";
import { Laying, type Ask, type Held } from "./Laying.svelte";

const spot = (x: number, y: number): messages.Prospect => ({
  x,
  y,
  captures: [],
  locks: [],
  tokens: [0, 0],
  dots: [0, 0],
  made: [],
  broken: [],
});
const OUTLOOK: messages.Outlook = {
  spots: [spot(0, 0), spot(5, 5)],
  barred: [{ x: 1, y: 0, reason: { rule: "KARTA-8", key: "karta.third" } }],
  elsewhere: { rule: "KARTA-7", key: "karta.contact" },
};
const CARD: Held = { seat: 0, card: 3, turned: 0, over: false };

const LAID = { left: 0, top: 0, width: 9, height: 9 };

const ask = vi.fn<Ask>(() => Promise.resolve(OUTLOOK));
let laying: Laying;

beforeEach(() => {
  ask.mockClear();
  laying = new Laying(ask);
});

test("moving a card asks nothing: the answer for its turning says all", async () => {
  await laying.take(CARD);
  laying.move({ x: 1.1, y: 1.4 });
  expect(laying.spot).toEqual(spot(0, 0));
  expect(laying.reason).toBeNull();
  laying.step(1, 0, LAID);
  expect(laying.spot).toBeNull();
  expect(laying.reason?.rule).toBe("KARTA-8");
  laying.step(7, 7, LAID);
  expect(laying.reason?.rule).toBe("KARTA-7");
  expect(ask).toHaveBeenCalledTimes(1);
});

test("the keys move a card to where it touches what is laid, and no farther", async () => {
  await laying.take(CARD);
  const laid = { left: -1, top: 2, width: 4, height: 5 };
  laying.move({ x: 1, y: 1.5 });
  for (let press = 0; press < 30; press++) laying.step(-1, 1, laid);
  expect([laying.x, laying.y]).toEqual([-3, 7]);
  laying.turn(1);
  for (let press = 0; press < 30; press++) laying.step(1, -1, laid);
  expect([laying.x, laying.y]).toEqual([3, 0]);
});

test("each turning is asked once, until the table changes", async () => {
  await laying.take(CARD);
  laying.turn(1);
  laying.turn(-1);
  await laying.look();
  expect(ask).toHaveBeenCalledTimes(2);
  laying.forget();
  await laying.look();
  expect(ask).toHaveBeenCalledTimes(3);
});

test("an answer that comes when the table has changed is not believed", async () => {
  const looking = laying.take(CARD);
  laying.forget();
  await looking;
  expect(laying.outlook).toBeNull();
});

test("turning over shows the mirror image of what was seen, in the other colours", async () => {
  await laying.take({ ...CARD, turned: 1 });
  const before = face(3, 1, false);
  laying.flip();
  const swap: Record<string, string> = { R: "B", B: "R", ".": "." };
  expect(laying.held && face(laying.held.card, laying.held.turned, laying.held.over)).toEqual(
    before.map((row) =>
      [...row]
        .reverse()
        .map((dot) => swap[dot])
        .join(""),
    ),
  );
});

test("the nearest allowed place is found", async () => {
  await laying.take(CARD);
  laying.nearest({ x: 4, y: 9 });
  expect([laying.x, laying.y]).toEqual([5, 5]);
});

test("out of turn a card is held and nothing is asked", async () => {
  ask.mockReturnValueOnce(null);
  await laying.take(CARD);
  expect(laying.held).toEqual(CARD);
  expect(laying.spot ?? laying.reason).toBeNull();
  await laying.look();
  laying.nearest({ x: 0, y: 0 });
  expect(laying.spot).not.toBeNull();
});
