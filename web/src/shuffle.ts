/** The shuffle that can be checked (TABLE-12): what this page was promised, what it added, and what came of it. */

import { keepInMind, recall } from "./memory";
import type * as messages from "./messages";
import { bytes, sha256 } from "./sha256";

const KEY = "shuffles";
const MOST = 60;

/**
 * What a page had to do with a shuffle: it adds its number, it watches, it was not there before the game, or no page
 * adds anything, as in a deck of the day (TABLE-16).
 */
type Part = "adds" | "watches" | "late" | "day";

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
  /** Missing in what earlier versions noted. */
  part?: Part;
}

/** What is published after the end. */
export interface Proof {
  commitment: string;
  seed: string;
  /** Empty where the server chose the seed alone, as earlier ones did. */
  secret: string;
  shares: readonly messages.Share[];
}

/**
 * kept: as promised; unseen: right in itself, but nothing was promised here; omitted: without this page's number;
 * unasked: this page played, and its number was never asked for; alone: without a number from anybody.
 */
export type Finding = "kept" | "unseen" | "omitted" | "unasked" | "broken" | "alone";

/** Notes what a table promises this member for the next game, and which record the last one became. */
export function witness(told: messages.Table, member: number | null): void {
  const { code, games, phase } = told;
  const gathering = phase === "gathering" || phase === "over";
  // A promise that was answered with a number stands, whatever is told later.
  if (gathering && !promised(code, games + 1)?.number)
    note(code, games + 1, { commitment: told.next, part: partOf(told, member) });
  if (games === 0) return;
  // Whoever comes in the middle of a game has no earlier promise.
  if (!promised(code, games)) note(code, games, { commitment: told.commitment, part: "late" });
  if (phase === "over" && told.record !== "") note(code, games, { record: told.record });
}

/** Returns the number that this page adds to the next game; the same one for the same promise, however often asked. */
export function added(told: messages.Table): string {
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
  if (given?.part === "adds" && given.number === "") return "unasked";
  if (given?.part === "watches" && !shares.some(({ number }) => number)) return "alone";
  return given && given.part !== "late" ? "kept" : "unseen";
}

/** Returns the seats whose page added nothing. */
export function silent(shares: readonly messages.Share[]): number[] {
  return shares.filter(({ number }) => !number).flatMap(({ seats }) => seats);
}

/** Returns the seats of people without a number in the game that has just begun, whether they are listed or not. */
export function missed({ chairs, shares, day }: messages.Table): number[] {
  if (day) return [];
  const heard = shares.filter(({ number }) => number).flatMap(({ seats }) => seats);
  return chairs.filter(plays).flatMap(({ seat }) => (heard.includes(seat) ? [] : [seat]));
}

/** Returns what a page has to do with the next shuffle: those who play add, or the host where only bots do. */
function partOf({ chairs, host, day }: messages.Table, member: number | null): Part {
  if (day) return "day";
  const people = chairs.filter(plays).map((chair) => chair.member);
  return (people.length > 0 ? people : [host]).includes(member) ? "adds" : "watches";
}

function plays({ member, bot }: messages.Chair): boolean {
  return member !== null && bot === "";
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
