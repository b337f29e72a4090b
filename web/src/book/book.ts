/** One's own book: the games that were played on this device, kept here and nowhere else. */

import { box } from "../games";
import { keepInMind, recall } from "../memory";

const KEY = "book";
const FORM = 1;
/** The oldest go first. */
const MOST = 1000;

export interface Entry {
  /** The record's id on the server where it was played. */
  record: string;
  game: string;
  /** When it ended, in milliseconds since 1970. */
  at: number;
  /** The seat that was played here. */
  seat: number;
  /** The place that its team came in; 1 is first. */
  place: number;
  /** Whether others share that place. */
  tied: boolean;
  /** Who else sat there; a bot is named by its level. */
  people: string[];
  bots: string[];
  score: number;
  /** The best and the typical reaction, in milliseconds, in games of speed. */
  best: number | null;
  typical: number | null;
}

/** What a book says about one box. */
export interface Chapter {
  box: string;
  games: number;
  won: number;
  /** The longest run of games won. */
  run: number;
  /** The levels of bots that were beaten. */
  beaten: string[];
  best: number | null;
}

export function entries(): Entry[] {
  return read(recall(KEY));
}

/** Writes a game down, once. */
export function note(entry: Entry): void {
  write([...entries(), entry]);
}

export function erase(): void {
  keepInMind(KEY, []);
}

/** Returns the book as a file. */
export function exported(): string {
  return JSON.stringify({ cartable: "book", form: FORM, games: entries() }, null, 1);
}

/** Adds the games of a file; returns how many were new, or null where it is no book. */
export function imported(text: string): number | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof found !== "object" || found === null || !("cartable" in found) || found.cartable !== "book")
    return null;
  if (!("form" in found) || found.form !== FORM || !("games" in found)) return null;
  const before = entries().length;
  write([...entries(), ...read(found.games)]);
  return entries().length - before;
}

/** Sums a book up, box by box. */
export function chapters(games: readonly Entry[]): Chapter[] {
  const boxes = [...new Set(games.map(({ game }) => box(game)))].sort();
  return boxes.map((name) => {
    const own = games.filter(({ game }) => box(game) === name).sort((a, b) => a.at - b.at);
    let [run, longest] = [0, 0];
    for (const game of own) {
      run = won(game) ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    const times = own.flatMap(({ best }) => (best === null ? [] : [best]));
    return {
      box: name,
      games: own.length,
      won: own.filter(won).length,
      run: longest,
      beaten: [...new Set(own.filter(won).flatMap(({ bots }) => bots))].sort(),
      best: times.length > 0 ? Math.min(...times) : null,
    };
  });
}

export function won({ place, tied, people, bots }: Entry): boolean {
  return place === 1 && !tied && people.length + bots.length > 0;
}

function write(games: readonly Entry[]): void {
  const once = new Map(games.map((game) => [`${game.record} ${game.seat}`, game]));
  const sorted = [...once.values()].sort((a, b) => a.at - b.at);
  keepInMind(KEY, sorted.slice(-MOST));
}

function read(found: unknown): Entry[] {
  return Array.isArray(found) ? found.filter(whole) : [];
}

function whole(one: Partial<Entry> | null): one is Entry {
  const strings = (list: unknown): boolean =>
    Array.isArray(list) && list.every((item) => typeof item === "string" && item.length <= 200);
  const time = (value: unknown): boolean => value === null || Number.isFinite(value);
  return (
    typeof one === "object" &&
    one !== null &&
    typeof one.record === "string" &&
    /^\w{0,64}$/.test(one.record) &&
    typeof one.game === "string" &&
    one.game.length <= 64 &&
    typeof one.tied === "boolean" &&
    [one.at, one.seat, one.place, one.score].every(Number.isFinite) &&
    strings(one.people) &&
    strings(one.bots) &&
    time(one.best) &&
    time(one.typical)
  );
}
