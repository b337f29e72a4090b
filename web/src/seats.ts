/** Which seats can change hands in a game. */

import type { Chair } from "./messages";

/** Returns the seats that someone who watches can take: none whose cards are hidden, unless it was given to them. */
export function open(chairs: readonly Chair[], hidden: boolean, me: number | null): Chair[] {
  return chairs.filter((chair) => {
    if (chair.member !== null) return chair.bot !== "" && chair.member === me && !chair.resigned;
    return !hidden || (me !== null && chair.given === me);
  });
}
