"""An evening at one server: what all honest people share, what they saw, and the search for leaks."""

from __future__ import annotations

import asyncio
import os
from array import array
from collections.abc import Coroutine
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Final

from aiohttp import ClientSession, TCPConnector
from msgspec import Struct, field

from cartable.lab.leaks import leak

LOOKING: Final = 12
"""How many games at most wait to be looked through; the others are only counted."""


class Seen(Struct):
    """What honest people saw of a server."""

    answered: int = 0
    unanswered: list[str] = []
    cut_off: list[str] = []
    """Connections that ended though nobody wanted to go."""
    moves: int = 0
    games: int = 0
    looked_through: int = 0
    leaks: list[str] = []
    times: array[float] = field(default_factory=lambda: array("f", ()))
    """Seconds to each answer that waits for nobody: all but calls that are compared, and questions."""


class Evening:
    """What all honest people at one server share."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.seen = Seen()
        self.closing = False
        """Whether nobody asks for anything any more, except to finish games with hidden cards."""
        self.over = False
        self._homes: dict[str, ClientSession] = {}
        self._fetching: list[asyncio.Task[None]] = []
        """Finished games on their way here, to be looked through."""
        self._looking: set[Future[str]] = set()
        self._judge = ProcessPoolExecutor(1, get_context("spawn"), _give_way)

    def home(self, address: str) -> ClientSession:
        """Return the browsers at an address."""
        if address not in self._homes:
            self._homes[address] = ClientSession(connector=TCPConnector(local_addr=(address, 0), limit=0))
        return self._homes[address]

    def fetch(self, record: Coroutine[Any, Any, None]) -> None:
        """Fetch a finished game; the evening waits for it."""
        self._fetching = [task for task in self._fetching if not task.done() or task.exception()]
        self._fetching.append(asyncio.create_task(record))

    async def fetched(self) -> None:
        """Wait for the finished games that are on their way."""
        await asyncio.gather(*self._fetching)

    def judge(self, record: bytes, heard: list[tuple[list[list[bytes]], tuple[int, ...]]]) -> None:
        """Have a finished game searched for what somebody must not know."""
        self._judged()
        if len(self._looking) < LOOKING:
            self._looking.add(self._judge.submit(leak, record, heard))

    async def close(self) -> None:
        """Close the browsers, and look through the rest."""
        for home in self._homes.values():
            await home.close()
        await asyncio.to_thread(self._judge.shutdown)
        self._judged()

    def _judged(self) -> None:
        for done in [looked for looked in self._looking if looked.done()]:
            self._looking.remove(done)
            self.seen.looked_through += 1
            if found := done.result():
                self.seen.leaks.append(found)


def _give_way() -> None:
    os.nice(15)
