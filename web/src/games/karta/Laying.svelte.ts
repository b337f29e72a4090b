/** A card that somebody holds over the table: how it is turned, where it is, and what it would do there. */

import type * as messages from "../../messages";
import type { Point } from "../../point";
import type { Bounds } from "./Camera.svelte";
import { type Colour, face, lost, size } from "./cards";

export interface Held {
  seat: number;
  card: number;
  turned: number;
  over: boolean;
}

/** Asks where a card may lie, or does not while it is not the seat's turn; there may be no answer. */
export type Ask = (held: Held) => Promise<messages.Outlook | null> | null;

/** Which way the card was handled last, so that it can be seen. */
export type Handling = "" | "right" | "left" | "over";

export class Laying {
  held: Held | null = $state.raw(null);
  handling: Handling = $state("");
  /** The middle of the card, in squares; the card itself lies on whole squares. */
  middle: Point = $state.raw({ x: 0, y: 0 });
  outlook: messages.Outlook | null = $state.raw(null);

  readonly size = $derived(size(this.held?.turned ?? 0));
  readonly x = $derived(Math.round(this.middle.x - this.size.width / 2));
  readonly y = $derived(Math.round(this.middle.y - this.size.height / 2));
  readonly #spots = $derived(new Map(this.outlook?.spots.map((spot) => [key(spot), spot])));
  readonly #barred = $derived(new Map(this.outlook?.barred.map((bar) => [key(bar), bar.reason])));

  /** The squares that the card lies on. */
  get area(): Bounds {
    return { left: this.x, top: this.y, ...this.size };
  }

  /** What the card would do where it is, or null where it may not lie or that is not known yet. */
  readonly spot: messages.Prospect | null = $derived(this.#spots.get(key(this)) ?? null);

  /** Whether it is the first card, which has a single place and goes there by itself (KARTA-6). */
  readonly first: boolean = $derived(this.outlook?.elsewhere.rule === "KARTA-6");

  /** Why the card may not lie where it is. */
  readonly reason: messages.Reason | null = $derived(
    this.outlook === null || this.spot || this.first
      ? null
      : (this.#barred.get(key(this)) ?? this.outlook.elsewhere),
  );

  #answers = new Map<string, Promise<messages.Outlook | null>>();

  constructor(readonly ask: Ask) {}

  /** Takes a card up; `over` is how it lies in the hand. */
  take(held: Held): Promise<void> {
    this.held = held;
    this.handling = "";
    return this.look();
  }

  put(): void {
    this.held = null;
    this.outlook = null;
  }

  /** Turns the card by quarters, clockwise or back. */
  turn(quarters: 1 | -1): void {
    if (!this.held) return;
    this.held = { ...this.held, turned: (this.held.turned + quarters + 4) % 4 };
    this.handling = quarters === 1 ? "right" : "left";
    void this.look();
  }

  /** Turns the card over, around its upright axis as it lies there. */
  flip(): void {
    if (!this.held) return;
    // Turned over sideways, a card that lies across comes to lie the other way round.
    const turned = (4 - this.held.turned) % 4;
    this.held = { ...this.held, over: !this.held.over, turned };
    this.handling = "over";
    void this.look();
  }

  /** Moves the card by whole squares, from where it lies, but no farther than where it touches what is laid. */
  step(across: number, down: number, laid: Bounds): void {
    const { width, height } = this.size;
    const x = within(this.x + across, laid.left - width, laid.left + laid.width);
    const y = within(this.y + down, laid.top - height, laid.top + laid.height);
    this.move({ x: x + width / 2, y: y + height / 2 });
  }

  move(middle: Point): void {
    this.middle = middle;
  }

  /**
   * Goes to a place that advises nothing: the one that changes the fewest lines, then takes the fewest of one's own dots, then
   * the fewest of the other's; of equal ones to the nearest, and then to the first from the top left.
   */
  settle(own: Colour): void {
    const { held, middle } = this;
    if (!held) return;
    const { width, height } = this.size;
    const rows = face(held.card, held.turned, held.over);
    const ranked = (this.outlook?.spots ?? []).map((spot) => ({
      spot,
      rank: [
        spot.made.length + spot.broken.length,
        lost(own, spot.captures, rows),
        spot.captures.length,
        Math.hypot(spot.x + width / 2 - middle.x, spot.y + height / 2 - middle.y),
        spot.y,
        spot.x,
      ],
    }));
    const found = ranked.sort((a, b) => compared(a.rank, b.rank))[0]?.spot;
    if (found) this.move({ x: found.x + width / 2, y: found.y + height / 2 });
  }

  /** Forgets what was told: the table has changed. */
  forget(): void {
    this.#answers.clear();
    this.outlook = null;
  }

  /** Finds out where the card may lie, turned as it is. */
  async look(): Promise<void> {
    const held = this.held;
    if (!held) return;
    const asked = `${held.seat} ${held.card} ${held.turned} ${held.over}`;
    const answers = this.#answers;
    let answer = answers.get(asked) ?? null;
    if (!answer) {
      this.outlook = null;
      answer = this.ask(held);
      if (!answer) return;
      answers.set(asked, answer);
    }
    const told = await answer;
    if (!told) answers.delete(asked);
    // By now the card may be turned otherwise, or the table may have changed.
    if (this.held === held && answers.get(asked) === answer) this.outlook = told;
  }
}

function within(place: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, place));
}

function compared(one: readonly number[], other: readonly number[]): number {
  const differing = one.findIndex((rank, index) => rank !== other[index]);
  return (one[differing] ?? 0) - (other[differing] ?? 0);
}

function key({ x, y }: Point): string {
  return `${x} ${y}`;
}
