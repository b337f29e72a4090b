/** The line to a table: dialled again where it is lost, or where nothing comes on it any more. */

import { socket } from "./api";
import { parse } from "./json";
import type * as messages from "./messages";

/** The server is never silent for more than two seconds; a line that is silent for this long is broken. */
const SILENCE = 3000;
/** How long a new line may take to open, the longer the more were tried: one to a server that fell silent never does. */
const OPENING = [3000, 3000, 5000, 10_000];
/** How long one that is open may take to its first word. */
const DIALLING = 10_000;
/** How often that is looked at; where this page itself stood still for longer, nobody was silent. */
const LISTENING = 250;
const RETRIES = [150, 400, 1000, 2000, 4000];

export type FromClient = messages.Cartable["client"];
export type FromServer = messages.Cartable["server"];

/** Who is told what happens to a line. */
interface Ends {
  opened: () => void;
  heard: (message: FromServer) => void;
  lost: () => void;
}

export class Connection {
  #socket: WebSocket | undefined;
  /** Whether the table has let this page in, whether it is out since, and whether that is for good. */
  #state: "dialling" | "in" | "lost" | "closed" = "dialling";
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** When something was heard last, and when this page last listened. */
  #heard = 0;
  #listened = 0;
  #listening: ReturnType<typeof setInterval>;

  constructor(
    readonly code: string,
    readonly tv: boolean,
    readonly ends: Ends,
  ) {
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#listening = setInterval(() => this.#listen(), LISTENING);
    this.#dial();
  }

  send(message: FromClient): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Notes that the table has let this page in. */
  welcomed(): void {
    this.#state = "in";
    this.#tries = 0;
  }

  /** Hangs up for good. */
  close(): void {
    this.#state = "closed";
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    clearTimeout(this.#retry);
    clearInterval(this.#listening);
    this.#socket?.close();
  }

  #dial(): void {
    clearTimeout(this.#retry);
    const before = this.#socket;
    const line = new WebSocket(socket(this.code));
    this.#socket = line;
    before?.close();
    this.#heard = performance.now();
    line.onopen = () => {
      if (this.#socket !== line) return;
      this.#heard = performance.now();
      this.ends.opened();
    };
    line.onmessage = (message: MessageEvent<string>) => {
      if (this.#socket !== line) return;
      this.#heard = performance.now();
      this.ends.heard(parse<FromServer>(message.data));
    };
    line.onclose = () => {
      if (this.#socket === line) this.#lose();
    };
  }

  /** Drops a line that has gone silent; while nobody looks at the page, its silence does not count. */
  #listen(): void {
    const now = performance.now();
    if (document.visibilityState !== "visible" || now - this.#listened > 2 * LISTENING) this.#heard = now;
    this.#listened = now;
    // They have waited long enough: the next line is dialled at once.
    if (this.#socket && now - this.#heard >= this.#patience(this.#socket)) this.#hangUp(0);
  }

  #patience(line: WebSocket): number {
    if (this.#state === "in") return SILENCE;
    return line.readyState === WebSocket.CONNECTING ? inTurn(OPENING, this.#tries) : DIALLING;
  }

  #hangUp(pause?: number): void {
    const line = this.#socket;
    this.#socket = undefined;
    line?.close();
    this.#lose(pause);
  }

  #lose(pause = inTurn(RETRIES, this.#tries)): void {
    this.#socket = undefined;
    if (this.#state === "closed") return;
    this.#state = "lost";
    this.ends.lost();
    // A television that nobody looks at takes no cards from phones: it comes back when it is seen.
    if (this.tv && document.visibilityState === "hidden") return;
    this.#tries++;
    this.#retry = setTimeout(() => this.#dial(), pause);
  }

  readonly #hurry = (): void => {
    if (this.tv && document.visibilityState === "hidden" && this.#socket) this.#hangUp();
    if (this.#state === "lost" && document.visibilityState === "visible") {
      this.#tries = 0;
      this.#dial();
    }
  };
}

function inTurn(millis: readonly number[], tries: number): number {
  return millis[Math.min(tries, millis.length - 1)] ?? 0;
}
