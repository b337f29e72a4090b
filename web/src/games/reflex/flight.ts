/** Where a round card lies, in pixels. */
export interface Disc {
  x: number;
  y: number;
  size: number;
}

/** A card on its way from one place to another. */
export interface Flying {
  key: number;
  card: number;
  /** The symbol that was shared, which glows on it. */
  symbol: number;
  from: Disc;
  to: Disc;
  /** Milliseconds to wait, where several leave one after the other. */
  wait: number;
}

/** Returns where a part of the page lies in another, as a card that flies there needs it; undefined where one is missing. */
export function measured(part: string, within: string): Disc | undefined {
  const [lies, base] = [part, within].map((one) => document.querySelector(one)?.getBoundingClientRect());
  return lies && base && { x: lies.left - base.left, y: lies.top - base.top, size: lies.height };
}
