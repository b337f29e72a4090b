/** Where on a card somebody finds a symbol late: a map of squares over the card, and a word for the slowest. */

import type { Place } from "../deck";
import type * as messages from "../messages";

/** How many squares the map has across and down. */
export const SIDE = 5;
/** How many times the usual value counts for, as in the analysis of symbols. */
const AS_MANY = 4;
/** A shorter time, in milliseconds, says nothing about how somebody searches. */
const LEAST = 100;

/** How much longer than usual a seat takes, square by square, from the top left; 0.2 is a fifth longer. */
export function heat(
  reactions: readonly messages.Reaction[],
  seat: number,
  places: (card: number) => readonly Place[],
): number[] {
  const own = reactions.filter((one) => one.seat === seat && one.outcome === "first" && one.anew);
  const logs = own.map(({ time }) => Math.log(Math.max(LEAST, time)));
  const mean = logs.reduce((sum, log) => sum + log, 0) / (logs.length || 1);
  const sums = Array.from({ length: SIDE * SIDE }, () => ({ sum: 0, count: 0 }));
  own.forEach(({ cards, right }, number) => {
    for (const card of cards) {
      const place = places(card).find(([symbol]) => symbol === right);
      const square = place && sums[squareOf(place[1], place[2])];
      if (!square) continue;
      square.sum += (logs[number] ?? mean) - mean;
      square.count++;
    }
  });
  return sums.map(({ sum, count }) => Math.exp(sum / (count + AS_MANY)) - 1);
}

/** A place is in thousandths of the card's diameter, from its left and its top. */
function squareOf(x: number, y: number): number {
  const at = (from: number): number => Math.min(SIDE - 1, Math.max(0, Math.floor((from / 1000) * SIDE)));
  return at(y) * SIDE + at(x);
}

/** Says in which part of the card the slowest square lies. */
export function part(square: number): "top" | "bottom" | "left" | "right" | "middle" {
  const x = (square % SIDE) - (SIDE - 1) / 2;
  const y = Math.floor(square / SIDE) - (SIDE - 1) / 2;
  if (x === 0 && y === 0) return "middle";
  if (Math.abs(y) >= Math.abs(x)) return y < 0 ? "top" : "bottom";
  return x < 0 ? "left" : "right";
}
