/** What becomes of an open page whose code the server has replaced: it is loaded again, once. */

/** A page that was reloaded less than so many milliseconds ago is not reloaded by itself again. */
const SOON = 60_000;

/** Reloads the page as soon as a part of it cannot be loaded, though the server answers; returns how to stop. */
export function renewed(reload = () => location.reload()): () => void {
  let asked = false;
  const missing = (): void => {
    if (asked || fresh()) return;
    asked = true;
    // Without a connection nothing would come of it: the page stays, and says so.
    void fetch("/", { cache: "no-store" }).then(
      ({ ok }) => (ok ? reload() : (asked = false)),
      () => (asked = false),
    );
  };
  addEventListener("vite:preloadError", missing);
  return () => removeEventListener("vite:preloadError", missing);
}

/** Tells whether this page has only just been reloaded: the browser knows, even one that keeps nothing. */
function fresh(): boolean {
  const [start] = performance.getEntriesByType("navigation");
  return start !== undefined && "type" in start && start.type === "reload" && performance.now() < SOON;
}
