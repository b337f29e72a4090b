/** Several people at one keyboard: each has keys of their own, for claiming and for the symbols of a card. */

import type { Deck } from "../../deck";
import { reserved } from "../../keys";
import type * as messages from "../../messages";
import { settings } from "../../settings.svelte";
import { play } from "../../sound";
import { handOf, printed, under } from "../reflex/hands";
import type { Calling } from "./Calling.svelte";
import { claims, picks, pressable, type SpotGame } from "./calls";
import type { RoundLayout } from "./RoundLayout.svelte";

export interface RoundKeyed {
  game: SpotGame;
  view: messages.SpotView;
  seats: readonly number[];
  deck: Deck;
  calling: Calling;
  layout: RoundLayout;
  /** Whether the game is over: then nobody claims or calls any more. */
  over: boolean;
  /** Presses a symbol of a card: of a seat's own, or of a common one. */
  press: (card: number, symbol: number, at: number, owner: number | null) => void;
  claim: (seat: number, at: number) => void;
  /** Says what whoever has named a symbol on their own hot potato does next. */
  tell: (seat: number) => void;
}

export class RoundKeyboard {
  /** Whether the keys are shown: where there is a keyboard, or somebody has used one. */
  #shown = $state(false);
  readonly #keyed: () => RoundKeyed;

  constructor(keyed: () => RoundKeyed, shown: boolean) {
    this.#keyed = keyed;
    this.#shown = shown;
  }

  /** The cards of which a call names one, or three: the card first. */
  readonly #choices = $derived.by(() => {
    const { game, view, calling } = this.#keyed();
    const { speaker } = calling;
    return speaker !== null && picks(game) ? pressable(game, view, speaker) : [];
  });
  /** The card whose symbols the keys of whoever speaks name; undefined while they name a card. */
  readonly #card = $derived.by(() => {
    const { game, view, calling } = this.#keyed();
    if (calling.speaker === null) return undefined;
    if (!picks(game)) return view.table[0];
    return game === "triplet" || this.#choices.length > 1 ? calling.named.cards.at(-1) : this.#choices[0];
  });
  /** Whether the next key names a card. */
  readonly #picking = $derived.by(
    () =>
      this.#choices.length > 0 && (this.#card === undefined || this.#keyed().calling.named.symbol !== null),
  );

  /** A key was pressed. */
  down(event: KeyboardEvent): void {
    const { game, view, seats, calling, over, claim, tell } = this.#keyed();
    if (over || event.repeat || reserved(event)) return;
    const found = handOf(event.code);
    const seat = found ? seats[found.hand] : undefined;
    if (!found || seat === undefined) {
      if (event.key !== "Escape" && event.key !== "Backspace") return;
      calling.forget();
      calling.withdraw();
      return;
    }
    this.#shown = true;
    event.preventDefault();
    const { key } = found;
    if (game === "potato") {
      if (key === "claim") calling.withdraw(seat);
      else if (calling.key(seat, key, event.timeStamp)) play("press");
      tell(seat);
    } else if (key === "claim") claim(seat, event.timeStamp);
    else if (!claims(game)) this.#name(view.tops[seat], key, event, seat);
    else if (calling.speaker !== seat) return;
    else if (this.#picking) {
      const card = this.#choices.find((one) => this.#keyOf(seat, one) === key);
      if (card !== undefined) calling.pick(card, event.timeStamp);
    } else this.#name(this.#card, key, event, null);
  }

  /** Returns the key that a seat claims with. */
  claiming(seat: number): string {
    const { game } = this.#keyed();
    return this.#shown && claims(game) ? this.#printed(seat).claim : "";
  }

  /** Returns the keys that name the symbols of a common card now. */
  common(card: number): readonly string[] {
    const { game, calling } = this.#keyed();
    const named = this.#shown && claims(game) && !this.#picking && card === this.#card;
    return named && calling.speaker !== null ? this.#printed(calling.speaker).keys : [];
  }

  /** Returns the keys that name the symbols of a seat's own card now. */
  own(seat: number, card: number): readonly string[] {
    const { game, calling } = this.#keyed();
    if (claims(game)) return this.common(card);
    return this.#shown && !calling.offers.some((one) => one.seat === seat) ? this.#printed(seat).keys : [];
  }

  /** Returns the keys with which a seat names the symbols of its own card, where there is a keyboard. */
  all(seat: number): string {
    const symbols = this.#keyed().deck.symbols(0).length;
    return this.#shown ? this.#printed(seat).keys.slice(0, symbols).join(" ") : "";
  }

  /** Returns the keys that name a card. */
  numbered(card: number): string {
    const { game, calling } = this.#keyed();
    if (!this.#shown) return "";
    const speaking = this.#picking && calling.speaker !== null ? [calling.speaker] : [];
    const by = game === "potato" ? calling.offers.map(({ seat }) => seat) : speaking;
    return by
      .flatMap((seat) => {
        const key = this.#keyOf(seat, card);
        return key === undefined ? [] : (this.#printed(seat).keys[key] ?? []);
      })
      .join(" ");
  }

  /** Presses the symbol of a card that a key names. */
  #name(card: number | undefined, key: number, event: KeyboardEvent, owner: number | null): void {
    const { deck, press } = this.#keyed();
    const symbol = card === undefined ? undefined : deck.symbols(card)[key];
    if (card !== undefined && symbol !== undefined) press(card, symbol, event.timeStamp, owner);
  }

  /** Returns the number of the key that names a card: the one that lies where the card does, if they lie in rows. */
  #keyOf(seat: number, card: number): number | undefined {
    const { game, view, seats, layout } = this.#keyed();
    if (game !== "triplet" && game !== "catch") return pressable(game, view, seat).indexOf(card);
    const cards = layout.middle.filter(({ key }) => key !== "middle");
    return under(seats.indexOf(seat), cards)[cards.findIndex((one) => one.card === card)];
  }

  #printed(seat: number): { claim: string; keys: string[] } {
    return printed(this.#keyed().seats.indexOf(seat), settings.language);
  }
}
