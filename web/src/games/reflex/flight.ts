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
