/** A few words that come and go. */
export interface Said {
  text: string;
  good: boolean;
  key: number;
}
