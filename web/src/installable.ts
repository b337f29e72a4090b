/** What lets people install the page: a worker that asks the network first, where the context is secure. */
export function installable(): void {
  if (!isSecureContext || !("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  // A browser that refuses one, as in private windows, plays as well without.
  navigator.serviceWorker.register("/worker.js").catch(() => {});
}
