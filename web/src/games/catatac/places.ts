/** Where the five places of the alley lie, in a picture 300 high and as wide as there is room. */

export const HEIGHT = 300;
/** Where the wall and the ground begin. */
export const WALL = 150;
export const GROUND = 232;
/** How big the yarn is, and where it lies. */
export const RADIUS = 19;
export const FLOOR = 262;

/** Returns the middle of a place: 0 is White's hideout, 4 is Black's. */
export function spot(place: number, width: number): number {
  return width * (0.1 + 0.2 * place);
}

/** Returns how far a ball turns, in degrees, that rolls from one place to another. */
export function turning(from: number, to: number, width: number): number {
  return ((spot(to, width) - spot(from, width)) / (2 * Math.PI * RADIUS)) * 360;
}

/** Returns where the cats of a clan stand on the wall, the first in turn nearest to their hideout. */
export function perch(clan: number, index: number, width: number): number {
  const house = Math.min(104, width * 0.2);
  const from = house + 20 + index * Math.min(40, (width / 2 - house - 20) / 3);
  return clan === 0 ? from : width - from;
}
