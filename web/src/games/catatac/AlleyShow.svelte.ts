/** What is shown of the yarn and the discard: a little behind the table, so that every step is seen. */

import type * as messages from "../../messages";
import { play } from "../../sound";
import { settings } from "../../settings.svelte";
import type { Of } from "..";

export type CatatacEvent = Of<"catatac", "event">;

const ROLL = 560;
const TOSS = 1100;
const LAY = 380;
const PAUSE = 260;
/** How long everybody looks at what came of it before the screen is handed on. */
const LOOK = 1600;
/** How many sentences the log keeps: about ten turns. */
const KEPT = 40;

/** What one step does, and how long it takes to be seen. */
interface Step {
  long: number;
  act: () => void;
}

export class AlleyShow {
  yarn: messages.Yarn = $state.raw({ place: 2, clan: 0 });
  top: messages.Face | null = $state.raw(null);
  /** Who laid the top, for where it comes from; counts up, so that two like cards are two. */
  laid: { seat: number | null; count: number } = $state.raw({ seat: null, count: 0 });
  /** Where the yarn rolled from, while its thread still lies there. */
  thread: { from: number; to: number } | null = $state.raw(null);
  /** How far the ball has turned, in degrees. */
  turned = $state(0);
  tossing = $state(false);
  /** The clan that has just taken a point card. */
  taking: number | null = $state(null);
  /** What happened last, in words. */
  told = $state("");
  /** What happened lately, oldest first. */
  log: readonly string[] = $state.raw([]);
  /** What the latest turn brought, in sentences. */
  turn: readonly string[] = $state.raw([]);
  busy = $state(false);
  /** Whether what happened is still to be seen: its steps, and for a moment what came of them. */
  fresh = $state(false);

  #steps: Step[] = [];
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #looking: ReturnType<typeof setTimeout> | undefined;
  #turning: (from: number, to: number) => number;

  constructor(turning: (from: number, to: number) => number) {
    this.#turning = turning;
  }

  /** Shows a position at once, as it is. */
  settle(yarn: messages.Yarn, top: messages.Face): void {
    if (this.busy) return;
    this.yarn = yarn;
    this.top = top;
  }

  /** Plays what happened, step by step, and ends with how it is now. */
  follow(
    events: readonly CatatacEvent[],
    now: { yarn: messages.Yarn; top: messages.Face },
    teams: readonly number[],
    words: (event: CatatacEvent) => string,
  ): void {
    clearTimeout(this.#looking);
    // After a while away, nobody has to watch all of it.
    if (this.#steps.length > 14) this.#steps = [];
    for (const event of events) {
      const step = this.#step(event, teams);
      const said = words(event);
      if (!step && !said) continue;
      this.fresh = true;
      this.#steps.push({
        long: step?.long ?? PAUSE,
        act: () => {
          if (event.type === "laid") this.turn = [];
          if (said) this.#tell(said);
          step?.act();
        },
      });
    }
    this.#steps.push({
      long: 0,
      act: () => {
        this.yarn = now.yarn;
        this.top = now.top;
        this.taking = null;
      },
    });
    if (!this.busy) this.#next();
  }

  /** Ends at once whatever is still being shown. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    clearTimeout(this.#looking);
    this.#timers.clear();
    this.#steps = [];
    this.busy = this.fresh = false;
    this.tossing = false;
    this.thread = null;
    this.taking = null;
  }

  #tell(said: string): void {
    this.told = said;
    this.turn = [...this.turn, said];
    this.log = [...this.log, said].slice(-KEPT);
  }

  #after(millis: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, millis);
    this.#timers.add(timer);
  }

  #next(): void {
    const step = this.#steps.shift();
    this.busy = step !== undefined;
    if (!step) return;
    step.act();
    if (step.long === 0 && this.#steps.length === 0) this.#rest();
    else this.#after(settings.chosen.calm ? Math.min(step.long, 320) : step.long, () => this.#next());
  }

  #rest(): void {
    this.busy = false;
    this.#looking = setTimeout(() => (this.fresh = false), LOOK);
  }

  #step(event: CatatacEvent, teams: readonly number[]): Step | null {
    switch (event.type) {
      case "laid":
        return { long: LAY, act: () => this.#lay(event.seat, event.face) };
      case "stole":
        return { long: ROLL, act: () => this.#turn(teams[event.seat] ?? 0) };
      case "carried":
        return { long: ROLL, act: () => this.#roll(event.to, "take") };
      case "attempted":
        return { long: ROLL + PAUSE, act: () => this.#roll((teams[event.seat] ?? 0) === 0 ? 0 : 4, "won") };
      case "countered":
        return { long: ROLL + PAUSE, act: () => this.#roll(event.to, "wrong") };
      case "tossed":
        return { long: TOSS, act: () => this.#toss(event.clan) };
      case "stored":
        return { long: 900, act: () => this.#store(teams[event.seat] ?? 0) };
      default:
        return null;
    }
  }

  #lay(seat: number, face: messages.Face): void {
    this.top = face;
    this.laid = { seat, count: this.laid.count + 1 };
    play("sit");
  }

  #turn(clan: number): void {
    this.turned += 360;
    this.yarn = { ...this.yarn, clan };
    play("turn");
  }

  #roll(to: number, sound: "take" | "won" | "wrong"): void {
    const from = this.yarn.place;
    this.thread = { from, to };
    this.turned += this.#turning(from, to);
    this.yarn = { ...this.yarn, place: to };
    play(sound);
  }

  #toss(clan: number): void {
    this.tossing = true;
    this.thread = null;
    play("take");
    const { place } = this.yarn;
    // After a store the yarn is tossed back into the middle.
    const to = place === 0 || place === 4 ? 2 : place;
    this.#after(settings.chosen.calm ? 150 : TOSS / 2, () => (this.yarn = { place: to, clan }));
    this.#after(settings.chosen.calm ? 300 : TOSS - 60, () => (this.tossing = false));
  }

  #store(clan: number): void {
    this.taking = clan;
    play("purr");
  }
}
