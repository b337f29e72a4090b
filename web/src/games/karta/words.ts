/** What a screen reader is told. */

import type * as messages from "../../messages";
import { tell } from "../../texts.svelte";
import { type Colour, face, lost } from "./cards";
import type { Laying } from "./Laying.svelte";

/** Says what the held card would do where it is. */
export function prospect(laying: Laying, { red: reds }: Pick<messages.KartaView, "red">): string {
  const at = tell("web.karta.at", { column: laying.x, row: laying.y });
  if (laying.reason) return `${at} ${tell(`refused.${laying.reason.key}`)}`;
  const spot = laying.spot;
  if (!spot) return laying.first ? tell("web.karta.first") : at;
  const [red, blue] = spot.tokens;
  return [
    at,
    tell("web.karta.locks", { count: spot.locks.length }),
    ...captured(spot.captures, laying.held, laying.held?.seat === reds.seat ? "red" : "blue"),
    tell("web.karta.after", { red, blue }),
  ].join(" · ");
}

/** Says to whoever has the turn what to do; their side is said while it is new to them. */
export function choosing(colour: Colour, laid: number, practised: boolean): string {
  if (laid === 0) return tell("web.karta.choose.first");
  return tell(practised || laid === 1 ? `web.karta.choose.${colour}` : "web.karta.choose");
}

/** Says whom one waits for; a spectator has no colour. */
export function waiting(name: string, colour: Colour | null, laid: number, practised: boolean): string {
  if (colour !== null && laid === 0) return tell("web.karta.waiting.first", { name });
  return tell(colour !== null && practised ? `web.karta.waiting.${colour}` : "web.karta.waiting", { name });
}

function captured(
  captures: readonly number[],
  card: { card: number; turned: number; over: boolean } | null,
  own: Colour | null = null,
): string[] {
  if (!card) return [];
  const rows = face(card.card, card.turned, card.over);
  return (["red", "blue"] as const).flatMap((colour) => {
    const count = lost(colour, captures, rows);
    return count > 0 ? [tell(`web.karta.${colour === own ? "loses" : "captures"}.${colour}`, { count })] : [];
  });
}

/** Says what was laid, and what came of it. */
export function happened(event: messages.Placed, name: string): string {
  const [red, blue] = event.tokens;
  return [
    tell("web.karta.laid", { name, column: event.place.x, row: event.place.y }),
    ...(event.locks.length > 0 ? [tell("web.karta.locks", { count: event.locks.length })] : []),
    ...captured(event.captures, event.place),
    ...(red > 0 || blue > 0 || event.captures.length > 0 ? [tell("web.karta.after", { red, blue })] : []),
  ].join(" · ");
}

/** Reads the table, row by row, each square in words. */
export function rows(
  view: messages.KartaView,
): { row: number; squares: { column: number; text: string }[] }[] {
  const found = new Map<number, { column: number; text: string }[]>();
  for (const { x, y, dot, locked } of view.squares) {
    const text =
      tell(`web.karta.square.${dot === "red" ? "R" : dot === "blue" ? "B" : "."}`) +
      (locked ? ` ${tell("web.karta.square.locked")}` : "");
    found.set(y, [...(found.get(y) ?? []), { column: x, text }]);
  }
  return [...found].sort(([a], [b]) => a - b).map(([row, squares]) => ({ row, squares }));
}
