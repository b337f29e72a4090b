/** One client's place at one table: what it was told, and what it may ask. */

import { flushSync } from "svelte";
import { atHome } from "./addresses";
import { Connection, type FromClient, type FromServer } from "./Connection";
import type { Advice } from "./games/karta/advice";
import type * as messages from "./messages";
import { VERSION } from "./messages";
import { keepInMind, recall } from "./memory";
import { news } from "./news";
import { painted } from "./paint.svelte";
import { SIGN, type Saying } from "./parts/sayings";
import { ReactionClock } from "./ReactionClock";
import { settings } from "./settings.svelte";
import { added, witness } from "./shuffle";
import { say } from "./texts.svelte";
import { forget, keep, kept } from "./tokens";

/** After these a token is worthless. */
const GOODBYES = ["error.no-table", "table.unknown", "closing.removed", "closing.left", "closing.forgotten"];
/** What was asked longer ago than this is not asked again once the line is back: nobody is waiting for it. */
const PATIENCE = 30_000;

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Anything that may be asked at a table, less the number that `ask` gives it. */
export type Wish = Without<Exclude<FromClient, { type: "hello" | "pong" }>, "id">;
/** Something asked that has no answer yet. */
interface Asked {
  message: Exclude<FromClient, { type: "hello" | "pong" }>;
  /** How many moves the game had then, and when that was. */
  moves: number | undefined;
  at: number;
  resolve: (answer: Answer) => void;
  answer: Promise<Answer>;
}
export type Answer = messages.Done | messages.Late | messages.Refused | messages.Error | messages.Answered;

/** Called with the next message of the game before it is drawn; may return what to do once it is. */
export type Watcher = (next: messages.Game, before: messages.Game | null) => (() => void) | undefined;

export type Presence = "coming" | "here" | "lost" | "gone";

export class Table {
  presence: Presence = $state("coming");
  told: messages.Table | null = $state.raw(null);
  game: messages.Game | null = $state.raw(null);
  member: number | null = $state(null);
  /** Why the connection is over for good. */
  closing: messages.Closing | messages.Error | messages.Refused | null = $state.raw(null);
  /** What people said lately, newest last. */
  said: (messages.Reacted & { key: number })[] = $state([]);
  /** Whether the drawing is still telling how the game ended: the summary waits for it. */
  telling = $state(false);
  /** How strong the bots of the next game are to be, until they sit down. */
  wanted: string | null = $state(null);
  /** What has just happened around the game, in words. */
  news = $state("");
  /** Who paused the game; null where this page did not see it. */
  pauser: number | null = $state(null);
  /** The last answer that a person should read. */
  notice: messages.Refused | messages.Error | null = $state.raw(null);
  readonly clock = new ReactionClock();

  /** What was told when the latest game ended. */
  #over: messages.Table | null = $state.raw(null);
  readonly #line: Connection;
  /** Those whom this person had removed. */
  readonly #removed = new Set<number>();
  /** Tells this page's requests from those of another that the same person loaded: both count from 1. */
  readonly #page = drawn();
  #asked = new Map<number, Asked>();
  #watchers = new Set<Watcher>();
  #next = 1;
  #offset = 0;
  #left = false;
  /** Whether any line of this page ever reached a server. */
  #reached = $state(false);
  /** Why the server hung up on a page that may dial again, until the table lets it in. */
  #reason = $state("");

