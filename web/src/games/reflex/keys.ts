/** Playing by keyboard: a digit for each symbol, or the beginning of a name. */

import type { Deck } from "../../deck";

/** How long without a key until what was typed is forgotten, in milliseconds. */
export const FORGET = 1600;

export type Typed = { typed: string; symbol: number | null };

/**
 * Collects letters until they are the beginning of one name only. What is typed of that name afterwards, however
 * late, is no other call: until a key does not go on with it, or the name is whole.
 */
export class Typing {
  #typed = "";
  /** The name that was found last, how much of it was typed then, and how much by now. */
  #name = "";
  #found = 0;
  #reached = 0;
  /** What was typed of it since one paused: it may be the beginning of another. */
  #anew = "";
  #last = 0;

  /** What is typed of a name beyond where it was found, with its beginning; empty while nothing is. */
  get beyond(): string {
    return this.#reached > this.#found ? this.#name.slice(0, this.#reached) : "";
  }

  /** Whether something is left to type of the name that was found last. */
  get left(): boolean {
    return /\p{L}/u.test(this.#name.slice(this.#reached));
  }

  /** Returns whether a key goes on with the name that was found last. */
  follows(key: string): boolean {
    return this.left && (key === "Backspace" || this.#after(key) !== null);
  }

  /** Returns whether a key is a letter that goes on with a name: with what is typed so far, or with the one found last. */
  expects(key: string, at: number): boolean {
    if (!/^\p{L}$/u.test(key)) return false;
    return this.follows(key) || (this.#typed !== "" && at - this.#last <= FORGET);
  }

  /** Takes a key; returns what is typed so far, and the symbol once it is clear. */
  press(key: string, at: number, symbols: readonly number[], deck: Deck): Typed {
    const paused = at - this.#last > FORGET;
    this.#last = at;
    if (this.follows(key)) {
      this.#follow(key, paused);
      return { typed: "", symbol: null };
    }
    if (paused) this.#typed = this.#anew = "";
    // A letter that leaves the name: what was typed since the pause was the beginning of another one.
    this.#typed += this.#anew;
    this.#name = this.#anew = "";
    this.#found = this.#reached = 0;
    const beginning = (typed: string): number[] =>
      typed === "" ? [] : symbols.filter((symbol) => plain(deck.name(symbol)).startsWith(typed));
    if (key === "Backspace") this.#typed = this.#typed.slice(0, -1);
    else if (key === "Escape") this.#typed = "";
    else if (key !== "Enter") {
      // What no name begins with is a slip: the key begins anew.
      const tries = [this.#typed + plain(key), plain(key)];
      this.#typed = tries.find((typed) => beginning(typed).length > 0) ?? "";
    }
    const fits = beginning(this.#typed);
    const [first] = fits;
    const typed = this.#typed;
    if (first === undefined || (fits.length > 1 && key !== "Enter")) return { typed, symbol: null };
    this.#name = plain(deck.name(first));
    this.#found = this.#reached = typed.length;
    this.#typed = "";
    return { typed, symbol: first };
  }

  #follow(key: string, paused: boolean): void {
    const { length } = this.#anew;
    if (key === "Backspace") {
      this.#reached = Math.max(this.#found, this.#reached - 1);
      this.#anew = this.#anew.slice(0, -1);
      return;
    }
    this.#reached = this.#after(key) ?? this.#reached;
    if (paused) this.#anew = plain(key);
    else if (length > 0) this.#anew += plain(key);
    // A whole name was meant.
    if (!this.left) this.#anew = "";
  }

  /** Returns how much of the name that was found last is typed with a key: what is no letter need not be typed. */
  #after(key: string): number | null {
    const typed = plain(key);
    if ([...key].length > 1) return null;
    const rest = this.#name.slice(this.#reached);
    const skipped = rest.startsWith(typed) ? 0 : rest.search(/\p{L}/u);
    return skipped >= 0 && rest.startsWith(typed, skipped) ? this.#reached + skipped + typed.length : null;
  }
}

/** Returns a text without accents and capitals, so that é is typed with e, and œ with o and e. */
export function plain(text: string): string {
  return text.toLowerCase().replaceAll("œ", "oe").normalize("NFD").replace(/\p{M}/gu, "");
}
