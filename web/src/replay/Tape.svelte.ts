/** A game on tape: it tells a drawing what a table told, step by step, with nobody at it. */

import { flushSync } from "svelte";
import { framesOf } from "../frames";
import { at } from "../lists";
import type { Advice } from "../games/karta/advice";
import type * as messages from "../messages";
import { CHAIR, GAME, TABLE } from "../quiet";
import { sightIn, type Answer, type Scene, type Watcher } from "../Table.svelte";
import { say } from "../texts.svelte";

/** The longest wait for a move, in milliseconds: nobody wants to watch somebody think. */
const LONGEST = 2500;
/** The least time that a step is seen, whatever the speed. */
const SHORTEST = 90;
/** The speeds one may choose from. */
export const SPEEDS = [0.5, 1, 2, 4, 8] as const;

/** Returns the moment that an address names after `#`; null where it names none. */
export function momentOf(open: string): number | null {
  return /^\d+$/.test(open) ? Number(open) : null;
}

export class Tape implements Scene {
  index: number = $state(0);
  /** How far one has come: nothing that follows is given away. */
  reached: number = $state(0);
  /** Whose eyes one looks through; null for a spectator's. */
  eyes: number | null = $state(null);
  running = $state(false);
  speed: number = $state(1);
  telling = $state(false);
  /** Whether this step came after the one before it, so that it is shown as it happened. */
  #happened = $state(false);
  /** What a table would have told of this step. */
  readonly game: messages.Game = $derived(this.#message(this.index, this.#happened));
  /** What an analysis shows on the table now. */
  advice: Advice | null = $state.raw(null);
  /** The wrong call of this step. */
  readonly missed: messages.Wrong | null = $derived.by(() => {
    const frame = framesOf(this.replay, "spot", "island")?.[this.index];
    return frame?.events.find((event) => event.type === "wrong") ?? null;
  });
  /** Goes up where the drawing must begin anew. */
  cut = $state(0);
  readonly persons = [];
  readonly tv = false;
  readonly taped = true;

  #watchers = new Set<Watcher>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown = performance.now();

  constructor(
    readonly replay: messages.Replay,
    /** The seat that was played on this device, if exactly one is known. */
    readonly own: number | null = null,
  ) {}

  get last(): number {
    return this.replay.frames.length - 1;
  }

  /** Whether the end was seen, or all of the game was asked for. */
  get whole(): boolean {
    return this.reached === this.last;
  }

  get frame(): messages.Frame {
    return at(this.replay.frames, this.index);
  }

  get chairs(): readonly messages.Chair[] {
    return this.known.chairs;
  }

  get known(): messages.Table {
    return this.told;
  }

  get seats(): number[] {
    return this.eyes === null ? [] : [this.eyes];
  }

  /** The table as it was, with no word of how the game ends before it does. */
  readonly told: messages.Table = $derived.by(() => {
    const { game, options, deck, theme, teams, names, bots, faces } = this.replay;
    return {
      ...TABLE,
      now: this.frame.at,
      phase: this.index === this.last ? "over" : "playing",
      game,
      options,
      deck,
      theme,
      chairs: teams.map((team, seat) => ({
        ...CHAIR,
        seat,
        team,
        name: names[seat] || (bots[seat] ? "" : this.#guest(seat)),
        member: bots[seat] ? null : seat,
        bot: bots[seat] ?? "",
        face: faces[seat] ?? 0,
      })),
    };
  });

  saidBy(): null {
    return null;
  }

  sight(seat: number | null): messages.Sight | undefined {
    return sightIn(this.game, seat);
  }

  /** The time of the table when this was; it goes on to the next step, as quickly as the tape runs. */
  time(): number {
    const next = this.replay.frames[this.index + 1]?.at ?? Infinity;
    const since = this.running ? (performance.now() - this.#shown) * this.speed : 0;
    return Math.min(this.frame.at + since, next);
  }

  until(time: number): number {
    return Math.max(0, time - this.time());
  }

  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  ask(): Promise<Answer> {
    return Promise.resolve({ type: "error", id: 0, key: "away", text: "" });
  }

  /** Shows a step: the next one as it happened, any other as it was. */
  show(index: number): void {
    const wanted = Math.min(Math.max(0, index), this.last);
    this.advice = null;
    if (wanted === this.index) return;
    const follows = wanted === this.index + 1;
    // What an ending lays over the table is not in the view.
    if (!follows && (this.index === this.last || this.telling)) this.cut++;
    this.telling = follows && this.telling;
    const next = this.#message(wanted, follows);
    const after = [...this.#watchers].map((watcher) => ({ watcher, done: watcher(next, this.game) }));
    flushSync(() => {
      this.index = wanted;
      this.reached = Math.max(this.reached, wanted);
      this.#happened = follows;
    });
    this.#shown = performance.now();
    // A drawing that was taken away meanwhile has nothing left to finish.
    for (const { watcher, done } of after) if (this.#watchers.has(watcher)) done?.();
    if (this.running) this.#go();
  }

  /** Looks through other eyes. */
  look(eyes: number | null): void {
    this.eyes = eyes;
    this.cut++;
  }

  run(): void {
    if (this.index === this.last) this.show(0);
    this.running = true;
    this.#go();
  }

  rest(): void {
    this.running = false;
    clearTimeout(this.#timer);
  }

  #go(): void {
    clearTimeout(this.#timer);
    const next = this.replay.frames[this.index + 1];
    if (!next) return this.rest();
    const wait = Math.min(next.at - this.frame.at, LONGEST) / this.speed;
    this.#timer = setTimeout(() => this.show(this.index + 1), Math.max(wait, SHORTEST));
  }

  /** Returns what whoever gave no name is called. */
  #guest(seat: number): string {
    return say(seat === this.own ? "guest.you" : "guest.number", { number: seat + 1 });
  }

  #message(index: number, happened: boolean): messages.Game {
    const frame = at(this.replay.frames, index);
    const everyone = { seat: null, view: frame.view, events: frame.events };
    const seats = frame.seats.map((glimpse, seat) => ({ seat, ...glimpse }));
    return {
      ...GAME,
      moves: index,
      now: frame.at,
      sights: [everyone, ...seats].map((sight) => ({
        ...sight,
        events: happened ? sight.events : [],
        moves: null,
      })),
      verdicts: happened && frame.verdict ? [frame.verdict] : [],
      result: index === this.last ? this.replay.result : null,
    };
  }
}
