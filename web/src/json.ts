/** Trusting what comes from elsewhere to have its type: here, and nowhere else. */

/** Reads JSON that this project wrote. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows who wrote it
export function parse<T>(text: string): T {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-return
  return JSON.parse(text);
}

/** Trusts a part of a message that each game fills to be of that game's type: both come from the same rules. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows which game it is
export function taken<T>(told: unknown): T {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return told as T;
}
