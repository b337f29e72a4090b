/** What happens in a game of speed, shown and sounded: cards that fly, words that come and go, who was first. */

import type { Deck } from "../../deck";
import type * as messages from "../../messages";
import type { Said } from "../../parts/said";
import { play } from "../../sound";
import type { Answer } from "../../Table.svelte";
import { refusal, say, seconds } from "../../texts.svelte";
import type { Disc, Flying } from "./flight";

const WORD = 1900;
/** A whole sentence takes longer to read. */
const SENTENCE = 4500;
const SHAKE = 420;

/** A symbol on cards. */
type Ringed = Pick<messages.Wrong, "symbol" | "cards">;

export class Show {
  flights: Flying[] = $state([]);
  remark: Said | null = $state.raw(null);
  /** What a screen reader is told. */
  heard = $state("");
  shaken = $state(false);
  /** The call that was wrong, for as long as it is said. */
  #missed: Ringed | null = $state.raw(null);
  #count = 0;
  /** What is said to each seat, where several share the screen. */
  readonly #words = new Map<number, Show>();
  /** Which remark says what to do instead. */
  #advice = 0;

  /** Returns what is said to a seat at its own edge. */
  said(seat: number): Show {
    const known = this.#words.get(seat) ?? new Show();
    this.#words.set(seat, known);
    return known;
  }

  /** Returns a number that nothing else of this show has. */
  protected key(): number {
    return ++this.#count;
  }

  say(text: string, good: boolean, lasts = WORD): void {
    const key = this.key();
    this.remark = { text, good, lasts, key };
    setTimeout(() => {
      if (this.remark?.key === key) this.remark = null;
    }, lasts);
  }

  /** Says why a call counted for nothing. */
  answered(answer: Answer): void {
    if (answer.type === "late") {
      if (!this.remark) this.say(say("spot.late"), false);
    } else if (answer.type === "refused" || answer.type === "error") {
      const text = refusal(answer);
      if (text) this.advise(text);
    }
  }

  /** Says what to do instead, for as long as it takes to read. */
  advise(text: string): void {
    this.say(text, false, SENTENCE);
    this.#advice = this.remark?.key ?? 0;
    this.heard = text;
  }

  /** Says no longer what to do instead, to nobody here: one may call again. */
  forget(): void {
    if (this.remark?.key === this.#advice) this.remark = null;
    for (const words of this.#words.values()) words.forget();
  }

  /** Lets a card fly, where both its ends are on this screen. */
  fly(card: number, symbol: number, from: Disc | undefined, to: Disc | undefined, wait = 0): void {
    if (from && to) this.flights.push({ key: this.key(), card, symbol, from, to, wait });
  }

  landed(key: number): void {
    this.flights = this.flights.filter((flying) => flying.key !== key);
  }

  /** Somebody at this screen called a symbol that was not shared. */
  wrong(symbol: string, cards = 2): void {
    play("wrong");
    this.say(say(cards > 2 ? "spot.wrong.all" : "spot.wrong", { symbol }), false);
    this.shaken = true;
    setTimeout(() => (this.shaken = false), SHAKE);
    this.heard = say("spot.heard.wrong", { symbol });
  }

  /** Rings the symbol of a wrong call. */
  ring(wrong: Ringed): void {
    this.#missed = wrong;
    setTimeout(() => this.#missed === wrong && (this.#missed = null), WORD);
  }

  /** Returns the symbol that is ringed on a card: of a wrong call just now, or of the step that a replay shows. */
  ringed(card: number, taped: Ringed | null = null): number | null {
    return [this.#missed, taped].find((one) => one?.cards.includes(card))?.symbol ?? null;
  }

  /** Says how quick a winner of this screen was, or by how much it was late. */
  judge(
    verdicts: readonly messages.Verdict[],
    winner: number,
    seats: readonly number[],
    won: "spot.won" | "spot.given" = "spot.won",
  ): void {
    const decided = verdicts.find((one) => one.winner === winner);
    const best = decided?.scores.find((score) => score.seat === winner);
    const own = decided?.scores.find((score) => seats.includes(score.seat));
    if (seats.includes(winner)) {
      if (best) this.say(say(won, { seconds: seconds(best.score) }), true);
    } else if (best && own)
      this.say(say("spot.late.by", { ms: Math.max(1, own.moment - best.moment) }), false);
  }
}

/** Returns the symbol of a card that would have been right where a replay shows a wrong call about it. */
export function righted(deck: Deck, card: number, taped: Ringed | null = null): number | null {
  return taped?.cards.includes(card) ? (deck.common(taped.cards)[0] ?? null) : null;
}
