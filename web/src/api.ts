/** What the server is asked outside of a table. */

import type { Found, Info, Listed, Look, NewTable, Opened, Problem, Shelf } from "./messages";

const BASE = new URL("/api/", location.origin);

/** A request that the server declined; its message is for people. */
export class Declined extends Error {
  constructor(readonly problem: Problem) {
    super(problem.text);
  }
}

let shelf: Promise<Shelf> | undefined;

/** Returns the games and bots of this server, asked for once. */
export function games(): Promise<Shelf> {
  shelf ??= ask<Shelf>("games").catch((error: unknown) => {
    shelf = undefined;
    throw error;
  });
  return shelf;
}

export async function info(game: string): Promise<Info | undefined> {
  return (await games()).games.find((info) => info.name === game);
}

export function open(table: NewTable): Promise<Opened> {
  return ask("tables", {
    method: "POST",
    body: JSON.stringify(table),
    headers: { "Content-Type": "application/json" },
  });
}

export function find(code: string): Promise<Found> {
  return ask(`tables/${encodeURIComponent(code)}`);
}

export function records(code: string): Promise<Listed[]> {
  return ask(`tables/${encodeURIComponent(code)}/records`);
}

/** Returns the themes of this server and the decks of its own, which come and go. */
export function themes(): Promise<Look[]> {
  return ask("themes");
}

/** Returns the address of an answer, for links and pictures. */
export function address(path: string): string {
  return new URL(path, BASE).href;
}

export async function ask<T>(path: string, request: RequestInit = {}): Promise<T> {
  const asked = {
    ...request,
    headers: { "Accept-Language": document.documentElement.lang, ...request.headers },
  };
  const answer = await fetch(new URL(path, BASE), asked);
  const body: unknown = await answer.json();
  if (!answer.ok) throw new Declined(body as Problem);
  return body as T;
}

/** The address of the table's socket. */
export function socket(): URL {
  const url = new URL("/ws", location.origin);
  url.protocol = url.protocol.replace("http", "ws");
  return url;
}
