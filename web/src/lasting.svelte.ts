/** What has gone on for longer than one expects, so that it is worth a word. */

/** For how many milliseconds nobody wonders. */
export const SHORT = 2000;

/** Follows something, from within a component: it is long once it has been the same, and true, for a while. */
export function lasting(what: () => unknown): { readonly long: boolean } {
  const now = $derived(what());
  let long = $state(false);
  $effect(() => {
    long = false;
    if (!now) return;
    const timer = setTimeout(() => (long = true), SHORT);
    return () => clearTimeout(timer);
  });
  return {
    get long() {
      return long;
    },
  };
}
