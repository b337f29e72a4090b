/** The keyboard: numbers choose a card and then what it does, arrows go through both. */

import { digit, reserved } from "../../keys";

/** Whether there is a keyboard to show the keys for. */
export const keyed = (): boolean => matchMedia("(hover: hover) and (pointer: fine)").matches;

export interface AlleyKeys {
  /** How many cards there are to choose from. */
  cards: number;
  choose: (index: number) => void;
  /** How many things the chosen card can do: while there are any, the numbers are theirs. */
  ways: number;
  play: (index: number) => void;
  drop: () => void;
  explain: () => void;
  /** Lets a question go by; null where none is asked. */
  decline: (() => void) | null;
}

/** Does what a key means; returns whether it means something here. */
export function pressed(event: KeyboardEvent, keys: AlleyKeys): boolean {
  if (reserved(event)) return false;
  const index = digit(event);
  if (index !== null && index < Math.min(9, keys.ways || keys.cards)) {
    // A key that is held down chooses a card, and does not play it as well.
    if (!event.repeat) (keys.ways > 0 ? keys.play : keys.choose)(index);
  } else if (event.key === "Escape") keys.drop();
  else if (event.key === "?") keys.explain();
  else if ((event.key === "d" || event.key === "D") && keys.decline) keys.decline();
  else if (event.key.startsWith("Arrow")) step(event.key);
  else return false;
  return true;
}

/** Goes through the cards with left and right, and through what a card can do with up and down. */
function step(key: string): void {
  const ahead = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  const rows = key === "ArrowUp" || key === "ArrowDown";
  const all = [...document.querySelectorAll<HTMLElement>(rows ? "button.way, .decline" : ".held")];
  const at = all.findIndex((one) => one === document.activeElement);
  const to = at === -1 ? (ahead === 1 ? 0 : all.length - 1) : (at + ahead + all.length) % all.length;
  all[to]?.focus();
}
