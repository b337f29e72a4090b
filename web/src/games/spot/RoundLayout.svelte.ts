/** Where everything lies on a screen that several share: an edge for each, and in the middle what all look at. */

import type * as messages from "../../messages";
import { EMPTY, MIDDLE } from "../reflex/cards";
import { type Edge, padding, round } from "../reflex/edges";
import { type Disc, measured } from "../reflex/flight";
import { type Area, type Item, type Laid, pack } from "../reflex/pack";
import { gives, holds, type SpotGame } from "./calls";
import { lay } from "./spread";

export interface RoundSeen {
  game: SpotGame;
  view: messages.SpotView;
  seats: readonly number[];
  chairs: readonly messages.Chair[];
}

export class RoundLayout {
  width = $state(0);
  height = $state(0);

  readonly #seen: () => RoundSeen;
  readonly #upright: boolean;

  constructor(seen: () => RoundSeen, upright: boolean) {
    this.#seen = seen;
    this.#upright = upright;
  }

  /** The people at other screens. */
  readonly elsewhere = $derived.by(() => {
    const { chairs, seats } = this.#seen();
    return chairs.filter((chair) => !seats.includes(chair.seat));
  });

  /** The cards that lie for everybody, with those of people at other screens where a call can be about them. */
  readonly #items = $derived.by((): Item[] => {
    const { game, view } = this.#seen();
    const head =
      view.middle === EMPTY || game === "faceoff" ? [] : [{ key: "middle", card: view.middle, seat: null }];
    const places = view.table.map((card, place) => ({ key: `table ${place}`, card, seat: null }));
    const tops = gives(game)
      ? this.elsewhere.flatMap(({ seat }) => {
          const card = view.tops[seat];
          return card === undefined || card === EMPTY ? [] : [{ key: `seat ${seat}`, card, seat }];
        })
      : [];
    return game === "potato" ? tops : [...head, ...places, ...tops];
  });

  readonly #room = $derived.by(() => ({ width: this.width, height: this.height, upright: this.#upright }));
  /** The room at an edge for what is not a card, in pixels. */
  readonly pad = $derived.by(() => padding(this.#room));
  readonly plan = $derived.by(() => {
    const { game, seats } = this.#seen();
    return round(seats, this.#room, holds(game), this.#items.length > 0 ? (area) => this.#fits(area) : null);
  });

  /** How far what each side of the screen reads is turned, in degrees. */
  readonly turns = $derived.by(() => [...new Set(this.plan.edges.map(({ turn }) => turn))]);

  /** The room before each side of the middle for the people at other screens, in pixels. */
  readonly head = $derived.by(() => (this.elsewhere.length > 0 && !gives(this.#seen().game) ? 44 : 0));

  /** Where the common cards lie. */
  readonly middle = $derived.by((): Laid[] => {
    if (this.width === 0) return [];
    const { game, view } = this.#seen();
    const area = this.turns.reduce((left, turn) => shorter(left, turn, this.head), this.plan.middle);
    const below = this.#items.some(({ seat }) => seat !== null) ? 28 : 0;
    if (game !== "catch") return pack(this.#items, area, below);
    const inside = { ...area, left: false, elsewhere: false, tag: 28 };
    return lay("catch", view, [], inside).map((one) => ({ ...one, x: one.x + area.x, y: one.y + area.y }));
  });

  /** Returns where each card lies that may fly away. */
  lies(): Map<number, Disc> {
    const { game, view } = this.#seen();
    const lies = new Map<number, Disc>(this.middle.map((one) => [one.card, one]));
    for (const { seat, card } of holds(game) ? this.plan.edges : []) {
      const top = view.tops[seat];
      if (top !== undefined) lies.set(top, card);
    }
    return lies;
  }

  /** Returns where a seat's cards go. */
  home(to: number): Disc | undefined {
    const edge = this.plan.edges.find(({ seat }) => seat === to);
    if (edge && holds(this.#seen().game)) return edge.card;
    if (edge) {
      const { x, y, width: across, height: down } = edge.area;
      return { x: x + across / 2 - 30, y: y + down / 2 - 30, size: 60 };
    }
    const found = this.middle.find((one) => (to === MIDDLE ? one.key === "middle" : one.seat === to));
    return found ?? measured(`.others [data-seat="${to}"]`, ".felt");
  }

  /** Returns how large the common cards are in an area. */
  #fits(area: Area): number {
    return pack(this.#items, area, 0, Infinity)[0]?.size ?? 0;
  }
}

/** Returns what is left of an area once the side that is turned so far has taken its room. */
function shorter(area: Area, turn: Edge["turn"], by: number): Area {
  const { x, y, width, height } = area;
  if (turn % 180 === 0) return { ...area, y: turn === 0 ? y : y + by, height: height - by };
  return { ...area, x: turn === 90 ? x + by : x, width: width - by };
}
