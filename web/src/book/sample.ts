import type { Entry } from "./book";

/** A game of a book; what is not said of it is a Tower won against a bot. */
export function entry(record: string, changes: Partial<Entry> = {}): Entry {
  return {
    record,
    game: "spot/tower",
    at: Number(record),
    seat: 0,
    place: 1,
    tied: false,
    people: [],
    replaced: [],
    bots: ["hard"],
    beaten: [],
    score: 20,
    best: 600,
    typical: 900,
    run: null,
    ...changes,
  };
}
