/** The numbers of the wire that are no card's. */

/** No card lies there. */
export const EMPTY = -1;
/** A card lies there face down. */
export const DOWN = -2;
/** Where a card went that nobody got: onto the middle. */
export const MIDDLE = -1;
