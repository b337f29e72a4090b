/** Several people at one keyboard: each has keys of their own, told by where they are and not by what they print. */

const HANDS: readonly (readonly string[])[] = [
  ["KeyQ", "KeyW", "KeyE", "KeyR", "KeyA", "KeyS", "KeyD", "KeyF", "KeyZ", "KeyX", "KeyC", "KeyV"],
  ["KeyU", "KeyI", "KeyO", "KeyP", "KeyJ", "KeyK", "KeyL", "Semicolon", "KeyM", "Comma", "Period", "Slash"],
  Array.from("1234567890", (digit) => `Digit${digit}`).concat("Minus", "Equal"),
  Array.from("7894561230", (digit) => `Numpad${digit}`).concat("NumpadDecimal", "NumpadAdd"),
];
/** How many keys of each lie side by side. */
const SIDE = [4, 4, 12, 3];
/** The key that claims, for each: none of those that name a symbol. */
const CLAIMS = ["KeyT", "KeyY", "Backquote", "NumpadEnter"];
const PRINTED: Record<string, string> = {
  Semicolon: ";",
  Comma: ",",
  Period: ".",
  Slash: "/",
  Minus: "-",
  Equal: "=",
  Backquote: "`",
  NumpadDecimal: ".",
  NumpadAdd: "+",
  NumpadEnter: "⏎",
};
/** What keys print on a French keyboard, where that differs. */
const FRENCH: Record<string, string> = {
  KeyQ: "A",
  KeyW: "Z",
  KeyA: "Q",
  KeyZ: "W",
  KeyM: ",",
  Semicolon: "M",
  Comma: ";",
  Period: ":",
  Slash: "!",
  Backquote: "²",
  Minus: ")",
};

export interface Pressed {
  /** Whose key it is, by their place among the seats of this screen. */
  hand: number;
  /** The number of the key in its hand, or the one that claims. */
  key: number | "claim";
}

/** Returns whose key was pressed; null where it is nobody's. */
export function handOf(code: string): Pressed | null {
  for (const [hand, keys] of HANDS.entries()) {
    if (CLAIMS[hand] === code) return { hand, key: "claim" };
    const key = keys.indexOf(code);
    if (key >= 0) return { hand, key };
  }
  return null;
}

/** Returns the number of the key that lies in a hand where each card lies on the screen; in their order where none does. */
export function under(hand: number, cards: readonly { x: number; y: number }[]): number[] {
  const [side, count] = [SIDE[hand] ?? 0, HANDS[hand]?.length ?? 0];
  const rows = [...new Set(cards.map(({ y }) => y))].sort((a, b) => a - b);
  const columns = cards.map(({ x, y }) => cards.filter((one) => one.y === y && one.x < x).length);
  const keys = cards.map(({ y }, i) => rows.indexOf(y) * side + (columns[i] ?? 0));
  const fits = columns.every((column) => column < side) && keys.every((key) => key < count);
  return fits ? keys : cards.map((_, i) => i);
}

/** Returns what is printed on the keys of a hand, the one that claims first. */
export function printed(hand: number, language: string): { claim: string; keys: string[] } {
  const print = (code: string): string =>
    (language === "fr" ? FRENCH[code] : undefined) ??
    PRINTED[code] ??
    code.replace(/^(Key|Digit|Numpad)/u, "");
  return { claim: print(CLAIMS[hand] ?? ""), keys: (HANDS[hand] ?? []).map(print) };
}
