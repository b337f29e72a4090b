/** One's own book: the games that were played on this device, kept here and nowhere else. */

import { box } from "../games";
import { keepInMind, recall } from "../memory";
import { LEVELS } from "../opening";
import { sha256 } from "../sha256";

const KEY = "book";
const STRUCK = "book.struck";
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
  /** Those of them in whose place a bot has ended the game. */
  replaced: string[];
  bots: string[];
  /** The levels of the bots that lost to this seat. */
  beaten: string[];
  score: number;
  /** The best and the typical reaction, in milliseconds, in games of speed. */
  best: number | null;
  typical: number | null;
  /** The run that it was, where it was one that counts. */
  run: Solo | null;
}

/** A deck that somebody went through alone, with times that the arbiter believed (SPOT-15). */
export interface Solo {
  /** How many symbols a card has, how many cards were found, and what they took, in milliseconds. */
  symbols: number;
  cards: number;
  ms: number;
  /** Whether it was the try that counts of a deck of the day (TABLE-17). */
  day: boolean;
  /** By how much it was behind the ghost that it chased (SPOT-16), in milliseconds; ahead is negative. */
  behind: number | null;
}

/** What a book says about one box. */
export interface Chapter {
  box: string;
  games: number;
  won: number;
  /** The most games won in a row. */
  streak: number;
  /** The levels of bots that were beaten. */
  beaten: string[];
  best: number | null;
}

/** The best of all runs through one kind of deck, or through the decks of the days. */
export interface BestRun {
  runs: number;
  best: Entry & { run: Solo };
}

/** What came of all ghosts. */
export interface Chased {
  ghosts: number;
  beaten: number;
  /** By how many milliseconds the slowest one was beaten. */
  lead: number;
}

export function entries(): Entry[] {
  return read(recall(KEY));
}

/** Returns every game once: of several people at this screen, as it went for whoever did best. */
export function games(): Entry[] {
  const found = new Map<string, Entry>();
  for (const one of entries()) {
    const had = found.get(one.record);
    if (!had || one.place < had.place) found.set(one.record, one);
  }
  return [...found.values()];
}

/** Returns who did best in each game that several played at this screen, by its record: the others' entries name them. */
export function heroes(): Map<string, string> {
  const best = new Map(games().map((one) => [one.record, one]));
  const found = new Map<string, string>();
  for (const { record, people } of entries()) {
    const name = people.find((one) => best.get(record)?.people.includes(one) === false);
    if (name !== undefined) found.set(record, name);
  }
  return found;
}

/** Writes a game down, once, also one that was deleted. */
export function note(entry: Entry): void {
  unstrike([entry]);
  write([...entries(), entry]);
}

/** Returns whether a game was deleted: seeing its result again does not bring it back. */
export function wasStruck(record: string): boolean {
  return struck().includes(markOf(record));
}

/** Forgets one game; returns what was written about it, to write it down again. */
export function strike({ record }: Entry): Entry[] {
  const all = entries();
  remember([record]);
  keepInMind(
    KEY,
    all.filter((one) => one.record !== record),
  );
  return all.filter((one) => one.record === record);
}

export function erase(): void {
  remember(games().map(({ record }) => record));
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
  const known = new Set(games().map(({ record }) => record));
  const brought = read(found.games);
  unstrike(brought);
  write([...entries(), ...brought]);
  return games().filter(({ record }) => !known.has(record)).length;
}

/** Sums a book up, box by box. */
export function chapters(games: readonly Entry[]): Chapter[] {
  const boxes = [...new Set(games.map(({ game }) => box(game)))].sort();
  return boxes.map((name) => {
    const own = games.filter(({ game }) => box(game) === name).sort((a, b) => a.at - b.at);
    let [row, longest] = [0, 0];
    for (const game of own) {
      row = won(game) ? row + 1 : 0;
      longest = Math.max(longest, row);
    }
    const times = own.flatMap(({ best }) => (best === null ? [] : [best]));
    return {
      box: name,
      games: own.length,
      won: own.filter(won).length,
      streak: longest,
      beaten: [...new Set(own.flatMap(({ beaten }) => beaten))].sort(byLevel),
      best: times.length > 0 ? Math.min(...times) : null,
    };
  });
}

