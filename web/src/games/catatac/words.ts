/** Cards, turns and events in words. */

import type * as messages from "../../messages";
import { tell } from "../../texts.svelte";
import type { Glyph } from "./icons";

/** Names a place as a clan sees it: its own hideout is "home". */
export function place(at: number): string {
  return tell(`web.catatac.place.${at}`);
}

/** Names one effect of an action block. */
function effect({ do: deed, far = 0 }: messages.Effect): string {
  return tell(`web.catatac.effect.${deed}`, { far });
}

/** Returns which clans have to have the yarn for a card's block: all its conditions must hold. */
function conditions({ when = [] }: messages.Face): "any" | "own" | "other" | "both" {
  if (when.includes("own")) return when.includes("other") ? "both" : "own";
  return when.includes("other") ? "other" : "any";
}

/** Says what is on a card. */
export function face(card: messages.Face): string[] {
  if (card.number === 0) return [tell("web.catatac.card.joker")];
  const said = [tell("web.catatac.card.pair", { number: card.number })];
  const ways = card.ways ?? [];
  if (ways.length > 0) {
    const what = ways
      .map((effects) => effects.map(effect).join(tell("web.catatac.then")))
      .join(tell("web.catatac.or"));
    said.push(`${tell(`web.catatac.when.${conditions(card)}`)} ${what}.`);
  }
  if (card.together) said.push(tell("web.catatac.card.together"));
  return said;
}

/** Names a card in a few words. */
export function name(card: messages.Face): string {
  const number = card.number === 0 ? tell("web.catatac.joker") : String(card.number);
  const called = card.name ? ` ${card.name}` : "";
  return `${number}${called}`;
}

/** Names a card of a hand, with what it does where another one is called the same. */
export function nameIn(hand: readonly messages.Face[], card: messages.Face): string {
  const does = (one: messages.Face): string => face(one).slice(1).join(" ");
  const twin = hand.some((one) => name(one) === name(card) && does(one) !== does(card));
  if (!twin) return name(card);
  return `${name(card)} (${does(card).replace(/\.$/, "") || tell("web.catatac.card.bare")})`;
}

/** One thing done in a turn: by the pair or by the block, with its icons and its words. */
export interface Deed {
  by: "pair" | "block" | "booster";
  icons: { icon: Glyph; far: number }[];
  text: string;
}

/** Says what is done in a turn with a card, one thing after the other; nothing where it is only laid. */
export function deeds(turn: messages.Turn, card: messages.Face): Deed[] {
  const one = (icon: Glyph, text: string): Deed => ({ by: "pair", icons: [{ icon, far: 0 }], text });
  return turn.moves.flatMap((move): Deed[] => {
    switch (move.type) {
      case "steal":
        return [one("steal", tell("web.catatac.do.steal"))];
      case "carry":
        return [one("move", tell("web.catatac.do.carry", { place: place(move.to) }))];
      case "store":
        return [one("store", tell("web.catatac.do.store"))];
      case "counter":
        return [one("counter", tell("web.catatac.do.counter"))];
      case "toss":
        return [{ ...one("toss", tell("web.catatac.do.toss")), by: "booster" }];
      case "distract":
        return [{ by: "booster", icons: [{ icon: "print", far: 0 }], text: tell("web.catatac.do.distract") }];
      case "use": {
        const effects = card.ways?.[move.way] ?? [];
        const said = effects.map((part, i) =>
          part.do === "move" && i === effects.length - 1
            ? tell("web.catatac.do.carry", { place: place(move.to) })
            : tell(`web.catatac.do.${part.do}`),
        );
        const icons = effects.map((part) => ({ icon: part.do, far: part.far ?? 0 }));
        return [{ by: "block", icons, text: said.join(tell("web.catatac.then")) }];
      }
      default:
        return [];
    }
  });
}

/** Says a whole turn in one sentence. */
export function sentence(turn: messages.Turn, card: messages.Face): string {
  const done = deeds(turn, card);
  if (done.length === 0)
    return tell(turn.moves.some(({ type }) => type === "lay") ? "web.catatac.do.lay" : "web.catatac.do.done");
  const said = done.map(({ text }) => text).join(tell("web.catatac.then"));
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** Says why a card's action block cannot be used now; nothing where it can, or where there is none. */
export function idle(
  card: messages.Face,
  turns: readonly messages.Turn[],
  view: messages.CatatacView,
  clan: number,
): string {
  const ways = card.ways ?? [];
  if (ways.length === 0 || turns.some(({ moves }) => moves.some(({ type }) => type === "use"))) return "";
  const what = ways
    .map((effects) => effects.map(({ do: deed, far = 0 }) => tell(`web.catatac.deed.${deed}`, { far })))
    .map((deeds) => deeds.join(" › "))
    .join(" / ");
  const first = ways.flatMap((effects) => effects.slice(0, 1)).map(({ do: deed }) => deed);
  const home = view.yarn.place === 0 || view.yarn.place === 4;
  const own = view.yarn.clan === clan;
  const why =
    view.distracted === clan && !home
      ? "distracted"
      : conditions(card) === "both"
        ? "both"
        : conditions(card) === "own" && !own
          ? "own"
          : conditions(card) === "other" && own
            ? first.every((deed) => deed === "steal")
              ? "steal"
              : "other"
            : home
              ? "home"
              : first.every((deed) => deed === "counter")
                ? "counter"
                : "far";
  return tell(`web.catatac.idle.${why}`, { what });
}

/** Tells whether a turn does more than lay a card. */
export function does({ trail = [], toss = false, moves }: messages.Turn): boolean {
  return trail.length > 0 || toss || moves.some(({ type }) => type === "distract");
}

/** Returns where a turn leaves the yarn. */
export function end(
  turn: messages.Turn,
  view: messages.CatatacView,
): { place: number; clan: number; toss: boolean } {
  const last = turn.trail?.at(-1) ?? view.yarn;
  return { place: last.place, clan: last.clan, toss: turn.toss === true };
}
