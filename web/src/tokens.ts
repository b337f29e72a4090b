/** Who one is at each table: tokens that bring one back, kept on this machine. */

import { keepInMind, recall } from "./memory";

const KEY = "tables";
const MOST = 20;
/** So many are kept if games are under way there. */
const MOST_RUNNING = 60;
const RECORDS = "records";
const MOST_RECORDS = 50;

interface Kept {
  code: string;
  tv: boolean;
  token: string;
  /** What was last played there. */
  game?: string;
  /** Whether a game was under way there when it was last seen. */
  running?: boolean;
}

/** Returns the token for a table, empty for a newcomer. */
export function kept(code: string, tv = false): string {
  return all().find((one) => one.code === code && one.tv === tv)?.token ?? "";
}

export function keep(code: string, tv: boolean, token: string): void {
  const { game, running } = all().find((one) => one.code === code) ?? {};
  write([
    {
      code,
      tv,
      token,
      ...(game === undefined ? {} : { game }),
      ...(running === undefined ? {} : { running }),
    },
    ...all().filter((one) => one.code !== code || one.tv !== tv),
  ]);
}

/** Keeps which game a table plays, and whether it is under way, for the way back to it. */
export function keepGame(code: string, game: string, running = false): void {
  write(all().map((one) => (one.code === code ? { ...one, game, running } : one)));
}

/** Returns whether a game was under way at a table when it was last seen. */
export function ranAt(code: string): boolean {
  return all().some((one) => one.code === code && one.running === true);
}

/** Returns the game that a table last played, empty where it is not known. */
export function gameAt(code: string): string {
  return all().find((one) => one.code === code)?.game ?? "";
}

export function forget(code: string, tv: boolean): void {
  write(all().filter((one) => one.code !== code || one.tv !== tv));
}

/** Keeps which table a record is of, for whoever may delete it. */
export function keepRecord(record: string, code: string): void {
  const others = records().filter((one) => one.record !== record);
  keepInMind(RECORDS, [{ record, code }, ...others].slice(0, MOST_RECORDS));
}

/** Returns the token of the table that a record is of, empty where this machine was not there. */
export function keyTo(record: string): string {
  const found = records().find((one) => one.record === record);
  return found ? kept(found.code) : "";
}

function records(): { record: string; code: string }[] {
  const found = recall(RECORDS);
  return Array.isArray(found)
    ? found.filter(
        (one: Partial<{ record: string; code: string }> | null): one is { record: string; code: string } =>
          typeof one?.record === "string" && typeof one.code === "string",
      )
    : [];
}

/** Returns the codes of the tables one sat at, latest first. */
export function tables(): string[] {
  return all()
    .filter((one) => !one.tv)
    .map((one) => one.code);
}

function all(): Kept[] {
  const found = recall(KEY);
  return Array.isArray(found) ? found.filter(whole) : [];
}

function whole(one: Partial<Kept> | null): one is Kept {
  return (
    typeof one?.code === "string" &&
    typeof one.tv === "boolean" &&
    typeof one.token === "string" &&
    ["string", "undefined"].includes(typeof one.game) &&
    ["boolean", "undefined"].includes(typeof one.running)
  );
}

function write(tokens: Kept[]): void {
  keepInMind(KEY, tokens.filter((one, at) => at < MOST || one.running).slice(0, MOST_RUNNING));
}
