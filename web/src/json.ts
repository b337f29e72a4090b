/** Reads JSON that this project wrote: the one place where what is read is taken for what it should be. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows who wrote it
export function parse<T>(text: string): T {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-return
  return JSON.parse(text);
}
