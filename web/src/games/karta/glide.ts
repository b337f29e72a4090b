/** How a card of a hand goes to its new place. */

import { flip } from "svelte/animate";
import type { AnimationConfig, FlipParams } from "svelte/animate";

/** Moves an element from where it was; in a hand that is turned to whoever sits opposite, the screen's left is its right. */
export function glide(
  node: Element,
  { from, to }: { from: DOMRect; to: DOMRect },
  { turned, ...params }: FlipParams & { turned: boolean },
): AnimationConfig {
  const across = to.left + to.right - from.right;
  const down = to.top + to.bottom - from.bottom;
  return flip(node, { from: turned ? new DOMRect(across, down, from.width, from.height) : from, to }, params);
}
