/** Runs alone against the clock (SPOT-15), and ghosts to beat (SPOT-16): sums, and how they are written. */

import { infoOf } from "../infos.svelte";
import type * as messages from "../messages";
import { has, say, seconds, tell, type Values } from "../texts.svelte";

/** Returns whether so many seats play a game against the clock and nobody else. */
export function isRun(game: string, seats: number): boolean {
  return seats === 1 && infoOf(game)?.alone === true;
}

/** Returns how many cards of a run are still to be found. */
export function ahead(game: string, view: messages.SpotView): number {
  return game === "spot/well" ? (view.counts[0] ?? 0) : view.height;
}

export function total(splits: readonly number[]): number {
  return splits.reduce((sum, split) => sum + split, 0);
}

/** Returns how many cards a run had found after so long. */
export function foundBy(splits: readonly number[], elapsed: number): number {
  let sum = 0;
  const next = splits.findIndex((split) => (sum += split) > elapsed);
  return next < 0 ? splits.length : next;
}

/** Returns by how much a run is behind another after each card; ahead is negative. */
export function behind(own: readonly number[], other: readonly number[]): number[] {
  let sum = 0;
  return own.map((split, card) => (sum += split - (other[card] ?? 0)));
}

/** Writes a time as one says it: in seconds, or in minutes and seconds. */
export function spelt(ms: number, digits = 2): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes === 0) return say("seconds", { seconds: seconds(ms, digits) });
  return tell("run.minutes", { minutes, seconds: seconds(ms % 60_000, digits) });
}

/** Says how many cards a run found, and in what time. */
export function inAll({ splits }: messages.DeckRun): string {
  return tell("run.total", { count: splits.length, time: spelt(total(splits)) });
}

/** Writes a difference with its sign. */
export function signed(ms: number, digits = 1): string {
  const sign = Math.abs(ms) < 50 && digits === 1 ? "±" : ms < 0 ? "−" : "+";
  return say("seconds", { seconds: sign + seconds(Math.abs(ms), digits) });
}

/** Returns what a ghost is called: its player, its bot, or nobody who is to be known. */
export function ghostName(ghost: Pick<messages.Ghost, "name" | "bot">): string {
  return named(ghost) || tell("ghost.nobody");
}

/** Says something of a ghost, by its name where it has one. */
export function ofGhost(
  key: string,
  ghost: Pick<messages.Ghost, "name" | "bot">,
  values: Values = {},
): string {
  const name = named(ghost);
  return name === "" ? tell(`${key}.nobody`, values) : tell(key, { ...values, name });
}

function named({ name, bot }: Pick<messages.Ghost, "name" | "bot">): string {
  return name || (bot && has(`bot.${bot}`) ? tell(`bot.${bot}`) : "");
}
