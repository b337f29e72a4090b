"""Measures the client as a slow phone has it: `python -m tests.browser.measure`.

CPU four times slower, 1.5 Mbit/s with 40 ms of delay, 390 × 844. Prints the time from opening the address to
the table, the JavaScript and the pictures that travel, the layout shift, the time from a reveal's arrival to
its paint, and how far the reported reaction is from that of a second clock for presses at known times. Both
clocks take the second animation frame for the paint: what the screen and the finger add is not measured.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.browser.conftest import launched
from tests.browser.players import find, look
from tests.browser.serving import Serving

PRESSES = 20
WATCH = """() => {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.hadRecentInput) window.shift += entry.value;
    }
  }).observe({type: 'layout-shift', buffered: true});
}"""
SPY = """() => {
  window.reveals = [];
  window.calls = [];
  const {send} = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    const message = JSON.parse(text);
    if (message.type === 'play') window.calls.push({...message, sent: performance.now()});
    if (!this.spied) {
      this.spied = true;
      this.addEventListener('message', (event) => {
        const told = JSON.parse(event.data);
        if (told.type !== 'game' || told.reveal === null) return;
        const came = event.timeStamp;  // Before the client's own work on it.
        requestAnimationFrame(() => requestAnimationFrame((shown) =>
          window.reveals.push({number: told.reveal.number, came, shown})));
      });
    }
    return send.call(this, text);
  };
}"""
PRESS = """([card, symbol, wait]) => new Promise((done) => {
  const target = document.querySelector(`.felt > .place .card[data-card="${card}"]`);
  const box = target.querySelector(`[data-symbol="${symbol}"]`).getBoundingClientRect();
  setTimeout(() => {
    const at = performance.now();
    target.dispatchEvent(new PointerEvent('pointerdown', {
      bubbles: true, cancelable: true, button: 0,
      clientX: box.left + box.width / 2, clientY: box.top + box.height / 2,
    }));
    done(at);
  }, wait);
})"""


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder, Serving(Path(folder)) as serving, sync_playwright() as play:
        browser = launched(play)
        sys.stdout.write(
            json.dumps(measured(browser.new_page(viewport={"width": 390, "height": 844}), serving), indent=2)
            + "\n"
        )
        browser.close()


def measured(page: Page, serving: Serving) -> dict[str, float]:
    """Return the figures of one visit."""
    warm(page, serving)
    devtools = page.context.new_cdp_session(page)
    sizes = slowed(devtools)
    page.add_init_script(f"({WATCH})(); ({SPY})()")
    page.add_init_script(
        """localStorage.setItem('cartable.settings', '{"name":"Ada","guided":["spot"],"volume":0}')"""
    )
    begun = perf_counter()
    page.goto(serving.address)
    page.locator(".box.spot").click()
    page.locator('[data-game="spot/practice"] .game').click()
    page.locator('[data-game="spot/practice"] [data-way="now"]').click()
    page.locator(".felt").wait_for()
    opened = perf_counter() - begun
    page.locator(".card.up").nth(1).wait_for()
    errors = [
        error for wait in range(PRESSES) if (error := reaction_error(page, 200 + wait % 5 * 60)) is not None
    ]
    paints = page.evaluate("window.reveals.map(({came, shown}) => shown - came)")
    return {
        "seconds from opening to the table": round(opened, 2),
        "JavaScript, kB": round(sum(size for url, size in sizes.items() if ".js" in url) / 1000, 1),
        "pictures of the deck, kB": round(
            sum(size for url, size in sizes.items() if "/decks/" in url) / 1000, 1
        ),
        "everything, kB": round(sum(sizes.values()) / 1000, 1),
        "layout shift": round(page.evaluate("window.shift"), 4),
        "reveal to paint, median ms": round(statistics.median(paints), 1),
        "reveal to paint, worst ms": round(max(paints), 1),
        "error of the reaction, mean ms": round(statistics.mean(errors), 2),
        "error of the reaction, worst ms": max(errors, key=abs),
        "presses": len(errors),
    }


def warm(page: Page, serving: Serving) -> None:
    """Let the server lay out its deck, which it does once and not for each visitor."""
    page.goto(serving.address)
    page.evaluate("fetch('/api/decks/7/55/everyday').then((answer) => answer.arrayBuffer()).then(() => true)")
    page.goto("about:blank")


def slowed(devtools: CDPSession) -> dict[str, float]:
    """Make the page that of a slow phone with nothing kept; return the bytes of each address as they come."""
    sizes: dict[str, float] = {}
    urls: dict[str, str] = {}
    devtools.on(
        "Network.responseReceived", lambda seen: urls.update({seen["requestId"]: seen["response"]["url"]})
    )
    devtools.on(
        "Network.loadingFinished",
        lambda seen: sizes.update({urls.get(seen["requestId"], "?"): seen["encodedDataLength"]}),
    )
    devtools.send("Network.enable")
    devtools.send("Network.clearBrowserCache")
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    kilobytes = 1.5e6 / 8
    devtools.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 40, "downloadThroughput": kilobytes, "uploadThroughput": kilobytes},
    )
    return sizes


def reaction_error(page: Page, wait: int) -> float | None:
    """Press a match so long after looking; return the reported reaction less the true one, in ms."""
    [(card, symbol)] = find(look(page)) or [(0, 0)]
    at = page.evaluate(PRESS, [card, symbol, wait])
    page.wait_for_timeout(300)
    call = page.evaluate("window.calls.at(-1)")
    shown = page.evaluate(
        "(number) => window.reveals.find((one) => one.number === number)?.shown", call["reveal"]
    )
    page.wait_for_timeout(2_300)  # The next two cards.
    return None if shown is None else round(call["reaction"] - (at - shown), 2)


if __name__ == "__main__":
    main()
