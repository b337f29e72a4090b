/** A game's analysis: asked for, followed while it goes on, and ended when nobody wants it any more. */

import { Declined, request } from "../api";
import { parse } from "../json";
import type * as messages from "../messages";
import { say, tell } from "../texts.svelte";

export type Level = "hard" | "expert";

/** A move that an analysis judges by winning chances. */
export type Judged = messages.KartaMove | messages.CatatacChoice;

/** Says what a bad move gave away, and whose it was. */
export function lost({ verdict, loss }: Judged, name: string): string {
  return tell("study.lost", { verdict: tell(`study.${verdict}`), name, points: Math.round(100 * loss) });
}

/** A line of the answer may come in pieces, and a piece may hold several lines. */
export async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const whole = rest.split("\n");
    rest = whole.pop() ?? "";
    yield* whole.filter((line) => line !== "");
    if (done) return;
  }
}

export class Study {
  found: NonNullable<messages.Studied["study"]> | null = $state.raw(null);
  done = $state(0);
  of = $state(0);
  /** How many seconds it may take from here, by the moves so far; null while nobody can say. */
  left: number | null = $state(null);
  busy = $state(false);
  problem = $state("");
  /** Whether the server cannot look deeper. */
  plain = $state(false);
  #level: Level = "hard";
  #ending: AbortController | undefined;

  constructor(
    /** The record's id; empty for a file. */
    readonly record: string,
    readonly file: Blob | null,
  ) {}

  /** Asks for the analysis, and returns whether it came. */
  async begin(level: Level): Promise<boolean> {
    this.end();
    this.#level = level;
    const ending = new AbortController();
    this.#ending = ending;
    this.busy = true;
    this.problem = "";
    this.done = this.of = 0;
    this.left = null;
    try {
      return await this.#follow(level, ending.signal);
    } catch (error) {
      if (!ending.signal.aborted) this.problem = error instanceof Declined ? error.message : say("offline");
      return false;
    } finally {
      if (this.#ending === ending) this.busy = false;
    }
  }

  /** Asks once more for what did not come; the server goes on from where it was. */
  again(): Promise<boolean> {
    return this.begin(this.#level);
  }

  /** Lets the server stop. */
  end(): void {
    this.#ending?.abort();
    this.busy = false;
  }

  /** The moves that were judged; none in a game of speed. */
  get moves(): readonly Judged[] {
    return this.found && this.found.type !== "reflex" ? this.found.moves : [];
  }

  /** Returns what was found about the step that leads to this one. */
  at(step: number): Judged | undefined {
    return this.moves.find((move) => move.step === step);
  }

  /** Returns the next bad move after a step, of a seat or of anybody; the first again after the last. */
  next(step: number, seat: number | null): Judged | undefined {
    const bad = this.bad(seat);
    return bad.find((move) => move.step > step) ?? bad[0];
  }

  /** Returns the moves that gave something away. */
  bad(seat: number | null): Judged[] {
    return this.moves.filter((move) => move.verdict !== "" && (seat ?? move.seat) === move.seat);
  }

  /** Returns the first mistake: of these seats where there is one, else of anybody; in a game of speed a wrong call. */
  first(seats: readonly number[]): { step: number; seat: number } | undefined {
    const wrong =
      this.found?.type === "reflex"
        ? this.found.reactions.filter(({ outcome }) => outcome === "wrong")
        : this.bad(null);
    return wrong.find(({ seat }) => seats.includes(seat)) ?? wrong[0];
  }

  async #follow(level: Level, signal: AbortSignal): Promise<boolean> {
    const path = this.file ? "study" : `records/${encodeURIComponent(this.record)}/study`;
    const answer = await request(`${path}?level=${level}`, { posted: this.file ?? undefined, signal });
    if (!answer.body) throw new Error("An answer without a body.");
    // Others may have asked for it before: what was done by then tells nothing about the time.
    let begun: { at: number; done: number } | undefined;
    let came = false;
    for await (const line of lines(answer.body)) {
      const { done, of, study, plain = false, problem } = parse<messages.Studied>(line);
      if (problem) throw new Declined(problem);
      this.done = done;
      this.of = of;
      this.plain = plain;
      begun ??= { at: performance.now(), done };
      const each = (performance.now() - begun.at) / (done - begun.done);
      this.left = done > begun.done && done < of ? Math.ceil((each * (of - done)) / 1000) : null;
      if (!study) continue;
      this.found = study;
      came = true;
    }
    // The server was stopped, or something between it and this page.
    if (!came) throw new Declined({ key: "study.cut", text: tell("study.cut"), rule: "" });
    return this.found?.level === level;
  }
}
