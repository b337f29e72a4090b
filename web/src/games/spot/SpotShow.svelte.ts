/** What happens in Spot it!, shown and sounded alike on a screen of one's own and on one that several share. */

import type { Took } from "../../messages";
import { play } from "../../sound";
import { say } from "../../texts.svelte";
import type { Of } from "..";
import type { Disc } from "../reflex/flight";
import { Show } from "../reflex/Show.svelte";
import type { SpotGame } from "./calls";

export class SpotShow extends Show {
  /** Lets the cards of a call fly from where they lay to whoever gets them. */
  take(
    game: SpotGame,
    { symbol, cards }: Took,
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
