/** The reaction clock: how long ago the cards of a reveal were painted. */

import type * as messages from "./messages";

export class ReactionClock {
  /** The number of the latest reveal. */
  latest: number | null = null;
  #painted = new Map<number, number>();
  #shown = new Map<number, number>();

  /** Notes that a reveal is about to be drawn; its clock starts with the frame after the one that shows it. */
  reveal({ number, cards }: messages.Reveal): void {
    this.latest = number;
    for (const card of cards) this.#shown.set(card, number);
    // FAIR-3. By the clock and not by the frame's own time: a slow phone begins a frame later than that, and shows the last one later.
    requestAnimationFrame(() => requestAnimationFrame(() => this.#painted.set(number, performance.now())));
  }

  /** Forgets everything: numbers start again with a connection. */
  reset(): void {
    this.latest = null;
    this.#painted.clear();
    this.#shown.clear();
  }

  /** Returns the latest reveal of these cards, and the milliseconds from its paint to a press at this time. */
  reaction(cards: readonly number[], at: number): { reveal?: number; reaction?: number } {
    const numbers = cards.flatMap((card) => this.#shown.get(card) ?? []);
    const reveal = numbers.length > 0 ? Math.max(...numbers) : this.latest;
    const reaction = reveal === null ? undefined : this.since(reveal, at);
    return reveal === null || reaction === undefined ? {} : { reveal, reaction };
  }

  /** Returns the milliseconds since a reveal was painted, or undefined while it is not. */
  since(reveal: number, at: number): number | undefined {
    const painted = this.#painted.get(reveal);
    return painted === undefined ? undefined : Math.max(0, Math.round(at - painted));
  }
}
