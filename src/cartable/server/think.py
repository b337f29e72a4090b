"""Work that takes a while, kept away from the event loop."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from math import inf
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from time import perf_counter
from typing import Any, Final, Protocol

from msgspec import Struct

from cartable.server.rota import NOBODYS, Rota, Whose

PATIENT: Final = 10
"""How far thinking gives way to the tables, as Unix counts niceness."""
SOON: Final = 3.0
"""What waits for a process is done in about so many seconds; what would take longer is given fewer nodes."""
LEARNT: Final = 8
"""How long work of a kind takes is learnt from about so many of the latest."""


class Far(Struct, frozen=True):
    """What is known of work for another process: a plain call of plain values.

    Its one argument is the part of its nodes that it may use.
    """

    kind: str
    """Work of one kind takes about as long."""
    whole: bool = False
    """Whether it always has all its nodes: then it waits until nothing else does."""


class Think(Protocol):
    """Do some work elsewhere, and come back with its outcome or the exception that ended it."""

    def __call__(
        self,
        work: Callable[..., Any],
        then: Callable[[Any], None],
        far: Far | None = None,
        whose: Whose = NOBODYS,
    ) -> Callable[[], object]:
        """Return what gives up work that has not begun."""
        ...


class Thought(Struct, eq=False):
    """Work that waits for its turn, or is being done."""

    work: Callable[..., Any] | None
    then: Callable[[Any], None] | None
    far: Far = Far("")
    share: float = 1.0
    """What part of its nodes it may use."""
    cancel: Callable[[], object] | None = None

    def give_up(self) -> None:
        """Let nobody wait for it."""
        if self.cancel:
            self.cancel()
        self.forget()

    def forget(self) -> Callable[[Any], None] | None:
        """Keep nothing of it, since what it was for knows it; return what was to be done with the outcome."""
        then, self.then, self.work, self.cancel = self.then, None, None, None
        return then


class Thinkers:
    """Threads for what is short and processes for what is long; what they find out comes back on the loop.

    A new process first does what is given here, which makes it ready for its work. Each stands alone: one
    that dies takes nobody else's thought with it.
    """

    def __init__(
        self,
        ready: Callable[[], object] | None = None,
        processes: int | None = None,
        near: Executor | None = None,
        far: Callable[[], Executor] | None = None,
        deliver: Callable[..., object] | None = None,
    ) -> None:
        self.thoughts = 0
        """How many thoughts have been handed to a process."""
        self.hurried = 0
        """How many of them had fewer nodes than they should, because too much waited."""
        self._deliver = deliver or asyncio.get_running_loop().call_soon_threadsafe
        self._threads = near or ThreadPoolExecutor(min(4, os.cpu_count() or 1), "think")
        self._process = far or partial(_process, ready)
        # One core is the tables'.
        self._most = processes or max(1, (os.cpu_count() or 1) - 1)
        self._idle: list[Executor] = []
        self._busy: set[Executor] = set()
        self._waiting: Rota[Thought] = Rota()
        self._patient: Rota[Thought] = Rota()
        self._seconds: dict[str, float] = {}
        """How long work of each kind takes with all its nodes."""
        self._closed = False

    def __call__(
        self,
        work: Callable[..., Any],
        then: Callable[[Any], None],
        far: Far | None = None,
        whose: Whose = NOBODYS,
    ) -> Callable[[], object]:
        if far is None:
            return self._near(Thought(work, then))
        thought = Thought(work, then, far)
        (self._patient if far.whole else self._waiting).add(whose, thought)
        # By those that wait before it and, once it begins, by those that wait behind it.
        thought.share = self._share(thought)
        self._begin()
        return thought.give_up

    @property
    def waiting(self) -> int:
        """How many thoughts wait for a process."""
        return sum(thought.then is not None for turns in (self._waiting, self._patient) for thought in turns)

    def warm_up(self) -> None:
        """Start a process before there is work for it."""
        self(_nothing, _heard, Far("nothing"))

    def close(self) -> None:
        """Think no more."""
        self._closed = True
        self._waiting.clear()
        self._patient.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)
        processes = [*self._idle, *self._busy]
        for process in processes:
            process.shutdown(wait=False, cancel_futures=True)
        if processes:
            # A server that stops does not wait for a bot to finish its thought.
            for child in active_children():
                child.terminate()

    def _near(self, thought: Thought) -> Callable[[], object]:
        assert thought.work is not None
        future = self._threads.submit(thought.work)
        thought.cancel = future.cancel
        future.add_done_callback(partial(self._back, partial(self._found, thought)))
        return thought.give_up

    def _found(self, thought: Thought, outcome: Any) -> None:
        if then := thought.forget():
            then(outcome)

    def _begin(self) -> None:
        while len(self._busy) < self._most and not self._closed and (thought := self._next()):
            assert thought.work is not None
            process = self._idle.pop() if self._idle else self._process()
            self._busy.add(process)
            self.thoughts += 1
            self.hurried += thought.share < 1
            ended = partial(self._ended, thought, process)
            try:
                future = process.submit(timed, thought.work, thought.share)
            except (BrokenExecutor, OSError, RuntimeError) as error:
                self._deliver(ended, BrokenExecutor(str(error)))
            else:
                future.add_done_callback(partial(self._back, ended))

    def _next(self) -> Thought | None:
        """Take the next thought that somebody still waits for, and say how many nodes it may use."""
        for turns in (self._waiting, self._patient):
            while turns:
                thought = turns.take()
                if thought.then is None:
                    continue
                thought.share = min(thought.share, self._share(thought))
                return thought
        return None

    def _share(self, thought: Thought) -> float:
        takes = self._seconds.get(thought.far.kind, 0.0)
        if thought.far.whole or not takes:
            return 1.0
        others = (other for other in self._waiting if other.then and other is not thought)
        each = allowed(
            [takes, *(self._seconds.get(other.far.kind, 0.0) for other in others)], SOON * self._most
        )
        return min(1.0, each / takes)

    def _ended(self, thought: Thought, process: Executor, outcome: Any) -> None:
        self._busy.remove(process)
        if isinstance(outcome, BrokenExecutor):
            process.shutdown(wait=False)
        else:
            self._idle.append(process)
        if isinstance(outcome, tuple):
            seconds, outcome = outcome
            self._learn(thought, seconds)
        self._begin()
        self._found(thought, outcome)

    def _learn(self, thought: Thought, seconds: float) -> None:
        kind, whole = thought.far.kind, seconds / thought.share
        known = self._seconds.get(kind, whole)
        # Some of the time is none of the nodes': with few of them it makes a kind seem longer than it is.
        learnt = known + (whole - known) / LEARNT if thought.share == 1 else min(known, whole)
        self._seconds[kind] = learnt

    def _back(self, then: Callable[[Any], None], done: Future[Any]) -> None:
        if not done.cancelled() and not self._closed:
            self._deliver(then, done.exception() or done.result())


def allowed(seconds: Iterable[float], total: float) -> float:
    """Return how long each may take so that all of them take so long; what is short is left as it is."""
    by_length = sorted(seconds)
    for number, takes in enumerate(by_length):
        each = total / (len(by_length) - number)
        if takes >= each:
            return each
        total -= takes
    return inf


def timed(work: Callable[[float], Any], share: float) -> tuple[float, Any]:
    """Do some work with a part of its nodes; return how many seconds it took, and its outcome."""
    began = perf_counter()
    found = work(share)
    return perf_counter() - began, found


def _process(ready: Callable[[], object] | None) -> Executor:
    # A thread that thinks in Python would hold the interpreter, and with it every table.
    return ProcessPoolExecutor(1, get_context("spawn"), _settle, (ready,))


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


def _nothing(share: float) -> None:
    """Take no time."""


def _heard(outcome: object) -> None:
    """Leave it at that."""
