/** What is counted and said of the cards, on a screen of one's own and on one that several share. */

import type * as messages from "../../messages";
import { infoOf } from "../../infos.svelte";
import { listed, namedAt, nameOf } from "../../names";
import { say } from "../../texts.svelte";
import { EMPTY } from "../reflex/cards";
import type { Naming, SpotGame } from "./calls";

/** Returns how many cards nobody has yet; in Practice they never run out (SPOT-7). */
function left(game: SpotGame, view: messages.SpotView): number {
  if (game === "faceoff" || game === "practice") return 0;
  return view.stock + (game === "tower" || game === "gift" ? view.height : 0);
}

/** Returns what there is still to play: rounds of Hot Potato, else the cards that nobody has yet. */
export function rest(game: SpotGame, view: messages.SpotView, options: messages.Table["options"]): string {
  if (game === "potato") return round(view, options);
  const count = left(game, view);
  return count > 0 ? say("spot.left", { count }) : "";
}

/** Returns which round of Hot Potato is played, of how many; of large tables the cards may suffice for fewer (HOT-4). */
function round({ tops, stock, round: over }: messages.SpotView, options: messages.Table["options"]): string {
  if (tops.every((card) => card === EMPTY)) return "";
  const usual = infoOf("spot/potato")?.options?.find(({ name }) => name === "rounds")?.default;
  const agreed = Number(options["rounds"] ?? usual ?? Infinity);
  const rounds = Math.min(agreed, over + 1 + Math.floor(stock / tops.length));
  return say("spot.round", { round: over + 1, rounds });
}

/** Returns who is in a face-off and what they do, or nothing (SPOT-6). */
export function duel(
  { faceoff, winner }: messages.SpotView,
  seats: readonly number[],
  chairs: readonly messages.Chair[],
): string {
  if (faceoff.length === 0 || winner !== null) return "";
  const names = listed(faceoff.map((seat) => namedAt(seats, chairs[seat])));
  const among = seats.length === 0 || seats.some((seat) => faceoff.includes(seat));
  return say(among ? "spot.duel" : "spot.duel.others", { names });
}

/** Returns on how many more cards the symbol of a triplet is to be named, or nothing (SPOT-10). */
export function more({ symbol, cards }: Naming): string {
  return symbol === null || cards.length === 0 ? "" : say("spot.triplet.more", { count: 3 - cards.length });
}

/** Returns how many cards a seat has; of Hot Potato, how many of them it keeps as a penalty (HOT-3). */
export function tally(game: SpotGame, view: messages.SpotView, seat: number): number {
  const kept = view.kept[seat] ?? 0;
  return game === "potato" ? kept : (view.counts[seat] ?? 0) + kept;
}

/** Returns who is rid of their hot potato, for those who still hold one or look on; nothing where nobody is. */
export function out(
  view: messages.SpotView,
  seats: readonly number[],
  chairs: readonly messages.Chair[],
): string {
  if (seats.some((seat) => view.tops[seat] === EMPTY)) return "";
  const rid = chairs.filter(({ seat }) => view.tops[seat] === EMPTY);
  return rid.length > 0 && rid.length < chairs.length
    ? say("spot.out", { names: listed(rid.map(nameOf)) })
    : "";
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
