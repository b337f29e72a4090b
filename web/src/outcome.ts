/** How a game went, in a few words. */

import type * as messages from "./messages";
import { listed, namedAt, nameOf } from "./names";
import { say } from "./texts.svelte";

/** Returns who won, told to the people of these seats, who may have sat on both sides. */
export function outcome(
  chairs: readonly messages.Chair[],
  seats: readonly number[],
  result: messages.Result | null,
): string {
  if (result?.why === "abandoned") return say("over.abandoned");
  if (result && alone(result)) return say(result.why === "played" ? "over.alone" : "over.abandoned");
  const best = result?.ranking[0] ?? [];
  if (best.length > 1 && result?.why === "agreed") return say("over.draw");
  if (best.length === 0 || (best.length > 1 && result?.ranking.length === 1)) return say("over.level");
  const winners = chairs.filter((chair) => best.includes(chair.team));
  const own = seats.filter((seat) => winners.some((chair) => chair.seat === seat));
  if (best.length === 1 && own.length > 0 && own.length === seats.length) return say("over.you");
  const names = winners.map((chair) => (best.length > 1 ? namedAt(seats, chair) : nameOf(chair)));
  const [name] = names;
  if (names.length === 1 && name) return say("over.wins", { name });
  return say("over.team", { names: listed(names) });
}

/** Returns whether nobody played against anybody: then nobody has won. */
export function alone(result: messages.Result): boolean {
  return result.scores.length === 1;
}

/**
 * Returns why a game ended that was not played to its end, told to the people of these seats; an empty text where it was.
 * Where people still played, it was the host who abandoned it, as this sentence says.
 */
export function reason(
  chairs: readonly messages.Chair[],
  seats: readonly number[],
  result: messages.Result | null,
  host = "",
): string {
  const gone = chairs.filter((chair) => chair.resigned);
  const who = { names: listed(gone.map((chair) => namedAt(seats, chair))), count: gone.length };
  const own = gone.length === 1 && seats.length === 1 && gone[0]?.seat === seats[0];
  const resigned = own ? say("over.resigned.you") : say("over.resigned.why", who);
  switch (result?.why) {
    case "resigned":
      return resigned;
    case "expired":
      return own ? say("over.expired.you") : say("over.expired.why", who);
    case "agreed":
      return say("over.agreed.why");
    case "abandoned": {
      const left = chairs.filter((chair) => chair.member === null && chair.bot === "" && !chair.resigned);
      const went = [
        gone.length > 0 ? resigned : "",
        left.length > 0 ? say("news.left", { names: listed(left.map(nameOf)), count: left.length }) : "",
      ].filter(Boolean);
      const played = chairs.some((chair) => chair.member !== null && chair.bot === "" && !chair.resigned);
      return [...(played || went.length === 0 ? [host] : went), say("over.abandoned.why")]
        .filter(Boolean)
        .join(" ");
    }
    default:
      return "";
  }
}