  constructor(
    readonly code: string,
    readonly tv = false,
  ) {
    this.#line = new Connection(code, tv, {
      opened: () => this.#greet(),
      heard: (message) => this.#receive(message),
      lost: () => this.#lost(),
    });
  }

  /** What a person reads while the line is lost: the server's own words, or what can be done about it. */
  get loss(): string {
    if (this.#reason) return say("lost.because", { text: this.#reason });
    // A television has no seat, nor has anyone who watches.
    if (this.#reached) return say(this.seats.length > 0 ? "lost" : "lost.watching");
    return say(atHome(location.hostname) ? "unreached.home" : "unreached");
  }

  /** What the table told, for what is drawn only once it has. */
  get known(): messages.Table {
    if (!this.told) throw new Error("The table has told nothing yet.");
    return this.told;
  }

  /** The seats that this screen holds. */
  get seats(): number[] {
    return this.#held(this.chairs);
  }

  /** The table as its latest game ended: whoever arranges the next one changes no result. */
  get finished(): Pick<Table, "known" | "chairs" | "seats"> {
    const known = this.#over ?? this.known;
    return { known, chairs: known.chairs, seats: this.#held(known.chairs) };
  }

  get chairs(): readonly messages.Chair[] {
    return this.told?.chairs ?? [];
  }

  /** Returns what was said last from a seat, or by its person from none. */
  saidBy(seat: number): Saying | null {
    const last = this.said.findLast(
      (one) => one.seat === seat || (one.seat === null && one.member === this.chairs[seat]?.member),
    );
    return last?.reaction ?? null;
  }

  get persons(): readonly messages.Person[] {
    return this.told?.persons ?? [];
  }

  get hosting(): boolean {
    return this.member !== null && this.told?.host === this.member;
  }

  /** The people that a host may want to wait for before the next game. */
  get unready(): readonly messages.Chair[] {
    return this.chairs.filter(
      (chair) =>
        chair.member !== null && chair.bot === "" && !chair.ready && chair.member !== this.told?.host,
    );
  }

  /** Whether the game is over and has been told to its end; the table hears of it before the game does. */
  get ended(): boolean {
    return this.told?.phase === "over" && (this.game?.result ?? null) !== null && !this.telling;
  }

  /** What a seat sees; the view that all share where they see the same. */
  sight(seat: number | null): messages.Sight | undefined {
    return this.game ? sightIn(this.game, seat) : undefined;
  }

  /** The table's own time now, in its milliseconds. */
  time(): number {
    return this.told?.phase === "paused" ? this.told.now : performance.now() + this.#offset;
  }

  /** How many milliseconds are left until a time of the table. */
  until(time: number): number {
    return Math.max(0, time - this.time());
  }

  /** Watches what happens in the game, to show and sound it; returns how to stop. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Asks for something, again where the line is lost before the answer: the server does it once. */
  ask(wish: Wish): Promise<Answer> {
    return this.attempt(wish).then((given) => this.#read(given));
  }

  /** Asks for what no person pressed: nobody reads a refusal. */
  attempt(wish: Wish): Promise<Answer> {
    const here = this.presence === "here";
    if (this.presence === "gone" || this.#left) return Promise.resolve(unheard(0));
    // What is pressed again while the line is lost is asked once, and so is a start while the cards are shuffled.
    const once = !here || wish.type === "start";
    const same = once ? [...this.#asked.values()].find((asked) => equal(asked.message, wish)) : undefined;
    if (same) return same.answer;
    if (wish.type === "remove") this.#removed.add(wish.member);
    const id = this.#next++;
    const message = { ...wish, id };
    let resolve: (answer: Answer) => void = () => undefined;
    const answer = new Promise<Answer>((done) => (resolve = done));
    this.#asked.set(id, { message, moves: this.game?.moves, at: performance.now(), resolve, answer });
    if (here) this.#line.send(message);
    return answer;
  }

  /**
   * Makes a move; a call says by `pressed` (an event's time stamp) and its cards how quick it was.
   * The drawing says why a call is refused, where its player looks.
   */
  play(seat: number, move: unknown, pressed?: number, cards: readonly number[] = []): Promise<Answer> {
    const play = { type: "play" as const, seat, move };
    if (pressed === undefined) return this.ask(play);
    return this.attempt({ ...play, ...this.clock.reaction(cards, pressed) });
  }

  /** Leaves the table for good. */
  async leave(): Promise<void> {
    // Nobody who goes waits for a line that is lost.
    if (this.presence === "here") await this.ask({ type: "leave" });
    forget(this.code, this.tv);
    this.close();
  }

  /** Ends the connection; the seat stays. */
  close(): void {
    this.#left = true;
    this.#line.close();
    this.#giveUp();
  }

  #greet(): void {
    this.#reached = true;
    this.#line.send({
      type: "hello",
      id: 0,
      version: VERSION,
      code: this.code,
      token: kept(this.code, this.tv),
      name: settings.chosen.name,
      face: settings.chosen.face,
      tv: this.tv,
      language: settings.language,
      page: this.#page,
      adds: true,
    });
  }

  #lost(): void {
    this.clock.reset();
    this.presence = "lost";
  }

  /** Answers in the server's place what it never will; a person reads the text, if there is one. */
  #giveUp(which: (asked: Asked) => boolean = () => true, text = ""): void {
    for (const [id, asked] of this.#asked)
      if (which(asked)) {
        this.#asked.delete(id);
        asked.resolve(unheard(id, text));
      }
  }

  /** Sends again what was not answered on the line before; a reaction or a question is worth nothing now. */
  #askAgain(): void {
    const now = performance.now();
    this.#giveUp(({ message }) => message.type === "react" || message.type === "ask");
    this.#giveUp(({ at }) => now - at > PATIENCE, say("unsent"));
    for (const { message, moves } of this.#asked.values())
      this.#line.send(message.type === "play" && moves !== undefined ? { ...message, moves } : message);
  }

  #receive(message: FromServer): void {
    switch (message.type) {
      case "ping":
        return this.#pong(message.nonce);
      case "alive":
        return;
      case "game":
        return this.#show(message);
      case "table":
        this.#set(message.now);
        this.#gossip(message);
        if (message.phase !== "paused") this.pauser = null;
        // Only the host can.
        else if (this.told?.phase === "playing") this.pauser = message.host;
        this.told = message;
        if (message.phase === "over" && message.record !== this.#over?.record) this.#over = message;
        this.#shuffle(message);
        return;
      case "welcome":
        this.member = message.member;
        keep(this.code, this.tv, message.token);
        this.#line.welcomed();
        this.#reason = "";
        this.presence = "here";
        return this.#askAgain();
      case "reacted":
        return this.#hear(message);
      case "reload":
        return this.#reload(message);
      case "closing":
        if (!message.again) this.#end(message);
        // A move to another server is over in a moment.
        else if (message.key !== "closing.moved") this.#reason = message.text;
        return;
      case "error":
      case "refused":
        return this.presence === "here" ? this.#answered(message) : this.#end(message);
      default:
        this.#answered(message);
    }
  }

  #answered(answer: Answer): void {
    if (answer.id === null) return;
    this.#asked.get(answer.id)?.resolve(answer);
    this.#asked.delete(answer.id);
  }

  /** Reloads the page once; if that does not help, the server says what to do. */
  #reload(message: messages.Reload): void {
    const told = recall("reloaded");
    if (typeof told === "number" && Date.now() - told < 60_000)
      return this.#end({ type: "closing", key: "reload", text: message.text, again: false });
    keepInMind("reloaded", Date.now());
    location.reload();
  }

  #end(why: messages.Closing | messages.Error | messages.Refused): void {
    this.closing = why;
    this.presence = "gone";
    if (GOODBYES.includes(why.key)) forget(this.code, this.tv);
    this.close();
  }

  #pong(nonce: string): void {
    const reveal = this.clock.latest;
    const clock = reveal === null ? undefined : this.clock.since(reveal, performance.now());
    this.#line.send(
      reveal === null || clock === undefined
        ? { type: "pong", nonce }
        : { type: "pong", nonce, reveal, clock },
    );
  }

  #show(next: messages.Game): void {
    this.#set(next.now);
    const before = this.game;
    const after = [...this.#watchers].map((watcher) => [watcher, watcher(next, before)] as const);
    // The cards must be in the very next frame: the reaction clock counts from it.
    flushSync(() => (this.game = next));
    // A drawing that is gone by now, as at the end of a game on a television, has nothing more to show.
    const tell = (): void => after.forEach(([watcher, show]) => this.#watchers.has(watcher) && show?.());
    if (!next.reveal) return tell();
    this.clock.reveal(next.reveal);
    painted(tell);
  }

  #held(chairs: readonly messages.Chair[]): number[] {
    return chairs.filter(({ member, bot }) => member === this.member && bot === "").map(({ seat }) => seat);
  }

  #set(now: number): void {
    this.#offset = now - performance.now();
  }

  /** Notes what is promised, and adds a number where this page is asked to (TABLE-12). */
  #shuffle(told: messages.Table): void {
    witness(told, this.member);
    if (this.member === null || !told.adding.includes(this.member)) return;
    this.#line.send({ type: "add", id: this.#next++, commitment: told.next, number: added(told) });
  }

  #gossip(next: messages.Table): void {
    const heard = this.told ? news(this.told, next, this.member, this.#removed) : [];
    if (heard.length > 0) this.news = heard.join(" ");
  }

  #hear(message: messages.Reacted): void {
    // The sign to one's clan belongs to the game (CTC-25): it is no chatter.
    if (!settings.chosen.reactions && message.reaction !== SIGN) return;
    const key = this.#next++;
    this.said.push({ ...message, key });
    setTimeout(() => (this.said = this.said.filter((said) => said.key !== key)), 2600);
  }

  #read(answer: Answer): Answer {
    if (answer.type === "refused" || (answer.type === "error" && answer.text)) this.notice = answer;
    return answer;
  }
}

