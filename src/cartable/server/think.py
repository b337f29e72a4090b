"""Work that takes a while, kept away from the event loop."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import cached_property, partial
from heapq import heappop, heappush
from itertools import count
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import Any, Final, Protocol

from msgspec import Struct

PATIENT: Final = 10
"""How far thinking gives way to the tables, as Unix counts niceness."""


class Think(Protocol):
    """Do some work elsewhere, and come back with its outcome or the exception that ended it.

    What is `far` goes to another process, so it must be a plain call of plain values. The number says how
    long it is, by any measure: what is shorter comes first.
    """

    def __call__(
        self, work: Callable[[], Any], then: Callable[[Any], None], far: int = 0
    ) -> Callable[[], object]:
        """Return what gives up work that has not begun."""
        ...


class Thought(Struct, eq=False):
    """Work for another process that waits for its turn, or is being done."""

    work: Callable[[], Any]
    then: Callable[[Any], None]
    far: int
    wanted: bool = True
    again: bool = False
    """Whether it was begun before, in a process that died of it or of something else."""

    def give_up(self) -> None:
        """Let nobody wait for it."""
        self.wanted = False


class Thinkers:
    """Threads for what is short and processes for what is long; what they find out comes back on the loop.

    A new process first does what is given here, which makes it ready for its work.
    """

    def __init__(self, ready: Callable[[], object] | None = None, processes: int | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        self._threads = ThreadPoolExecutor(min(4, os.cpu_count() or 1), "think")
        self._ready = ready
        # One core is the tables'.
        self._most = processes or max(1, (os.cpu_count() or 1) - 1)
        self._waiting: list[tuple[int, int, Thought]] = []
        self._numbers = count()
        self._busy = 0
        self._closed = False

    def __call__(
        self, work: Callable[[], Any], then: Callable[[Any], None], far: int = 0
    ) -> Callable[[], object]:
        if not far:
            return self._submit(self._threads, work, then)
        thought = Thought(work, then, far)
        self._wait(thought)
        self._begin()
        return thought.give_up

    def warm_up(self) -> None:
        """Start a process before there is work for it."""
        self(_nothing, _heard, far=1)

    def close(self) -> None:
        """Think no more."""
        self._closed = True
        self._waiting.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)
        if "_processes" in vars(self):
            self._processes.shutdown(wait=False, cancel_futures=True)
            # A server that stops does not wait for a bot to finish its thought.
            for child in active_children():
                child.terminate()

    def _wait(self, thought: Thought) -> None:
        heappush(self._waiting, (thought.far, next(self._numbers), thought))

    def _begin(self) -> None:
        while self._waiting and self._busy < self._most and not self._closed:
            thought = heappop(self._waiting)[-1]
            if thought.wanted:
                self._busy += 1
                pool, ended = self._processes, partial(self._ended, thought, self._processes)
                try:
                    self._submit(pool, thought.work, ended)
                except BrokenExecutor as error:
                    self._loop.call_soon(ended, error)

    def _ended(self, thought: Thought, pool: Executor, outcome: Any) -> None:
        self._busy -= 1
        tries = isinstance(outcome, BrokenExecutor) and not thought.again
        if isinstance(outcome, BrokenExecutor) and vars(self).get("_processes") is pool:
            # With one of its processes a whole pool is lost: the next has new ones.
            del self._processes
        if tries:
            thought.again = True
            self._wait(thought)
        self._begin()
        if thought.wanted and not tries:
            thought.then(outcome)

    def _submit(
        self, pool: Executor, work: Callable[[], Any], then: Callable[[Any], None]
    ) -> Callable[[], object]:
        def back(done: Future[Any]) -> None:
            if not done.cancelled() and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(then, done.exception() or done.result())

        future = pool.submit(work)
        future.add_done_callback(back)
        return future.cancel

    @cached_property
    def _processes(self) -> ProcessPoolExecutor:
        # A thread that thinks in Python would hold the interpreter, and with it every table.
        return ProcessPoolExecutor(self._most, get_context("spawn"), _settle, (self._ready,))


def _settle(ready: Callable[[], object] | None) -> None:
    """Give way to the tables, end when the server does, even if it is killed, and get ready."""
    if hasattr(os, "nice"):
        os.nice(PATIENT)
    Thread(target=_follow, daemon=True).start()
    if ready:
        ready()


def _follow() -> None:
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(0)


def _nothing() -> None:
    """Take no time."""


def _heard(outcome: object) -> None:
    """Leave it at that."""
