/** Returns an item of a list that is known to have it; throws if it does not. */
export function at<T>(list: readonly T[], index: number): T {
  const found = list.at(index);
  if (found === undefined) throw new RangeError(`There is no number ${index} among ${list.length}.`);
  return found;
}
