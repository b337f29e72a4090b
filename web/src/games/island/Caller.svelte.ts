/** What has been pressed and what it makes: a symbol and a place, in either order, are a call. */

import type * as messages from "../../messages";
import { play } from "../../sound";
import type { Answer } from "../../Table.svelte";
import type { GameProps } from "..";
import { type Beginning, Beginnings, reached } from "../reflex/Beginnings.svelte";
import type { Hand } from "./teams";

/** A card that may be pressed: a place of the island by its number, or another team's card by the team's. */
export interface Target {
  slot: number;
  card: number;
}

export interface CallerScene {
  view: Pick<messages.IsleView, "flips" | "tallies" | "frozen">;
  /** The hands of this screen that play: nobody calls with that of a seat that has resigned. */
  hands: readonly Hand[];
  /** Returns the cards that a hand can call about. */
  targets: (hand: Hand) => readonly Target[];
  /** Whether hands call about each other's cards. */
  duel: boolean;
  /** Whether a seat of this screen has laid all its cards and helps another. */
  helping: Hand | null;
  /** Tells whether a card shows a symbol. */
  has: (card: number, symbol: number) => boolean;
  /** Returns whose a place is while it is chosen, where several share the screen. */
  chooser: (slot: number) => number | null;
  send: GameProps<"island">["send"];
}

/** Milliseconds within which nobody can have seen that a card was covered: the press was meant for the card before. */
const UNSEEN = 250;

/** A call that was made at this screen, shown for a moment where it was made. */
export interface Tap {
  key: number;
  seat: number;
  slot: number;
}

/** How long it is seen who made a call, in milliseconds. */
const SEEN = 1500;

export class Caller {
  /** The places that were pressed: where several share the screen, one a seat. */
  chosen: readonly number[] = $state.raw([]);
  /** The call that is on its way. */
  sent: { symbol: number; cards: readonly number[] } | null = $state.raw(null);

  /** Who has just called about which place: one a seat. */
  taps: readonly Tap[] = $state.raw([]);

  #key = 0;
  readonly #begun = new Beginnings();
  /** What lay in each place before, and when it was covered. */
  readonly #before = new Map<number, { card: number; at: number }>();
  readonly #scene: () => CallerScene;
  readonly #answered: (answer: Answer, seat: number) => void;

  constructor(scene: () => CallerScene, answered: (answer: Answer, seat: number) => void) {
    this.#scene = scene;
    this.#answered = answered;
  }

  /** The symbols that were pressed on own cards, one a seat, oldest first. */
  get aims(): readonly Beginning[] {
    return this.#begun.all;
  }

  /** The symbol that was pressed last. */
  get aim(): Beginning | null {
    return this.aims.at(-1) ?? null;
  }

  /** Tells whether a hand of this screen calls: not that of a seat that has resigned. */
  plays({ seat }: Hand): boolean {
    return this.#scene().hands.some((hand) => hand.seat === seat);
  }

  /** Takes back what was pressed, by one seat or by all. */
  clear(seat?: number): void {
    this.#begun.withdraw(seat);
    this.close(seat);
  }

  /** Lets go of the places that were pressed, by one seat or by all. */
  close(seat?: number): void {
    this.chosen = seat === undefined ? [] : this.chosen.filter((slot) => !this.#chose(seat, slot));
  }

  /** Notes that a card has just been covered. */
  covered(slot: number, card: number, at: number): void {
    this.#before.set(slot, { card, at });
  }

  /** A symbol was pressed on the card of a hand of this screen, or of the one that is helped. */
  own(hand: Hand, symbol: number, at: number): void {
    const { hands, duel, helping, send } = this.#scene();
    if (helping) {
      void send(helping.seat, { type: "point", card: hand.card, symbol });
      play("press");
      return;
    }
    // The card of a knight who has resigned is pressed like one elsewhere.
    if (!this.plays(hand)) {
      if (duel) this.target({ slot: hand.team, card: hand.card }, symbol, at);
      return;
    }
    if (!duel || hands.length <= 1) {
      this.name(hand, symbol, at, hands.length > 1);
      return;
    }
    // Knights at one screen take each other's cards: whoever can begin does, unless another's hand has come here (KNIGHT-2).
    const able = !this.#frozen(hand.seat);
    const taker = this.#aiming().find(
      (one) => one.symbol === symbol && one.hand.seat !== hand.seat && (!able || reached(one, at)),
    );
    if (taker) void this.#call(taker.hand, symbol, { slot: hand.team, card: hand.card }, at);
    else this.#aim(hand, symbol, at, true);
  }