/** What a drawing needs of a table: what was told, and what happens; nobody need be there. */
export type Scene = Pick<
  Table,
  | "told"
  | "known"
  | "game"
  | "seats"
  | "chairs"
  | "persons"
  | "saidBy"
  | "sight"
  | "time"
  | "until"
  | "watch"
  | "ask"
  | "tv"
  | "telling"
> & {
  /** What an analysis shows on the table. */
  advice?: Advice | null;
  /** The wrong call of the step that a replay shows. */
  missed?: Pick<messages.Wrong, "symbol" | "cards"> | null;
  /** Whether this is a game of the past: nobody is thinking. */
  taped?: boolean;
};

/** Returns the answer to what the server never heard. */
function unheard(id: number, text = ""): messages.Error {
  return { type: "error", id, key: "away", text };
}

/** Returns whether a message asks for the same as a wish. */
function equal(message: Asked["message"], wish: Wish): boolean {
  return JSON.stringify({ ...message, id: 0 }) === JSON.stringify({ ...wish, id: 0 });
}

/** Draws a number that no other page has, above 0. */
function drawn(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high % 2 ** 20) * 2 ** 32 + low + 1;
}

/** Returns what a seat sees in a message; the view that all share where they see the same. */
export function sightIn({ sights }: messages.Game, seat: number | null): messages.Sight | undefined {
  return sights.find((sight) => sight.seat === seat) ?? sights.find((sight) => sight.seat === null);
}
