/** Moments at which a browser allows what it otherwise refuses: sound, film, a screen that stays on. */

/** On an iPhone a finger that comes down is no gesture yet; one that lifts is. */
const GESTURES = ["pointerup", "click", "keydown"] as const;

/** Does something at every gesture, before anything else hears of it; returns how to stop. */
export function atGestures(act: () => void): () => void {
  for (const gesture of GESTURES) addEventListener(gesture, act, { capture: true, passive: true });
  return () => {
    for (const gesture of GESTURES) removeEventListener(gesture, act, { capture: true });
  };
}
