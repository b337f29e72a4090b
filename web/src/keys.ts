/** Keys that are pressed while a game is on. */

/** What the row of digits prints, from the left. */
export const DIGITS = Array.from("1234567890-=");
const ROW = Array.from("1234567890", (digit) => `Digit${digit}`).concat("Minus", "Equal");

/** Returns the place of a key in the row of digits, from 0: a French keyboard prints letters and signs there. */
export function digit({ key, code }: KeyboardEvent): number | null {
  const place = /^[0-9]$/.test(key) || code === "" ? DIGITS.indexOf(key) : ROW.indexOf(code);
  return place < 0 ? null : place;
}

/** Returns the first keys of that row as they are said. */
export function listed(count: number): string {
  return [count > 1 ? `1–${Math.min(count, 9)}` : "1", ...DIGITS.slice(9, count)].join(" ");
}

/** Returns whether a key is the browser's, or belongs to a dialog that lies over the game. */
export function reserved(event: KeyboardEvent): boolean {
  const held = event.ctrlKey || event.metaKey || event.altKey;
  return held || document.querySelector("dialog[open]") !== null;
}
