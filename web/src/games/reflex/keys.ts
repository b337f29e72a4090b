/** Playing by keyboard: a digit for each symbol, or the beginning of a name. */

import type { Deck } from "../../deck";

/** How long without a key until what was typed is forgotten, in milliseconds. */
export const FORGET = 1600;

export type Typed = { typed: string; symbol: number | null };

/** Collects letters until they are the beginning of one name only; whoever types on to its end disturbs nothing. */
export class Typing {
  #typed = "";
  /** The letters that are left of the name that was found last. */
  #rest = "";
  #last = 0;

  /** Returns whether a key goes on with a name: with what is typed so far, or with one that was found before its end. */
  expects(key: string, at: number): boolean {
    if (at - this.#last > FORGET || !/^\p{L}$/u.test(key)) return false;
    return this.#typed !== "" || (this.#rest !== "" && this.#rest.startsWith(letters(key)));
  }

  /** Takes a key; returns what is typed so far, and the symbol once it is clear. */
  press(key: string, at: number, symbols: readonly number[], deck: Deck): Typed {
    if (at - this.#last > FORGET) this.#typed = this.#rest = "";
    this.#last = at;
    if (this.#rest !== "" && this.#rest.startsWith(letters(key))) {
      this.#rest = this.#rest.slice(letters(key).length);
      return { typed: "", symbol: null };
    }
    this.#rest = "";
    const beginning = (typed: string): number[] =>
      typed === "" ? [] : symbols.filter((symbol) => plain(deck.name(symbol)).startsWith(typed));
    if (key === "Backspace") this.#typed = this.#typed.slice(0, -1);
    else if (key === "Escape") this.#typed = "";
    else if (key !== "Enter") {
      // What no name begins with is a slip, or the end of one that was called: the key begins anew.
      const tries = [this.#typed + plain(key), plain(key)];
      this.#typed = tries.find((typed) => beginning(typed).length > 0) ?? "";
    }
    const fits = beginning(this.#typed);
    const [first] = fits;
    const typed = this.#typed;
    if (first === undefined || (fits.length > 1 && key !== "Enter")) return { typed, symbol: null };
    this.#rest = letters(deck.name(first).slice(typed.length));
    this.#typed = "";
    return { typed, symbol: first };
  }
}

/** Returns the letters of a text: between two words a space may be typed, or not. */
function letters(text: string): string {
  return plain(text).replace(/\P{L}/gu, "");
}

/** Returns a text without accents and capitals, so that é is typed with e. */
export function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
