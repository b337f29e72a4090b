/** A finished game, on its way into the book of this device. */

import { total } from "../ghost/runs";
import type * as messages from "../messages";
import { nameOf, stoodInFor } from "../names";
import { median, quickness, type Quickness } from "../quickness";
import type { Table } from "../Table.svelte";
import { entries, note, wasStruck, type Entry, type Solo } from "./book";

/** What a finished game tells afterwards: its moves, and the times of a run. */
export interface Gone {
  frames: readonly messages.Frame[];
  run: messages.DeckRun | null;
}

/** Writes down a game that was played here, for each seat of this device. */
export async function writeDown(
  table: Pick<Table, "chairs" | "seats" | "known">,
  record: string,
  result: messages.Result,
  replayed: Promise<Gone>,
): Promise<void> {
  const { chairs, seats, known } = table;
  const { game, practice } = known;
  // Practice counts for nothing (TABLE-13), but for a ghost that was chased (SPOT-16).
  if (practice && !practice.ghost) return;
  if (result.why === "abandoned") return;
  const { frames, run } = await replayed;
  if (wasStruck(record)) return;
  for (const seat of seats) {
    if (entries().some((one) => one.record === record && one.seat === seat && (one.run || !run))) continue;
    const team = chairs.find((chair) => chair.seat === seat)?.team ?? 0;
    const rank = result.ranking.findIndex((teams) => teams.includes(team));
    const others = chairs.filter((chair) => chair.seat !== seat);
    const people = others.filter((chair) => chair.bot === "" || stoodInFor(chair) !== "");
    const bots = others.filter((chair) => !people.includes(chair));
    const tied = (result.ranking[rank]?.length ?? 1) > 1;
    note({
      record,
      game,
      at: Date.now(),
      seat,
      place: result.ranking.slice(0, Math.max(0, rank)).flat().length + 1,
      tied,
      people: people.map((chair) => stoodInFor(chair) || nameOf(chair)),
      replaced: people.map(stoodInFor).filter(Boolean),
      bots: bots.map(({ bot }) => bot),
      beaten: rank === 0 && !tied ? bots.filter((chair) => chair.team !== team).map(({ bot }) => bot) : [],
      score: result.scores[team] ?? 0,
      ...timed(run, quickness(frames, seat)),
      run: run && solo(known, run),
    });
  }
}

/**
 * Returns a seat's quickest and typical time, as the results show them: of a run those of its cards (SPOT-15), but
 * none where nobody can vouch for them.
 */
function timed(run: messages.DeckRun | null, quick: Quickness | null): Pick<Entry, "best" | "typical"> {
  if (run && !run.verified) return { best: null, typical: null };
  const splits = run?.splits ?? [];
  if (splits.length > 0) return { best: Math.min(...splits), typical: median(splits) };
  if (quick && quick.won.length > 0) return { best: quick.best, typical: quick.median };
  return { best: null, typical: null };
}

/** Returns a run as the book has it; null where nobody can vouch for its times, or it was for fun. */
function solo({ deck, day, practice }: messages.Table, { splits, verified }: messages.DeckRun): Solo | null {
  const ghost = practice?.ghost ?? null;
  if (!deck || !verified || day?.counted === false || ghost?.verified === false) return null;
  const ms = total(splits);
  return {
    symbols: deck.order + 1,
    cards: splits.length,
    ms,
    day: day !== null,
    behind: ghost && ms - total(ghost.splits),
  };
}
