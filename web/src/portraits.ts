/** The faces to choose from, by number: 1 is the first. */

/** How many there are. */
export const FACES = 24;

/** Returns one at random, for a first visit. */
export function anyFace(): number {
  return 1 + Math.floor(Math.random() * FACES);
}

/** Returns one that none of these people has, of another colour than the last of them. */
export function freeFace(taken: readonly number[]): number {
  const last = taken.at(-1) ?? 0;
  const following = Array.from({ length: FACES }, (_, i) => 1 + ((last + i) % FACES));
  return following.find((face) => !taken.includes(face)) ?? anyFace();
}
