/** New cards are painted before anything else: the reaction clock counts from their paint. */

import { untrack } from "svelte";

/** Does something right after the next paint; at once on a page that is hidden, for none is painted. */
export function painted(then: () => void): void {
  if (document.visibilityState === "visible")
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(then)));
  else then();
}

/** Follows a value one paint behind, for what need not be seen together with the cards. */
export function following<T>(value: () => T): { readonly now: T } {
  let now = $state.raw(value());
  $effect(() => {
    const next = value();
    if (next !== untrack(() => now)) painted(() => (now = next));
  });
  return {
    get now() {
      return now;
    },
  };
}
