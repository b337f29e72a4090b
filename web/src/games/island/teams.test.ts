import { expect, test } from "vitest";
import type * as messages from "../../messages";
import { chair, isleView } from "../../sample";
import { following } from "./course";
import { colour, crews, type Hand, hands, points, sided, tally } from "./teams";

const CHAIRS = [0, 1, 0, 1].map((team, seat) => chair({ seat, team }));
const WELCOME = isleView({
  game: "welcome",
  turned: [19, -1, 20, 36],
  counts: [3, 0, 4, 5],
  taken: [[], []],
  tallies: [],
  standing: [2, 1],
  points: [0, 0],
});
const BARBARIANS = { ...WELCOME, game: "barbarians", turned: [19, 35], counts: [0, 0], taken: [[1, 2], [3]] };

test("cards show the colour of their team, island and port cards none", () => {
  expect([0, 18, 19, 34, 35, 50, 51, 66, 67, 72, -1].map(colour)).toEqual([
    null,
    null,
    0,
    0,
    1,
    1,
    2,
    2,
    null,
    null,
    null,
  ]);
});

test("everybody has a hand of their own, or a team shares one", () => {
  expect(hands(WELCOME, CHAIRS).map(({ card, left }) => [card, left])).toEqual([
    [19, 3],
    [-1, 0],
    [20, 4],
    [36, 5],
  ]);
  expect(hands(BARBARIANS, CHAIRS).map(({ hand, card }) => [hand, card])).toEqual([
    [0, 19],
    [1, 35],
  ]);
});

test("where one of a team has resigned, the other calls with their card", () => {
  const chairs = CHAIRS.map((chair) => ({ ...chair, resigned: chair.seat === 0 }));
  expect(hands(BARBARIANS, chairs).map(({ seat }) => seat)).toEqual([2, 1]);
});

test("a team shows what it has left, or what it has taken", () => {
  expect(crews(CHAIRS).map((crew) => tally(WELCOME, crew))).toEqual([9, 6]);
  expect(crews(CHAIRS).map((crew) => tally(BARBARIANS, crew))).toEqual([2, 1]);
});

test("rounds of Knights count as they are scored, and no game counts twice", () => {
  const game = { ...WELCOME, game: "knights", points: [3, 4] };
  const stage: messages.StageViewIsleView = { type: "stageview", index: 0, standing: [2, 1], game };
  expect([points(stage, 0), points(stage, 1)]).toEqual([5, 5]);
  const tally = { points: 3, first: false, counted: [], count: 0 };
  const over = { ...stage, standing: [5, 5], game: { ...game, tallies: [tally, tally] } };
  expect([points(over, 0), points(over, 1)]).toEqual([5, 5]);
});

test("the adventure goes on to the next game and repeats the last; a single game is played again", () => {
  expect(following("island/adventure", "welcome")).toBe("ports");
  expect(following("island/adventure", "knights")).toBe("knights");
  expect(following("island/ports", "ports")).toBe("ports");
});

test("each team has a side of a screen that several share", () => {
  const hand = (seat: number, team: number): Hand => ({ seat, team, hand: seat, card: 0, left: 0 });
  const four = [hand(0, 0), hand(1, 1), hand(2, 0), hand(3, 1)];
  // From below on the left clockwise: one team above, the other below.
  expect(sided(four)).toEqual([0, 1, 3, 2]);
  expect(sided(four.slice(0, 2))).toEqual([0, 1]);
});
