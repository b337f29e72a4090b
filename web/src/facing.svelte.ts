/** Towards which side of a touch screen that several share what concerns all of them is turned. */

import { box } from "./games";
import type * as messages from "./messages";

const DESK = "(hover: hover) and (pointer: fine)";
const LYING = "(orientation: landscape)";
/** A phone that lies has no room for a sheet that stands across it. */
const LOW = "(orientation: landscape) and (max-height: 559px)";

/** Clockwise, in degrees: 0 for whoever sits below the screen. */
type Degrees = 0 | 90 | 180 | 270;
const ROUND: Record<Degrees, Degrees> = { 0: 90, 90: 180, 180: 270, 270: 0 };

class Facing {
  #several = $state(false);
  turn: Degrees = $state(0);

  /** Whether several sit round this screen and touch it. */
  get several(): boolean {
    return this.#several;
  }

  /** Notes from how many seats this screen is played. */
  share(seats: number): void {
    const several = seats > 1 && !matchMedia(DESK).matches;
    // What is only written here makes no effect that calls this run again.
    this.#several = several;
    if (!several) this.turn = 0;
  }

  /** Turns to the next side at which somebody may sit: the short ones of a screen that stands. */
  next(): void {
    if (matchMedia(LOW).matches) return;
    const next = ROUND[this.turn];
    this.turn = matchMedia(LYING).matches ? next : ROUND[next];
  }

  /** Turns to the side of a seat. */
  face(seat: number, { game, chairs, seats }: SeatedHere): void {
    if (!this.#several || matchMedia(LOW).matches) return;
    this.turn = side(seat, { game, chairs, seats }, matchMedia(LYING).matches);
  }
}

export interface SeatedHere {
  game: string;
  chairs: readonly messages.Chair[];
  /** The seats of the screen. */
  seats: readonly number[];
}

/** Returns to which side a seat's own cards are turned, on a screen that lies or stands. */
export function side(seat: number, { game, chairs, seats }: SeatedHere, lying: boolean): Degrees {
  const half = Math.floor(seats.length / 2);
  switch (box(game)) {
    case "spot":
      return edge(seats.slice(1, 1 + half).includes(seat), lying);
    case "island": {
      // Each team has a side.
      const sorted = [...seats].sort((a, b) => (chairs[a]?.team ?? 0) - (chairs[b]?.team ?? 0));
      return edge(sorted.slice(sorted.length - half).includes(seat), lying);
    }
    case "karta":
      return edge(seat !== seats[0], false);
    default:
      return 0;
  }
}

function edge(far: boolean, lying: boolean): Degrees {
  if (lying) return far ? 270 : 90;
  return far ? 180 : 0;
}

export const facing = new Facing();
