/** A game on tape in words: what a screen reader is told, and what one may jump to. */

import type { Deck } from "../deck";
import { entryOf, eventsOf, viewOf, type GameEvent } from "../frames";
import { box } from "../games";
import type * as messages from "../messages";
import { say, seconds, tell } from "../texts.svelte";

/** What one may jump to: a card won, dots covered, a store, a contest that was decided, a call that was wrong, an end. */
export type Mark = "taken" | "captured" | "stored" | "verdict" | "wrong" | "over";

/** What a box must know to tell of its events. */
export interface Telling {
  names: readonly string[];
  deck: Deck | null;
  /** How the step was before, as a spectator saw it. */
  before: messages.Frame;
  /** What the card of this step took, in a run alone (SPOT-15). */
  split?: number | undefined;
}

/** Says what happened in one event; nothing where it goes without saying. */
export type Teller = (event: GameEvent, telling: Telling, frame: messages.Frame) => string;

const MARKS: Partial<Record<GameEvent["type"], Mark>> = {
  took: "taken",
  covered: "taken",
  stored: "stored",
  wrong: "wrong",
  finished: "over",
  counted: "over",
};

/** Loads what tells of the events of a game. */
export async function teller(game: string): Promise<Teller> {
  switch (box(game)) {
    case "spot":
      return game === "spot/gift" || game === "spot/potato" ? giving(game) : reflex;
    case "island":
      return reflex;
    case "catatac": {
      const { happened } = await import("../games/catatac/happened");
      return (event, { names, before }) => {
        const seen = viewOf("catatac", game, before.view);
        return seen ? happened(quoted(event), names, seen.game.phase) : "";
      };
    }
    case "karta": {
      const { happened } = await import("../games/karta/words");
      return (event, { names }) => (event.type === "placed" ? happened(event, names[event.seat] ?? "") : "");
    }
    default:
      return () => "";
  }
}

/** Says what a step brought, in as many sentences as it needs, so that the list has every number. */
export function sentences(frame: messages.Frame, telling: Telling, tell: Teller): string[] {
  const entry = noted(frame, telling.names);
  const events = eventsOf(frame).map((event) => tell(event, telling, frame));
  const said = [entry, ...events].filter((text) => text !== "");
  return said.length > 0 ? said : [aside(frame, telling.names)];
}

/** Returns what a step may be jumped to for. */
export function marks(frame: messages.Frame): Mark[] {
  const found = eventsOf(frame).flatMap((event) =>
    captures(event) ? "captured" : (MARKS[event.type] ?? []),
  );
  // One score is no contest.
  const contest = (frame.verdict?.scores.length ?? 0) > 1;
  return [...new Set<Mark>([...found, ...(contest ? ["verdict" as const] : [])])];
}

/** Says what goes without saying where more happened: a flip, a claim, a pass. */
function aside(frame: messages.Frame, names: readonly string[]): string {
  for (const event of eventsOf(frame)) {
    const name = "seat" in event ? (names[event.seat] ?? "") : "";
    switch (event.type) {
      case "flipped":
        return say("replay.flipped");
      case "thawed":
        return say("replay.thawed", { name });
      case "claimed":
        return say("spot.claimed", { name });
      case "lapsed":
        return say("spot.lapsed", { name });
      case "declined":
        return tell("web.catatac.told.declined", { name });
      case "came":
      case "opened":
        return tell("web.catatac.status.wait", { name });
    }
  }
  const { seat } = entryOf(frame);
  const name = seat === null ? "" : (names[seat] ?? "");
  return name === "" ? say("replay.went") : say("replay.moved", { name });
}

/** Says an entry of the table's own. */
function noted(frame: messages.Frame, names: readonly string[]): string {
  const { type, seat } = entryOf(frame);
  const name = seat === null ? "" : (names[seat] ?? "");
  switch (type) {
    case "resigned":
    case "replaced":
    case "takenback":
    case "expired":
      return say(`replay.${type}`, { name });
    case "agreed":
    case "abandoned":
      return say(`replay.${type}`);
    default:
      return "";
  }
}

const reflex: Teller = (event, { names, deck, split }, frame) => {
  const name = "seat" in event ? (names[event.seat] ?? "") : "";
  const symbol = "symbol" in event && event.symbol !== null ? (deck?.name(event.symbol) ?? "") : "";
  switch (event.type) {
    case "took":
    case "covered": {
      const time = split ?? timeOf(frame.verdict, event.seat);
      return time === null
        ? say("replay.found", { name, symbol })
        : say("replay.found.time", { name, symbol, seconds: seconds(time) });
    }
    case "wrong": {
      const [right] = deck?.common(event.cards) ?? [];
      return right === undefined
        ? say("replay.wrong", { name, symbol })
        : say("replay.wrong.right", { name, symbol, right: deck?.name(right) ?? "" });
    }
    case "late":
      return say("replay.late", { name });
    case "hadenough":
      return say("replay.enough", { name });
    case "burned":
      return say("replay.burned", { name, count: event.cards });
    case "dealt":
      return say("replay.dealt", { round: event.round + 1 });
    case "tied":
      return say("replay.tied", { names: event.seats.map((seat) => names[seat] ?? "").join(", ") });
    case "pointed":
      return say("replay.pointed", { name, mate: names[event.mate] ?? "" });
    case "scored":
      return say("replay.scored", {
        points: event.tallies.map(({ points }) => points).join("–"),
      });
    case "began":
      return say("replay.began", { number: event.game + 1 });
    case "finished":
      return say("replay.finished", { number: event.game + 1 });
    default:
      return "";
  }
};

/** Tells of a game in which a call is about somebody's card: a symbol may be wrong for one, and right for another. */
function giving(game: string): Teller {
  return (event, telling, frame) => {
    const { names, deck, before } = telling;
    const card = event.type === "wrong" ? event.cards[1] : undefined;
    const seen = viewOf("spot", game, before.view);
    const to = seen && card !== undefined && seen.faceoff.length === 0 ? names[seen.tops.indexOf(card)] : "";
    if (event.type !== "wrong" || !to) return reflex(event, telling, frame);
    const [right] = deck?.common(event.cards) ?? [];
    const symbol = deck?.name(event.symbol) ?? "";
    const said = { name: names[event.seat] ?? "", symbol, to };
    return right === undefined
      ? say("replay.wrong.for", said)
      : say("replay.wrong.for.right", { ...said, right: deck?.name(right) ?? "" });
  };
}

/** Sets the printed name of a card that was laid in quotation marks. */
function quoted(event: GameEvent): GameEvent {
  if (event.type !== "laid" || !event.face.name) return event;
  return { ...event, face: { ...event.face, name: say("quoted", { text: event.face.name }) } };
}

/** Tells whether a card of Karta was laid on somebody's dots. */
function captures(event: GameEvent): boolean {
  return "captures" in event && Array.isArray(event.captures) && event.captures.length > 0;
}

/** Returns the time that a seat's call was given. */
function timeOf(verdict: messages.Verdict | null, seat: number): number | null {
  return verdict?.scores.find((score) => score.seat === seat)?.score ?? null;
}
