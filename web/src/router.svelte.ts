/** Where the reader is: `/` is the shelf, `/t/CODE` a table, `/r/RECORD` a replay, `/ghost/RECORD` a run to beat, `/tv` a television that waits, `/puzzles`, `/book` and `/day` what they say; what is open on top stands after `#`. */

/** What stands after `#` without lying on top: the table looked at after a game, and the lobby for the next one. */
export const PLACES = ["look", "next"];

class Router {
  #path: string = $state(location.pathname);
  #hash: string = $state(location.hash);
  #within: boolean = $state(noted("within") === true);

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("hashchange", () => this.#read());
  }

  /** The code of the table, where the address names one. */
  get code(): string | undefined {
    const code = /^\/t\/([^/]+)\/?$/.exec(this.#path)?.[1];
    return code === undefined ? undefined : decoded(code).toUpperCase();
  }

  /** The record to replay, where the address names one; empty where a file is to be chosen. */
  get record(): string | undefined {
    const found = /^\/r(?:\/(\w*))?\/?$/.exec(this.#path);
    return found ? (found[1] ?? "") : undefined;
  }

  /** The record of the run to beat, where the address names one. */
  get ghost(): string | undefined {
    return /^\/ghost\/(\w+)\/?$/.exec(this.#path)?.[1];
  }

  /** Whether this screen waits to be shown a table. */
  get waiting(): boolean {
    return /^\/tv\/?$/.test(this.#path);
  }

  /** The page beside the tables that the address names. */
  get page(): "puzzles" | "book" | "day" | undefined {
    const found = /^\/(puzzles|book|day)\/?$/.exec(this.#path)?.[1];
    return found === "puzzles" || found === "book" || found === "day" ? found : undefined;
  }

  /** Whether the address is that of the shelf. */
  get home(): boolean {
    return this.#path === "/";
  }

  /** What is open on top of the page; `tv` is the table as a picture for everyone. */
  get open(): string {
    return decoded(this.#hash.slice(1));
  }

  /** Whether a page of this site led here, to which the way goes back. */
  get within(): boolean {
    return this.#within;
  }

  go(path: string): void {
    history.pushState({ within: true }, "", path);
    this.#read();
    scrollTo(0, 0);
  }

  /** Goes back to where one came from, or to the shelf. */
  back(): void {
    if (this.#within) history.back();
    else this.go("/");
  }

  /** Opens something on top of the page, which the browser's back button closes; what lay under it is open again when it is closed. */
  show(what: string, under?: string): void {
    if (what === this.open) return;
    under ??= PLACES.includes(this.open) ? this.open : lower();
    this.go(`${location.pathname}#${what}`);
    history.replaceState({ within: true, under }, "");
  }

  /** Closes what is open on top. */
  close(): void {
    this.mark(lower());
  }

  /** Writes into the address what is shown, with no step for the back button. */
  mark(what: string): void {
    const address = what === "" ? location.pathname : `${location.pathname}#${what}`;
    history.replaceState({ within: this.#within }, "", address);
    this.#read();
  }

  #read(): void {
    this.#path = location.pathname;
    this.#hash = location.hash;
    this.#within = noted("within") === true;
  }
}

/** Returns what a part of an address stands for; the part itself where somebody mistyped it. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns what is to be open again when the uppermost is closed. */
function lower(): string {
  const under = noted("under");
  return typeof under === "string" ? under : "";
}

/** Returns what is noted beside the address in the browser's history. */
function noted(name: "within" | "under"): unknown {
  const state: unknown = history.state;
  return typeof state === "object" && state ? Reflect.get(state, name) : undefined;
}

export const router = new Router();
