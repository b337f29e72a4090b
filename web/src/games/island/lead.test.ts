import { expect, test } from "vitest";
import type * as messages from "../../messages";
import { chair } from "../../sample";
import { counted, leaders, scoring } from "./lead";

const TWO = [[chair({ seat: 0, team: 0 })], [chair({ seat: 1, team: 1 })]];
/** Blue's cards begin at 19, orange's at 35. */
const BLUE = 19;
const ORANGE = 35;

function island(
  game: string,
  blue: number[],
  orange: number[],
  change: Partial<messages.IsleView> = {},
): messages.IsleView {
  const view: messages.IsleView = {
    type: "isle",
    game,
    flips: null,
    island: Array.from({ length: 19 }, (_, place) =>
      blue.includes(place) ? BLUE + place : orange.includes(place) ? ORANGE + (place % 16) : place,
    ),
    ports: [],
    turned: [],
    counts: [],
    open: [],
    reach: [],
    gone: [],
    taken: [],
    standing: [],
    points: [],
    round: 0,
    frozen: [],
    tallies: [],
  };
  return { ...view, ...change };
}

test("each game counts what it scores: cards seen, ports, the largest group, cards taken", () => {
  expect(counted(island("welcome", [0, 5, 9], [2]), TWO)).toEqual([3, 1]);
  expect(counted(island("route", [0, 1, 2, 18], [8, 9]), TWO)).toEqual([3, 2]);
  expect(counted(island("ports", [0, 1, 9], [2]), TWO)).toEqual([1, 1]);
  expect(counted(island("barbarians", [], [], { taken: [[1, 2], [3]] }), TWO)).toEqual([2, 1]);
  expect(counted(island("knights", [], []), TWO)).toEqual([]);
});

test("a place had a part in the scoring if it was counted; beside ports every card of a team is seen", () => {
  const tallies = [{ points: 2, first: false, counted: [0, 1], count: 2 }];
  const seen = (game: string): number[] => {
    const view = island(game, [0, 1, 18], [9], { tallies });
    return view.island.flatMap((_, place) => (scoring(view, place) ? [place] : []));
  };
  expect(seen("route")).toEqual([0, 1]);
  expect(seen("ports")).toEqual([0, 1, 9, 18]);
});

test("with five players whoever is alone counts double", () => {
  const five = [
    [0, 1].map((seat) => chair({ seat })),
    [2, 3].map((seat) => chair({ seat })),
    [chair({ seat: 4 })],
  ];
  const view = island("welcome", [0, 1], [2]);
  expect(counted({ ...view, island: view.island.map((card) => (card === 18 ? 51 : card)) }, five)).toEqual([
    2, 1, 2,
  ]);
});

test("several can lead, and nobody does before anybody has anything", () => {
  expect(leaders([3, 1])).toEqual([0]);
  expect(leaders([2, 2, 1])).toEqual([0, 1]);
  expect(leaders([0, 0])).toEqual([]);
});
