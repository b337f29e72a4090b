import { expect, test } from "vitest";
import { keeping } from "./kept";
import type * as messages from "./messages";

const OWN = { order: 7, cards: 55 };
const SMALL = { order: 3, cards: 13 };
const PENALTY = { type: "number", name: "penalty", default: 3000, low: 0, high: 9000, unit: "ms" } as const;

function info(name: string, changes: Partial<messages.Info> = {}): messages.Info {
  return { name, version: 1, shapes: {}, deck: OWN, options: [PENALTY], ...changes };
}

const GAMES = [
  info("spot/tower", { options: [PENALTY, { type: "toggle", name: "tall" }] }),
  info("spot/well", { options: [{ ...PENALTY, default: 2000 }] }),
  info("spot/gift", { options: [{ ...PENALTY, high: 5000 }] }),
  info("island/ports", { deck: { order: 8, cards: 73 } }),
];
const BEFORE = { game: "spot/tower", deck: SMALL, theme: "", options: { penalty: 1000, tall: true } };
const next = (game: string, theme = "") => ({ game, deck: null, theme });

test("another game of the box keeps the cards, and the options that it has, too", () => {
  expect(keeping(GAMES, BEFORE, next("spot/well"))).toEqual({
    ...next("spot/well"),
    deck: SMALL,
    options: { penalty: 1000 },
  });
});

test("an option with other bounds is another option", () => {
  expect(keeping(GAMES, BEFORE, next("spot/gift")).options).toEqual({});
});

test.each([
  ["another box", BEFORE, next("island/ports")],
  ["the cards are the game's own", { ...BEFORE, deck: OWN }, next("spot/well")],
  ["the cards came with a game of another box", { ...BEFORE, theme: "island" }, next("spot/well")],
])("the next game has its own cards where %s", (_, before, after) => {
  expect(keeping(GAMES, before, after).deck).toBeNull();
});
