/** What a press means in each Spot it! game: which cards it speaks of, in the order that the game's calls name them. */

import { at } from "../../lists";
import type * as messages from "../../messages";

const GAMES = ["tower", "well", "gift", "triplet", "potato", "catch", "practice", "faceoff"] as const;

/** The game's name within the box. */
export type SpotGame = (typeof GAMES)[number];

/** Returns the game that is being played: in a tie every game becomes a face-off. */
export function playing(game: string, view: messages.SpotView): SpotGame {
  const named = GAMES.find((name) => game === `spot/${name}`);
  if (named === undefined) throw new Error(`There is no drawing of ${game}.`);
  return view.faceoff.length > 0 ? "faceoff" : named;
}

/** Returns the cards that face a seat and that it can press: where a call is about one of several, those. */
export function pressable(game: SpotGame, view: messages.SpotView, seat: number): number[] {
  const own = up([view.tops[seat]]);
  const cards = {
    tower: [view.middle, ...own],
    well: [view.middle, ...own],
    gift: others(view, seat),
    triplet: view.table,
    potato: own.length > 0 ? others(view, seat) : [],
    catch: view.table,
    practice: view.table,
    faceoff: view.faceoff.length === 0 || view.faceoff.includes(seat) ? view.table : [],
  }[game];
  return up(cards);
}

/** Returns the call that a press on a symbol of a card makes; a triplet takes three (SPOT-10). */
export function called(
  game: Exclude<SpotGame, "triplet">,
  view: messages.SpotView,
  seat: number,
  symbol: number,
  card: number,
): messages.Call {
  const own = (): number => at(view.tops, seat);
  const about = (...cards: number[]): messages.Call => ({ type: "call", symbol, cards });
  switch (game) {
    case "tower":
    case "well":
      return about(view.middle, own());
    case "gift":
      return about(view.middle, card);
    case "potato":
      return about(own(), card);
    case "catch":
      return about(card, view.middle);
    case "practice":
    case "faceoff":
      return about(...view.table);
  }
}

/** Returns the cards that whoever shares a screen claims before they name a symbol; none where all have their own (SPOT-12). */
export function common(game: SpotGame, view: messages.SpotView): number[] {
  if (game === "tower" || game === "well" || game === "potato") return [];
  return up(game === "gift" ? [view.middle] : view.table);
}

/** Tells whether everybody has a card of their own on the table. */
export function holds(game: SpotGame): boolean {
  return game === "tower" || game === "well" || game === "potato" || game === "gift";
}

/** Tells whether everybody wants to be rid of cards. */
export function gives(game: SpotGame): boolean {
  return game === "gift" || game === "potato";
}

/** Tells whether those who share a screen claim cards before they name a symbol (SPOT-12). */
export function claims(game: SpotGame): boolean {
  return game === "gift" || !holds(game);
}

/** Tells whether a call is about one of several cards, or three: then the card is named before the symbol (SPOT-10). */
export function picks(game: SpotGame): boolean {
  return game === "gift" || game === "potato" || game === "catch" || game === "triplet";
}

/** The cards of a triplet that were pressed so far, and the symbol on each of them. */
export interface Naming {
  symbol: number | null;
  cards: readonly number[];
}

/** Returns what is named after another press: the same again takes it back, another symbol begins anew. */
export function naming(before: Naming, card: number, symbol: number): Naming {
  if (symbol !== before.symbol) return { symbol, cards: [card] };
  return before.cards.includes(card)
    ? { symbol, cards: before.cards.filter((one) => one !== card) }
    : { symbol, cards: [...before.cards, card] };
}

function others(view: messages.SpotView, seat: number): number[] {
  return view.tops.filter((_, other) => other !== seat);
}

/** Returns those of these cards that lie there face up. */
function up(cards: readonly (number | undefined)[]): number[] {
  return cards.filter((card): card is number => card !== undefined && card >= 0);
}
