/** What happens on the island, shown and sounded: cards that fly, fingers that point, words that come and go. */

import type { Deck } from "../../deck";
import { at } from "../../lists";
import type * as messages from "../../messages";
import { play } from "../../sound";
import type { Answer } from "../../Table.svelte";
import { say, tell } from "../../texts.svelte";
import { pronounce } from "../../voice";
import type { Of } from "..";
import type { Disc } from "../reflex/flight";
import { Show } from "../reflex/Show.svelte";
import { FACE } from "./Tile.svelte";
import { lettered } from "./Keyboard.svelte";
import { word } from "./words";

type IsleEvent = Of<"island", "event">;

export interface Pointing {
  key: number;
  card: number;
  symbol: number | null;
  name: string;
}

/** What the show must know of the screen. */
export interface Around {
  seats: readonly number[];
  /** Whether several hands are at this screen: each then has its own words at its own edge. */
  many: boolean;
  deck: Deck;
  /** The name of the game that is being played. */
  game: string;
  name: (seat: number) => string;
  /** Where a card lies now. */
  spot: (card: number) => Disc | undefined;
  /** Where a seat's team sits. */
  home: (seat: number) => Disc | undefined;
}

const PING = 3300;

export class IslandShow extends Show {
  pings: Pointing[] = $state([]);

  /** Takes the next message before it is drawn; returns what to do once it is. */
  watch(
    events: readonly IsleEvent[],
    verdicts: readonly messages.Verdict[],
    before: Around,
    after: () => Around,
  ): () => void {
    const from = events.map((event) => this.#from(event, before));
    return () => events.forEach((event, i) => this.#happen(event, verdicts, from[i], after()));
  }

  /** Says to a seat why its call counted for nothing. */
  replied(answer: Answer, seat: number, around: Around): void {
    this.#to(seat, around, (show) => show.answered(answer));
  }

  /** Says something to a seat of this screen; where several share it, a screen reader is told to whom. */
  #to(seat: number, { many, name }: Around, speak: (show: Show) => void): void {
    if (!many) return speak(this);
    const show = this.said(seat);
    show.heard = "";
    speak(show);
    if (show.heard) this.heard = say("heard.of", { name: name(seat), text: show.heard });
  }

  #from(event: IsleEvent, { spot }: Around): Disc | undefined {
    return event.type === "covered" || event.type === "took" ? spot(moving(event)) : undefined;
  }

  #happen(
    event: IsleEvent,
    verdicts: readonly messages.Verdict[],
    from: Disc | undefined,
    around: Around,
  ): void {
    const { seats, many, deck, name, spot, home } = around;
    switch (event.type) {
      case "covered":
      case "took": {
        const won = seats.includes(event.seat);
        play(won ? "won" : "take");
        const covers = event.type === "covered";
        const card = moving(event);
        const to = covers ? spot(card) : home(event.seat);
        this.fly(card, event.symbol, from ?? (covers ? home(event.seat) : undefined), to);
        const symbol = deck.name(event.symbol);
        pronounce(symbol);
        if (won && !many) this.heard = say("spot.heard.you", { symbol });
        else if (covers)
          this.heard = word("web.island.heard.covered", {
            name: name(event.seat),
            place: lettered(event.place),
            symbol,
          });
        else this.heard = word("web.island.heard.took", { name: name(event.seat), symbol });
        if (!many) this.judge(verdicts, event.seat, seats);
        else for (const seat of seats) this.said(seat).judge(verdicts, event.seat, [seat]);
        return;
      }
      case "wrong":
        if (!seats.includes(event.seat)) return;
        this.#to(event.seat, around, (show) => show.wrong(deck.name(event.symbol)));
        this.ring(event);
        return;
      case "pointed":
        this.#point(event.card, event.symbol, name(event.seat));
        if (!seats.includes(event.mate)) return;
        play("tick");
        this.heard = word("web.island.heard.pointed", {
          name: name(event.seat),
          what: event.symbol === null ? deck.described(event.card) : deck.name(event.symbol),
        });
        return;
      case "flipped":
        play("turn");
        return;
      case "finished":
        play("round");
        return;
      case "began":
        this.pings = [];
        this.heard = word("web.island.heard.began", { game: tell(`game.island/${around.game}`) });
        return;
    }
  }

  #point(card: number, symbol: number | null, name: string): void {
    const key = this.key();
    this.pings = [...this.pings.filter((one) => one.name !== name), { key, card, symbol, name }];
    setTimeout(() => (this.pings = this.pings.filter((one) => one.key !== key)), PING);
  }
}

/** Returns the card of a call that moves: onto the one that it covers, or to whoever takes it. */
function moving({ type, cards }: messages.Covered | messages.Took): number {
  return at(cards, type === "covered" ? 1 : 0);
}

/** Returns where a symbol of a card lies, given where the card does; never too small to see. */
export function within(spot: Disc, card: number, symbol: number | null, deck: Deck): Disc {
  const place = deck.places(card).find(([on]) => on === symbol);
  if (!place) return spot;
  const [, x, y, size] = place;
  const edge = (spot.size * (1 - FACE)) / 2;
  const inner = spot.size * FACE;
  const ring = Math.max(40, (size / 1000) * inner * 1.3);
  return {
    x: spot.x + edge + (x / 1000) * inner - ring / 2,
    y: spot.y + edge + (y / 1000) * inner - ring / 2,
    size: ring,
  };
}