  /** A hand names a symbol of its own card: a call, if its place is chosen or there is only one; else it may lapse. */
  name(hand: Hand, symbol: number, at: number, lapses = false): void {
    const targets = this.#scene().targets(hand);
    const chosen = targets.find(({ slot }) => this.chosen.includes(slot) && this.#chose(hand.seat, slot));
    const target = chosen ?? (targets.length === 1 ? targets[0] : undefined);
    if (target) void this.#call(hand, symbol, target, at);
    else this.#aim(hand, symbol, at, lapses);
  }

  /** Notes the symbol of a hand; the same again takes it back. */
  #aim({ seat, card }: Hand, symbol: number, at: number, lapses: boolean): void {
    play("press");
    this.close(seat);
    this.#begun.begin({ seat, card, symbol, at }, lapses);
  }

  /** A place was pressed, or a symbol on the card there. */
  target(target: Target, symbol: number | null, at: number): void {
    const { hands, duel, helping, chooser, send } = this.#scene();
    if (helping) {
      void send(
        helping.seat,
        symbol === null ? { type: "point", card: target.card } : { type: "point", card: target.card, symbol },
      );
      play("press");
      return;
    }
    const [only, ...more] = hands;
    const several = more.length > 0;
    const meant = this.#meant(target, symbol, at);
    if (meant) {
      void this.#call(meant.hand, meant.symbol, target, at);
      return;
    }
    // A knight's own card is pressed first: that says whose press it is (KNIGHT-2).
    if (duel && several) return;
    if (symbol !== null && only && !several) {
      void this.#call(only, symbol, target, at);
      return;
    }
    play("press");
    if (!several) this.#begun.withdraw();
    const again = this.chosen.includes(target.slot);
    const others = this.chosen.filter((slot) => chooser(slot) !== chooser(target.slot));
    this.chosen = again ? others : [...others, target.slot];
  }

  /** A seat calls a symbol of a place. */
  press(hand: Hand, symbol: number, target: Target, at: number): void {
    void this.#call(hand, symbol, target, at);
  }

  /** A symbol of an enlarged card was pressed: by whoever has named it on their own card, else by whose it is. */
  pressLarge(owner: Hand, symbol: number, target: Target, at: number): void {
    const aim = this.aims.find((one) => one.symbol === symbol);
    const hand = this.#scene().hands.find(({ seat, card }) => seat === aim?.seat && card === aim.card);
    this.press(hand ?? owner, symbol, target, at);
  }

  /** Returns whose call a press on a place ends: of several at one screen that of whoever's symbol is there. */
  #meant(
    { slot, card }: Target,
    symbol: number | null,
    at: number,
  ): { hand: Hand; symbol: number } | undefined {
    const { hands, duel, has, chooser } = this.#scene();
    const aiming = this.#aiming();
    if (hands.length <= 1) return aiming.at(-1);
    const right =
      aiming.findLast((one) => one.symbol === symbol) ?? aiming.findLast((one) => has(card, one.symbol));
    if (right || duel) return right;
    // A mistake is the latest one's whose hand can be here, and nobody's where whoever sits here may begin with the place.
    const able = aiming.filter((one) => reached(one, at));
    return able.some(({ hand }) => hand.seat === chooser(slot)) ? able.at(-1) : undefined;
  }

  /** Returns whose symbols stand, oldest first: of several at one screen nobody's who is frozen. */
  #aiming(): { hand: Hand; symbol: number; at: number }[] {
    const { hands } = this.#scene();
    return this.aims.flatMap(({ seat, card, symbol, at }) => {
      const hand = hands.find((one) => one.seat === seat && one.card === card);
      return !hand || (hands.length > 1 && this.#frozen(seat)) ? [] : [{ hand, symbol, at }];
    });
  }

  #frozen(seat: number): boolean {
    return (this.#scene().view.frozen[seat] ?? 0) > 0;
  }

  /** Tells whether a place that was pressed is a seat's, or everybody's. */
  #chose(seat: number, slot: number): boolean {
    const chooser = this.#scene().chooser(slot);
    return chooser === null || chooser === seat;
  }

  #tapped(seat: number, slot: number): void {
    const key = (this.#key += 1);
    this.taps = [...this.taps.filter((tap) => tap.seat !== seat), { key, seat, slot }];
    setTimeout(() => (this.taps = this.taps.filter((tap) => tap.key !== key)), SEEN);
  }

  async #call(hand: Hand, symbol: number, target: Target, at: number): Promise<void> {
    const { view, send } = this.#scene();
    this.clear(hand.seat);
    if (view.flips !== null || view.tallies.length > 0 || hand.card < 0 || this.#frozen(hand.seat)) return;
    play("press");
    const before = this.#before.get(target.slot);
    // A call about a card that is covered is late and costs nothing, where one about the new card might be wrong.
    const cards = [before && at - before.at < UNSEEN ? before.card : target.card, hand.card];
    this.#tapped(hand.seat, target.slot);
    const mark = { symbol, cards };
    this.sent = mark;
    const answer = await send(hand.seat, { type: "call", symbol, cards }, at, cards);
    if (this.sent === mark) this.sent = null;
    this.#answered(answer, hand.seat);
  }
}
