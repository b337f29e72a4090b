/** A finished game, on its way into the book of this device. */

import type { Frame, Result } from "../messages";
import { nameOf } from "../names";
import { quickness } from "../reactions";
import type { Table } from "../Table.svelte";
import { entries, note } from "./book";

/** Writes down a game that was played here, for each seat of this device. */
export async function writeDown(
  table: Pick<Table, "chairs" | "seats" | "known">,
  record: string,
  result: Result,
  played: Promise<readonly Frame[]>,
): Promise<void> {
  const { chairs, seats } = table;
  const { game } = table.known;
  if (result.why === "abandoned") return;
  const frames = await played;
  for (const seat of seats) {
    if (entries().some((one) => one.record === record && one.seat === seat)) continue;
    const team = chairs.find((chair) => chair.seat === seat)?.team ?? 0;
    const rank = result.ranking.findIndex((teams) => teams.includes(team));
    const others = chairs.filter((chair) => chair.seat !== seat);
    const quick = quickness(frames, seat);
    note({
      record,
      game,
      at: Date.now(),
      seat,
      place: result.ranking.slice(0, Math.max(0, rank)).flat().length + 1,
      tied: (result.ranking[rank]?.length ?? 1) > 1,
      people: others.filter(({ bot }) => bot === "").map(nameOf),
      bots: others.filter(({ bot }) => bot !== "").map(({ bot }) => bot),
      score: result.scores[team] ?? 0,
      best: quick && quick.won.length > 0 ? quick.best : null,
      typical: quick && quick.won.length > 0 ? quick.median : null,
    });
  }
}
