/** What a tape tells, step by step: nothing is told before one gets there. */

import type { Deck } from "../deck";
import { box } from "../games";
import { nameOf } from "../names";
import { outcome } from "../outcome";
import { say, tell } from "../texts.svelte";
import type { Tape } from "./Tape.svelte";
import { marks, sentences, teller, type Mark, type Teller } from "./told";

const KINDS: readonly Mark[] = ["taken", "captured", "stored", "verdict", "wrong", "over"];
/** What any game of a box may bring. */
const COMMON: Record<string, readonly Mark[]> = {
  spot: ["taken", "verdict", "wrong"],
  island: ["taken", "verdict", "wrong"],
  catatac: ["stored"],
  karta: ["captured"],
};

export class Story {
  /** Says nothing until the words of the game are there: the board does not wait for them. */
  #tell: Teller | null = $state.raw(null);
  readonly names: readonly string[] = $derived.by(() => this.tape.chairs.map((chair) => nameOf(chair)));
  /** The sentences of each step. */
  readonly #said: readonly (readonly string[])[] = $derived.by(() => {
    const { frames, practice, result, run } = this.tape.replay;
    const [splits, words] = [[...(run?.splits ?? [])], this.#tell];
    return frames.map((frame, index) => {
      if (index === 0) return [say(practice ? "replay.opening.practice" : "replay.opening")];
      const before = frames[index - 1] ?? frame;
      const split = marks(frame).includes("taken") ? splits.shift() : undefined;
      const telling = { names: this.names, deck: this.deck, before, split };
      const lines = words ? sentences(frame, telling, words) : [];
      const last = index === this.tape.last && result;
      return last ? [...lines, outcome(this.tape.chairs, [], result)] : lines;
    });
  });
  readonly #marked: readonly (readonly Mark[])[] = $derived.by(() => this.tape.replay.frames.map(marks));
  /** What one may jump to: before the end is seen, whether it comes is not given away; and none goes away as one comes there. */
  readonly kinds: readonly Mark[] = $derived.by(() => {
    const { chairs, last, reached, replay } = this.tape;
    const common = COMMON[box(replay.game)] ?? [];
    return KINDS.filter((kind) => {
      // That there are several games is no secret; the last step has a button of its own.
      const seen = this.#marked.slice(0, kind === "over" ? last : Math.min(reached + 1, last));
      const may = common.includes(kind) && (kind !== "verdict" || chairs.length > 1);
      return may || seen.some((one) => one.includes(kind));
    });
  });
  /** The steps up to this one that there is something to say of. */
  readonly told: readonly { index: number; lines: readonly string[]; wrong: boolean }[] = $derived.by(() =>
    this.#said.slice(0, this.tape.index + 1).flatMap((lines, index) => {
      const wrong = this.#marked[index]?.includes("wrong") ?? false;
      return lines.length > 0 ? [{ index, lines, wrong }] : [];
    }),
  );
  /** What was said last; where an analysis shows a better move, which move it is to replace. */
  readonly now: string = $derived.by(() =>
    this.tape.advice
      ? tell("study.before", { number: this.tape.index + 1 })
      : inARow(this.told.at(-1)?.lines ?? []),
  );

  constructor(
    readonly tape: Tape,
    readonly deck: Deck | null,
  ) {
    teller(tape.replay.game).then(
      (found) => (this.#tell = found),
      () => undefined,
    );
  }

  /** Returns whether a jump leads nowhere: at the end, or where the whole tape was seen and has none. */
  idle(kind: Mark): boolean {
    const { index, last, whole } = this.tape;
    return index === last || (whole && !this.#marked.some((one) => one.includes(kind)));
  }

  /** Returns the next step with one of these marks, or the end of the tape. */
  next(ahead: 1 | -1, kinds: readonly Mark[] = KINDS): number {
    const { index, last } = this.tape;
    for (let i = index + ahead; i >= 0 && i <= last; i += ahead)
      if (this.#marked[i]?.some((one) => kinds.includes(one))) return i;
    return ahead > 0 ? last : 0;
  }
}

/** Writes sentences one behind the other; those of some boards end without a full stop. */
export function inARow(lines: readonly string[]): string {
  return lines.join(". ").replace(/([.!?…])\. /g, "$1 ");
}
