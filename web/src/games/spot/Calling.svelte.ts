/** Several people at one screen: whose press it is, and what is on its way for whom. */

import type * as messages from "../../messages";
import type { Answer } from "../../Table.svelte";
import type { GameProps, Of } from "..";
import { type Beginning, Beginnings, reached } from "../reflex/Beginnings.svelte";
import { called, common, type Naming, naming, pressable, type SpotGame } from "./calls";

export interface CallingScene {
  game: SpotGame;
  view: messages.SpotView;
  seats: readonly number[];
  send: GameProps<"spot">["send"];
  /** Returns the symbols of a card. */
  symbols: (card: number) => readonly number[];
}

const NOTHING: Naming = { symbol: null, cards: [] };

export class Calling {
  /** The seats whose claim is on its way. */
  claiming: readonly number[] = $state.raw([]);
  /** The call of each seat that is on its way. */
  sent: Readonly<Record<number, messages.Call>> = $state.raw({});
  /** What whoever speaks has named so far; nothing is reserved by it (SPOT-10). */
  named: Naming = $state.raw(NOTHING);

  readonly #begun = new Beginnings();
  /** A call that was complete before its claim was decided. */
  #early: { seat: number; call: messages.Call; at: number } | null = null;
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

  /** What the seats of this screen have pressed on their own hot potatoes, oldest first; it reserves nothing (SPOT-12). */
  get offers(): readonly Beginning[] {
    const { view } = this.#scene();
    return this.#begun.all.filter(({ seat, card }) => view.tops[seat] === card && this.#free(seat));
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
    if (game === "potato") return this.#pass(card, symbol, at, owner);
    const seat = owner ?? this.speaker;
    if (seat === null || !this.#free(seat)) return null;
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

  /** Takes a key of a seat's hand in Hot Potato: it names a symbol of the seat's own card, then whose card it goes to. */
  key(seat: number, key: number, at: number): boolean {
    const { game, view, symbols } = this.#scene();
    const others = pressable(game, view, seat);
    const offer = this.offers.find((one) => one.seat === seat);
    const own = view.tops[seat];
    if (own === undefined) return false;
    const symbol = offer?.symbol ?? symbols(own)[key];
    const to = offer ? others[key] : others.length === 1 ? others[0] : undefined;
    if (symbol === undefined || !this.#free(seat)) return false;
    if (to !== undefined) this.#give(seat, symbol, to, at);
    else if (!offer) this.#begun.begin({ seat, card: own, symbol, at }, true);
    return to !== undefined || !offer;
  }

  /** Takes back what a seat has offered, or what all have. */
  withdraw(seat?: number): void {
    this.#begun.withdraw(seat);
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

  /** Something happened that may decide a claim or a call. */
  happened(event: Of<"spot", "event">): void {
    const own = "seat" in event && this.#scene().seats.includes(event.seat);
    switch (event.type) {
      case "took":
        this.forget();
        this.settled(event.seat);
        return;
      case "wrong":
        if (!own) return;
        this.forget();
        this.settled(event.seat);
        return;
      case "claimed":
        this.granted(event.seat);
        if (!own) this.forget();
        return;
      case "lapsed":
        this.forget();
    }
  }

  /** Returns the symbol of a card that is on its way, or named. */
  marked(card: number): number | null {
    const call = Object.values(this.sent).find(({ cards }) => cards.includes(card));
    const offer = this.offers.find((one) => one.card === card);
    return call?.symbol ?? offer?.symbol ?? (this.named.cards.includes(card) ? this.named.symbol : null);
  }

  /** Presses a hot potato: on one's own card it says who gives, on another's to whom (SPOT-10, SPOT-12). */
  #pass(card: number, symbol: number, at: number, owner: number | null): number | null {
    // Whoever can begin with it does, unless another's hand has had the time to come here.
    const able = owner !== null && this.#free(owner);
    const offers = this.offers.filter((offer) => offer.seat !== owner && (!able || reached(offer, at)));
    const [only, ...more] = offers;
    // On a card of another screen nobody begins: another symbol there is a mistake of the only one who has.
    const meant = owner === null && more.length === 0 ? only : undefined;
    const giver = offers.find((one) => one.symbol === symbol) ?? meant;
    if (giver) return this.#give(giver.seat, symbol, card, at);
    if (!able) return null;
    this.#begun.begin({ seat: owner, card, symbol, at }, true);
    return owner;
  }

  #give(seat: number, symbol: number, to: number, at: number): number {
    this.withdraw(seat);
    this.#call(seat, called("potato", this.#scene().view, seat, symbol, to), at);
    return seat;
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

  #call(seat: number, call: messages.Call, at: number): void {
    const { game, view } = this.#scene();
    if (common(game, view).length > 0 && view.claimant !== seat) {
      this.#early = { seat, call, at };
      return;
    }
    void this.#sending(seat, call, at);
  }

  async #sending(seat: number, call: messages.Call, at: number): Promise<void> {
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
