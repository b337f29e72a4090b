/** A file that was dropped on another page, on its way to the replay. */

let held: File | null = null;

/** Keeps a file for the page that opens next. */
export function hold(file: File): void {
  held = file;
}

/** Returns the file that was dropped, once. */
export function dropped(): File | null {
  const file = held;
  held = null;
  return file;
}
