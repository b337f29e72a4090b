/** What this device calls itself for the deck of the day (TABLE-17): random digits, kept here; no account. */

import { ask } from "../api";
import { keepInMind, recall } from "../memory";
import type * as messages from "../messages";

const KEY = "device";

/** Returns the digits of this device; drawn anew where nothing can be kept. */
export function device(): string {
  const found = recall(KEY);
  if (typeof found === "string" && /^[0-9a-f]{32}$/.test(found)) return found;
  const drawn = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  keepInMind(KEY, drawn);
  return drawn;
}

/** Returns the lists, and what this device did today. */
export function dayPage(): Promise<messages.DayPage> {
  return ask("day", undefined, device());
}

/** Opens a table for the deck of the day, or the one where this device's try goes on. */
export function openDay(): Promise<messages.Opened> {
  return ask("day", { device: device() });
}

/** Returns how long a try took. */
export function dayTimes(record: string): Promise<messages.DayTimes> {
  return ask(`day/${encodeURIComponent(record)}`);
}
