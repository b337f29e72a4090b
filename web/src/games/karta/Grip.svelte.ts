/** Fingers on the table: they drag the card that is held, turn it, or move and zoom the table. */

import type { Point } from "../../point";
import type { Camera } from "./Camera.svelte";
import type { Laying } from "./Laying.svelte";

/** A press that moves less than this many pixels is a tap. */
const STILL = 7;
/** How far two fingers turn before the card follows, in radians. */
const TWIST = (38 * Math.PI) / 180;
const QUARTER = Math.PI / 2;
/** A card from the hand is held this many pixels above a finger, so that it is seen. */
const ABOVE = 84;

type Grasp = "table" | "card" | "hand";

export class Grip {
  /** Whether a card moves with a finger. */
  dragging = $state(false);
  #fingers = new Map<number, Point>();
  #grasp: Grasp | null = null;
  #from: Point = { x: 0, y: 0 };
  /** From the finger to the middle of the card, in pixels. */
  #offset: Point = { x: 0, y: 0 };
  #still = true;
  #angle = 0;
  #span = 0;

  constructor(
    readonly camera: Camera,
    readonly laying: Laying,
    /** Told when a card begins and ends to move with a finger. */
    readonly ondrag: (dragging: boolean) => void = () => undefined,
  ) {}

  /** A finger comes down on the table, the held card, or a card in the hand. */
  down(event: PointerEvent, grasp: Grasp): void {
    if (event.button !== 0) return;
    const at = point(event);
    // Captured, so that what lies below is not looked up at every move of a drag.
    if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
    if (this.#fingers.size === 0) {
      this.#grasp = grasp;
      this.#from = at;
      this.#still = true;
      this.#offset =
        grasp === "hand" ? { x: 0, y: event.pointerType === "touch" ? -ABOVE : 0 } : this.#toCard(at);
      if (grasp === "card") this.#drag(true);
    }
    this.#fingers.set(event.pointerId, at);
    this.#measure();
  }

  move(event: PointerEvent): void {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const at = point(event);
    if (
      this.#still &&
      this.#fingers.size === 1 &&
      Math.hypot(at.x - this.#from.x, at.y - this.#from.y) < STILL
    )
      return;
    if (this.#still && this.#grasp === "hand") this.#drag(true);
    this.#still = false;
    this.#fingers.set(event.pointerId, at);
    if (this.#fingers.size > 1) this.#both(before, at);
    else if (this.#grasp === "table") this.camera.pan(at.x - before.x, at.y - before.y);
    else this.laying.move(this.camera.world({ x: at.x + this.#offset.x, y: at.y + this.#offset.y }));
  }

  up(event: PointerEvent): void {
    if (!this.#fingers.delete(event.pointerId)) return;
    if (this.#fingers.size > 0) {
      const [last] = this.#fingers.values();
      this.#offset = this.#toCard(last ?? this.#from);
      return;
    }
    if (this.#grasp !== "table") this.#drag(false);
    else if (this.#still && event.type === "pointerup") this.#tap(point(event));
    this.#grasp = null;
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    this.camera.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), point(event));
  }

  #drag(on: boolean): void {
    this.dragging = on;
    this.ondrag(on);
  }

  /** A tap on the table brings the held card there. */
  #tap(at: Point): void {
    if (this.laying.held) this.laying.move(this.camera.world(at));
  }

  /** Two fingers: on a card they turn it, on the table they move and zoom. */
  #both(before: Point, at: Point): void {
    const [angle, span] = [this.#angle, this.#span];
    if (this.#grasp !== "table") {
      let twist = this.#measured().angle - angle;
      twist -= Math.round(twist / (2 * Math.PI)) * 2 * Math.PI;
      if (Math.abs(twist) < TWIST) return;
      this.laying.turn(twist > 0 ? 1 : -1);
      this.#angle += Math.sign(twist) * QUARTER;
      return;
    }
    const now = this.#measured();
    this.camera.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    if (span > 0) this.camera.zoom(now.span / span, now.middle);
    this.#measure();
  }

  #measure(): void {
    ({ angle: this.#angle, span: this.#span } = this.#measured());
  }

  #measured(): { angle: number; span: number; middle: Point } {
    const [a, b] = [...this.#fingers.values()];
    if (!a || !b) return { angle: 0, span: 0, middle: this.#from };
    return {
      angle: Math.atan2(b.y - a.y, b.x - a.x),
      span: Math.hypot(b.x - a.x, b.y - a.y),
      middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    };
  }

  #toCard(at: Point): Point {
    const { middle } = this.laying;
    return {
      x: this.camera.x + middle.x * this.camera.scale - at.x,
      y: this.camera.y + middle.y * this.camera.scale - at.y,
    };
  }
}

function point(event: MouseEvent): Point {
  return { x: event.clientX, y: event.clientY };
}
