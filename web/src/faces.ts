/** Which face goes with a name. */

import { ROBOTS } from "./names";

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
