/** Playing by keyboard: a digit for each symbol, or the beginning of a name. */

import type { Deck } from "../../deck";

export const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "-", "="];

const FORGET = 1600;

export type Typed = { typed: string; symbol: number | null };

/** Collects letters until they are the beginning of one name only. */
export class Typing {
  #typed = "";
  #last = 0;

  /** Takes a key; returns what is typed so far, and the symbol once it is clear. */
  press(key: string, at: number, symbols: readonly number[], deck: Deck): Typed {
    if (at - this.#last > FORGET) this.#typed = "";
    this.#last = at;
    if (key === "Backspace") this.#typed = this.#typed.slice(0, -1);
    else if (key === "Escape") this.#typed = "";
    else if (key !== "Enter") this.#typed += plain(key);
    const fits =
      this.#typed === "" ? [] : symbols.filter((symbol) => plain(deck.name(symbol)).startsWith(this.#typed));
    const [first] = fits;
    const clear = first !== undefined && (fits.length === 1 || key === "Enter");
    const typed = this.#typed;
    if (clear) this.#typed = "";
    return { typed, symbol: clear ? first : null };
  }
}

/** Returns a text without accents and capitals, so that é is typed with e. */
export function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
