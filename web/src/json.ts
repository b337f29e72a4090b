/** Where what comes from elsewhere is taken for what it should be: here, and nowhere else. */

/** Reads JSON that this project wrote. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows who wrote it
export function parse<T>(text: string): T {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-return
  return JSON.parse(text);
}

/** Takes what a message leaves to the game for what the types of that game say: both are made of the same rules. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows which game it is
export function taken<T>(told: unknown): T {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return told as T;
}
