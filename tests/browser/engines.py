"""A short game of each box in Firefox and WebKit: `python -m tests.browser.engines [firefox] [webkit]`.

Firefox is driven by WebDriver BiDi, WebKit by WebKitWebDriver: in Debian they are `firefox-esr`, and
`webkit2gtk-driver` with `xvfb`. One that is not on this machine is only named, unless it was asked for.
`--pictures FOLDER` keeps what was seen.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import shutil
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from aiohttp import ClientConnectionError, ClientSession, ClientWebSocketResponse, ClientWSTimeout

from tests.browser.players import GUIDED, OPEN, SMALL
from tests.browser.serving import Serving, free_port

PATIENCE: Final = 240
"""Seconds after which a game counts as endless."""

SETTINGS: Final = {"name": "Ada", "volume": 0, "calm": True, "guided": GUIDED}

LISTEN: Final = """
window.wrong = [];
for (const kind of ["error", "unhandledrejection"])
  addEventListener(kind, (event) => window.wrong.push(String(event.message ?? event.reason)));
"""

FIND: Final = """
const all = (what) => [...document.querySelectorAll(what)];
const one = (...found) => found.flat().filter(Boolean).slice(0, 1);
"""

MIDDLES: Final = """.map((found) => {
  const { x, y, width, height } = found.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})"""

INTO_VIEW: Final = """.map((found) => {
  found.scrollIntoView({ block: "center", behavior: "instant" });
  return found;
})"""

TOWER: Final = """
const shown = (where) => all(`.felt > .place${where} .card.up .symbol`);
const middle = shown('[data-place="middle"]').map((symbol) => symbol.dataset.symbol);
return one(shown('[data-mine="true"]').filter((symbol) => middle.includes(symbol.dataset.symbol)))"""

ISLAND: Final = """
for (const own of all('[data-hand] .card.up .symbol'))
  for (const slot of all('[data-slot]').filter((one) => !one.querySelector('.place.shut'))) {
    const found = slot.querySelector(`.card.up [data-symbol="${own.dataset.symbol}"]`);
    const button = slot.querySelector('.place > button');
    // Where places are large, their symbols are pressed themselves.
    if (found) return button ? [own, button] : [found];
  }
