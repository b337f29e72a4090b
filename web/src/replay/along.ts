/** Where the steps of a tape lie in a picture over them: as wide apart from its ends as the slider's thumb is. */

/** So far from either end a sign is whole; half a slider's thumb is as wide. */
const EDGE = 8;

/** Returns how far from the left a step lies. */
export function along(step: number, last: number, width: number): number {
  return EDGE + (last > 0 ? step / last : 0) * (width - 2 * EDGE);
}

/** Returns the step that lies nearest. */
export function stepAt(x: number, last: number, width: number): number {
  return Math.min(last, Math.max(0, Math.round(((x - EDGE) / (width - 2 * EDGE)) * last)));
}
