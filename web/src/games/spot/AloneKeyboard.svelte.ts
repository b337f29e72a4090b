/** One person at a keyboard: a digit names a card or a symbol, letters spell a symbol's name. */

import type { Deck } from "../../deck";
import { digit, DIGITS, reserved } from "../../keys";
import type * as messages from "../../messages";
import { FORGET, Typing } from "../reflex/keys";
import { picks, pressable, type SpotGame } from "./calls";
import type { Pressing } from "./Pressing.svelte";

export interface AloneKeyed {
  game: SpotGame;
  view: messages.SpotView;
  /** The seat of this screen; none for a spectator. */
  seat: number | undefined;
  deck: Deck;
  pressing: Pressing;
}

export class AloneKeyboard {
  /** What is typed of a symbol's name. */
  typed = $state("");
  /** What is typed on of a name that was called by its beginning. */
  beyond = $state("");
  /** Whether somebody has used it. */
  used = $state(false);
  /** Whether the keys are shown: where there is a keyboard, or somebody has used one. */
  readonly #shown = $derived.by(() => this.desk || this.used);
  readonly #typing = new Typing();
  readonly #keyed: () => AloneKeyed;

  constructor(
    keyed: () => AloneKeyed,
    readonly desk: boolean,
  ) {
    this.#keyed = keyed;
  }

  /** The cards of which a call names one, or three: by keyboard, the card first. */
  readonly cards = $derived.by(() => {
    const { game, view, seat } = this.#keyed();
    return seat !== undefined && picks(game) ? pressable(game, view, seat) : [];
  });
  /** The card whose symbols the digits name; undefined while they name a card. */
  readonly #card = $derived.by(() => {
    const { game, view, seat, pressing } = this.#keyed();
    if (seat === undefined) return undefined;
    if (picks(game))
      return game === "triplet" || this.cards.length > 1 ? pressing.named.cards.at(-1) : this.cards[0];
    return game === "practice" || game === "faceoff" ? view.table[0] : view.tops[seat];
  });
  /** Whether the next digit names a card. */
  readonly #picking = $derived.by(
    () => this.cards.length > 0 && (this.#card === undefined || this.#keyed().pressing.named.symbol !== null),
  );

  /** A key was pressed. */
  down(event: KeyboardEvent): void {
    const { seat, deck, pressing } = this.#keyed();
    if (seat === undefined || reserved(event)) return;
    this.used = true;
    const number = digit(event);
    // A letter of a name that is being typed names nothing else: é is the French keyboard's 2.
    if (number !== null && !this.#typing.expects(event.key, event.timeStamp)) {
      const card = this.cards[number];
      const symbol = this.#card === undefined ? undefined : deck.symbols(this.#card)[number];
      if (this.#picking && card !== undefined) return pressing.pick(seat, card, event.timeStamp);
      if (!this.#picking && symbol !== undefined) {
        this.#typing.press("Escape", event.timeStamp, [], deck);
        return this.#name(seat, symbol, event.timeStamp);
      }
    }
    this.#spell(seat, event);
  }

  /** Forgets what was typed if nothing follows for a while; returns how to cancel that. */
  forgetting(): (() => void) | undefined {
    if (!this.typed && !this.beyond) return undefined;
    const forgets = setTimeout(() => (this.typed = this.beyond = ""), FORGET);
    return () => clearTimeout(forgets);
  }

  /** Returns the keys that name the symbols of a card now. */
  of(card: number): readonly string[] {
    return this.#shown && !this.#picking && card === this.#card ? DIGITS : [];
  }

  /** Returns the key that names a card now. */
  numbered(card: number): string {
    return this.#shown && this.#picking ? (DIGITS[this.cards.indexOf(card)] ?? "") : "";
  }

  /** The symbols that a name can mean now. */
  #nameable(): number[] {
    const { game, view, seat, deck } = this.#keyed();
    const card = this.#card;
    if (seat === undefined || (card === undefined && game !== "triplet")) return [];
    const shown = card === undefined ? view.table : picks(game) ? [card] : pressable(game, view, seat);
    const symbols = [...shown, ...(picks(game) ? [] : [view.middle])].flatMap((one) => deck.symbols(one));
    return [...new Set(symbols)];
  }

  #spell(seat: number, event: KeyboardEvent): void {
    const { deck, pressing } = this.#keyed();
    if ((event.key === "Escape" || event.key === "Backspace") && this.typed === "") pressing.forget();
    if (!/^(\p{L}|Backspace|Escape|Enter|[ ’'])$/u.test(event.key)) return;
    const idle = this.typed === "" && !this.#typing.follows(event.key);
    // They press what has the focus; a name that was called ends with them.
    if (!(idle && (event.key === "Enter" || event.key === " "))) event.preventDefault();
    const found = this.#typing.press(event.key, event.timeStamp, this.#nameable(), deck);
    this.beyond = this.#typing.beyond;
    this.typed = found.symbol === null ? found.typed : "";
    if (found.symbol !== null) this.#name(seat, found.symbol, event.timeStamp);
  }

  /** Names a symbol, on the card that was named; a triplet's cards may follow it. */
  #name(seat: number, symbol: number, at: number): void {
    const { game, pressing } = this.#keyed();
    if (game === "triplet" && this.#card === undefined) pressing.begin(symbol);
    else if (this.#card !== undefined) pressing.press(seat, this.#card, symbol, at);
  }
}
