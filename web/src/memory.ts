/** What this browser remembers; nothing where it may not remember anything. */

/** Returns what was kept under a name, or undefined. */
export function recall<T>(name: string): T | undefined {
  try {
    const text = localStorage.getItem(`cartable.${name}`);
    return text === null ? undefined : (JSON.parse(text) as T);
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
