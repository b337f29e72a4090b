"""Measures the client as a slow phone has it: `python -m tests.browser.measure`.

CPU four times slower, 1.5 Mbit/s with 40 ms of delay, 390 × 844. Prints the time from opening the address to
the table, the JavaScript and the pictures that travel, the layout shift, the time from a reveal's arrival to
its paint, the page's own work in that time, and how far the reported reaction is from the true one for
presses at known times. A reveal is painted when the browser's own trace says that its frame was presented,
which the page cannot know; what the screen and the finger add is not measured.
For Karta Doppio it prints how long the page works on each move of a dragged card until the frame that shows
it: four times what its thread works, so that other work on the machine does not count. One frame is 16.7 ms.
For a finished game it prints the time until its cards are painted: from the tap after a game, its pictures
being there; from a link, where nothing is there yet; and from one's own games, where it was seen before.
`--replay` prints nothing else.
"""

from __future__ import annotations

import asyncio
import json
import math
import statistics
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, TypedDict

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from cartable.core import decode
from cartable.games import GAMES
from cartable.server import messages
from cartable.server.rows import Agreement, Ended, GameBegan, TableOpened, encode
from cartable.server.sqlite import SqliteStore
from cartable.server.store import Append, Finish
from tests.browser.chromium import launched
from tests.browser.players import TWO_FRAMES, add_bot, find, look, open_table
from tests.browser.serving import Serving
from tests.browser.test_karta import begin, lay_by_keyboard
from tests.recorded import newest

REPLAYED = {"spot/tower": ".felt .card.up .symbol", "karta": ".karta .hand > *"}
"""The finished games, and what is there of each when it is drawn."""
KNOWING = """localStorage.setItem(
  'cartable.settings', '{"name":"Ada","guided":["spot","karta"],"volume":0}'
)"""
OPEN = """(id) => {
  history.pushState({}, '', `/r/${id}`);
  dispatchEvent(new PopStateEvent('popstate'));
}"""
BOOKED = """localStorage.setItem('cartable.book', JSON.stringify([{
  record: '%s', game: '%s', at: 1, seat: 0, place: 1, tied: false, people: ['Bruno'], replaced: [], bots: [],
  beaten: [], score: 1, best: null, typical: null, run: null,
}]))"""
SLOWER = 4
PRESSES = 20
MOVES = 80
LAID = 8
WATCH = """() => {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.hadRecentInput) window.shift += entry.value;
    }
  }).observe({type: 'layout-shift', buffered: true});
}"""
SPY = """() => {
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
        // From before the client's own work on it.
        performance.mark(`reveal ${told.reveal.number}`, {startTime: event.timeStamp});
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


class TracedReveal(NamedTuple):
    """A reveal in the browser's trace: its thread, when it came and when it was painted, in microseconds."""

    thread: int
    came: int
    painted: int
    start: float
    """When it came by the page's own clock, in milliseconds."""


class Trace(TypedDict):
    """An event of the browser's trace, in microseconds: of the clock, and of the thread alone."""

    name: str
    pid: int
    tid: int
    ts: int
    dur: int
    tdur: int
    args: dict[str, dict[str, str]]


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        # Before the browser, whose driver has a loop of its own in this thread.
        kept = {game: asyncio.run(stored(Path(folder), newest(game))) for game in REPLAYED}
        with Serving(Path(folder)) as serving, sync_playwright() as play:
            show(launched(play), serving, kept)


def show(browser: Browser, serving: Serving, kept: dict[str, str]) -> None:
    """Measure, and print."""
    figures = seen_again(browser, serving, kept)
    if "--replay" not in sys.argv:
        figures |= measured(browser.new_page(viewport={"width": 390, "height": 844}), serving)
        figures |= dragged(browser, serving)
    sys.stdout.write(json.dumps(figures, indent=2) + "\n")
    browser.close()


