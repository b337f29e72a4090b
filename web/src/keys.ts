/** Keys that are pressed while a game is on. */

/** Returns whether a key is the browser's, or belongs to a dialog that lies over the game. */
export function reserved(event: KeyboardEvent): boolean {
  const held = event.ctrlKey || event.metaKey || event.altKey;
  return held || document.querySelector("dialog[open]") !== null;
}
