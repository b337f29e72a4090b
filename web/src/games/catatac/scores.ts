/** Adding up the point cards that were turned over. */

import type * as messages from "../../messages";

/** Returns what cards are worth to a clan. */
export function score(cards: readonly messages.PointCard[], clan: number): number {
  return cards.reduce((sum, card) => sum + (card.values[clan] ?? 0), 0);
}

/** Returns whose card is turned over when: by turns, White first, until both have none left. */
export function turning(shown: readonly (readonly messages.PointCard[])[]): number[] {
  const most = Math.max(0, ...shown.map((cards) => cards.length));
  return Array.from({ length: most }, (_, i) =>
    shown.flatMap((cards, clan) => (i < cards.length ? [clan] : [])),
  ).flat();
}

export interface Decision {
  /** The clan that has more; null where it is a tie. */
  winner: number | null;
  /** Whether the sardines had to decide. */
  sardines: boolean;
  fish: number[];
}

/** Says who has more points, and if that is a tie, more sardines. */
export function decision(shown: readonly (readonly messages.PointCard[])[]): Decision {
  const points = shown.map((cards, clan) => score(cards, clan));
  const fish = shown.map((cards) => cards.reduce((sum, card) => sum + (card.sardines ?? 0), 0));
  const more = (values: number[]): number | null => {
    const [white = 0, black = 0] = values;
    return white === black ? null : white > black ? 0 : 1;
  };
  const first = more(points);
  return { winner: first ?? more(fish), sardines: first === null && shown.length > 0, fish };
}
