"""Work that takes a while, kept off the event loop."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
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
"""How far thinking gives way to the tables, as a Unix niceness."""
SOON: Final = 3.0
"""Work waiting for a process takes about this many seconds at most; any more shrinks each one's nodes."""
LEARNT: Final = 8
"""From how many of the latest thoughts to tell how long work of a kind takes."""
AHEAD: Final = 4
"""How much short work each thread has queued, so as not to wait for the loop; the rest is taken by turns."""


class Far(Struct, frozen=True):
    """Describes work for another process: a plain call with plain values.

    Its one argument is the part of its nodes that it may use.
    """

    kind: str
    """Work of one kind takes about equally long."""
    whole: bool = False
    """Whether it always has all its nodes: then it waits until nothing else does."""


class Think(Protocol):
    """Do some work elsewhere, and call back with its outcome or the exception that ended it."""

    def __call__(
        self,
        work: Callable[..., Any],
        then: Callable[[Any], None],
        far: Far | None = None,
        whose: Whose = NOBODYS,
    ) -> Callable[[], object]:
        """Return a callback that gives up work that has not begun."""
        ...


class Thought(Struct, eq=False):
    """Work that waits for its turn, or is being done."""

    work: Callable[..., Any] | None
    then: Callable[[Any], None] | None
    far: Far | None
    whose: Whose
    share: float = 1.0
    """What part of its nodes it may use."""
    waits: bool = True
    """Whether it has yet to begin."""

    def forget(self) -> Callable[[Any], None] | None:
        """Keep nothing of it, since what it was for knows it; return what was to be done with the outcome."""
        then, self.then, self.work = self.then, None, None
        return then


