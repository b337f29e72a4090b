"""Work that takes a while, kept away from the event loop."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol


class Think(Protocol):
    """Do some work elsewhere, and come back with its outcome or the exception that ended it."""

    def __call__(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None: ...


class Thinkers:
    """Threads that think; what they find out comes back on the loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._pool = ThreadPoolExecutor(min(4, os.cpu_count() or 1), "think")

    def __call__(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        def back(done: Future[Any]) -> None:
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(then, done.exception() or done.result())

        self._pool.submit(work).add_done_callback(back)

    def close(self) -> None:
        """Think no more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
