"""Work that takes a while, kept away from the event loop."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import cached_property
from multiprocessing import active_children, get_context
from typing import Any, Final, Protocol

PATIENT: Final = 10
"""How far thinking stands back behind the tables, as Unix counts niceness."""


class Think(Protocol):
    """Do some work elsewhere, and come back with its outcome or the exception that ended it.

    What is `far` is long: it goes to another process, so it must be a plain call of plain values.
    """

    def __call__(
        self, work: Callable[[], Any], then: Callable[[Any], None], far: bool = False
    ) -> Callable[[], object]:
        """Return what gives up work that has not begun."""
        ...


class Thinkers:
    """Threads for what is short and processes for what is long; what they find out comes back on the loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._threads = ThreadPoolExecutor(min(4, os.cpu_count() or 1), "think")

    def __call__(
        self, work: Callable[[], Any], then: Callable[[Any], None], far: bool = False
    ) -> Callable[[], object]:
        def back(done: Future[Any]) -> None:
            if not done.cancelled() and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(then, done.exception() or done.result())

        pool: Executor = self._processes if far else self._threads
        future = pool.submit(work)
        future.add_done_callback(back)
        return future.cancel

    @cached_property
    def _processes(self) -> ProcessPoolExecutor:
        # A thread that thinks in Python would hold the interpreter, and with it every table.
        workers = max(1, (os.cpu_count() or 1) - 1)
        return ProcessPoolExecutor(workers, get_context("spawn"), _stand_back)

    def close(self) -> None:
        """Think no more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        if "_processes" in vars(self):
            self._processes.shutdown(wait=False, cancel_futures=True)
            # A server that stops does not wait for a bot to finish its thought.
            for child in active_children():
                child.terminate()


def _stand_back() -> None:
    if hasattr(os, "nice"):
        os.nice(PATIENT)
