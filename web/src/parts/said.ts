/** A few words that come and go. */
export interface Said {
  text: string;
  good: boolean;
  /** For how many milliseconds. */
  lasts: number;
  key: number;
}
