/** Who is to do something now, and who comes next; read from the view alone. */

import type * as messages from "../../messages";

/** Returns the seat of a screen that is to do something now; in a breath, the one that waits for its turn. */
export function actor(
  view: messages.CatatacView,
  seats: readonly number[],
  passed: readonly number[] = [],
): number | null {
  const asked =
    view.phase === "counter" || view.phase === "empty"
      ? view.asked.filter((seat) => !passed.includes(seat))
      : [view.phase === "act" ? view.laid : view.turn];
  return asked.find((seat) => seats.includes(seat)) ?? null;
}

/** Returns the next seat around the table that still has cards. */
export function following(view: messages.CatatacView, seats: number): number | null {
  for (let ahead = 1; ahead < seats; ahead++) {
    const seat = (view.turn + ahead) % seats;
    if ((view.counts[seat] ?? 0) > 0) return seat;
  }
  return null;
}
