/** Who came where: for the page, and for the picture that is shared. */

import { because } from "./because";
import { box } from "./games";
import { isRun } from "./ghost/runs";
import type * as messages from "./messages";
import { hostName } from "./names";
import { alone, reason } from "./outcome";
import type { Table } from "./Table.svelte";
import { has, say, tell } from "./texts.svelte";

/** A team's place in the ranking. */
export interface Rank {
  team: number;
  chairs: readonly messages.Chair[];
  /** From 1; null where nobody has won. */
  place: number | null;
  /** What the team has, and what that counts: both empty where they say nothing. */
  score: string;
  unit: string;
}

/** Returns the ranking of a finished game, from first to last. */
export function ranked({ known, chairs }: Table["finished"], result: messages.Result | null): Rank[] {
  const won = decided(result);
  // Of a run its time counts (SPOT-15).
  const counts = playedOut(result) && !isRun(known.game, chairs.length);
  const unit = [`over.unit.${known.game}`, `over.unit.${box(known.game)}`].find(has);
  return (result?.ranking ?? []).flatMap((teams, i, all) => {
    const place = all.slice(0, i).reduce((before, group) => before + group.length, 1);
    return teams.map((team) => {
      const score = counts ? result?.scores[team] : undefined;
      return {
        team,
        chairs: chairs.filter((chair) => chair.team === team),
        place: won ? place : null,
        score: String(score ?? ""),
        unit: counts && unit ? tell(unit, { count: score ?? 0 }) : "",
      };
    });
  });
}

/** Returns whether a game was played to its end. */
export function playedOut(result: messages.Result | null): boolean {
  return (result?.why ?? "played") === "played";
}

/** Returns whether anybody has won. */
export function decided(result: messages.Result | null): boolean {
  return result?.why !== "abandoned" && !(result && alone(result));
}

/** Returns that the host ended a game, told to the people of these seats; an empty text where new rules did. */
function ended({ member, finished, persons }: Table, seats: readonly number[]): string {
  const { known } = finished;
  if (known.outdated) return "";
  if (seats.length === 1 && known.host === member) return say("over.ended.you");
  return say("over.ended", { name: hostName({ ...finished, persons }, seats) });
}

/** Returns why a finished game went as it did, told to the people of these seats. */
export function why(table: Table, result: messages.Result | null, seats: readonly number[]): string {
  const { known, chairs, seats: own } = table.finished;
  const told = reason(chairs, seats, result, ended(table, seats));
  return told || because(known, result, table.sight(own[0] ?? null)?.view);
}
