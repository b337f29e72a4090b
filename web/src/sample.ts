/** Whole messages for tests: what a test does not say is as at a quiet table. */

import { Deck, type Place } from "./deck";
import type * as messages from "./messages";
import { CHAIR, GAME, TABLE } from "./quiet";

export function told(changes: Partial<messages.Table>): messages.Table {
  const terms = { ...TABLE.terms, patience: 60 };
  return { ...TABLE, code: "KRTBD", host: 1, game: "catatac", terms, ...changes };
}

export function game(changes: Partial<messages.Game>): messages.Game {
  return { ...GAME, ...changes };
}

/** Returns a call's score, with what was made up for. */
export function score(seat: number, score: number, credit = 0): messages.Score {
  return {
    seat,
    elapsed: score + credit,
    implied: credit,
    credit,
    spike: 0,
    score,
    moment: score,
    flagged: false,
  };
}

export function frame(verdict: messages.Verdict | null, events: object[] = []): messages.Frame {
  return { at: 0, seat: 0, entry: {}, events, view: {}, seats: [], verdict };
}

export function person(member: number, name: string): messages.Person {
  return { member, name, here: true, tv: false, unverified: false };
}

export function chair(changes: Partial<messages.Chair>): messages.Chair {
  return { ...CHAIR, ...changes };
}

export function spotView(changes: Partial<messages.SpotView>): messages.SpotView {
  return {
    type: "spot",
    flips: null,
    stock: 0,
    middle: -1,
    height: 0,
    table: [],
    tops: [-1, -1, -1],
    counts: [1, 1, 1],
    kept: [0, 0, 0],
    round: 0,
    frozen: [0, 0, 0],
    faceoff: [],
    winner: null,
    claimant: null,
    lapses: null,
    ...changes,
  };
}

export function isleView(changes: Partial<messages.IsleView>): messages.IsleView {
  return {
    type: "isle",
    game: "welcome",
    flips: null,
    island: [],
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
    frozen: [0, 0, 0],
    tallies: [],
    ...changes,
  };
}

/** A deck of plain symbols; a symbol by its number alone lies in the middle of its card. */
export function deckOf(names: readonly string[], cards: readonly (readonly (Place | number)[])[]): Deck {
  return new Deck({
    emblems: names.map((name) => ({
      en: name,
      fr: name,
      picture: "<svg/>",
      left: 0,
      top: 0,
      side: 1,
      path: "",
    })),
    cards: cards.map((card) =>
      card.map((one) => (typeof one === "number" ? ([one, 500, 500, 300, 0] as const) : one)),
    ),
  });
}
