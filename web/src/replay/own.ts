/** Whose game it was, as the book of this device has it. */

import { entries } from "../book/book";

/** Returns the seat of a record that was played here; null where none was, or several were. */
export function ownSeat(record: string): number | null {
  const found = entries().filter((one) => one.record === record);
  return found.length === 1 ? (found[0]?.seat ?? null) : null;
}
