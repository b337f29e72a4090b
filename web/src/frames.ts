/** What a game on tape tells, read once: by the box that it comes from, or by the type of each event. */

import { box, type Box, type Of } from "./games";
import { taken } from "./json";
import type * as messages from "./messages";

/**
 * Something that happened in a game; no two boxes call different events by the same type.
 * Of a game that another package brings, only the type is certain.
 */
export type GameEvent = Of<Box, "event">;

/** A step of a game of these boxes on tape. */
export type FrameOf<Name extends Box> = Pick<messages.Frame, "at" | "seat" | "verdict"> & {
  view: Of<Name, "view">;
  events: readonly Of<Name, "event">[];
  /** What each seat saw of it. */
  seats: readonly { view: Of<Name, "view"> }[];
};

/** Returns the steps of a game on tape, where it comes from one of these boxes. */
export function framesOf<Name extends Box>(
  { game, frames }: Pick<messages.Replay, "game" | "frames">,
  ...names: readonly Name[]
): readonly FrameOf<Name>[] | null {
  return names.some((name) => name === box(game)) ? taken<readonly FrameOf<Name>[]>(frames) : null;
}

/** Returns what was seen of a game, where it comes from this box; nothing where nothing was seen. */
export function viewOf<Name extends Box>(name: Name, game: string, view: unknown): Of<Name, "view"> | null {
  return box(game) === name && typeof view === "object" && view !== null
    ? taken<Of<Name, "view">>(view)
    : null;
}

/** Returns what happened in a step. */
export function eventsOf({ events }: Pick<messages.Frame, "events">): readonly GameEvent[] {
  return events.filter((event): event is GameEvent => typed(event));
}

/** Returns what kind of entry of the log a step is, and whose. */
export function entryOf({ entry }: Pick<messages.Frame, "entry">): { type: string; seat: number | null } {
  if (!typed(entry)) return { type: "", seat: null };
  return { type: entry.type, seat: "seat" in entry && typeof entry.seat === "number" ? entry.seat : null };
}

function typed(told: unknown): told is { type: string } {
  return typeof told === "object" && told !== null && "type" in told && typeof told.type === "string";
}
