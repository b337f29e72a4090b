/** What happens in Spot it!, shown and sounded alike on a screen of one's own and on one that several share. */

import type { Deck } from "../../deck";
import type * as messages from "../../messages";
import { play } from "../../sound";
import type { Answer } from "../../Table.svelte";
import { say } from "../../texts.svelte";
import { pronounce } from "../../voice";
import type { Happening, Of } from "..";
import type { Disc } from "../reflex/flight";
import { Show } from "../reflex/Show.svelte";
import { gives, type SpotGame } from "./calls";

/** What the show must know of the screen. */
interface SpotScene {
  game: SpotGame;
  /** The seats of this screen: where there are several, each has its own words at its own edge. */
  seats: readonly number[];
  deck: Deck;
  name: (seat: number) => string;
  /** Where a seat's cards go. */
  home: (seat: number) => Disc | undefined;
  /** Where each card lies that may fly away. */
  lies: () => ReadonlyMap<number, Disc>;
  /** Whether this is a run, of which the cards' own times count (SPOT-15): its results tell them. */
  run: boolean;
}

/** The calls of this screen, which what happens may decide. */
interface Deciding {
  happened: (event: Of<"spot", "event">) => void;
}

export class SpotShow extends Show {
  /** Takes what happens before it is drawn; returns what to do once it is. */
  watch({ events, verdicts }: Happening<"spot">, calls: Deciding, scene: () => SpotScene): () => void {
    const from = scene().lies();
    return () => {
      for (const event of events) {
        calls.happened(event);
        this.#show(event, verdicts, from, scene());
      }
    };
  }

  /** Says to a seat at its own edge why its call counted for nothing. */
  replied(answer: Answer, seat: number, name: string): void {
    this.said(seat).answered(answer);
    if (answer.type === "refused") this.#hear(seat, name);
  }

  /** Shows who took which cards, and says it; whoever has a screen alone is told that it was them. */
  took(
    event: messages.Took,
    from: ReadonlyMap<number, Disc>,
    { game, seats, deck, name, home }: Omit<SpotScene, "lies" | "run">,
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

  #show(
    event: Of<"spot", "event">,
    verdicts: readonly messages.Verdict[],
    from: ReadonlyMap<number, Disc>,
    scene: SpotScene,
  ): void {
    const { game, seats, deck, name, run } = scene;
    const many = seats.length > 1;
    switch (event.type) {
      case "flipped":
        this.forget();
        return this.happen(event, name);
      case "thawed":
        if (seats.includes(event.seat)) (many ? this.said(event.seat) : this).forget();
        return;
      case "took": {
        this.forget();
        this.took(event, from, scene);
        const won = gives(game) ? "spot.given" : "spot.won";
        if (many) for (const seat of seats) this.said(seat).judge(verdicts, event.seat, [seat], won);
        else if (!run) this.judge(verdicts, event.seat, seats, won);
        return;
      }
      case "wrong":
        if (!seats.includes(event.seat)) return;
        (many ? this.said(event.seat) : this).wrong(deck.name(event.symbol), event.cards.length);
        if (many) this.#hear(event.seat, name(event.seat));
        this.ring(event);
        return;
      case "claimed":
        if (many) this.heard = say("spot.claimed", { name: name(event.seat) });
        return;
      case "lapsed":
        if (!many) return;
        this.heard = say("spot.lapsed", { name: name(event.seat) });
        if (!seats.includes(event.seat)) return;
        play("wrong");
        this.said(event.seat).say(this.heard, false);
        return;
      case "tied":
        if (!many) return this.happen(event, name);
        // Every corner says between whom it is decided.
        this.heard = say("spot.tied");
        return;
      default:
        // Whoever has just won reads that, in the same corner.
        this.happen(
          event,
          name,
          many ? seats.map((seat) => this.said(seat)).filter(({ remark }) => !remark?.good) : [this],
        );
    }
  }

  /** Tells a screen reader what was said to a seat. */
  #hear(seat: number, name: string): void {
    this.heard = say("heard.of", { name, text: this.said(seat).heard });
  }

  /** Shows what concerns everybody, and says it to some: each in their own corner, or whoever has the screen alone. */
  happen(event: Of<"spot", "event">, name: (seat: number) => string, told: readonly Show[] = [this]): void {
    switch (event.type) {
      case "flipped":
        play("turn");
        return;
      case "burned":
        this.heard = say("spot.heard.burned", { name: name(event.seat), count: event.cards });
        for (const one of told) one.say(this.heard, false);
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