async def stored(folder: Path, file: Path) -> str:
    """Put a saved game into the store of a server that is not running; return its id."""
    record = decode(file.read_bytes(), GAMES)
    assert record.result
    setup, name = record.setup, record.game.replace("/", "")
    code, id = name[:5].upper().ljust(5, "A"), (name.encode().hex() + "0" * 32)[:32]
    agreed = Agreement(record.game, setup.options, setup.deck, "", messages.Terms())
    began = GameBegan(setup.begins, record.game, record.version, setup, record.seed, False)
    rows = [encode(row) for row in (TableOpened(code, agreed), began, *record.log, Ended(id, record.result))]
    listed = messages.Listed(id, record.game, 1, ("Ada",) * setup.seats, record.result)
    store = SqliteStore(folder, asyncio.get_running_loop().call_soon_threadsafe)
    home = await store.open(code)
    assert home
    done: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    store.append(Append(home, 0, rows, done.set_result, Finish(1, len(rows) - 2, listed)))
    assert await done is None
    await store.close()
    return id


def seen_again(browser: Browser, serving: Serving, kept: dict[str, str]) -> dict[str, float]:
    """Return how long it takes from what opens a finished game to its cards."""
    figures: dict[str, float] = {}
    for game, board in REPLAYED.items():
        page = browser.new_page(viewport={"width": 390, "height": 844}, locale="en-GB")
        page.add_init_script(KNOWING)
        # As after a game: the board and its pictures are there, the replay's own code is not.
        page.goto(serving.address)
        open_table(page, game)
        add_bot(page)
        page.locator('[data-do="start"]:enabled').click()
        page.locator("main.play .felt, main.play .karta").wait_for()
        page.wait_for_timeout(3_000)
        slow(page.context.new_cdp_session(page))
        begun = perf_counter()
        page.evaluate(OPEN, kept[game])
        figures[f"replay of {game}, seconds from the tap after a game"] = painted(page, board, begun)
        page.close()
        # Each page has a context of its own, and so a cache: here there is nothing in it.
        page = browser.new_page(viewport={"width": 390, "height": 844}, locale="en-GB")
        page.add_init_script(f"{KNOWING};{BOOKED % (kept[game], game)}")
        slow(page.context.new_cdp_session(page))
        begun = perf_counter()
        page.goto(f"{serving.address}/r/{kept[game]}", wait_until="commit")
        figures[f"replay of {game}, seconds from a link, with nothing there"] = painted(page, board, begun)
        page.goto(f"{serving.address}/book")
        link = page.locator(f'a[href="/r/{kept[game]}"]').first
        link.wait_for()
        page.wait_for_timeout(3_000)
        begun = perf_counter()
        link.click()
        figures[f"replay of {game}, seconds from one's own games, seen before"] = painted(page, board, begun)
        page.close()
    return figures


def painted(page: Page, board: str, begun: float) -> float:
    """Return how many seconds it is since a moment, once a replay's cards are there and painted."""
    page.locator(f"main.replay {board}").first.wait_for()
    page.evaluate(TWO_FRAMES)
    return round(perf_counter() - begun, 2)


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
    page.locator("[data-box=spot]").click()
    page.locator('[data-game="spot/practice"] .game').click()
    page.locator('[data-game="spot/practice"] [data-way="now"]').click()
    page.locator(".felt").wait_for()
    opened = perf_counter() - begun
    page.locator(".card.up").nth(1).wait_for()
    browser = page.context.browser
    assert browser is not None
    browser.start_tracing(
        page=page,
        categories=["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"],
    )
    pressed = [press(page, 200 + wait % 5 * 60) for wait in range(PRESSES)]
    events = json.loads(browser.stop_tracing())["traceEvents"]
    seen = reveals(events)
    paints = [(one.painted - one.came) / 1000 for one in seen.values()]
    errors = [
        round(reaction - (at - one.start - (one.painted - one.came) / 1000), 2)
        for number, reaction, at in pressed
        if (one := seen.get(number))
    ]
    busy = worked(events, seen)
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
        "work of a reveal on the slowed CPU, median ms": round(statistics.median(busy), 1),
        "error of the reaction, mean ms": round(statistics.mean(errors), 2),
        "error of the reaction, worst ms": max(errors, key=abs),
        "presses": len(errors),
    }


