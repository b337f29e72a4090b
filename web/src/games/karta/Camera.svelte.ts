/** How the table is looked at: which part of it, and how near. */

import type { Point } from "../../point";

export interface Bounds {
  left: number;
  top: number;
  width: number;
  height: number;
}

const NEAREST = 110;
const FARTHEST = 12;
/** How many squares are seen around the cards: a card that touches them fits in. */
const AROUND = 2;
/** How many squares are seen around a card that is looked for, so that its sign is seen, too. */
const MARGIN = 0.4;

export class Camera {
  /** Pixels a square, and where the corner of square 0, 0 is on the screen. */
  scale = $state(40);
  x = $state(0);
  y = $state(0);
  /** The part of the screen that nothing covers. */
  clear: Bounds = $state({ left: 0, top: 0, width: 0, height: 0 });
  /** Where on the screen the table begins. */
  corner: Point = $state({ x: 0, y: 0 });
  /** Someone moved it by hand: it no longer follows the cards. */
  moved = $state(false);
  /** It goes to where it was sent, rather than being there. */
  gliding = $state(false);
  #fitted: [Bounds, number, number] | null = null;

  get transform(): string {
    return `translate(${this.x - this.corner.x}px, ${this.y - this.corner.y}px) scale(${this.scale})`;
  }

  /** Returns where on the table a point of the screen is, in squares. */
  world(at: Point): Point {
    return { x: (at.x - this.x) / this.scale, y: (at.y - this.y) / this.scale };
  }

  /** Returns the middle of what is seen, in squares. */
  get middle(): Point {
    const { left, top, width, height } = this.clear;
    return this.world({ x: left + width / 2, y: top + height / 2 });
  }

  /** Looks at these squares and some more around them. */
  fit(squares: Bounds, largest = 64, beside = AROUND): void {
    const { left, top, width, height } = this.clear;
    if (width <= 0 || height <= 0) return;
    const [wide, high] = [squares.width + 2 * beside, squares.height + 2 * beside];
    this.scale = Math.max(FARTHEST, Math.min(largest, width / wide, height / high));
    this.x = left + width / 2 - (squares.left + squares.width / 2) * this.scale;
    this.y = top + height / 2 - (squares.top + squares.height / 2) * this.scale;
    this.moved = false;
    this.gliding = true;
    this.#fitted = [squares, largest, beside];
  }

  /** Goes back to the cards it follows, from what it had to show beside them. */
  back(): void {
    if (!this.moved && this.#fitted) this.fit(...this.#fitted);
  }

  /** Moves so far that these squares are seen. */
  reveal(squares: Bounds): void {
    const { left, top, width, height } = this.clear;
    const from = {
      x: this.x + (squares.left - MARGIN) * this.scale,
      y: this.y + (squares.top - MARGIN) * this.scale,
    };
    this.x += into(from.x, (squares.width + 2 * MARGIN) * this.scale, left, width);
    this.y += into(from.y, (squares.height + 2 * MARGIN) * this.scale, top, height);
    this.gliding = true;
  }

  pan(across: number, down: number): void {
    this.x += across;
    this.y += down;
    this.moved = true;
    this.gliding = false;
  }

  /** Goes nearer or farther, with a point of the screen staying where it is. */
  zoom(by: number, at: Point): void {
    const scale = Math.max(FARTHEST, Math.min(NEAREST, this.scale * by));
    this.x = at.x - ((at.x - this.x) * scale) / this.scale;
    this.y = at.y - ((at.y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.moved = true;
    this.gliding = false;
  }

  /** Goes nearer or farther, with the middle staying where it is. */
  step(by: number): void {
    const { left, top, width, height } = this.clear;
    this.zoom(by, { x: left + width / 2, y: top + height / 2 });
    this.gliding = true;
  }
}

/** Returns the squares that hold all of these. */
export function around(squares: readonly Point[]): Bounds {
  if (squares.length === 0) return { left: 0, top: 0, width: 2, height: 3 };
  const xs = squares.map(({ x }) => x);
  const ys = squares.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) + 1 - left, height: Math.max(...ys) + 1 - top };
}

/** Returns by how much something must move along one axis to lie within a span. */
function into(from: number, long: number, start: number, span: number): number {
  if (from < start) return start - from;
  return Math.min(0, start + span - (from + long));
}
