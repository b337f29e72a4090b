/** What happens on the island, shown and sounded: cards that fly, fingers that point, words that come and go. */

import type { Deck } from "../../deck";
import type { Verdict } from "../../messages";
import type { Said } from "../../parts/Remark.svelte";
import { play } from "../../sound";
import { say, seconds, tell } from "../../texts.svelte";
import type { Of } from "..";
import type { Flying, Spot } from "./Flight.svelte";
import { FACE } from "./Tile.svelte";
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
  deck: Deck;
  /** The name of the game that is being played. */
  game: string;
  name: (seat: number) => string;
  /** Where a card lies now. */
  spot: (card: number) => Spot | undefined;
  /** Where a seat's team sits. */
  home: (seat: number) => Spot | undefined;
}

const WORD = 1900;
const PING = 3300;
const SHAKE = 420;

export class Show {
  flights: Flying[] = $state([]);
  pings: Pointing[] = $state([]);
  remark: Said | null = $state.raw(null);
  heard = $state("");
  shaken = $state(false);
  #count = 0;

  /** Takes the next message before it is drawn; returns what to do once it is. */
  watch(
    events: readonly IsleEvent[],
    verdicts: readonly Verdict[],
    before: Around,
    after: () => Around,
  ): () => void {
    const from = events.map((event) => this.#from(event, before));
    return () => events.forEach((event, i) => this.#happen(event, verdicts, from[i], after()));
  }

  say(text: string, good: boolean): void {
    const key = ++this.#count;
    this.remark = { text, good, key };
    setTimeout(() => {
      if (this.remark?.key === key) this.remark = null;
    }, WORD);
  }

  landed(key: number): void {
    this.flights = this.flights.filter((flying) => flying.key !== key);
  }

  #from(event: IsleEvent, { spot }: Around): Spot | undefined {
    if (event.type === "covered") return spot(event.cards[1] ?? -1);
    return event.type === "took" ? spot(event.cards[0] ?? -1) : undefined;
  }

  #happen(event: IsleEvent, verdicts: readonly Verdict[], from: Spot | undefined, around: Around): void {
    const { seats, deck, name, spot, home } = around;
    switch (event.type) {
      case "covered":
      case "took": {
        const won = seats.includes(event.seat);
        play(won ? "won" : "take");
        const covers = event.type === "covered";
        const card = event.cards[covers ? 1 : 0] ?? -1;
        const to = covers ? spot(card) : home(event.seat);
        const start = from ?? (covers ? home(event.seat) : undefined);
        if (start && to)
          this.flights.push({ key: ++this.#count, card, symbol: event.symbol, from: start, to });
        const symbol = deck.name(event.symbol);
        if (won) this.heard = say("spot.heard.you", { symbol });
        else if (covers)
          this.heard = word("web.island.heard.covered", {
            name: name(event.seat),
            place: event.place + 1,
            symbol,
          });
        else this.heard = word("web.island.heard.took", { name: name(event.seat), symbol });
        this.#judge(verdicts, event.seat, seats);
        return;
      }
      case "wrong":
        if (!seats.includes(event.seat)) return;
        play("wrong");
        this.shaken = true;
        setTimeout(() => (this.shaken = false), SHAKE);
        this.heard = say("spot.heard.wrong", { symbol: deck.name(event.symbol) });
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
    const key = ++this.#count;
    this.pings = [...this.pings.filter((one) => one.name !== name), { key, card, symbol, name }];
    setTimeout(() => (this.pings = this.pings.filter((one) => one.key !== key)), PING);
  }

  #judge(verdicts: readonly Verdict[], winner: number, seats: readonly number[]): void {
    const decided = verdicts.find((one) => one.winner === winner);
    const best = decided?.scores.find((score) => score.seat === winner);
    const own = decided?.scores.find((score) => seats.includes(score.seat));
    if (seats.includes(winner)) {
      if (best) this.say(say("spot.won", { seconds: seconds(best.score) }), true);
    } else if (best && own)
      this.say(say("spot.late.by", { ms: Math.max(1, own.moment - best.moment) }), false);
  }
}

/** Returns where a symbol of a card lies, given where the card does; never too small to see. */
export function within(spot: Spot, card: number, symbol: number | null, deck: Deck): Spot {
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
