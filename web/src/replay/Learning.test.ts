import { render } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { at } from "../lists";
import type * as messages from "../messages";
import { load } from "../texts.svelte";
import Learning from "./Learning.svelte";

interface Board {
  said: string;
  able: boolean;
  onlay: (place: messages.Place) => void;
}

const { boards } = vi.hoisted(() => {
  const boards: Board[] = [];
  return { boards };
});
// Only what is asked and answered counts here: there is no board.
vi.mock("../games/karta/Exercise.svelte", () => ({
  default: (_: unknown, props: Board) => void boards.push(props),
}));

beforeAll(() => load("en"));

const PLACE: messages.Place = { type: "place", card: 0, turned: 0, over: false, x: 0, y: 0 };
const SIDE = { over: false, hand: [0], tokens: 0, dots: 0 };
const VIEW: messages.KartaView = {
  type: "kartaview",
  turn: 0,
  red: { ...SIDE, seat: 0 },
  blue: { ...SIDE, seat: 1 },
  laid: [],
  squares: [],
  lines: [],
};
const MOVE: messages.KartaMove = {
  step: 1,
  position: "p",
  game: 0,
  seat: 0,
  played: PLACE,
  better: { ...PLACE, x: 1 },
  before: 0.6,
  after: 0.4,
  loss: 0.2,
  verdict: "blunder",
  ahead: 2,
  exact: false,
  rows: [],
};

test.each([
  [0, "Right. You can hardly do better.", false],
  [0.04, "Right. You can hardly do better.", false],
  [0.041, "That gives away 4% of winning chance. Try again.", true],
])("an answer that gives away %s of winning chance: %s", async (loss, said, able) => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ ...MOVE, loss }))));
  render(Learning, { moves: [MOVE], level: "hard", view: () => VIEW, onclose: () => {} });
  const board = at(boards, -1);
  expect([board.said, board.able]).toEqual(["Red to play. Find a better card.", true]);
  board.onlay(PLACE);
  await vi.waitFor(async () => {
    await tick();
    expect([board.said, board.able]).toEqual([said, able]);
  });
  vi.unstubAllGlobals();
});
