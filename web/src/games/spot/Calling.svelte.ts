/** Several people at one screen: whose press it is, and what is on its way for whom. */

import type { Call, SpotView } from "../../messages";
import type { Answer } from "../../Table.svelte";
import type { GameProps } from "..";
import { called, common, type Naming, naming, pressable, type SpotGame } from "./calls";

export interface CallingScene {
  game: SpotGame;
  view: SpotView;
  seats: readonly number[];
  send: GameProps<"spot">["send"];
  /** Tells whether a card shows a symbol. */
  has: (card: number, symbol: number) => boolean;
}

const NOTHING: Naming = { symbol: null, cards: [] };

export class Calling {
  /** The seats whose claim is on its way. */
  claiming: readonly number[] = $state.raw([]);
  /** The call of each seat that is on its way. */
  sent: Readonly<Record<number, Call>> = $state.raw({});
  /** What whoever speaks has named so far; nothing is reserved by it (SPOT-10). */
  named: Naming = $state.raw(NOTHING);

  /** A call that was complete before its claim was decided. */
  #early: { seat: number; call: Call; at: number } | null = null;
  readonly #scene: () => CallingScene;
  readonly #answered: (seat: number, answer: Answer) => void;

  constructor(scene: () => CallingScene, answered: (seat: number, answer: Answer) => void) {
    this.#scene = scene;
    this.#answered = answered;
  }

  /** The seat of this screen that a press on a common card is for; null before anybody claims, or while two do. */
  get speaker(): number | null {
    const { view, seats } = this.#scene();
    if (view.claimant !== null) return seats.includes(view.claimant) ? view.claimant : null;
    const [only, ...more] = this.claiming;
    return only !== undefined && more.length === 0 ? only : null;
  }

  /** Touches a seat's own corner; returns whether that asks for anything. */
  claim(seat: number, at: number): boolean {
    const { game, view } = this.#scene();
    const cards = common(game, view);
    if (cards.length === 0 || !this.#free(seat) || view.claimant !== null || this.claiming.includes(seat))
      return false;
    if (!pressable(game, view, seat).length) return false;
    this.claiming = [...this.claiming, seat];
    if (this.claiming.length === 1) this.forget();
    void this.#ask(seat, cards, at);
    return true;
  }

  /** Presses a symbol of a card; on a common one for whoever speaks. Returns whose press it was, or null. */
  press(card: number, symbol: number, at: number, owner: number | null = null): number | null {
    const { game, view } = this.#scene();
    const seat = owner ?? this.speaker;
    if (seat === null || !this.#free(seat)) return null;
    if (owner !== null && game === "potato") {
      this.#call(seat, called(game, view, seat, symbol, this.#receiver(seat, symbol)), at);
      return seat;
    }
    if (!pressable(game, view, seat).includes(card)) return null;
    if (game !== "triplet") {
      this.named = NOTHING;
      this.#call(seat, called(game, view, seat, symbol, card), at);
      return seat;
    }
    this.named = naming(this.named, card, symbol);
    if (this.named.cards.length === 3) {
      const { cards } = this.named;
      this.named = NOTHING;
      this.#call(seat, { type: "call", symbol, cards: [...cards] }, at);
    }
    return seat;
  }

  /** Names a card by keyboard, before its symbol; of three, those that follow the symbol. */
  pick(card: number, at: number): void {
    if (this.named.symbol !== null) this.press(card, this.named.symbol, at);
    else this.named = { symbol: null, cards: [card] };
  }

  /** Somebody's claim was decided: what its seat has called meanwhile is sent. */
  granted(seat: number): void {
    this.claiming = this.claiming.filter((one) => one !== seat);
    const early = this.#early;
    this.#early = null;
    if (early?.seat === seat) this.#call(seat, early.call, early.at);
  }

  /** Takes back what was named. */
  forget(): void {
    this.named = NOTHING;
    this.#early = null;
  }

  /** The cards changed, or somebody's call was decided. */
  settled(seat: number): void {
    this.sent = Object.fromEntries(Object.entries(this.sent).filter(([of]) => Number(of) !== seat));
  }

  /** The card of another seat that shows a symbol, or any that is still in the round. */
  #receiver(by: number, symbol: number): number {
    const { view, has } = this.#scene();
    const tops = view.tops.filter((top, other) => other !== by && top >= 0);
    return tops.find((top) => has(top, symbol)) ?? tops[0] ?? -1;
  }

  #free(seat: number): boolean {
    const { view } = this.#scene();
    return view.flips === null && (view.frozen[seat] ?? 0) === 0;
  }

  async #ask(seat: number, cards: readonly number[], at: number): Promise<void> {
    const answer = await this.#scene().send(seat, { type: "claim", cards: [...cards] }, at, cards);
    this.claiming = this.claiming.filter((one) => one !== seat);
    if (answer.type !== "done") this.#dropped(seat, answer);
  }

  #call(seat: number, call: Call, at: number): void {
    const { game, view } = this.#scene();
    if (common(game, view).length > 0 && view.claimant !== seat) {
      this.#early = { seat, call, at };
      return;
    }
    void this.#sending(seat, call, at);
  }

  async #sending(seat: number, call: Call, at: number): Promise<void> {
    this.sent = { ...this.sent, [seat]: call };
    const answer = await this.#scene().send(seat, call, at, call.cards);
    if (this.sent[seat] === call) this.settled(seat);
    this.#answered(seat, answer);
  }

  #dropped(seat: number, answer: Answer): void {
    if (this.#early?.seat === seat) this.#early = null;
    this.#answered(seat, answer);
  }
}
