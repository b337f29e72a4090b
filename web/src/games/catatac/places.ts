/** Where the five places of the alley lie, in a picture 300 high and as wide as there is room. */

export const HEIGHT = 300;
/** Where the wall and the ground begin. */
export const WALL = 150;
export const GROUND = 232;
/** How big the yarn is, and where it lies. */
export const RADIUS = 19;
export const FLOOR = 256;

/** Returns the middle of a place: 0 is White's hideout, 4 is Black's. */
export function spot(place: number, width: number): number {
  return width * (0.1 + 0.2 * place);
}

/** Returns how wide a hideout is: its door, in the middle of its place, is never at its corner. */
export function house(width: number): number {
  return Math.max(Math.min(104, width * 0.2), width * 0.145);
}

/** Returns how far a ball turns, in degrees, that rolls from one place to another; the cat on it ends upright. */
export function turning(from: number, to: number, width: number): number {
  const rounds = Math.round((spot(to, width) - spot(from, width)) / (2 * Math.PI * RADIUS));
  return 360 * (rounds || Math.sign(to - from));
}

/** From this height on, in pixels, the words of a sign are read. */
const LEGIBLE = 11.5;

/**
 * Returns how much larger than drawn a sign is shown where a unit of the picture is so many pixels.
 *
 * Its words are `size` high, and it is never shown larger than `most` times.
 */
export function enlarged(size: number, pixels: number, most: number): number {
  return Math.min(most, Math.max(1, LEGIBLE / (size * pixels)));
}

/** Where a cat stands on the wall, and how big it is there. */
export interface Perch {
  x: number;
  size: number;
}

/** Returns where a clan's cats stand, the first in turn nearest to their hideout; three have to share the room. */
export function perch(clan: number, index: number, of: number, width: number): Perch {
  const room = Math.min(40, (width * 0.28 - 8) / of);
  const from = house(width) + 4 + room / 2 + index * room;
  return { x: clan === 0 ? from : width - from, size: Math.min(1, room / 33) };
}
