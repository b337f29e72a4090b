/** The drawing of each box: one line a box. */

import type { Component } from "svelte";
import type { Answer, Table } from "../Table.svelte";
import type { Deck } from "../deck";

/** What a drawing is given: it draws `view` and calls `send`, and knows no rules. */
export interface GameProps<V = unknown> {
  /** For chairs, the table's time, and `watch`. */
  table: Table;
  /** The game's name, such as `spot/tower`. */
  game: string;
  view: V;
  /** The seats of this screen; none for a spectator. */
  seats: readonly number[];
  /** The deck, in games that are played with one. */
  deck: Deck | null;
  /** Makes a move for a seat; a call adds when it was pressed (the event's time stamp) and which cards it is about. */
  send: (seat: number, move: unknown, pressed?: number, cards?: readonly number[]) => Promise<Answer>;
}

type Drawing = () => Promise<{ default: Component<GameProps<never>> }>;

export const DRAWINGS: Record<string, Drawing> = {
  spot: () => import("./spot/Spot.svelte"),
  island: () => import("./island/Island.svelte"),
  catatac: () => import("./catatac/Catatac.svelte"),
  karta: () => import("./karta/Karta.svelte"),
};

/** What a box's first lesson is given. */
export interface LessonProps {
  deck: Deck | null;
  /** Ends the lesson; it is not shown again. */
  ondone: () => void;
}

/** The first lesson of a box that has one: something to try before the first game. */
export const LESSONS: Record<string, () => Promise<{ default: Component<LessonProps> }>> = {
  spot: () => import("./spot/Lesson.svelte"),
  island: () => import("./island/Lesson.svelte"),
  catatac: () => import("./catatac/Lesson.svelte"),
  karta: () => import("./karta/Lesson.svelte"),
};

/** Returns the box that a game comes from. */
export function box(game: string): string {
  return game.split("/")[0] ?? game;
}
