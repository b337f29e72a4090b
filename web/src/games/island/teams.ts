/** Who plays with which cards, in which colour, and how the match stands. */

import type * as messages from "../../messages";
import { EMPTY } from "../reflex/cards";

/** The colours of the three teams, each told apart by the pattern on its rim as well. */
export const COLOURS = ["blue", "orange", "red"] as const;

const FIRST = 19;
const EACH = 16;

/** The cards that one seat of this screen calls with. */
export interface Hand {
  seat: number;
  team: number;
  /** Its number in `turned` and `counts`. */
  hand: number;
  /** Its card to play: EMPTY or DOWN where none is seen. */
  card: number;
  /** How many cards are still to come. */
  left: number;
}

/** Returns the team whose colour a card shows, or null for a card of the island. */
export function colour(card: number): number | null {
  const team = Math.floor((card - FIRST) / EACH);
  return team >= 0 && team < COLOURS.length ? team : null;
}

/** Returns whether the seats of a team share its card. */
export function shares(view: messages.IsleView): boolean {
  return view.game === "barbarians" || view.game === "knights";
}

/** Returns the hands of some chairs; those who share one hand have it once, and whoever still plays calls with it. */
export function hands(view: messages.IsleView, chairs: readonly messages.Chair[]): Hand[] {
  const shared = shares(view);
  const all = chairs.map(({ seat, team }) => {
    const hand = shared ? team : seat;
    return { seat, team, hand, card: view.turned[hand] ?? EMPTY, left: view.counts[hand] ?? 0 };
  });
  const playing = all.filter(({ seat }) => chairs.some((chair) => chair.seat === seat && !chair.resigned));
  return all
    .filter((one, i) => all.findIndex((other) => other.hand === one.hand) === i)
    .map((one) => playing.find(({ hand }) => hand === one.hand) ?? one);
}

/** Returns the seats of some hands, clockwise round a screen, so that each team has a side of it. */
export function sided(hands: readonly Hand[]): number[] {
  const sorted = [...hands].sort((one, other) => one.team - other.team).map(({ seat }) => seat);
  const near = sorted.slice(0, Math.ceil(sorted.length / 2));
  return [...near.slice(0, 1), ...sorted.slice(near.length), ...near.slice(1).reverse()];
}

/** Returns the chairs of each team, by its number; a colour that nobody plays has none. */
export function crews(chairs: readonly messages.Chair[]): messages.Chair[][] {
  const teams = Math.max(-1, ...chairs.map((chair) => chair.team)) + 1;
  return Array.from({ length: teams }, (_, team) => chairs.filter((chair) => chair.team === team));
}

/** Returns a team's points now: the rounds of a game of Knights count as they are scored. */
export function points(stage: messages.StageViewIsleView, team: number): number {
  const { game, standing } = stage;
  return game.tallies.length > 0
    ? (standing[team] ?? 0)
    : (game.standing[team] ?? 0) + (game.points[team] ?? 0);
}

/** Returns what a team has to show beside its points: cards still to play, or cards it has taken. */
export function tally(view: messages.IsleView, crew: readonly messages.Chair[]): number {
  const [first] = crew;
  if (!first) return 0;
  if (shares(view)) return view.taken[first.team]?.length ?? 0;
  return hands(view, crew).reduce((sum, { card, left }) => sum + left + (card === EMPTY ? 0 : 1), 0);
}
