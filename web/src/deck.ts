/** A deck as it is drawn: every symbol's picture and name, and where it lies on each card. */

import edition from "virtual:decks";
import { ask } from "./api";
import type { Table } from "./messages";
import { settings } from "./settings.svelte";

/** The size of a sticker's picture, its white edge included, for a symbol of size 1. */
export const STICKER = 1.1;

/** A symbol on a card, in thousandths of the card's diameter; turns are of 15 degrees. */
export type Place = readonly [symbol: number, x: number, y: number, size: number, turn: number];

/** Where a symbol of a card lies: the style of its box, and of a picture in it. */
export interface Drawn {
  symbol: number;
  box: string;
  turn: string;
}

interface Emblem {
  en: string;
  fr: string;
  /** A square SVG. */
  picture: string;
  /** Where the picture lies round the middle of its outline, and the outline. */
  left: number;
  top: number;
  side: number;
  path: string;
}

interface Answer {
  emblems: readonly Emblem[];
  cards: readonly (readonly Place[])[];
}

export class Deck {
  readonly #emblems: readonly Emblem[];
  readonly #cards: readonly (readonly Place[])[];
  readonly #urls: readonly string[];
  readonly #drawn = new Map<number, readonly Drawn[]>();
  readonly #pictures: readonly HTMLImageElement[];
  /** The pictures in pixels: these are painted sooner than drawings (FAIR-1). */
  readonly #bitmaps = new Map<number, HTMLCanvasElement>();

  constructor(drawn: Answer) {
    this.#emblems = drawn.emblems;
    this.#cards = drawn.cards;
    this.#urls = drawn.emblems.map(sticker);
    this.#pictures = this.#urls.map((url) => Object.assign(new Image(), { src: url }));
  }

  /** Waits until every picture can be painted at once. */
  async ready(): Promise<this> {
    await Promise.all(this.#pictures.map((picture) => picture.decode()));
    return this;
  }

  /** Turns the drawings into bitmaps, one by one, so that no frame waits for them all. */
  async settle(): Promise<void> {
    if (settled === this) return;
    if (settled) settled.#bitmaps.clear();
    settled = this;
    for (const symbol of this.#pictures.keys()) {
      if (settled !== this) return;
      this.#bitmap(symbol);
      await new Promise((done) => setTimeout(done));
    }
  }

  #bitmap(symbol: number): HTMLCanvasElement {
    let bitmap = this.#bitmaps.get(symbol);
    if (!bitmap) this.#bitmaps.set(symbol, (bitmap = pixels(this.#pictures[symbol]!)));
    return bitmap;
  }

  /** Paints a card's symbols, one smaller, less one: a canvas is on the screen sooner than a picture for each. */
  paint(canvas: HTMLCanvasElement, card: number, side: number, small: number | null, without: number | null): void {
    const context = canvas.getContext("2d");
    if (!context) return;
    if (canvas.width !== side) canvas.width = canvas.height = side;
    context.resetTransform();
    context.clearRect(0, 0, side, side);
    context.imageSmoothingQuality = "medium";
    for (const [symbol, x, y, span, turn] of this.places(card)) {
      if (symbol === without) continue;
      const [cos, sin] = [Math.cos((turn * Math.PI) / 12), Math.sin((turn * Math.PI) / 12)];
      const width = ((symbol === small ? 0.88 : 1) * span * STICKER * side) / 1000;
      context.setTransform(cos, sin, -sin, cos, (x * side) / 1000, (y * side) / 1000);
      context.drawImage(this.#bitmap(symbol), -width / 2, -width / 2, width, width);
    }
  }

  places(card: number): readonly Place[] {
    return this.#cards[card] ?? [];
  }

  /** Returns how a card's symbols are drawn, worked out once: a reveal has no time for it. */
  drawn(card: number): readonly Drawn[] {
    let drawn = this.#drawn.get(card);
    if (!drawn) this.#drawn.set(card, (drawn = this.places(card).map(styled)));
    return drawn;
  }

  symbols(card: number): number[] {
    return this.places(card).map(([symbol]) => symbol);
  }

  has(card: number, symbol: number): boolean {
    return this.places(card).some(([on]) => on === symbol);
  }

  /** Returns the symbols that all these cards show. */
  common(cards: readonly number[]): number[] {
    const [first, ...others] = cards;
    return first === undefined ? [] : this.symbols(first).filter((symbol) => others.every((card) => this.has(card, symbol)));
  }

  name(symbol: number): string {
    return this.#emblems[symbol]?.[settings.language] ?? "";
  }

  picture(symbol: number): string {
    return this.#urls[symbol] ?? "";
  }

  /** Returns a card's symbols in a sentence, for those who do not see it. */
  described(card: number): string {
    return this.symbols(card).map((symbol) => this.name(symbol)).join(", ");
  }
}

const decks = new Map<string, Promise<Deck>>();
/** The one deck that is kept in bitmaps: a phone's memory bears no second. */
let settled: Deck | undefined;

/** Returns a deck with all its pictures loaded, asked for once. */
export function drawn(theme: string, order: number, cards: number): Promise<Deck> {
  const path = `decks/${order}/${cards}/${encodeURIComponent(theme)}?${edition}`;
  let deck = decks.get(path);
  if (!deck) {
    deck = ask<Answer>(path).then((answer) => new Deck(answer).ready());
    deck.catch(() => decks.delete(path));
    decks.set(path, deck);
  }
  return deck;
}

const NONE = Promise.resolve(null);

/** Returns the deck that a table plays with, or null where it plays with none. */
export function dealt(table: Pick<Table, "game" | "deck" | "theme">): Promise<Deck | null> {
  if (!table.deck) return NONE;
  const deck = drawn(table.theme || usualTheme(table.game), table.deck.order, table.deck.cards);
  void deck.then((loaded) => loaded.settle(), () => {});
  return deck;
}

/** Returns the theme of a game's own box. */
export function usualTheme(game: string): string {
  return game.startsWith("island/") ? "island" : "everyday";
}

/** Moves a symbol's box, three tenths of the card, to its place: by transforms, so that nothing is laid out anew. */
function styled([symbol, x, y, size, turn]: Place): Drawn {
  const box = `translate:${x / 3 - 50}% ${y / 3 - 50}%;scale:${(size * STICKER) / 300}`;
  return { symbol, box, turn: `rotate:${turn * 15}deg` };
}

function pixels(picture: HTMLImageElement): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  // As large as the largest symbol of a card that fills this screen, within what a phone's memory bears.
  const side = Math.min(420, Math.ceil(Math.min(screen.width, screen.height) * 0.42 * devicePixelRatio));
  canvas.width = canvas.height = side;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, side, side);
  return canvas;
}

/** Makes a sticker: the picture on white paper cut out around it. */
function sticker({ picture, left, top, side, path }: Emblem): string {
  const edge = 500 * STICKER;
  const placed = picture.replace("<svg", `<svg x="${left}" y="${top}" width="${side}" height="${side}"`);
  const paper = `d="${path}" stroke-linejoin="round"`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="${-edge} ${-edge} ${2 * edge} ${2 * edge}">` +
    `<path ${paper} fill="#cbc3b4" stroke="#cbc3b4" stroke-width="64"/>` +
    `<path ${paper} fill="#fff" stroke="#fff" stroke-width="54"/>${placed}</svg>`;
  return URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
}
