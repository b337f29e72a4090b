/** The keyboard: numbers choose cards, arrows go through the cards and what they can do. */

export interface Keys {
  /** How many cards there are to choose from. */
  cards: number;
  choose: (index: number) => void;
  drop: () => void;
  explain: () => void;
  /** Lets a question go by; null where none is asked. */
  decline: (() => void) | null;
}

/** Does what a key means; returns whether it means something here. */
export function pressed(event: KeyboardEvent, keys: Keys): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return false;
  const index = Number(event.key) - 1;
  if (/^[1-6]$/.test(event.key) && index < keys.cards) keys.choose(index);
  else if (event.key === "Escape") keys.drop();
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
