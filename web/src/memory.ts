/** What this browser remembers; nothing where it may not remember anything. */

/** Returns what was kept under a name, or undefined; an older page may have kept it, or someone's own hand. */
export function recall(name: string): unknown {
  try {
    const text = localStorage.getItem(`cartable.${name}`);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps something under a name. */
export function keepInMind(name: string, value: unknown): void {
  try {
    localStorage.setItem(`cartable.${name}`, JSON.stringify(value));
  } catch {
    // Private windows may forbid it: the page works, and forgets.
  }
}
