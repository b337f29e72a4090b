/** Cards: the numbers of the wire that are none, and what every drawing of a round card is given. */

import type { Deck } from "../../deck";

/** No card lies there. */
export const EMPTY = -1;
/** A card lies there face down. */
export const DOWN = -2;
/** Where a card went that nobody got: onto the middle. */
export const MIDDLE = -1;

export interface CardProps {
  deck: Deck;
  /** A card, or EMPTY or DOWN. */
  card: number;
  /** Its diameter in pixels. */
  size: number;
  label: string;
  /** The symbol that is shared. */
  glow?: number | null;
  /** The symbol whose call is on its way. */
  sent?: number | null;
  /** The symbol that was called and is not shared. */
  wrong?: number | null;
  /** The symbol that should have been called. */
  right?: number | null;
  chosen?: boolean;
  /** The key that calls each symbol, in the card's order. */
  keys?: readonly string[];
  /** How far it is turned on the screen, in degrees. */
  turn?: number;
  onpress?: ((symbol: number, at: number) => void) | undefined;
}
