/** Opening tables: to play at once against bots, or to wait for people. */

import { ask, openTable, practise, shelf } from "./api";
import { openDay } from "./day/device";
import { box } from "./games";
import { keepInMind, recall } from "./memory";
import type * as messages from "./messages";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";
import type { Table } from "./Table.svelte";
import { keep } from "./tokens";

/** What is agreed beyond the game: nothing, or another deck than its own. */
type Wanted = Pick<messages.NewTable, "deck" | "theme">;

/** A game as it is offered: by itself, or with another box's cards. */
export interface Offered {
  game: string;
  agreed: Wanted;
}

const PRACTICE = "spot/practice";
const LAST = "last";
const PACE = "pace";
/** The levels of bots, gentlest first. */
export const LEVELS = ["easy", "medium", "hard", "expert"];

/** The table that begins by itself as soon as one is there, and its bots. */
let hasty: { code: string; bots: string[] } | null = null;

/** What the host is called, and looks like. */
function likeness(): { name: string; face: number } {
  const { name, face } = settings.chosen;
  return { name, face };
}

/** Opens a table and goes there. */
export async function open(game: string, agreed: Wanted = {}): Promise<void> {
  const opened = await openTable({ game, ...agreed, ...likeness() });
  keep(opened.code, false, opened.token);
  remember(game);
  router.go(`/t/${opened.code}`);
}

/** Opens a table, seats bots and begins. */
export async function playNow(game: string, agreed: Wanted = {}): Promise<void> {
  const { games, bots } = await shelf();
  const info = games.find((one) => one.name === game);
  if (!info) return;
  const opened = await openTable({ game, ...agreed, ...likeness() });
  keep(opened.code, false, opened.token);
  remember(game);
  const level = pace(box(game), bots[box(game)] ?? []);
  hasty = { code: opened.code, bots: Array.from({ length: company(info) }, () => level) };
  router.go(`/t/${opened.code}`);
}

/** Opens a table for one, against the clock (SPOT-15), and begins. */
export async function playAlone(game: string): Promise<void> {
  const opened = await openTable({ game, ...likeness() });
  keep(opened.code, false, opened.token);
  remember(game);
  hasty = { code: opened.code, bots: [] };
  router.go(`/t/${opened.code}`);
}

/** Opens a table at a moment of a finished game (TABLE-13), and begins where bots play the other seats. */
export async function playOn(of: string | Blob | null, game: string, wish: messages.PlayOn): Promise<void> {
  if (of === null) return;
  const opened = await practise(of, { ...wish, ...likeness() });
  keep(opened.code, false, opened.token);
  remember(game);
  if (wish.bot) hasty = { code: opened.code, bots: [] };
  router.go(`/t/${opened.code}`);
}

/** Opens a table with the cards of a run, to play against it (SPOT-16), and begins. */
export async function chase(of: string | Blob, game: string): Promise<void> {
  const { name, face } = likeness();
  const opened = await (typeof of === "string"
    ? ask<messages.Opened>(`records/${encodeURIComponent(of)}/ghost`, { name, face })
    : ask<messages.Opened>(`ghost?${new URLSearchParams({ name, face: String(face) })}`, of));
  keep(opened.code, false, opened.token);
  remember(game);
  hasty = { code: opened.code, bots: [] };
  router.go(`/t/${opened.code}`);
}

/** Opens the deck of the day (TABLE-16), or the table where one's try goes on, and begins. */
export async function playDay(): Promise<void> {
  const opened = await openDay();
  keep(opened.code, false, opened.token);
  hasty = { code: opened.code, bots: [] };
  router.go(`/t/${opened.code}`);
}

/** Does at a table what `playNow` promised, once, as soon as the pictures are there (FAIR-1). */
export async function hurry(table: Table, pictures: Promise<unknown>): Promise<void> {
  if (hasty?.code !== table.code) return;
  for (const bot of hasty.bots) await table.ask({ type: "bot", seat: table.chairs.length, bot });
  hasty = null;
  await pictures;
  await table.ask({ type: "start" });
}

/** Returns whether a table is about to begin by itself. */
export function hurried(code: string): boolean {
  return hasty?.code === code;
}

/** Returns the games of a box, and practice with its deck, which the rulebook begins with. */
export function offered(name: string, all: readonly messages.Info[]): Offered[] {
  const games = all.filter((info) => box(info.name) === name);
  const own = games.map((info): Offered => ({ game: info.name, agreed: {} }));
  const deck = games.find((info) => info.deck)?.deck;
  const practised = own.some(({ game }) => game === PRACTICE) || !all.some((info) => info.name === PRACTICE);
  return deck && !practised ? [...own, { game: PRACTICE, agreed: { deck, theme: name } }] : own;
}

/** Returns the game that was played last here, for the quickest start. */
export function last(): string {
  const found = recall(LAST);
  return typeof found === "string" ? found : "spot/tower";
}

export function remember(game: string): void {
  keepInMind(LAST, game);
}

/** Returns the bots that people choose from, gentlest first: the levels where a box has them, or all. */
export function levels(bots: readonly string[]): readonly string[] {
  const found = LEVELS.filter((level) => bots.includes(level));
  return found.length > 0 ? found : bots;
}

/** Returns the bot that suits someone who did not choose one. */
export function usual(bots: readonly string[]): string {
  return LEVELS.find((level) => bots.includes(level)) ?? bots.at(-1) ?? "";
}

/** Returns how strong bots of a box were last time, or what suits someone who did not choose. */
export function pace(box: string, bots: readonly string[]): string {
  const found = paces()[box];
  return found !== undefined && bots.includes(found) ? found : usual(bots);
}

export function choosePace(box: string, level: string): void {
  keepInMind(PACE, { ...paces(), [box]: level });
}

/** Returns the level that was chosen last in each box; older pages kept one for all. */
function paces(): Record<string, string> {
  const found = recall(PACE);
  const all = typeof found === "object" && found !== null ? Object.entries(found) : [];
  return Object.fromEntries(all.filter((one): one is [string, string] => typeof one[1] === "string"));
}

/** Seats the bots that were chosen beside a result, for this game or another. */
export async function seatBots(table: Table): Promise<void> {
  const bot = table.wanted;
  if (bot === null) return;
  table.wanted = null;
  choosePace(box(table.known.game), bot);
  for (const chair of table.chairs.filter(({ bot, member }) => bot !== "" && member === null))
    await table.ask({ type: "bot", seat: chair.seat, bot });
}

/** Returns how many bots sit down with one person: two where the game allows it, or as few as it needs. */
export function company(info: messages.Info): number {
  const seats = Object.keys(info.shapes).map(Number);
  const usual = info.usual || Math.min(...seats);
  return (usual > 1 && seats.includes(3) ? 3 : usual) - 1;
}