class Thinkers:
    """Threads for what is short and processes for what is long; what they find out comes back on the loop.

    Both are shared by turns. A new process first does what is given here, which makes it ready for its work.
    Each stands alone: one that dies takes nobody else's thought with it.
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
        """How many of them got fewer nodes than they should, because too much was waiting."""
        self._deliver = deliver or asyncio.get_running_loop().call_soon_threadsafe
        threads = min(4, os.cpu_count() or 1)
        self._threads = near or ThreadPoolExecutor(threads, "think")
        self._most_near = threads * AHEAD
        self._near = 0
        """How many thoughts the threads have."""
        self._process = far or partial(_process, ready)
        # One core is the tables'.
        self._most = processes or max(1, (os.cpu_count() or 1) - 1)
        self._idle: list[Executor] = []
        self._busy: set[Executor] = set()
        self._short: Rota[Thought] = Rota()
        self._waiting: Rota[Thought] = Rota()
        self._patient: Rota[Thought] = Rota()
        self._kinds: Counter[str] = Counter()
        """How many of each kind wait for a process, but for those that always have all their nodes."""
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
        thought = Thought(work, then, far, whose)
        self._turns(far).add(whose, thought)
        if far is None:
            self._begin_near()
        else:
            self._kinds[far.kind] += not far.whole
            # By those that wait before it and, once it begins, by those that wait behind it.
            thought.share = self._share(far)
            self._begin()
        return partial(self._give_up, thought)

    @property
    def waiting(self) -> int:
        """How many thoughts wait for a process."""
        return len(self._waiting) + len(self._patient)

    def warm_up(self) -> None:
        """Start a process before there is work for it."""
        self(_nothing, _heard, Far("nothing"))

    def rest(self) -> None:
        """End the processes that have nothing to do; what comes next begins another."""
        for process in self._idle:
            process.shutdown(wait=False)
        self._idle.clear()

    def close(self) -> None:
        """Stop thinking."""
        self._closed = True
        for turns in (self._short, self._waiting, self._patient):
            turns.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)
        processes = [*self._idle, *self._busy]
        for process in processes:
            process.shutdown(wait=False, cancel_futures=True)
        if processes:
            # A server that stops does not wait for a bot to finish its thought.
            for child in active_children():
                child.terminate()

    def _turns(self, far: Far | None) -> Rota[Thought]:
        if far is None:
            return self._short
        return self._patient if far.whole else self._waiting

    def _give_up(self, thought: Thought) -> None:
        """Drop a thought; one that has begun runs on, and its result is ignored."""
        thought.forget()
        if thought.waits and not self._closed:
            self._turns(thought.far).remove(thought.whose, thought)
            self._begun(thought)

    def _begun(self, thought: Thought) -> None:
        """Note that a thought waits no longer."""
        thought.waits = False
        if thought.far is not None and not thought.far.whole:
            self._kinds[thought.far.kind] -= 1

    def _begin_near(self) -> None:
        while self._short and self._near < self._most_near and not self._closed:
            thought = self._short.take()
            self._begun(thought)
            assert thought.work is not None
            self._near += 1
            ended = partial(self._ended_near, thought)
            try:
                future = self._threads.submit(thought.work)
            except RuntimeError as error:
                # The system lets no thread begin.
                self._deliver(ended, error)
            else:
                future.add_done_callback(partial(self._back, ended))

    def _ended_near(self, thought: Thought, outcome: Any) -> None:
        self._near -= 1
        self._begin_near()
        _found(thought, outcome)

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
            except (BrokenExecutor, OSError, RuntimeError, AssertionError) as error:
                # The last is what Python says where a process, itself a daemon, may have no children.
                self._deliver(ended, BrokenExecutor(str(error)))
            else:
                future.add_done_callback(partial(self._back, ended))

    def _next(self) -> Thought | None:
        """Take the next thought for a process, with the nodes it may use."""
        turns = self._waiting or self._patient
        if not turns:
            return None
        thought = turns.take()
        assert thought.far is not None
        thought.share = min(thought.share, self._share(thought.far))
        self._begun(thought)
        return thought

    def _share(self, far: Far) -> float:
        """Return what part of its nodes something that waits may use, for all that wait to be done soon."""
        takes = self._seconds.get(far.kind, 0.0)
        if far.whole or not takes:
            return 1.0
        waiting = [(self._seconds.get(kind, 0.0), count) for kind, count in self._kinds.items() if count]
        each = allowed(waiting, SOON * self._most)
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
        _found(thought, outcome)

    def _learn(self, thought: Thought, seconds: float) -> None:
        assert thought.far is not None
        kind, whole = thought.far.kind, seconds / thought.share
        known = self._seconds.get(kind, whole)
        # Some of the time is none of the nodes': with few of them it makes a kind seem longer than it is.
        learnt = known + (whole - known) / LEARNT if thought.share == 1 else min(known, whole)
        self._seconds[kind] = learnt

    def _back(self, then: Callable[[Any], None], done: Future[Any]) -> None:
        if not done.cancelled() and not self._closed:
            self._deliver(then, done.exception() or done.result())


def allowed(waiting: Iterable[tuple[float, int]], total: float) -> float:
    """Return the longest that each may take so that together they take no more than the total.

    `waiting` has a length, and how many take it; whoever takes less keeps their length.
    """
    by_length = sorted(waiting)
    left = sum(count for _, count in by_length)
    for takes, count in by_length:
        each = total / left
        if takes >= each:
            return each
        total -= takes * count
        left -= count
    return inf


def _found(thought: Thought, outcome: Any) -> None:
    if then := thought.forget():
        then(outcome)


def timed(work: Callable[[float], Any], share: float) -> tuple[float, Any]:
    """Do some work with a part of its nodes; return how many seconds it took, and its outcome."""
    began = perf_counter()
    found = work(share)
    return perf_counter() - began, found


def _process(ready: Callable[[], object] | None) -> Executor:
    # A thread that thinks in Python would hold the interpreter, and with it every table.
    return ProcessPoolExecutor(1, get_context("spawn"), _settle, (ready,))


def _settle(ready: Callable[[], object] | None) -> None:
    """End when the server does, even if it is killed; get ready, and from then on give way to the tables.

    A busy computer would otherwise take minutes to get ready, while people wait for their first game.
    """
    Thread(target=_follow, daemon=True).start()
    if ready:
        ready()
    if hasattr(os, "nice"):
        os.nice(PATIENT)


def _follow() -> None:
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(0)


def _nothing(share: float) -> None:
    """Do nothing."""


def _heard(outcome: object) -> None:
    """Do nothing."""