def dragged(browser: Browser, serving: Serving) -> dict[str, float]:
    """Return how long the page works on each move of a card that is dragged over half a game of Karta."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.add_init_script(
        """localStorage.setItem('cartable.settings', '{"name":"Ada","guided":["karta"],"volume":0}')"""
    )
    page.goto(serving.address)
    open_table(page, "karta")
    page.locator("li.seat.empty button").last.click()
    page.locator("li.seat.mine").nth(1).wait_for()
    begin(page)
    for turn in range(LAID):
        lay_by_keyboard(page, turns=turn % 4)
    page.keyboard.press("1")
    page.locator(".outline.ok, .outline.no").wait_for()
    box = page.locator(".hold").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    browser.start_tracing(
        page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline"]
    )
    for step in range(MOVES):
        angle = step / MOVES * 4 * math.pi
        page.mouse.move(195 + 110 * math.cos(angle), 350 + 180 * math.sin(angle))
        page.wait_for_timeout(40)
    millis = [SLOWER * work for work in works(json.loads(browser.stop_tracing())["traceEvents"])]
    page.mouse.up()
    return {
        "Karta, a moved card to its frame, median ms": round(statistics.median(millis), 1),
        "Karta, a moved card to its frame, 95 of 100, ms": round(statistics.quantiles(millis, n=20)[-1], 1),
        "moves": len(millis),
    }


def works(events: list[Trace]) -> list[float]:
    """Return the milliseconds of each task in which the pointer moved and what came of it was drawn."""
    moves = [
        event
        for event in events
        if event["name"] == "EventDispatch" and event["args"]["data"]["type"] == "pointermove"
    ]
    thread = (moves[0]["pid"], moves[0]["tid"])
    tasks = [
        event
        for event in events
        if event["name"] == "RunTask" and (event["pid"], event["tid"]) == thread and "tdur" in event
    ]
    return [
        task["tdur"] / 1000
        for task in tasks
        if any(task["ts"] <= move["ts"] < task["ts"] + task["dur"] for move in moves)
    ]


def reveals(events: list[dict[str, Any]]) -> dict[int, TracedReveal]:
    """Return each reveal of a trace by its number: it is painted when the next frame to be rendered is."""
    frames = [one for one in events if one["name"] == "AnimationFrame" and one["ph"] in "be"]
    frames.sort(key=lambda one: one["ts"])
    ends = {a["args"]["id"]: b["ts"] for a, b in pairwise(frames) if (a["ph"], b["ph"]) == ("b", "e")}
    shown = {one["args"]["id"]: one["ts"] for one in events if one["name"] == "AnimationFrame::Presentation"}
    found = {}
    for one in events:
        if one["name"].startswith("reveal ") and one["cat"] == "blink.user_timing":
            after = [(end, frame) for frame, end in ends.items() if end > one["ts"]]
            if after and (painted := shown.get(min(after)[1])):
                start = one["args"]["data"]["startTime"]
                found[int(one["name"].split()[1])] = TracedReveal(one["tid"], one["ts"], painted, start)
    return found


def worked(events: list[dict[str, Any]], seen: dict[int, TracedReveal]) -> list[float]:
    """Return for how many ms the page's CPU worked on each reveal, from its arrival to its paint.

    Other programs on the machine do not count, which is what makes it worth comparing.
    """
    tasks = [one for one in events if one["name"] == "RunTask" and "tdur" in one]
    return [
        sum(one["tdur"] for one in tasks if one["tid"] == thread and came <= one["ts"] < painted) / 1000
        for thread, came, painted, _ in seen.values()
    ]


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
    slow(devtools)
    return sizes


def slow(devtools: CDPSession) -> None:
    """Make a page's machine and line those of a slow phone."""
    devtools.send("Network.enable")
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    kilobytes = 1.5e6 / 8
    devtools.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 40, "downloadThroughput": kilobytes, "uploadThroughput": kilobytes},
    )


def press(page: Page, wait: int) -> tuple[int, float, float]:
    """Press a match so long after looking; return its reveal, the reported reaction and the true time."""
    [(card, symbol)] = find(look(page)) or [(0, 0)]
    at = page.evaluate(PRESS, [card, symbol, wait])
    page.wait_for_timeout(300)
    call = page.evaluate("window.calls.at(-1)")
    page.wait_for_timeout(2_300)  # The next two cards.
    return call["reveal"], call["reaction"], at


if __name__ == "__main__":
    main()
