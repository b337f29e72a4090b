/** Returns what stands at a place of a list that is known to have it; fails where it has not. */
export function at<T>(list: readonly T[], index: number): T {
  const found = list.at(index);
  if (found === undefined) throw new RangeError(`There is no number ${index} among ${list.length}.`);
  return found;
}