/** Returns the best runs: of the decks of the days, then of each game and deck. */
export function bestRuns(games: readonly Entry[]): BestRun[] {
  const kinds = new Map<string, BestRun>();
  for (const one of games.filter(isSolo)) {
    const { day, behind, symbols, cards } = one.run;
    // Whoever chases a ghost may have seen the cards before.
    if (behind !== null) continue;
    const kind = day ? "" : `${one.game} ${String(symbols).padStart(3)} ${String(cards).padStart(3)}`;
    const had = kinds.get(kind);
    const best = had && had.best.run.ms <= one.run.ms ? had.best : one;
    kinds.set(kind, { runs: (had?.runs ?? 0) + 1, best });
  }
  return [...kinds].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, found]) => found);
}

export function chased(games: readonly Entry[]): Chased {
  const leads = games.flatMap(({ run }) => (run?.behind == null ? [] : [-run.behind]));
  return {
    ghosts: leads.length,
    beaten: leads.filter((ms) => ms > 0).length,
    lead: Math.max(0, ...leads),
  };
}

function struck(): unknown[] {
  const found = recall(STRUCK);
  return Array.isArray(found) ? found : [];
}

/** Remembers that games were deleted, by marks from which nobody finds the way back to them. */
function remember(records: readonly string[]): void {
  keepInMind(STRUCK, [...new Set([...struck(), ...records.map(markOf)])].slice(-MOST));
}

function unstrike(back: readonly Entry[]): void {
  const all = struck();
  if (all.length === 0) return;
  const marks = new Set<unknown>(back.map(({ record }) => markOf(record)));
  keepInMind(
    STRUCK,
    all.filter((mark) => !marks.has(mark)),
  );
}

function markOf(record: string): string {
  return sha256(new TextEncoder().encode(record)).slice(0, 16);
}

function won({ place, tied, people, bots }: Pick<Entry, "place" | "tied" | "people" | "bots">): boolean {
  return place === 1 && !tied && people.length + bots.length > 0;
}

function isSolo(one: Entry): one is Entry & { run: Solo } {
  return one.run !== null;
}

function byLevel(one: string, other: string): number {
  return LEVELS.indexOf(one) - LEVELS.indexOf(other) || (one < other ? -1 : 1);
}

function key({ record, seat }: Entry): string {
  return `${record} ${seat}`;
}

function write(games: readonly Entry[]): void {
  const once = new Map<string, Entry>();
  for (const game of games) {
    const had = once.get(key(game));
    // A game may have been written down before its times could be had.
    if (!had || (!had.run && game.run)) once.set(key(game), { ...game, at: had?.at ?? game.at });
  }
  const sorted = [...once.values()].sort((a, b) => a.at - b.at);
  const lasting = new Set(milestones(sorted));
  let spare = Math.max(0, sorted.length - MOST);
  const kept = sorted.filter((game) => lasting.has(game) || spare-- <= 0);
  keepInMind(KEY, kept.slice(-MOST));
}

/** Returns the games that outlast others: the best runs, and the first win over each level. */
function milestones(sorted: readonly Entry[]): Entry[] {
  const first = new Map<string, Entry>();
  for (const game of [...sorted].reverse())
    for (const level of game.beaten) first.set(`${box(game.game)} ${level}`, game);
  return [...bestRuns(sorted).map(({ best }) => best), ...first.values()];
}

function read(found: unknown): Entry[] {
  return Array.isArray(found) ? found.filter(whole).map(completed) : [];
}

/** What came later; the first books had no runs, named all bots alike, and called a game that one ended the bot's. */
type Later = "beaten" | "run" | "replaced";
type Noted = Omit<Entry, Later> & Partial<Pick<Entry, Later>>;

function completed(one: Noted): Entry {
  const beaten = one.beaten ?? (won(one) ? one.bots : []);
  return { ...one, beaten, run: one.run ?? null, replaced: one.replaced ?? [] };
}

function whole(one: Partial<Entry> | null): one is Noted {
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
    (one.beaten === undefined || strings(one.beaten)) &&
    (one.replaced === undefined || strings(one.replaced)) &&
    time(one.best) &&
    time(one.typical) &&
    (one.run === undefined || one.run === null || solo(one.run))
  );
}

function solo(run: Partial<Solo>): boolean {
  return (
    [run.symbols, run.cards, run.ms].every(Number.isFinite) &&
    typeof run.day === "boolean" &&
    (run.behind === null || Number.isFinite(run.behind))
  );
}

function strings(list: unknown): boolean {
  return Array.isArray(list) && list.every((item) => typeof item === "string" && item.length <= 200);
}
