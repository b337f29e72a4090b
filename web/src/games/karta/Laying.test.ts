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

const LINE: messages.Line = { colour: "red", x: 0, y: 0, across: 1, down: 0, length: 4 };
/** Card 3 as it lies has a blue dot and a red one. */
const square = (dot: string): number => face(3, 0, false).join("").indexOf(dot);

test.each([
  ["the nearest of equal places", [], [4, 4]],
  ["one that changes no line", [{ ...spot(4, 4), broken: [LINE] }], [5, 5]],
  ["none that makes a line either", [{ ...spot(4, 4), made: [LINE] }], [5, 5]],
  ["one that captures nothing", [{ ...spot(4, 4), captures: [square("R")] }], [5, 5]],
])("a card is held first over %s", async (_, changed, found) => {
  const spots = [spot(5, 5), ...(changed.length > 0 ? changed : [spot(4, 4)])];
  ask.mockResolvedValueOnce({ ...OUTLOOK, spots });
  await laying.take(CARD);
  laying.move({ x: 4, y: 4 });
  laying.settle("red");
  expect([laying.x, laying.y]).toEqual(found);
});

test("where a card must capture, it is held over a dot of the other rather than over two of one's own", async () => {
  const own = { ...spot(4, 4), captures: [square("B")] };
  const other = { ...spot(5, 5), captures: [square("R"), 5] };
  ask.mockResolvedValueOnce({ ...OUTLOOK, spots: [own, other] });
  await laying.take(CARD);
  laying.move({ x: 4, y: 4 });
  laying.settle("red");
  expect([laying.x, laying.y]).toEqual([5, 5]);
});

test("of places as far, the first from the top left is taken", async () => {
  ask.mockResolvedValueOnce({ ...OUTLOOK, spots: [spot(2, 1), spot(0, 1), spot(1, 0)] });
  await laying.take(CARD);
  laying.move({ x: 2, y: 2.5 });
  laying.settle("red");
  expect([laying.x, laying.y]).toEqual([1, 0]);
});

test("the first card goes to the middle by itself, so no place is wrong for it", async () => {
  const elsewhere = { rule: "KARTA-6", key: "karta.first" };
  ask.mockResolvedValueOnce({ spots: [spot(0, 0)], barred: [], elsewhere });
  await laying.take(CARD);
  laying.move({ x: 9, y: 9 });
  expect([laying.spot, laying.reason, laying.first]).toEqual([null, null, true]);
});

test("out of turn a card is held and nothing is asked", async () => {
  ask.mockReturnValueOnce(null);
  await laying.take(CARD);
  expect(laying.held).toEqual(CARD);
  expect(laying.spot ?? laying.reason).toBeNull();
  await laying.look();
  laying.settle("red");
  expect(laying.spot).not.toBeNull();
});
