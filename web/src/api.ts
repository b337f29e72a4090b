/** What the server is asked outside of a table. */

import { learn } from "./infos.svelte";
import { parse } from "./json";
import type * as messages from "./messages";
import { bring, clockTime, say, tell } from "./texts.svelte";

const BASE = new URL("/api/", location.origin);
/** So many megabytes of a file does the server read. */
const LARGEST = 2;

/** A request that the server declined; its message is for people. */
export class Declined extends Error {
  constructor(readonly problem: messages.Problem) {
    // Where clocks show another time than the server's, only the page knows it.
    super(
      problem.key === "error.sealed"
        ? tell("day.sealed.until", { time: clockTime(new Date().setUTCHours(24, 0, 0, 0)) })
        : problem.text,
    );
  }
}

let asked: Promise<messages.Shelf> | undefined;

/** Returns the games and bots of this server, asked for once. */
export function shelf(): Promise<messages.Shelf> {
  asked ??= ask<messages.Shelf>("games").then(
    (found) => {
      bring(found.texts);
      learn(found.games);
      return found;
    },
    (error: unknown) => {
      asked = undefined;
      throw error;
    },
  );
  return asked;
}

/** Returns what a game's views, moves and events look like. */
export function formsOf(game: string): Promise<messages.Forms> {
  return ask(`forms/${game}`);
}

/** Returns the rules page of a box that this client was not built with; nothing where it has none. */
export async function rules(box: string, language: string): Promise<string> {
  const answer = await fetch(new URL(`rules/${box}/${language}`, BASE));
  return answer.ok ? answer.text() : "";
}

export function openTable(table: messages.NewTable): Promise<messages.Opened> {
  return ask("tables", table);
}

export function find(code: string): Promise<messages.Found> {
  return ask(`tables/${encodeURIComponent(code)}`);
}

const texts = new Map<string, Promise<string>>();

/** Returns the text of an option that a hash stands for at a table, asked for once. */
export function textOf(code: string, hash: string): Promise<string> {
  const path = `tables/${encodeURIComponent(code)}/texts/${hash}`;
  const found = texts.get(hash) ?? request(path).then((answer) => answer.text());
  texts.set(hash, found);
  found.catch(() => texts.delete(hash));
  return found;
}

/** Returns what is wrong with the text of an option; nothing where it can be played. */
export function checkText(text: messages.TextCheck): Promise<messages.Hindrance[]> {
  return ask("check", text);
}

/** Lets this screen wait to be shown a table. */
export function awaitTable(): Promise<messages.Screen> {
  return ask("screens", {});
}

/** Returns the table that this screen was shown; empty before. */
export function shownTable({ code, secret }: messages.Screen): Promise<messages.Shown> {
  return ask(`screens/${code}/${secret}`);
}

/** Returns what this screen needs to show a table itself, with the token of somebody at the table. */
export function showTableHere(table: string, token: string): Promise<messages.Shown> {
  return ask(`tables/${encodeURIComponent(table)}/screen`, {}, token);
}

/** Shows a table on the screen with this code, with the token of somebody at the table. */
export async function showTable(screen: string, table: string, token: string): Promise<void> {
  await request(`screens/${encodeURIComponent(screen)}`, { posted: { table }, token });
}

/** Returns a finished game step by step. */
export function replay(record: string): Promise<messages.Replay> {
  return ask(`records/${encodeURIComponent(record)}/replay`);
}

/** Returns the game of a file step by step; the server keeps nothing of it. */
export function replayFile(file: Blob): Promise<messages.Replay> {
  return ask("replay", file);
}

/** Returns the id and the link of a game that show it without names. */
export function nameless(record: string): Promise<messages.Nameless> {
  return ask(`records/${encodeURIComponent(record)}/nameless`, {});
}

/** Opens a table at a moment of a record, or of a file (TABLE-13). */
export function practise(of: string | Blob, wish: messages.PlayOn): Promise<messages.Opened> {
  if (typeof of === "string") return ask(`records/${encodeURIComponent(of)}/practice`, wish);
  const query = new URLSearchParams(Object.entries(wish).map(([name, value]) => [name, String(value)]));
  return ask(`practice?${query}`, of);
}

/** Deletes a record, with the token of its table's host. */
export async function deleteRecord(record: string, token: string): Promise<void> {
  await request(`records/${encodeURIComponent(record)}`, { method: "DELETE", token });
}

/** Returns the themes of this server and the decks of its own, which come and go. */
export function themes(): Promise<messages.Look[]> {
  return ask("themes");
}

/** Returns the address of an answer, for links and pictures. */
export function address(path: string): string {
  return new URL(path, BASE).href;
}

/** Asks for something, or posts something; returns what the server says to it. */
export async function ask<T>(path: string, posted?: object, token?: string): Promise<T> {
  return parse<T>(await (await request(path, { posted, token })).text());
}

/** What goes along with a request. */
interface Enclosed {
  /** What is posted: a file, or what becomes JSON. */
  posted?: object | undefined;
  /** What proves who asks. */
  token?: string | undefined;
  method?: string;
  /** Tells when nobody waits any more. */
  signal?: AbortSignal;
}

/** Asks the server; throws Declined where it says no. */
export async function request(path: string, enclosed: Enclosed = {}): Promise<Response> {
  const { posted, token, method = posted ? "POST" : "GET", signal = null } = enclosed;
  if (posted instanceof Blob && posted.size > LARGEST << 20) {
    // What the server would say, once all of it was sent.
    const text = say("error.record-large", { most: LARGEST });
    throw new Declined({ key: "error.record-large", text, rule: "" });
  }
  const answer = await fetch(new URL(path, BASE), {
    method,
    body: posted === undefined || posted instanceof Blob ? (posted ?? null) : JSON.stringify(posted),
    headers: {
      "Accept-Language": document.documentElement.lang,
      ...(posted && { "Content-Type": "application/json" }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    signal,
  });
  if (!answer.ok) throw new Declined(parse<messages.Problem>(await answer.text()));
  return answer;
}

/** The address of a table's socket; the code in it lets a proxy choose the server that has the table. */
export function socket(code: string): URL {
  const url = new URL(`/ws?table=${code}`, location.origin);
  url.protocol = url.protocol.replace("http", "ws");
  return url;
}
