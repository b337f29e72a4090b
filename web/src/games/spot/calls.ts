/** What a press means in each Spot it! game: which cards it speaks of, in the order that the game's calls name them. */

import type { Deck } from "../../deck";
import type { Call, SpotView } from "../../messages";

const GAMES = ["tower", "well", "gift", "triplet", "potato", "catch", "practice", "faceoff"] as const;

/** The game's name within the box. */
export type SpotGame = (typeof GAMES)[number];

/** Returns the game that is being played: in a tie every game becomes a face-off. */
export function playing(game: string, view: SpotView): SpotGame {
  const named = GAMES.find((name) => game === `spot/${name}`);
  if (named === undefined) throw new Error(`There is no drawing of ${game}.`);
  return view.faceoff.length > 0 ? "faceoff" : named;
}

/** Returns the cards that face a seat and that it can press. */
export function pressable(game: SpotGame, view: SpotView, seat: number): number[] {
  const own = view.tops[seat] ?? -1;
  const cards = {
    tower: [view.middle, own],
    well: [view.middle, own],
    gift: others(view, seat),
    triplet: view.table,
    potato: own >= 0 ? [own, ...others(view, seat)] : [],
    catch: [view.middle, ...view.table],
    practice: view.table,
    faceoff: view.faceoff.length === 0 || view.faceoff.includes(seat) ? view.table : [],
  }[game];
  return up(cards);
}

/** Returns the call that a press on a symbol of a card makes, or undefined where it makes none. */
export function called(
  game: SpotGame,
  view: SpotView,
  seat: number,
  symbol: number,
  card: number,
  deck: Deck,
): Call | undefined {
  const own = view.tops[seat] ?? -1;
  const about = (...cards: number[]): Call => ({ type: "call", symbol, cards });
  switch (game) {
    case "tower":
    case "well":
      return about(view.middle, own);
    case "gift":
      return about(view.middle, card);
    case "potato":
      return about(own, card === own ? fitting(up(others(view, seat)), symbol, deck) : card);
    case "catch":
      return about(card === view.middle ? fitting(up(view.table), symbol, deck) : card, view.middle);
    case "practice":
    case "faceoff":
      return about(...view.table);
    case "triplet":
      return undefined;
  }
}

/** Returns the call of three cards: what they share, or what the first two share where the third does not fit. */
export function triple(cards: readonly number[], deck: Deck): Call | undefined {
  const [symbol] = deck.common(cards).concat(deck.common(cards.slice(0, 2)));
  return symbol === undefined ? undefined : { type: "call", symbol, cards: [...cards] };
}

/** Returns the call that naming a symbol makes, whatever cards show it. */
export function named(
  game: SpotGame,
  view: SpotView,
  seat: number,
  symbol: number,
  deck: Deck,
): Call | undefined {
  const cards = pressable(game, view, seat);
  if (game === "triplet") {
    const showing = cards.filter((card) => deck.has(card, symbol));
    const three = [...showing, ...cards.filter((card) => !showing.includes(card))].slice(0, 3);
    return three.length === 3 ? { type: "call", symbol, cards: three } : undefined;
  }
  // The first of these cards takes part in every call; which other one it is about is the question.
  const card = fitting(game === "catch" || game === "potato" ? cards.slice(1) : cards, symbol, deck);
  return card < 0 ? undefined : called(game, view, seat, symbol, card, deck);
}

function others(view: SpotView, seat: number): number[] {
  return view.tops.filter((_, other) => other !== seat);
}

function up(cards: readonly number[]): number[] {
  return cards.filter((card) => card >= 0);
}

function fitting(cards: readonly number[], symbol: number, deck: Deck): number {
  return cards.find((card) => deck.has(card, symbol)) ?? cards[0] ?? -1;
}
