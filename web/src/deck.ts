/** A deck as it is drawn: every symbol's picture and name, and where it lies on each card. */

import edition from "virtual:decks";
import { ask } from "./api";
import type * as messages from "./messages";
import { settings } from "./settings.svelte";

/** The size of a sticker's picture, its white edge included, for a symbol of size 1. */
const STICKER = 1.1;

/** Within this distance of the middle, a symbol has no direction, in thousandths of the card's diameter. */
const MIDDLE = 120;

/** A symbol on a card, in thousandths of the card's diameter; turns are of 15 degrees. */
export type Place = readonly [symbol: number, x: number, y: number, size: number, turn: number];

/** The corners of an outline, one after another. */
export type Ring = readonly (readonly [x: number, y: number])[];

/** Where a symbol of a card lies: the style of its box. */
export interface Drawn {
  symbol: number;
  box: string;
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

interface DrawnDeck {
  emblems: readonly Emblem[];
  cards: readonly (readonly Place[])[];
}

export class Deck {
  readonly #emblems: readonly Emblem[];
  readonly #cards: readonly (readonly Place[])[];
  readonly #urls: string[];
  readonly #drawn = new Map<number, readonly Drawn[]>();
  /** Kept, so that the browser keeps the pictures decoded. */
  readonly #pictures: HTMLImageElement[];
  /** The pictures of cards that do not lie anywhere now, each in its place. */
  readonly #faces = new Map<number, HTMLImageElement[][]>();

  constructor(drawn: DrawnDeck) {
    this.#emblems = drawn.emblems;
    this.#cards = drawn.cards.map(clockwise);
    this.#urls = drawn.emblems.map(sticker);
    this.#pictures = this.#urls.map((url) => Object.assign(new Image(), { src: url }));
  }

  /** Waits until every picture can be painted at once. */
  async ready(): Promise<this> {
    // FAIR-1
    await Promise.all(this.#pictures.map((picture) => picture.decode()));
    void this.#settle();
    return this;
  }

  /** Turns the drawings into bitmaps, one by one, which paint faster; then prepares every card. */
  async #settle(): Promise<void> {
    for (const [symbol, picture] of this.#pictures.entries()) {
      const url = await bitmap(picture);
      const image = Object.assign(new Image(), { src: url });
      await image.decode();
      this.#urls[symbol] = url;
      this.#pictures[symbol] = image;
    }
    // Twice: a card that moves is laid in one place before it is taken up from another.
    for (const card of [...this.#cards.keys(), ...this.#cards.keys()]) {
      this.#free(card).push(this.#face(card));
      await new Promise((done) => setTimeout(done));
    }
  }

  /** Lays a card's pictures into an element, ready-made: a reveal has no time to place each; returns how to take them away. */
  lay(place: HTMLElement, card: number): () => void {
    const face = this.#free(card).pop() ?? this.#face(card);
    place.replaceChildren(...face);
    return () => this.#free(card).push(face);
  }

  #free(card: number): HTMLImageElement[][] {
    let free = this.#faces.get(card);
    if (!free) this.#faces.set(card, (free = []));
    return free;
  }

  #face(card: number): HTMLImageElement[] {
    return this.places(card).map(([symbol, x, y, size, turn]) => {
      const image = new Image();
      image.decoding = "sync";
      image.draggable = false;
      image.alt = "";
      image.src = this.picture(symbol);
      // What is marked is scaled by itself, between the two.
      image.style.translate = `${x / 3 - 50}% ${y / 3 - 50}%`;
      image.style.transform = `rotate(${turn * 15}deg) scale(${(size * STICKER) / 300})`;
      return image;
    });
  }

  /** Returns where a card's symbols lie, clockwise from the top: the order of keys and of reading aloud. */
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
    return first === undefined
      ? []
      : this.symbols(first).filter((symbol) => others.every((card) => this.has(card, symbol)));
  }

  name(symbol: number): string {
    return this.#emblems[symbol]?.[settings.language] ?? "";
  }

  /** Returns the outline of a symbol, in thousandths of its size round its middle. */
  outline(symbol: number): readonly Ring[] {
    const rings = this.#emblems[symbol]?.path.match(/M[^MZ]+/g) ?? [];
    return rings.map((ring) =>
      [...ring.matchAll(/(-?\d+) (-?\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]),
    );
  }

  picture(symbol: number): string {
    return this.#urls[symbol] ?? "";
  }

  /** Returns a card's symbols in a sentence, for those who do not see it. */
  described(card: number): string {
    return this.symbols(card)
      .map((symbol) => this.name(symbol))
      .join(", ");
  }
}

const decks = new Map<string, Promise<Deck>>();

/** Returns a deck with all its pictures loaded, asked for once. */
export function drawn(theme: string, order: number, cards: number): Promise<Deck> {
  return fetched(`${order}/${cards}/${encodeURIComponent(theme)}`);
}

function fetched(path: string): Promise<Deck> {
  let deck = decks.get(path);
  if (!deck) {
    deck = ask<DrawnDeck>(`decks/${path}?${edition}`).then((answer) => new Deck(answer).ready());
    deck.catch(() => decks.delete(path));
    decks.set(path, deck);
  }
  return deck;
}

const NONE = Promise.resolve(null);

/** What says which pictures a table plays with. */
type Dressed = Pick<messages.Table, "game" | "deck" | "theme">;

/** Returns the deck that a table plays with, or null where it plays with none. */
export function dealt(table: Dressed): Promise<Deck | null> {
  return loaded(pathOf(table));
}

/** Returns where a table's deck is: the same for as long as it plays with the same pictures; empty where it plays with none. */
export function pathOf({ game, deck, theme }: Dressed): string {
  return deck ? `${deck.order}/${deck.cards}/${encodeURIComponent(theme || usualTheme(game))}` : "";
}

/** Returns the deck of a path, or null where there is none. */
export function loaded(path: string): Promise<Deck | null> {
  return path ? fetched(path) : NONE;
}

/** Returns the theme of a game's own box. */
export function usualTheme(game: string): string {
  return game.startsWith("island/") ? "island" : "everyday";
}

/** Orders symbols clockwise from the one nearest to the top; those in the middle of the card come last. */
function clockwise(places: readonly Place[]): Place[] {
  const angle = ([, x, y]: Place): number => Math.atan2(x - 500, 500 - y);
  const inner = ([, x, y]: Place): boolean => Math.hypot(x - 500, y - 500) < MIDDLE;
  const around = places.filter((place) => !inner(place)).sort((one, other) => angle(one) - angle(other));
  const first = Math.min(...around.map((place) => Math.abs(angle(place))));
  const top = around.findIndex((place) => Math.abs(angle(place)) === first);
  return [...around.slice(top), ...around.slice(0, top), ...places.filter(inner)];
}

/** Moves a symbol's box, three tenths of the card, to its place: by transforms, so that nothing is laid out again. */
function styled([symbol, x, y, size]: Place): Drawn {
  return { symbol, box: `translate:${x / 3 - 50}% ${y / 3 - 50}%;scale:${(size * STICKER) / 300}` };
}

function bitmap(picture: HTMLImageElement): Promise<string> {
  const canvas = document.createElement("canvas");
  // As large as the largest symbol of a card that fills this screen, within what a phone's memory bears.
  const side = Math.min(420, Math.ceil(Math.min(screen.width, screen.height) * 0.42 * devicePixelRatio));
  canvas.width = canvas.height = side;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, side, side);
  return new Promise((done) => canvas.toBlob((blob) => done(blob ? URL.createObjectURL(blob) : picture.src)));
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
