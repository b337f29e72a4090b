/** How good one is at puzzles: a rating and a streak, kept on this device alone. */

import { keepInMind, recall } from "../memory";

const KEY = "puzzles";
const FIRST = 1000;
/** How far one puzzle moves the rating at first, and later. */
const QUICK = 40;
const SLOW = 16;
/** After so many puzzles the rating is known well enough. */
const SETTLED = 30;
/** How hard the puzzles of each level are, from the first. */
export const RATINGS = [800, 1050, 1300, 1550, 1800] as const;

export interface Player {
  rating: number;
  streak: number;
  best: number;
  /** The ids of the puzzles that were solved or missed, the latest last. */
  seen: string[];
}

/** A puzzle as the server lists it. */
export type Posed = readonly [kind: string, level: number, id: string];

export function remembered(): Player {
  const kept: unknown = recall(KEY);
  const found: { [Name in keyof Player]?: unknown } = typeof kept === "object" && kept !== null ? kept : {};
  const number = (value: unknown, other: number): number =>
    typeof value === "number" && Number.isFinite(value) ? value : other;
  return {
    rating: number(found.rating, FIRST),
    streak: number(found.streak, 0),
    best: number(found.best, 0),
    // Once they were known by their numbers, which stand for others now.
    seen: Array.isArray(found.seen) ? found.seen.filter((one) => typeof one === "string") : [],
  };
}

/** Counts a puzzle: by Elo, as a game against it. */
export function counted(player: Player, puzzle: string, level: number, solved: boolean): Player {
  const against = RATINGS[level - 1] ?? FIRST;
  const expected = 1 / (1 + 10 ** ((against - player.rating) / 400));
  const step = player.seen.length < SETTLED ? QUICK : SLOW;
  const streak = solved ? player.streak + 1 : 0;
  return {
    rating: Math.max(100, Math.round(player.rating + step * (Number(solved) - expected))),
    streak,
    best: Math.max(player.best, streak),
    seen: [...player.seen.filter((one) => one !== puzzle), puzzle],
  };
}

export function keepPlayer(player: Player): void {
  keepInMind(KEY, player);
}

/** Returns the level that suits a player. */
export function suited(player: Player): number {
  const far = RATINGS.map((rating) => Math.abs(rating - player.rating));
  return far.indexOf(Math.min(...far)) + 1;
}

/** Chooses the next puzzle of a level: one that was not seen, else the one that was seen longest ago. */
export function chosen(
  every: readonly Posed[],
  level: number,
  player: Player,
  random: () => number = Math.random,
): string | undefined {
  const all = every.flatMap(([, one, id]) => (one === level ? [id] : []));
  const fresh = all.filter((id) => !player.seen.includes(id));
  if (fresh.length > 0) return fresh[Math.floor(random() * fresh.length)];
  return player.seen.find((id) => all.includes(id));
}
