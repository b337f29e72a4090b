/** What a finished game says about its calls: how quick each seat was, what was forgiven, what fooled it. */

import { eventsOf, type GameEvent } from "./frames";
import { at } from "./lists";
import type * as messages from "./messages";

/** A shorter time, in milliseconds, says nothing about how somebody searches. */
const LEAST = 100;

export interface Quickness {
  /** The scores of the calls that won, in milliseconds, in order. */
  won: number[];
  best: number;
  /** Of all calls that were right, those that somebody else was quicker with too. */
  median: number;
  /** What was made up for on average over all calls that entered a contest, in milliseconds. */
  forgiven: number;
  /** The symbols that were called and not shared, most often first. */
  fooled: number[];
}

/** Returns the quickness of a seat, or null where it never called. */
export function quickness(frames: readonly messages.Frame[], seat: number): Quickness | null {
  const own = ({ verdict }: messages.Frame): messages.Score[] =>
    verdict?.scores.filter((score) => score.seat === seat) ?? [];
  const scores = frames.flatMap(own);
  const right = frames.flatMap((frame, index) => {
    if (own(frame).length === 0 || inVain(frames, index)) return [];
    const most = frame.at - foundAt(frames, index, seat);
    return own(frame).map(({ score }) => ({
      time: Math.min(score, most),
      first: frame.verdict?.winner === seat,
    }));
  });
  const won = right.filter(({ first }) => first).map(({ time }) => time);
  const wrong = frames
    .flatMap(eventsOf)
    .filter((event) => event.type === "wrong")
    .filter((event) => event.seat === seat);
  if (scores.length === 0 && wrong.length === 0) return null;
  return {
    won,
    best: won.length > 0 ? Math.min(...won) : 0,
    median: median(right.map(({ time }) => time).filter((time) => time >= LEAST)),
    forgiven: scores.length > 0 ? scores.reduce((sum, score) => sum + score.credit, 0) / scores.length : 0,
    fooled: byCount(wrong.map((event) => event.symbol)),
  };
}

/** Tells whether anybody called a symbol that was not shared. */
export function erred(frames: readonly messages.Frame[]): boolean {
  return frames.some((frame) => eventsOf(frame).some(({ type }) => type === "wrong"));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 ? at(sorted, half) : (at(sorted, half - 1) + at(sorted, half)) / 2;
}

/**
 * Returns when a seat last found something before a step: whoever finds again on the same cards began to search
 * them there. A triplet that is taken changes what everyone searches.
 */
function foundAt(frames: readonly messages.Frame[], index: number, seat: number): number {
  const before = frames
    .slice(0, index)
    .findLast((frame) =>
      eventsOf(frame).some((event) => isFound(event) && (event.seat === seat || event.cards.length === 3)),
    );
  return before?.at ?? -Infinity;
}

/** Tells whether a step is a claim that no right call followed (SPOT-13). */
function inVain(frames: readonly messages.Frame[], index: number): boolean {
  const [claim, ...came] = frames.slice(index).map(eventsOf);
  if (!claim?.some(({ type }) => type === "claimed")) return false;
  const decided = came.flat().find(({ type }) => type === "took" || type === "wrong" || type === "lapsed");
  return decided?.type !== "took";
}

function isFound(event: GameEvent): event is messages.Took | messages.Covered {
  return event.type === "took" || event.type === "covered";
}

function byCount(symbols: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const symbol of symbols) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([symbol]) => symbol);
}
