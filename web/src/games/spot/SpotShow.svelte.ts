/** What happens in Spot it!, shown and sounded alike on a screen of one's own and on one that several share. */

import type { Deck } from "../../deck";
import type * as messages from "../../messages";
import { play } from "../../sound";
import { say } from "../../texts.svelte";
import { pronounce } from "../../voice";
import type { Of } from "..";
import type { Disc } from "../reflex/flight";
import { Show } from "../reflex/Show.svelte";
import type { SpotGame } from "./calls";

/** What the show must know of the screen. */
interface SpotScene {
  game: SpotGame;
  seats: readonly number[];
  deck: Deck;
  name: (seat: number) => string;
  /** Where a seat's cards go. */
  home: (seat: number) => Disc | undefined;
}

export class SpotShow extends Show {
  /** Shows who took which cards, and says it; whoever has a screen alone is told that it was them. */
  took(
    event: messages.Took,
    from: ReadonlyMap<number, Disc>,
    { game, seats, deck, name, home }: SpotScene,
  ): void {
    const won = seats.includes(event.seat);
    const symbol = deck.name(event.symbol);
    play(won ? "won" : "take");
    this.take(game, event, (card) => from.get(card) ?? home(event.seat), home(event.to));
    pronounce(symbol);
    this.heard =
      won && seats.length === 1
        ? say("spot.heard.you", { symbol })
        : say("spot.heard.took", { name: name(event.seat), symbol });
  }

  /** Lets the cards of a call fly from where they lay to whoever gets them. */
  take(
    game: SpotGame,
    { symbol, cards }: messages.Took,
    from: (card: number) => Disc | undefined,
    to: Disc | undefined,
  ): void {
    const all = game === "triplet" || game === "practice" || game === "faceoff";
    const moving = all ? cards : cards.slice(game === "well" ? 1 : 0, game === "well" ? 2 : 1);
    moving.forEach((card, i) => this.fly(card, symbol, from(card), to, i * 40));
  }

  /** Shows what concerns everybody. */
  happen(event: Of<"spot", "event">, name: (seat: number) => string): void {
    switch (event.type) {
      case "flipped":
        play("turn");
        return;
      case "burned":
        this.heard = say("spot.heard.burned", { name: name(event.seat), count: event.cards });
        this.say(this.heard, false);
        return;
      case "hadenough":
        this.heard = say("spot.heard.enough", { name: name(event.seat) });
        return;
      case "tied":
        this.say(say("spot.tied"), true);
        return;
    }
  }
}
