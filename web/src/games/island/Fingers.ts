/** Two fingers on the island, or any while it is larger, look around; a tap is still a press. */

import type { Caller, Target } from "./Caller.svelte";
import type { Layout } from "./Layout.svelte";

export interface Touched {
  targets: readonly Target[];
  /** Whether calls count now. */
  live: boolean;
}

export class Fingers {
  /** When the finger came down that may turn out to tap. */
  #pressed = 0;
  readonly #layout: Layout;
  readonly #caller: Caller;
  readonly #touched: () => Touched;

  constructor(layout: Layout, caller: Caller, touched: () => Touched) {
    this.#layout = layout;
    this.#caller = caller;
    this.#touched = touched;
  }

  /** A finger comes down, before anything else hears of it. */
  readonly down = (event: PointerEvent): void => {
    const { spread, direct, many, zoom } = this.#layout;
    const { x, y, width, height } = spread.far;
    const on = event.clientX >= x && event.clientX <= x + width && event.clientY <= y + height;
    if (event.pointerType !== "touch" || direct || many || !on) return;
    // The first finger may have brought a card closer, right under the second.
    if (!zoom.touched && under(event, ".lens, .whole")) return;
    this.#pressed = event.timeStamp;
    if (!zoom.down(touch(event))) return;
    event.stopPropagation();
    if (this.#caller.aim === null) this.#caller.clear();
  };

  readonly move = (event: PointerEvent): void => this.#layout.zoom.move(touch(event));

  readonly lift = (event: PointerEvent): void => {
    if (!this.#layout.zoom.up(event.pointerId) || event.type !== "pointerup") return;
    const { targets, live } = this.#touched();
    const slot = under(event, "[data-slot]")?.getAttribute("data-slot");
    const target = targets.find((one) => String(one.slot) === slot);
    if (target && live) this.#caller.target(target, null, this.#pressed);
    else this.#caller.clear();
  };

  /** A press on the open sea takes back what was chosen; where several share the screen, by whoever sits there, and no symbol. */
  readonly leave = (event: PointerEvent): void => {
    if (under(event, "button, .card")) return;
    const seat = this.#layout.sitter({ x: event.clientX, y: event.clientY });
    if (seat === null) this.#caller.clear();
    else this.#caller.close(seat);
  };
}

function under(event: PointerEvent, selector: string): Element | null {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

function touch(event: PointerEvent): { id: number; x: number; y: number } {
  return { id: event.pointerId, x: event.clientX, y: event.clientY };
}
