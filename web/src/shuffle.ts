/** The shuffle that can be checked (TABLE-12): what this page was promised, what it added, and what came of it. */

import { keepInMind, recall } from "./memory";
import type { Share, Table as Told } from "./messages";
import { bytes, sha256 } from "./sha256";

const KEY = "shuffles";
const MOST = 60;

/** What a page knows of a game before it ends. */
export interface Promised {
  table: string;
  /** Which game of the table it is. */
  game: number;
  commitment: string;
  /** What this page added; empty where it was not asked. */
  number: string;
  /** The record that the game became; empty before its end. */
  record: string;
}

/** What is published after the end. */
export interface Proof {
  commitment: string;
  seed: string;
  /** Empty where the server chose the seed alone, as earlier ones did. */
  secret: string;
  shares: readonly Share[];
}

/** kept: as promised; unseen: right in itself, but nothing was promised here; omitted: without this page's number. */
export type Finding = "kept" | "unseen" | "omitted" | "broken" | "alone";

/** Notes what a table promises for the next game, and which record the last one became. */
export function witness(told: Told): void {
  const { code, games, phase } = told;
  const gathering = phase === "gathering" || phase === "over";
  // A promise that was answered with a number stands, whatever is told later.
  if (gathering && !promised(code, games + 1)?.number) note(code, games + 1, { commitment: told.next });
  if (games === 0) return;
  // Who comes in the middle of a game has no earlier promise.
  if (!promised(code, games)) note(code, games, { commitment: told.commitment });
  if (phase === "over" && told.record !== "") note(code, games, { record: told.record });
}

/** Returns the number that this page adds to the next game; the same one for the same promise, however often asked. */
export function added(told: Told): string {
  const { code, games, next } = told;
  const before = promised(code, games + 1);
  if (before?.commitment === next && before.number !== "") return before.number;
  const drawn = crypto.getRandomValues(new Uint8Array(16));
  const number = [...drawn].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  note(code, games + 1, { commitment: next, number });
  return number;
}

/** Returns what this device was promised of the game that became a record. */
export function promiseOf(record: string): Promised | undefined {
  return record === "" ? undefined : all().find((one) => one.record === record);
}

/** Checks what was published against what was promised. */
export function check({ commitment, seed, secret, shares }: Proof, given: Promised | undefined): Finding {
  const broken = given !== undefined && given.commitment !== commitment;
  if (secret === "") return broken || sha256(bytes(seed)) !== commitment ? "broken" : "alone";
  const made = new TextEncoder().encode([secret, ...shares.map(({ number }) => number ?? "")].join("\n"));
  if (broken || sha256(bytes(secret)) !== commitment || sha256(made) !== seed) return "broken";
  if (given?.number && !shares.some(({ number }) => number === given.number)) return "omitted";
  return given ? "kept" : "unseen";
}

/** Returns the seats whose page added nothing. */
export function silent(shares: readonly Share[]): number[] {
  return shares.filter(({ number }) => !number).flatMap(({ seats }) => seats);
}

function promised(table: string, game: number): Promised | undefined {
  return all().find((one) => one.table === table && one.game === game);
}

function note(table: string, game: number, news: Partial<Promised>): void {
  const before = promised(table, game) ?? { table, game, commitment: "", number: "", record: "" };
  const after = { ...before, ...news };
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  const others = all().filter((one) => one.table !== table || one.game !== game);
  keepInMind(KEY, [after, ...others].slice(0, MOST));
}

function all(): Promised[] {
  const found = recall(KEY);
  return Array.isArray(found) ? found.filter(whole) : [];
}

function whole(one: Partial<Promised> | null): one is Promised {
  return (
    typeof one?.table === "string" &&
    typeof one.game === "number" &&
    [one.commitment, one.number, one.record].every((text) => typeof text === "string")
  );
}
