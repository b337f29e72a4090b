/** The drawing of each box: one line a box. */

import type { Component } from "svelte";
import type { Deck } from "../deck";
import { taken } from "../json";
import type * as messages from "../messages";
import type { Answer, Scene } from "../Table.svelte";

type Games = messages.Cartable["games"];

/** The boxes that this client draws. */
export type Box = keyof Games extends infer Name
  ? Name extends `${infer First}/${string}`
    ? First
    : Name
  : never;

/** What the games of a box tell and take: their views, events, moves, questions and answers. */
export type Of<
  Name extends string,
  Part extends "move" | "event" | "view" | "question" | "answer",
> = Name extends Box
  ? Games[Extract<keyof Games, Name | `${Name}/${string}`>] extends Record<Part, infer What>
    ? What
    : never
  : unknown;

/** What a drawing is told before it is given the next view. */
export interface Happening<Name extends string = string> {
  /** What happened, as a seat saw it; nothing where another game has begun, or this screen has just come. */
  events: readonly Of<Name, "event">[];
  /** How it is now. */
  view: Of<Name, "view">;
  /** Whether it is the same game as before. */
  same: boolean;
  /** How the contests were decided. */
  verdicts: readonly messages.Verdict[];
}

/** What a drawing is given: it draws `view` and calls `send`, and knows no rules. */
export interface GameProps<Name extends string = string> {
  /** For chairs and the table's time. */
  table: Scene;
  /** The game's name, such as `spot/tower`. */
  game: string;
  view: Of<Name, "view">;
  /** The seats of this screen; none for a spectator. */
  seats: readonly number[];
  /** The deck, in games that are played with one. */
  deck: Name extends "spot" | "island" ? Deck : Deck | null;
  /** Makes a move for a seat; a call adds when it was pressed (the event's time stamp) and which cards it is about. */
  send: (
    seat: number,
    move: Of<Name, "move">,
    pressed?: number,
    cards?: readonly number[],
  ) => Promise<Answer>;
  /** Asks the game something for a seat; null where it gives no answer now. */
  ask: (seat: number, question: Of<Name, "question">) => Promise<Of<Name, "answer"> | null>;
  /** Returns what a seat of this screen sees. */
  sight: (seat: number) => Of<Name, "view"> | undefined;
  /** Watches what happens, as a seat sees it, to show and sound it once it is drawn; returns how to stop. */
  watch: (
    watcher: (happening: Happening<Name>) => (() => void) | undefined,
    seat?: () => number | null,
  ) => () => void;
}

type Loaded<Props extends object> = () => Promise<{ default: Component<Props> }>;

export const DRAWINGS: { [Name in Box]: Loaded<GameProps<Name>> } = {
  spot: () => import("./spot/Spot.svelte"),
  island: () => import("./island/Island.svelte"),
  catatac: () => import("./catatac/Catatac.svelte"),
  karta: () => import("./karta/Karta.svelte"),
};

/** Returns the drawing of a game's box; the plain one shows what any other game tells, as it tells it. */
export function drawing(game: string): Loaded<GameProps> {
  const load: unknown = new Map(Object.entries(DRAWINGS)).get(box(game));
  return taken<Loaded<GameProps> | undefined>(load) ?? (() => import("./plain/Plain.svelte"));
}

/** What shows everyone's cards once a game is over, in games that hide them. */
export const HANDS: Record<string, Loaded<{ table: Scene }>> = {
  catatac: () => import("./catatac/Hands.svelte"),
};

/** What a box's first lesson is given. */
export interface LessonProps {
  /** The game that is to be played. */
  game: string;
  deck: Deck | null;
  /** Ends the lesson; it is not shown again. */
  ondone: () => void;
}

/** The first lesson of a box that has one: something to try before the first game. */
export const LESSONS: Record<string, Loaded<LessonProps>> = {
  spot: () => import("./spot/Lesson.svelte"),
  island: () => import("./island/Lesson.svelte"),
  catatac: () => import("./catatac/Lesson.svelte"),
  karta: () => import("./karta/Lesson.svelte"),
};

/** What pictures of a box's rules are drawn with: the board's own pieces. */
export const PICTURES: Record<string, Loaded<{ game: string }>> = {
  spot: () => import("./spot/Picture.svelte"),
  island: () => import("./island/Picture.svelte"),
  catatac: () => import("./catatac/Picture.svelte"),
  karta: () => import("./karta/Picture.svelte"),
};

/** Returns the box that a game comes from. */
export function box(game: string): string {
  return game.split("/")[0] ?? game;
}
