/** What faces look like, and which goes with a name. */

import { ROBOTS } from "./names";
import { say } from "./texts.svelte";

/** How many colours faces have. */
export const COLOURS = 8;

export interface Features {
  colour: number;
  head: number;
  ears: number;
  mouth: number;
  /** Where the eyes look: -1 is left. */
  glance: number;
}

/** Returns what a face looks like: a chosen one, or, for 0, one that goes with the name. */
export function featuresOf(name: string, face: number): Features {
  if (face === 0) {
    const known = unnamed(name);
    const seed = seedOf(known);
    return {
      colour: colourOf(known) % COLOURS,
      head: (seed >>> 6) % 4,
      ears: (seed >>> 9) % 4,
      mouth: (seed >>> 12) % 4,
      glance: ((seed >>> 2) % 3) - 1,
    };
  }
  // Told apart by shape before colour: no two have head, ears and mouth in common.
  const n = face - 1;
  return {
    colour: n % 6,
    head: n % 4,
    ears: Math.floor(n / 6) % 4,
    mouth: Math.floor(n / 4) % 4,
    glance: (n % 3) - 1,
  };
}

/** Returns the name that a face goes with: whoever gave none looks the same in every language. */
function unnamed(name: string): string {
  const number = Number(/\d+$/.exec(name)?.[0] ?? 0);
  return name === say("guest.number", { number }) ? `Guest ${number}` : name;
}

/** Returns 32 bits for a name: names that differ in one letter have nothing in common. */
export function seedOf(name: string): number {
  let seed = 7;
  for (const letter of name) seed = Math.imul(seed, 31) + (letter.codePointAt(0) ?? 0);
  seed = Math.imul(seed ^ (seed >>> 16), 0x21f0aaad);
  seed = Math.imul(seed ^ (seed >>> 15), 0x735a2d97);
  return (seed ^ (seed >>> 15)) >>> 0;
}

/** Returns the number of a name's colour: who sits side by side without a name of their own, or as a robot, has different ones. */
export function colourOf(name: string): number {
  if (ROBOTS.includes(name)) return ROBOTS.indexOf(name);
  const [number = ""] = /\d*$/.exec(name) ?? [];
  return (seedOf(name.slice(0, name.length - number.length)) % 360) + Number(number);
}
