// Asks the network first, always: after an upgrade nobody is shown an old page. It keeps nothing; where
// the server cannot be reached it says so, in place of the browser's own page.
/* global addEventListener, clients, fetch, Response, skipWaiting */
const OFFLINE = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Cartable</title><body style="font: 20px/1.5 system-ui; max-width: 30em; margin: 15vh auto; padding: 0 20px">
<p>%offline.en%</p><p lang="fr">%offline.fr%</p><p><a href="">↻</a></p>`;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  const told = () =>
    new Response(OFFLINE, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
  event.respondWith(fetch(event.request).catch(told));
});
