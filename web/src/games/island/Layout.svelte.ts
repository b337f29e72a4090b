/** Where everything lies on the screen: the island or the arena, one's own cards, and a card brought closer. */

import { at } from "../../lists";
import type * as messages from "../../messages";
import { settings } from "../../settings.svelte";
import type { Point } from "../../point";
import { round } from "../reflex/edges";
import type { Disc } from "../reflex/flight";
import { type Area, pack } from "../reflex/pack";
import type { Target } from "./Caller.svelte";
import { clearings } from "./clearings";
import { facing } from "./facing";
import { PLACES, PORTS } from "./map";
import { beside, divide, enlarged, FILL, isWide, nearest, shared, SHORT } from "./spread";
import { sided, type Hand } from "./teams";
import { Zoom } from "./Zoom.svelte";

/** The room for a team's plate beside its card: with the corner of the screen, in pixels. */
const PLATE = 260;

/** The room between the fence of the arena and the cards in it. */
const FENCE = 16;

/** How large a port is, in widths of a place. */
const PORT = 0.5;

/** How much larger a place must be to be worth bringing closer. */
const CLOSER = 1.25;

export interface Seen {
  view: messages.IsleView;
  duel: boolean;
  /** The hands of this screen. */
  mine: readonly Hand[];
  /** The hands that lie on the near side. */
  near: readonly Hand[];
  watching: boolean;
  /** The places that were pressed. */
  chosen: readonly number[];
  /** The room below each of those hands for a name, in pixels. */
  tag: number;
}

/** A card that was brought closer, for one seat where several share the screen. */
export interface Lens extends Target, Disc {
  seat: number | null;
  /** How far it is turned, in degrees. */
  turn: number;
}

export class Layout {
  width = $state(0);
  height = $state(0);
  head = $state(0);
  foot = $state(0);

  readonly #seen: () => Seen;
  readonly #keyboard: boolean;
  readonly zoom: Zoom;

  constructor(seen: () => Seen, keyboard: boolean) {
    this.#seen = seen;
    this.#keyboard = keyboard;
    this.zoom = new Zoom(
      () => this.spread.far,
      () => {
        const { cell, half } = this.spread;
        return { x: cell * half.x, y: cell * half.y };
      },
    );
  }

