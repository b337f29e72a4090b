/** Why a game that was played to its end went as it did, in one line. */

import { viewOf } from "./frames";
import { box } from "./games";
import type * as messages from "./messages";
import { alone } from "./outcome";
import { has, tell } from "./texts.svelte";

type Told = Pick<messages.Table, "game" | "options">;

/** Returns the line; an empty text where the game was not played to its end, or none is known. */
export function because(told: Told, result: messages.Result | null, view: unknown): string {
  if (result?.why !== "played") return "";
  // Whoever goes through a deck alone has all its cards: that says nothing (SPOT-15).
  if (alone(result) && told.game !== "spot/practice") return "";
  const tied = [`over.tied.${told.game}`, `over.tied.${box(told.game)}`].find(has);
  const level = (result.ranking[0]?.length ?? 0) > 1;
  return [ended(told, result, view), level && tied ? tell(tied) : ""].filter(Boolean).join(" ");
}

/** Returns how the game came to its end, and with what scores. */
function ended(told: Told, result: messages.Result, view: unknown): string {
  const best = result.ranking[0]?.[0] ?? 0;
  const key = `over.because.${told.game}`;
  // Where a face-off decided, the ranking says so.
  const shared = result.scores.filter((score) => score === result.scores[best]).length > 1;
  const on = (option: string): boolean => told.options[option] === true;
  const values = {
    count: result.scores[best] ?? 0,
    total: result.scores.reduce((sum, score) => sum + score, 0),
    // The winner's first, as people say it.
    scores: result.ranking
      .flat()
      .map((team) => result.scores[team] ?? 0)
      .join("–"),
  };
  switch (box(told.game)) {
    case "island":
      return tell(on("once") ? "over.because.island.once" : "over.because.island", values);
    case "catatac":
      if (on("marathon")) return tell("over.because.catatac.marathon", values);
      return tell(
        `over.because.catatac.${viewOf("catatac", told.game, view)?.game.points === 0 ? "points" : "paws"}`,
        values,
      );
    case "karta":
      return tell(on("return") ? "over.because.karta.return" : "over.because.karta", values);
    default:
      return [gone(told, view), has(key) && !shared ? tell(key, values) : ""].filter(Boolean).join(" ");
  }
}

/** Returns that too few cards are left to go on, in the game that ends so (CATCH-3). */
function gone({ game }: Told, view: unknown): string {
  const left = game === "spot/catch" ? (viewOf("spot", game, view)?.stock ?? 0) : 0;
  return left > 0 ? tell("over.because.spot/catch.left", { left }) : "";
}

/** Returns what decided between equal scores, the most first: dots in Karta Doppio, sardines in CATATAC; null where it is not known. */
export function deciders({ game }: Told, view: unknown): { most: number; least: number } | null {
  const seen = viewOf("karta", game, view) ?? viewOf("catatac", game, view);
  // The standing is both scores, then what decides, of all games that were played.
  const [one, other] = seen?.standing.slice(2) ?? [];
  if (one === undefined || other === undefined) return null;
  return { most: Math.max(one, other), least: Math.min(one, other) };
}
