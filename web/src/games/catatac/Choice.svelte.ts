/** The card that somebody has chosen, what could be done with it, and a turn on its way to the table. */

import type * as messages from "../../messages";
import type { Answer } from "../../Table.svelte";

export class Choice {
  /** Which card of the hand, counted from the left. */
  index: number | null = $state(null);
  /** The turn that is looked at, by the pointer or the keyboard. */
  looked: messages.Turn | null = $state.raw(null);
  sending = $state(false);
  /** A turn that waits until the breath is over (CTC-25). */
  waiting: messages.Turn | null = $state.raw(null);

  #told: messages.Turns | null = $state.raw(null);
  #asked = 0;

  constructor(
    readonly ask: () => Promise<messages.Turns | null>,
    readonly send: (move: messages.Turn["moves"][number]) => Promise<Answer>,
  ) {}

  /** The cards that may be laid now, or the one that was laid and has more to give. */
  get cards(): readonly messages.CardTurns[] {
    return this.#told?.cards ?? [];
  }

  /** Finds out what could be done now. */
  async look(): Promise<void> {
    const asked = ++this.#asked;
    const told = await this.ask();
    if (asked === this.#asked) this.#told = told;
  }

  /** Forgets what was chosen and told: the table has changed. */
  forget(): void {
    this.#asked++;
    this.#told = null;
    this.looked = null;
  }

  drop(): void {
    this.index = null;
    this.looked = null;
    this.waiting = null;
  }

  /** Returns what could be done with a card. */
  with(card: messages.Face | undefined): messages.CardTurns | undefined {
    return this.cards.find((one) => one.card === card?.card);
  }

  /** Plays a whole turn, move by move; while teammates are asked it waits. */
  async play(turn: messages.Turn, view: messages.CatatacView): Promise<void> {
    if (this.sending) return;
    if (view.phase === "breath" && turn.moves[0]?.type === "lay") {
      this.waiting = turn;
      return;
    }
    this.sending = true;
    this.waiting = null;
    for (const move of turn.moves) {
      const answer = await this.send(move);
      if (answer.type !== "done") break;
    }
    this.sending = false;
    this.drop();
  }
}
