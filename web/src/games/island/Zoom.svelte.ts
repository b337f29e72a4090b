/** Looking closer at the island: two fingers spread it, one finger moves it about. */

import type { Point } from "../../point";
import type { Area } from "../reflex/pack";

/** A press that moves less than this many pixels is a tap. */
const STILL = 9;
const NEAREST = 3;
/** Hardly larger than the whole is the whole. */
const WHOLE = 1.06;

interface Finger extends Point {
  id: number;
}

export class Zoom {
  scale = $state(1);
  /** How far the middle of the island has been moved, in pixels. */
  offset: Point = $state.raw({ x: 0, y: 0 });

  #fingers: Finger[] = [];
  #from: Point = { x: 0, y: 0 };
  #tap = false;

  /** Takes the part of the screen that the island is seen in, and half its size when it is seen whole. */
  constructor(
    readonly area: () => Area,
    readonly half: () => Point,
  ) {}

  get closer(): boolean {
    return this.scale > 1;
  }

  /** Whether a finger lies on the island. */
  get touched(): boolean {
    return this.#fingers.length > 0;
  }

  /** Shows the whole island. */
  reset(): void {
    this.scale = 1;
    this.offset = { x: 0, y: 0 };
  }

  /** A finger comes down; tells whether it is not a press: the second one, and any while the island is larger. */
  down(finger: Finger): boolean {
    this.#fingers = [...this.#fingers.filter(({ id }) => id !== finger.id), finger];
    this.#from = finger;
    this.#tap = this.#fingers.length === 1;
    return this.closer || this.#fingers.length > 1;
  }

  move(finger: Finger): void {
    const before = this.#fingers.find(({ id }) => id === finger.id);
    if (!before || (!this.closer && this.#fingers.length < 2)) return;
    if (this.#tap && distance(finger, this.#from) < STILL) return;
    this.#tap = false;
    const [a, b] = this.#fingers;
    this.#fingers = this.#fingers.map((one) => (one.id === finger.id ? finger : one));
    const [c, d] = this.#fingers;
    if (a && b && c && d)
      this.#spread(distance(c, d) / Math.max(1, distance(a, b)), between(a, b), between(c, d));
    else this.#put({ x: this.offset.x + finger.x - before.x, y: this.offset.y + finger.y - before.y });
  }

  /** A finger is lifted; tells whether it was a tap on the larger island. */
  up(id: number): boolean {
    const known = this.#fingers.some((finger) => finger.id === id);
    const tapped = known && this.#tap && this.closer;
    this.#fingers = this.#fingers.filter((finger) => finger.id !== id);
    this.#tap = false;
    if (this.#fingers.length === 0 && this.scale < WHOLE) this.reset();
    return tapped;
  }

  /** Grows by a factor, with what was between the fingers staying between them. */
  #spread(by: number, from: Point, to: Point): void {
    const scale = Math.max(1, Math.min(NEAREST, this.scale * by));
    const { x, y, width, height } = this.area();
    const middle = { x: x + width / 2, y: y + height / 2 };
    const held = {
      x: (from.x - middle.x - this.offset.x) / this.scale,
      y: (from.y - middle.y - this.offset.y) / this.scale,
    };
    this.scale = scale;
    this.#put({ x: to.x - middle.x - held.x * scale, y: to.y - middle.y - held.y * scale });
  }

  /** Moves it, no farther than its coast. */
  #put({ x, y }: Point): void {
    const { width, height } = this.area();
    const half = this.half();
    const most = {
      x: Math.max(0, half.x * this.scale - width / 2),
      y: Math.max(0, half.y * this.scale - height / 2),
    };
    this.offset = { x: Math.max(-most.x, Math.min(most.x, x)), y: Math.max(-most.y, Math.min(most.y, y)) };
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function between(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
