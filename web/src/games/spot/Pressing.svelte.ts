/** One person at a screen: what they have named so far, and the call that is on its way. */

import type * as messages from "../../messages";
import { play } from "../../sound";
import type { Answer } from "../../Table.svelte";
import type { GameProps, Of } from "..";
import { called, type Naming, naming, type SpotGame } from "./calls";

export interface PressingScene {
  game: SpotGame;
  view: messages.SpotView;
  seats: readonly number[];
  send: GameProps<"spot">["send"];
}

const NOTHING: Naming = { symbol: null, cards: [] };

export class Pressing {
  /** The cards, and the symbol on them, that a call names so far; nothing is reserved by them (SPOT-10). */
  named: Naming = $state.raw(NOTHING);
  /** The call that is on its way. */
  #sent: messages.Call | null = $state.raw(null);
  readonly #scene: () => PressingScene;
  readonly #answered: (answer: Answer) => void;

  constructor(scene: () => PressingScene, answered: (answer: Answer) => void) {
    this.#scene = scene;
    this.#answered = answered;
  }

  /** Presses a symbol of a card. */
  press(seat: number, card: number, symbol: number, at: number): void {
    const { game, view } = this.#scene();
    if (game !== "triplet") {
      this.forget();
      void this.#call(seat, called(game, view, seat, symbol, card), at);
      return;
    }
    play("press");
    this.named = naming(this.named, card, symbol);
    const { cards } = this.named;
    if (cards.length < 3) return;
    this.forget();
    void this.#call(seat, { type: "call", symbol, cards: [...cards] }, at);
  }

  /** Names a card by keyboard: of three, those that follow the symbol. */
  pick(seat: number, card: number, at: number): void {
    const { symbol } = this.named;
    if (this.#scene().game === "triplet" && symbol !== null) this.press(seat, card, symbol, at);
    else this.named = { symbol: null, cards: [card] };
  }

  /** Names a symbol by keyboard before any card: a triplet's cards follow it. */
  begin(symbol: number): void {
    this.named = { symbol, cards: [] };
  }

  /** Takes back what was named. */
  forget(): void {
    this.named = NOTHING;
  }

  /** Returns the symbol of a card that is on its way, or named. */
  marked(card: number): number | null {
    if (this.#sent?.cards.includes(card)) return this.#sent.symbol;
    return this.named.cards.includes(card) ? this.named.symbol : null;
  }

  /** Something happened that may decide the call. */
  happened(event: Of<"spot", "event">): void {
    if (event.type === "took") {
      if (event.cards.some((card) => this.#sent?.cards.includes(card))) this.#sent = null;
      this.forget();
    } else if (event.type === "wrong" && this.#scene().seats.includes(event.seat)) this.#sent = null;
  }

  async #call(seat: number, call: messages.Call, at: number): Promise<void> {
    const { view, send } = this.#scene();
    if (view.flips !== null || (view.frozen[seat] ?? 0) > 0) return;
    play("press");
    this.#sent = call;
    const answer = await send(seat, call, at, call.cards);
    if (this.#sent === call) this.#sent = null;
    this.#answered(answer);
  }
}
