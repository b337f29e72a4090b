/** A game on tape in words: what a screen reader is told, and what one may jump to. */

import type { Deck } from "../deck";
import { box, type Of } from "../games";
import { taken } from "../json";
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
export type Teller = (event: unknown, telling: Telling, frame: messages.Frame) => string;

const MARKS: Record<string, Mark> = {
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
    case "island":
      return reflex;
    case "catatac": {
      const { happened } = await import("../games/catatac/happened");
      return (event, { names, before }) => {
        const { game } = taken<Of<"catatac", "view">>(before.view);
        return happened(quoted(taken(event)), names, game.phase);
      };
    }
    case "karta": {
      const { happened } = await import("../games/karta/words");
      return (event, { names }) => {
        const known = taken<Of<"karta", "event">>(event);
        return known.type === "placed" ? happened(known, names[known.seat] ?? "") : "";
      };
    }
    default:
      return () => "";
  }
}

/** Says what a step brought, in as many sentences as it needs, so that the list has every number. */
export function sentences(frame: messages.Frame, telling: Telling, tell: Teller): string[] {
  const entry = noted(frame, telling.names);
  const events = frame.events.map((event) => tell(event, telling, frame));
  const said = [entry, ...events].filter((text) => text !== "");
  return said.length > 0 ? said : [aside(frame, telling.names)];
}

/** Returns what a step may be jumped to for. */
export function marks(frame: messages.Frame): Mark[] {
  const found = frame.events.flatMap((event) =>
    captures(event) ? "captured" : (MARKS[typeOf(event)] ?? []),
  );
  // Whoever was alone is no contest.
  const contest = (frame.verdict?.scores.length ?? 0) > 1;
  return [...new Set<Mark>([...found, ...(contest ? ["verdict" as const] : [])])];
}

/** Says what goes without saying where more happened: a flip, a claim, a pass. */
function aside({ entry, events }: messages.Frame, names: readonly string[]): string {
  for (const event of events) {
    const name = nameIn(event, names);
    switch (typeOf(event)) {
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
  const name = nameIn(entry, names);
  return name === "" ? say("replay.went") : say("replay.moved", { name });
}

/** Says an entry of the table's own. */
function noted({ entry }: messages.Frame, names: readonly string[]): string {
  const kind = typeOf(entry);
  const name = nameIn(entry, names);
  switch (kind) {
    case "resigned":
    case "replaced":
    case "takenback":
    case "expired":
      return say(`replay.${kind}`, { name });
    case "agreed":
    case "abandoned":
      return say(`replay.${kind}`);
    default:
      return "";
  }
}

const reflex: Teller = (event, { names, deck, split }, frame) => {
  const known = taken<Of<"spot" | "island", "event">>(event);
  const name = "seat" in known ? (names[known.seat] ?? "") : "";
  const symbol = "symbol" in known && known.symbol !== null ? (deck?.name(known.symbol) ?? "") : "";
  switch (known.type) {
    case "took":
    case "covered": {
      const time = split ?? quickness(frame.verdict, known.seat);
      return time === null
        ? say("replay.found", { name, symbol })
        : say("replay.found.time", { name, symbol, seconds: seconds(time) });
    }
    case "wrong": {
      const [right] = deck?.common(known.cards) ?? [];
      return right === undefined
        ? say("replay.wrong", { name, symbol })
        : say("replay.wrong.right", { name, symbol, right: deck?.name(right) ?? "" });
    }
    case "late":
      return say("replay.late", { name });
    case "hadenough":
      return say("replay.enough", { name });
    case "burned":
      return say("replay.burned", { name, count: known.cards });
    case "dealt":
      return say("replay.dealt", { round: known.round + 1 });
    case "tied":
      return say("replay.tied", { names: known.seats.map((seat) => names[seat] ?? "").join(", ") });
    case "pointed":
      return say("replay.pointed", { name, mate: names[known.mate] ?? "" });
    case "scored":
      return say("replay.scored", {
        points: known.tallies.map(({ points }) => points).join("–"),
      });
    case "began":
      return say("replay.began", { number: known.game + 1 });
    case "finished":
      return say("replay.finished", { number: known.game + 1 });
    default:
      return "";
  }
};

/** Sets the printed name of a card that was laid in quotation marks. */
function quoted(event: Of<"catatac", "event">): Of<"catatac", "event"> {
  if (event.type !== "laid" || !event.face.name) return event;
  return { ...event, face: { ...event.face, name: say("quoted", { text: event.face.name }) } };
}

function quickness(verdict: messages.Verdict | null, seat: number): number | null {
  return verdict?.scores.find((score) => score.seat === seat)?.score ?? null;
}

/** Tells whether a card of Karta was laid on somebody's dots. */
function captures(told: unknown): boolean {
  return (
    typeof told === "object" &&
    told !== null &&
    "captures" in told &&
    Array.isArray(told.captures) &&
    told.captures.length > 0
  );
}

/** Returns the name of the seat that an entry or an event is of; nothing where it is of none. */
function nameIn(told: unknown, names: readonly string[]): string {
  const seat = typeof told === "object" && told !== null && "seat" in told ? told.seat : null;
  return typeof seat === "number" ? (names[seat] ?? "") : "";
}

function typeOf(told: unknown): string {
  return typeof told === "object" && told !== null && "type" in told && typeof told.type === "string"
    ? told.type
    : "";
}