return []"""

CATATAC: Final = """
const cards = all('.held.able');
return one(all('.ending .go'), all('button.way'), cards[Math.floor(cards.length / 2)], all('.decline'))"""

KARTA: Final = """
if (all('.outline').length > 0) return one(all('.outline.ok').length > 0 ? all('.lay') : []);
return one(all('.near section.turn .hand button'))"""


class EnginePage(ABC):
    """A page of one engine: it goes somewhere, runs scripts, and is pressed as a person presses."""

    def __init__(self, said: str) -> None:
        self.said = said
        """What the engine calls itself."""

    @abstractmethod
    async def go(self, address: str) -> None:
        """Open an address."""

    @abstractmethod
    async def run(self, script: str) -> Any:
        """Run the body of an asynchronous function, and return what it returns."""

    @abstractmethod
    async def press(self, x: float, y: float) -> None:
        """Press at a place."""

    @abstractmethod
    async def picture(self) -> bytes:
        """Return what is seen, as a PNG."""


class Firefox(EnginePage):
    """A page of Firefox, over WebDriver BiDi."""

    def __init__(self, line: ClientWebSocketResponse) -> None:
        super().__init__("Firefox")
        self._line = line
        self._asked = 0
        self._context = ""

    async def begin(self) -> None:
        """Make a session, and find its page."""
        made = await self._ask("session.new", capabilities={})
        self.said = f"Firefox {made['capabilities']['browserVersion']}"
        [tab] = (await self._ask("browsingContext.getTree"))["contexts"]
        self._context = tab["context"]
        await self._ask(
            "browsingContext.setViewport", context=self._context, viewport={"width": 1000, "height": 800}
        )

    async def go(self, address: str) -> None:
        await self._ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    async def run(self, script: str) -> Any:
        expression = f"(async () => JSON.stringify((await (async () => {{{script}}})()) ?? null))()"
        target = {"context": self._context}
        told = await self._ask("script.evaluate", expression=expression, target=target, awaitPromise=True)
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])

    async def press(self, x: float, y: float) -> None:
        await self._ask("input.performActions", context=self._context, actions=_pressing(x, y))

    async def picture(self) -> bytes:
        told = await self._ask("browsingContext.captureScreenshot", context=self._context)
        return base64.b64decode(told["data"])

    async def _ask(self, method: str, **params: object) -> dict[str, Any]:
        self._asked += 1
        await self._line.send_json({"id": self._asked, "method": method, "params": params})
        while True:
            told: dict[str, Any] = await self._line.receive_json(timeout=PATIENCE)
            if told.get("id") == self._asked:
                assert told["type"] == "success", told
                result: dict[str, Any] = told["result"]
                return result


class WebKit(EnginePage):
    """A page of WebKit, over WebDriver."""

    def __init__(self, web: ClientSession) -> None:
        super().__init__("WebKit")
        self._web = web
        self._session = ""

    async def begin(self) -> None:
        """Make a session."""
        made = await self._ask("POST", "/session", capabilities={"alwaysMatch": {}})
        self._session = f"/session/{made['sessionId']}"
        self.said = f"WebKit ({made['capabilities']['browserName']} {made['capabilities']['browserVersion']})"
        await self._ask("POST", f"{self._session}/timeouts", script=PATIENCE * 1000)
        await self._ask("POST", f"{self._session}/window/rect", width=1000, height=900)

    async def go(self, address: str) -> None:
        await self._ask("POST", f"{self._session}/url", url=address)

    async def run(self, script: str) -> Any:
        told = f"(async () => {{{script}}})().then((found) => arguments[0](JSON.stringify(found ?? null)))"
        return json.loads(
            await self._ask("POST", f"{self._session}/execute/async", script=f"return {told}", args=[])
        )

    async def press(self, x: float, y: float) -> None:
        await self._ask("POST", f"{self._session}/actions", actions=_pressing(x, y))

    async def picture(self) -> bytes:
        return base64.b64decode(await self._ask("GET", f"{self._session}/screenshot"))

    async def end(self) -> None:
        """Close the browser."""
        if self._session:
            await self._ask("DELETE", self._session)

    async def _ask(self, how: str, path: str, **body: object) -> Any:
        data = None if how != "POST" else json.dumps(body)
        async with self._web.request(how, path, data=data) as answer:
            told = await answer.json(content_type=None)
        assert answer.status == 200, told
        return told["value"]


def _pressing(x: float, y: float) -> list[dict[str, Any]]:
    steps = [
        {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    return [{"type": "pointer", "id": "hand", "parameters": {"pointerType": "mouse"}, "actions": steps}]


@asynccontextmanager
async def firefox(binary: str) -> AsyncIterator[EnginePage]:
    """Start Firefox without a window."""
    with tempfile.TemporaryDirectory() as profile:
        flags = ("--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0")
        process = await asyncio.create_subprocess_exec(
            binary, *flags, stdout=DEVNULL, stderr=PIPE, env={**os.environ, "HOME": profile}
        )
        try:
            told = await _line_of(process, r"listening on (ws://\S+)")
            timeout = ClientWSTimeout(ws_close=5)
            async with ClientSession() as web, web.ws_connect(f"{told}/session", timeout=timeout) as line:
                page = Firefox(line)
                await page.begin()
                yield page
        finally:
            process.terminate()
            await process.communicate()


@asynccontextmanager
async def webkit(binary: str) -> AsyncIterator[EnginePage]:
    """Start WebKit on a screen of its own, where there is none."""
    port = free_port()
    async with _screen() as screen, ClientSession(f"http://127.0.0.1:{port}") as web:
        process = await asyncio.create_subprocess_exec(
            binary, f"--port={port}", stdout=DEVNULL, stderr=DEVNULL, env={**os.environ, **screen}
        )
        page = WebKit(web)
        try:
            await _answering(web)
            await page.begin()
            yield page
            await page.end()
        finally:
            process.terminate()
            await process.wait()


@asynccontextmanager
async def _screen() -> AsyncIterator[dict[str, str]]:
    if "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ:
        yield {}
        return
    ours, theirs = os.pipe()
    process = await asyncio.create_subprocess_exec(
        "Xvfb", "-displayfd", str(theirs), pass_fds=[theirs], stdout=DEVNULL, stderr=DEVNULL
    )
    os.close(theirs)
    try:
        with open(ours) as told:
            number = await asyncio.to_thread(told.readline)
        yield {"DISPLAY": f":{number.strip()}"}
    finally:
        process.terminate()
        await process.wait()


async def _line_of(process: Process, wanted: str) -> str:
    assert process.stderr is not None
    async for line in process.stderr:
        if found := re.search(wanted, line.decode()):
            return found[1]
    raise RuntimeError("the browser does not start")


async def _answering(web: ClientSession) -> None:
    for _ in range(PATIENCE * 10):
        try:
            async with web.get("/status"):
                return
        except ClientConnectionError:
            await asyncio.sleep(0.1)
    raise RuntimeError("the driver does not start")


class ShortGame(NamedTuple):
    """How a short game of a box is opened and played."""

    game: str
    agreed: dict[str, object]
    next: str
    """Finds what to press next."""


BOXES: Final = (
    ShortGame("spot/tower", {"deck": SMALL}, TOWER),
    ShortGame("island/welcome", {"options": {"once": True}}, ISLAND),
    ShortGame("catatac", {}, CATATAC),
    ShortGame("karta", {}, KARTA),
)

ENGINES: Final[
    dict[str, tuple[tuple[str, ...], Callable[[str], AbstractAsyncContextManager[EnginePage]]]]
] = {
    "firefox": (("firefox-esr", "firefox"), firefox),
    "webkit": (("WebKitWebDriver",), webkit),
}


async def play(page: EnginePage, address: str, box: ShortGame, keep: Callable[[str, bytes], None]) -> None:
    """Open a table, let a bot sit down, and play to the end."""
    await page.go(f"{address}/health")
    stored = json.dumps(json.dumps(SETTINGS))
    asked = json.dumps({"game": box.game, **box.agreed})
    await page.go(
        await page.run(f"localStorage.setItem('cartable.settings', {stored}); return ({OPEN})({asked})")
    )
    await page.run(LISTEN)
    await _press(page, """return all('li.seat.mine').length < 1 ? [] : all('[data-add="bot"]')""")
    await _press(page, """return all('li.seat:not(.empty)').length < 2 ? [] : all('[data-do="start"]')""")
    until = time.monotonic() + PATIENCE
    pressed = 0
    while not await page.run(FIND + "return all('.ranking li').length"):
        assert time.monotonic() < until, f"{box.game} does not end"
        for x, y in await page.run(f"{FIND} return (() => {{{box.next}}})(){MIDDLES}"):
            await page.press(x, y)
            pressed += 1
            if pressed == 5:
                keep(f"{box.game}-play", await page.picture())
        await asyncio.sleep(0.2)  # As quick as a person could be, and not a false start.
    keep(f"{box.game}-end", await page.picture())
    assert pressed > 0, f"nothing was pressed in {box.game}"
    wrong = await page.run("return window.wrong")
    assert wrong == [], wrong


async def _press(page: EnginePage, wanted: str) -> None:
    before: list[list[float]] = []
    for _ in range(PATIENCE * 5):
        found = await page.run(f"{FIND} return (() => {{{wanted}}})(){INTO_VIEW}{MIDDLES}")
        if found and found == before:  # What still moves would be missed.
            await page.press(*found[0])
            return
        before = found
        await asyncio.sleep(0.2)
    raise AssertionError(f"this never came: {wanted}")


async def try_engine(name: str, address: str, pictures: Path | None) -> bool | None:
    """Play all boxes in an engine; return whether that went well, or None where it is not on this machine."""
    names, start = ENGINES[name]
    binary = next(filter(None, map(shutil.which, names)), None)
    if binary is None:
        _say(f"{name}: nothing was tested, for {' or '.join(names)} is not on this machine.")
        return None

    def keep(what: str, picture: bytes) -> None:
        if pictures is not None:
            (pictures / f"{name}-{what.replace('/', '-')}.png").write_bytes(picture)

    fine = True
    async with start(binary) as page:
        for box in BOXES:
            began = time.monotonic()
            try:
                await play(page, address, box, keep)
            except AssertionError as error:
                fine = False
                _say(f"{page.said}: {box.game} failed: {error}")
                keep(f"{box.game}-failed", await page.picture())
            else:
                _say(f"{page.said}: {box.game} was played to its end in {time.monotonic() - began:.0f} s.")
    return fine


async def main(arguments: list[str]) -> int:
    """Try the engines that are named, or all that are here; return how many failed."""
    pictures = None
    if "--pictures" in arguments:
        at = arguments.index("--pictures")
        pictures = Path(arguments[at + 1])
        pictures.mkdir(parents=True, exist_ok=True)
        arguments = arguments[:at] + arguments[at + 2 :]
    with tempfile.TemporaryDirectory() as data, Serving(Path(data)) as serving:
        outcomes = [await try_engine(name, serving.address, pictures) for name in arguments or ENGINES]
    return outcomes.count(False) + (outcomes.count(None) if arguments else 0)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
