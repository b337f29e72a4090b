/** What is counted and said of the cards, on a screen of one's own and on one that several share. */

import type * as messages from "../../messages";
import { listed, nameOf } from "../../names";
import { say } from "../../texts.svelte";
import { EMPTY } from "../reflex/cards";
import type { SpotGame } from "./calls";

/** Returns how many cards nobody has yet. */
export function left(game: SpotGame, view: messages.SpotView): number {
  if (game === "faceoff") return 0;
  return view.stock + (game === "tower" || game === "gift" ? view.height : 0);
}

/** Returns how many cards a seat has. */
export function tally(view: messages.SpotView, seat: number): number {
  return (view.counts[seat] ?? 0) + (view.kept[seat] ?? 0);
}

/** Returns what stands under the middle card, where one could take it for another (none: a spectator). */
export function caption(game: SpotGame, seats: readonly number[]): string {
  if (game === "gift") return say("spot.gift");
  return game === "catch" || seats.length === 0 ? say("spot.middle.caption") : "";
}

/** Returns what a seat that is rid of its hot potato waits for, or nothing. */
export function safe(view: messages.SpotView, seat: number, chairs: readonly messages.Chair[]): string {
  if (view.tops[seat] !== EMPTY) return "";
  const holding = chairs.filter((chair) => {
    const card = view.tops[chair.seat];
    return card !== undefined && card >= 0;
  });
  return holding.length > 0 ? say("spot.safe", { names: listed(holding.map(nameOf)) }) : "";
}

/** Names a card that lies on the table, as these seats see it. */
export function label(
  { key, seat }: { key: string; seat: number | null },
  seats: readonly number[],
  chairs: readonly messages.Chair[],
): string {
  if (key === "middle") return say("spot.middle");
  if (seat === null) return say("spot.card", { number: Number(key.slice("table ".length)) + 1 });
  return seats.includes(seat) ? say("spot.own") : say("spot.theirs", { name: nameOf(chairs[seat]) });
}
