/** Calls by keyboard: a key names a symbol, another a place; several people share the keys by hands. */

import type { Deck } from "../../deck";
import { digit, DIGITS, reserved } from "../../keys";
import { at } from "../../lists";
import { settings } from "../../settings.svelte";
import { handOf, printed } from "../reflex/hands";
import { Typing } from "../reflex/keys";
import type { Caller, Target } from "./Caller.svelte";
import { ROWS } from "./map";
import type { Hand } from "./teams";

const LETTERS = Array.from("abcdefghijklmnopqrs");

/** Returns the letter that names a place of the island, on the table and in words. */
export function lettered(slot: number): string {
  return LETTERS[slot] ?? "";
}

export interface Keyed {
  /** Whether this screen has a keyboard. */
  keyboard: boolean;
  deck: Deck;
  caller: Caller;
  /** The hands of this screen, and those that lie on the near side. */
  mine: readonly Hand[];
  near: readonly Hand[];
  /** Returns the cards that a hand can call about. */
  targets: (hand?: Hand) => readonly Target[];
  duel: boolean;
  watching: boolean;
  /** Whether calls count now. */
  live: boolean;
}

export class Keyboard {
  /** What is typed of a symbol's name, after "/"; null while letters are places. */
  typed: string | null = $state(null);
  /** What is typed on of a name that was chosen by its beginning. */
  beyond = $state("");
  /** The row of the island that each seat's last key chose. */
  #rows: Readonly<Record<number, number | undefined>> = $state.raw({});
  #typing = new Typing();
  readonly #keyed: () => Keyed;

  constructor(keyed: () => Keyed) {
    this.#keyed = keyed;
  }

  /** A key was pressed. */
  down(event: KeyboardEvent): void {
    if (reserved(event)) return;
    const { mine, near, targets, duel, watching, caller, deck } = this.#keyed();
    if (mine.length > 1) return this.#together(event);
    const hand = near[0];
    if (hand && !watching && this.typed !== null) return this.#spell(event, hand);
    if (hand && !watching && event.key === "/") {
      event.preventDefault();
      this.typed = this.beyond = "";
      this.#typing = new Typing();
      return;
    }
    if (this.#finishes(event)) return;
    const number = digit(event);
    const symbol = hand && number !== null ? deck.symbols(hand.card)[number] : undefined;
    const letter = LETTERS.indexOf(event.key);
    const target = duel ? targets(hand)[letter] : targets(hand).find(({ slot }) => slot === letter);
    if (event.key === "Escape") caller.clear();
    else if (hand && symbol !== undefined && !watching) caller.own(hand, symbol, event.timeStamp);
    else if (target && !watching) caller.target(target, null, event.timeStamp);
  }

  /** Returns the key that chooses a place now: by its row, or within the row that was chosen; in a duel each one's. */
  letter(slot: number): string {
    const { keyboard, mine, targets, duel, live, caller } = this.#keyed();
    if (!keyboard || !live) return "";
    const number = (hand?: Hand): number => targets(hand).findIndex((target) => target.slot === slot);
    if (mine.length <= 1) return LETTERS[duel ? number(mine[0]) : slot] ?? "";
    if (duel)
      return mine
        .filter(({ seat }) => caller.aims.some((aim) => aim.seat === seat))
        .flatMap((hand) => this.#printed(hand.seat)[number(hand)] ?? [])
        .join(" ");
    const { aim } = caller;
    if (!aim) return "";
    const keys = this.#printed(aim.seat);
    const row = ROWS.findIndex((slots) => slots.includes(slot));
    const chosen = this.#rows[aim.seat];
    if (chosen === undefined) return keys[row] ?? "";
    return chosen === row ? (keys[at(ROWS, row).indexOf(slot)] ?? "") : "";
  }

  /** Returns the keys that name the symbols of a hand's card now. */
  of(hand: Hand): readonly string[] {
    const { keyboard, mine, near, watching, caller } = this.#keyed();
    if (!keyboard || watching) return [];
    if (mine.includes(hand) && !caller.plays(hand)) return [];
    if (mine.length <= 1) return hand === near[0] ? DIGITS : [];
    return caller.aims.some(({ seat }) => seat === hand.seat) ? [] : this.#printed(hand.seat);
  }

  /** Takes what goes on with a name that was chosen by its beginning: it is no place. A space or Enter ends the name. */
  #finishes(event: KeyboardEvent): boolean {
    if (!this.#typing.left) return false;
    const taken = this.#typing.follows(event.key) || event.key === " " || event.key === "Enter";
    if (taken) event.preventDefault();
    this.#typing.press(event.key, event.timeStamp, [], this.#keyed().deck);
    this.beyond = this.#typing.beyond;
    return taken;
  }

  #spell(event: KeyboardEvent, hand: Hand): void {
    if (event.key.length > 1 && !["Backspace", "Enter"].includes(event.key)) {
      if (event.key === "Escape") this.typed = null;
      return;
    }
    event.preventDefault();
    const { caller, deck } = this.#keyed();
    const found = this.#typing.press(event.key, event.timeStamp, deck.symbols(hand.card), deck);
    this.typed = found.symbol === null ? found.typed : null;
    if (found.symbol !== null) caller.own(hand, found.symbol, event.timeStamp);
  }

  /** Several at one keyboard: a key of one's own names the symbol, another the row, a third the place in it. */
  #together(event: KeyboardEvent): void {
    const { mine, targets, duel, live, caller, deck } = this.#keyed();
    if (event.key === "Escape") return this.#keyed().caller.close();
    const found = event.repeat ? null : handOf(event.code);
    const hand = found && mine[found.hand];
    if (!found || !hand || !live || !caller.plays(hand)) return;
    event.preventDefault();
    const { seat } = hand;
    const row = this.#rows[seat];
    if (found.key === "claim") caller.clear(seat);
    else if (!caller.aims.some((aim) => aim.seat === seat)) {
      const symbol = deck.symbols(hand.card)[found.key];
      if (symbol !== undefined) caller.name(hand, symbol, event.timeStamp);
    } else if (row === undefined && !duel) {
      this.#rows = { ...this.#rows, [seat]: found.key };
      return;
    } else {
      const slot = duel || row === undefined ? targets(hand)[found.key]?.slot : ROWS[row]?.[found.key];
      const target = targets(hand).find((one) => one.slot === slot);
      const aim = caller.aims.find((one) => one.seat === seat);
      if (target && aim) caller.press(hand, aim.symbol, target, event.timeStamp);
    }
    this.#rows = { ...this.#rows, [seat]: undefined };
  }

  #printed(seat: number): readonly string[] {
    const { mine } = this.#keyed();
    return printed(
      mine.findIndex((hand) => hand.seat === seat),
      settings.language,
    ).keys;
  }
}