  readonly wide = $derived(isWide({ width: this.width, height: this.height }));
  /** A phone that lies on its side has no room for what is not needed. */
  readonly short = $derived(this.height < SHORT);
  /** Above the analysis of a replay on a phone there is only room for the cards and the scores. */
  readonly cramped = $derived(this.wide && this.width < 480);
  /** Whether several hands are at this screen: each has an edge of it, teams at their sides. */
  readonly many = $derived.by(() => this.#seen().mine.length > 1);
  readonly #ports = $derived.by(() => this.#seen().view.ports.length > 0);

  /** Whether all knights are at this screen: nothing lies between them. */
  readonly #alone = $derived.by(() => {
    const { view, duel, mine } = this.#seen();
    return duel && this.many && mine.length === view.turned.length;
  });

  readonly #room = $derived.by(() => ({
    width: this.width,
    height: this.height,
    upright: this.#keyboard,
    plate: PLATE,
  }));
  readonly plan = $derived.by(() => {
    const seats = sided(this.#seen().mine);
    return this.#alone
      ? facing(seats, this.#room)
      : round(seats, this.#room, true, (area) => this.#fits(area));
  });

  readonly spread = $derived.by(() => {
    const { view, duel, mine } = this.#seen();
    if (this.many) {
      const { edges, middle } = this.plan;
      // The scoring lies where a hand lay, so that the island stays in sight.
      const near = (this.#alone ? undefined : edges[0]?.area) ?? middle;
      return { ...shared(middle, this.#ports), near };
    }
    const facing = duel ? { others: view.turned.length - mine.length, own: mine.length } : null;
    const { width, height, head, foot } = this;
    return divide({ width, height, head, foot, left: settings.chosen.left }, this.#ports, facing);
  });

  /** The width of what is said above and below one's own cards, where these lie beside the island. */
  readonly aside = $derived.by(() => {
    const { width } = this.spread.near;
    return this.short && !this.many && !this.#seen().duel ? width + beside(this.spread) : width;
  });

  readonly cell = $derived.by(() => this.spread.cell * this.zoom.scale);
  readonly middle = $derived.by(() => ({
    x: this.spread.middle.x + this.zoom.offset.x,
    y: this.spread.middle.y + this.zoom.offset.y,
  }));

  /** The larger island is seen through a window with round corners, above one's own card or beside it. */
  readonly cut = $derived.by(() => {
    if (!this.zoom.closer) return null;
    const { x, y, width: across, height: down } = this.spread.far;
    return this.wide
      ? `inset(0 ${this.width - x - across}px 0 ${x}px round 28px)`
      : `inset(0 0 ${this.height - y - down}px round 0 0 28px 28px)`;
  });

  /** Where every card that may be pressed lies. */
  readonly far: readonly (Target & Disc)[] = $derived.by(() => {
    const { view, duel } = this.#seen();
    if (duel) return this.#duelling();
    const { cell, middle } = this;
    const size = cell * FILL;
    return view.island.map((card, slot) => {
      const { x, y } = at(PLACES, slot);
      return {
        slot,
        card,
        x: middle.x + x * cell - size / 2,
        y: middle.y + y * cell - size / 2,
        size,
      };
    });
  });

  /** Where the hands of the near side lie. */
  readonly own = $derived.by(() => {
    const { mine, near, tag } = this.#seen();
    if (near.length === 0) return [];
    if (this.many)
      return this.plan.edges.flatMap(({ seat, card, ...edge }) => {
        const hand = mine.find((one) => one.seat === seat);
        return hand ? [{ key: `${hand.hand}`, ...card, ...edge, hand, card: hand.card, seat }] : [];
      });
    const hands = near.map((hand) => ({ key: `${hand.hand}`, card: hand.card, seat: hand.seat }));
    return pack(hands, this.spread.near, tag).map((laid, i) => ({
      ...laid,
      hand: at(near, i),
      turn: 0,
      area: null,
      beside: false,
      spared: null,
    }));
  });

  /** Whether the symbols on the island are large enough to be pressed. */
  readonly direct = $derived.by(() => {
    const size = this.spread.cell * FILL;
    return this.#seen().duel || size >= 150 || (this.#keyboard && size >= 104);
  });

  /** Returns who sits nearest to a point, where several share the screen. */
  sitter(at: Point): number | null {
    return this.many ? nearest(this.plan.edges, at).seat : null;
  }

  /** Returns at whose edge a place lies, where several share the screen: whoever sits there is taken to choose it. */
  chooser(slot: number): number | null {
    const target = this.far.find((one) => one.slot === slot);
    return target ? this.sitter(centre(target)) : null;
  }

  /** Where several share the screen: where each sees a place closer, which covers nothing. */
  readonly #clearings = $derived.by(() => {
    const { cell, middle, far } = this;
    const ports = (this.#ports ? PORTS : []).map(({ x, y }) => {
      const size = PORT * cell;
      return { x: middle.x + x * cell - size / 2, y: middle.y + y * cell - size / 2, size };
    });
    return clearings(this.plan.edges, this.#room, [...far, ...ports]);
  });

  /** The cards that were brought closer: one, or where several share the screen one for each. */
  readonly lenses: readonly Lens[] = $derived.by(() => {
    const { far, many } = this;
    const chosen = this.direct ? [] : this.#seen().chosen;
    return chosen.flatMap((slot): Lens[] => {
      const target = far.find((one) => one.slot === slot && one.card >= 0);
      if (!target) return [];
      if (many) {
        const edge = nearest(this.plan.edges, centre(target));
        const clearing = this.#clearings.find(({ seat }) => seat === edge.seat);
        // Hardly larger it would be no help: the place is marked where it lies.
        return clearing && clearing.size >= CLOSER * target.size
          ? [{ ...target, ...clearing, turn: edge.turn }]
          : [];
      }
      const { far: area } = this.spread;
      const size = Math.min(area.width * 0.72, area.height * 0.78, 300);
      return [{ ...target, ...enlarged(centre(target), size, area), size, seat: null, turn: 0 }];
    });
  });

  /** Returns where a card lies. */
  spot(card: number): Disc | undefined {
    return (
      this.lenses.find((lens) => lens.card === card) ??
      this.own.find((laid) => laid.card === card) ??
      this.far.find((laid) => laid.card === card)
    );
  }

  /** Returns how large what everyone looks at is in an area, comparable with the size of one's own card. */
  #fits(area: Area): number {
    const { view, duel, mine } = this.#seen();
    if (!duel) return 2.2 * shared(area, this.#ports).cell;
    return Math.min(area.width, area.height / (view.turned.length - mine.length));
  }

  #duelling(): (Target & Disc)[] {
    const { view, mine, watching } = this.#seen();
    const others = view.turned
      .map((card, slot) => ({ key: `${slot}`, card, seat: null, slot }))
      .filter(({ slot }) => watching || !mine.some((hand) => hand.team === slot));
    const { x, y, width, height } = this.spread.far;
    const edge = Math.max(FENCE, height * 0.03);
    const lists = { x: x + edge, y: y + edge, width: width - 2 * edge, height: height - 2 * edge };
    return pack(others, lists);
  }
}

function centre({ x, y, size }: Disc): Point {
  return { x: x + size / 2, y: y + size / 2 };
}
