"""Analyses, away from the tables: in separate processes, one move at a time, so that they can be stopped."""

from __future__ import annotations

import asyncio
import os
import pickle
from collections import Counter, OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable
from functools import lru_cache, partial
from hashlib import blake2b
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from cartable.analysis import Analyst, KartaMove, analyst
from cartable.analysis.choices import asked
from cartable.bots.compiled import COMPILED
from cartable.core import Record
from cartable.games import GAMES
from cartable.games.karta import Place
from cartable.server import messages
from cartable.server.bots import warm_up
from cartable.server.outside import Examine, Unreadable, apart, line, read, record_in
from cartable.server.rota import NOBODYS, Whose
from cartable.server.think import Far, Think, Thinkers
from cartable.server.turns import ByTurns

IDLE: Final = 180.0
"""The process ends after this many seconds without a request: it holds some 150 MB."""
KEPT: Final = 200
"""How many studies are kept for whoever asks next."""
KEPT_BYTES: Final = 16 << 20
"""How many bytes they may have, finished or not."""
MOST_WAITING: Final = 30
"""No more begin while this many wait, nor are more answers judged while twice as many moves do."""
MOST_ANSWERS: Final = 15
"""How many answers of one address may wait to be judged."""
SEARCHED: Final = tuple(name for name, rules in GAMES.items() if rules.info.analysis == "moves")
"""The games whose analysis looks ahead; the code for that takes seconds to load."""
BELOW_BOTS: Final = 9
"""How much further than bots an analysis gives way, as a Unix niceness."""
ONE_MOVE: Final = Far("study", whole=True)
NOTHING: Final = Raw(b"null")


class Underway(Struct, eq=False):
    """An analysis that is under way, done, or left by all who asked for it, with what was found by then."""

    of: int = 0
    moves: list[bytes] = []
    address: str = ""
    """Who asked for it first."""
    found: bytes = b""
    fault: Exception | None = None
    listeners: int = 0
    task: asyncio.Task[None] | None = None
    news: asyncio.Event = msgspec.field(default_factory=asyncio.Event)

    def tell(self) -> None:
        """Wake the listeners."""
        self.news.set()
        self.news = asyncio.Event()

    @property
    def done(self) -> int:
        """How many moves are judged."""
        return len(self.moves)

    @property
    def size(self) -> int:
        """How many bytes were found."""
        return len(self.found) + sum(map(len, self.moves))

    @property
    def over(self) -> bool:
        """Whether nothing more comes."""
        return bool(self.found) or self.fault is not None

    @property
    def works(self) -> bool:
        """Whether somebody waits for more of it."""
        return self.task is not None and not self.over

    @property
    def there(self) -> bool:
        """Whether whoever asks only follows it, or is told what was found."""
        return self.works or bool(self.found)


class Examined(Struct):
    """A `messages.Studied` whose study stays encoded."""

    of: int
    study: Raw


class TooBusy(Exception):
    """Too many analyses wait."""


class Studies:
    """All analyses of a server; the process for them is started by the first, or by a game that ends."""

    def __init__(
        self,
        think: Callable[[], Think] | None = None,
        examine: Callable[[bytes, Examine], Awaitable[bytes | Unreadable]] | None = None,
    ) -> None:
        # A file is gone through first where it can do no harm, and be ended.
        self._examine = examine or apart
        self._examining = ByTurns(1)
        self._make = think or partial(Thinkers, give_way, 1)
        self._made: Think | None = None
        self._asked = 0
        self._answers: Counter[str] = Counter()
        self._release: asyncio.TimerHandle | None = None
        self._jobs: OrderedDict[tuple[bytes, str], Underway] = OrderedDict()

    async def close(self, _: object = None) -> None:
        """Cancel what is under way."""
        for job in self._jobs.values():
            if job.task:
                job.task.cancel()
        if self._release:
            self._release.cancel()
        if isinstance(self._made, Thinkers):
            self._made.close()

    def release(self) -> None:
        """End the process: the next request starts another."""
        if isinstance(self._made, Thinkers):
            self._made.rest()

    def expect(self, game: str) -> None:
        """Get the process ready for an analysis of a game that has just ended."""
        if game in SEARCHED and not self._asked:
            self._hold(get_ready, lambda outcome: self._let_go(), NOBODYS)

    def has(self, content: bytes, level: str) -> bool:
        """Return whether an analysis is done or under way, so that asking for it begins nothing."""
        job = self._jobs.get(_key(content, level))
        return job is not None and job.there

    def begun_by(self, address: str) -> int:
        """Return how many analyses are under way that an address began."""
        return sum(job.works and job.address == address for job in self._jobs.values())

    async def study(
        self, content: bytes, level: str, whose: Whose, kept: str = ""
    ) -> AsyncGenerator[bytes, None]:
        """Yield how far the analysis of a record is, line by line, and at last the study.

        `kept` names the game of a record that this server keeps, and need not doubt. The work stops when
        nobody listens any more, and continues from there when somebody asks again. Before the first line it
        may raise NoStudy or TooBusy.
        """
        key = _key(content, level)
        if (job := self._jobs.get(key)) is None or not job.there:
            if sum(job.works for job in self._jobs.values()) >= MOST_WAITING:
                raise TooBusy
            left = self._jobs.pop(key, None) or Underway()
            job = self._jobs[key] = Underway(left.of, left.moves, whose[0])
            job.task = asyncio.create_task(self._work(job, content, level, whose, kept))
            self._forget()
        job.listeners += 1
        told: int | None = None
        try:
            while not job.over:
                # It may have gone on while this line was on its way.
                if job.of and told != job.done:
                    told = job.done
                    yield msgspec.json.encode(messages.Studied(told, job.of)) + b"\n"
                else:
                    await job.news.wait()
            if job.fault:
                raise job.fault
            if self._jobs.get(key) is job:
                self._jobs.move_to_end(key)
            yield job.found
        finally:
            job.listeners -= 1
            if not job.listeners and not job.over and job.task:
                job.task.cancel()
                job.task = None

    async def judge(self, position: str, place: Place, level: str, whose: Whose) -> KartaMove:
        """Judge one placement; raise ValueError or Refused if it cannot be, TooBusy if too many wait."""
        address = whose[0]
        if self._asked >= 2 * MOST_WAITING or self._answers[address] >= MOST_ANSWERS:
            raise TooBusy
        self._answers[address] += 1
        try:
            found = await self._ask(partial(judge_answer, position, place, level), whose)
        finally:
            self._answers -= Counter((address,))
        assert isinstance(found, KartaMove)
        return found

    async def _work(self, job: Underway, content: bytes, level: str, whose: Whose, kept: str) -> None:
        try:
            if not job.of:
                first = _made(await self._first(content, level, whose, kept))
                told = msgspec.json.decode(first, type=Examined)
                job.of = told.of
                if told.study != NOTHING:
                    job.found = first
            while not job.found:
                job.tell()
                if job.done < job.of:
                    job.moves.append(await self._ask(partial(judge_move, content, job.done, level), whose))
                else:
                    last = partial(gather, content, level, job.moves, not COMPILED)
                    job.found = _made(await self._ask(last, whose))
            job.moves = []
        except Exception as fault:
            # Whatever it was: it is an answer to those who asked, and no table hears of it.
            job.fault = fault
        job.tell()
        self._forget()

    async def _first(self, content: bytes, level: str, whose: Whose, kept: str) -> bytes | Unreadable:
        """Return the first line of an analysis."""
        purpose = Examine(level, not COMPILED)
        if kept in SEARCHED:
            found: bytes | Unreadable = await self._ask(partial(examine_kept, content, purpose), whose)
            return found
        async with self._examining.of(whose):
            return await self._examine(content, purpose)

    async def _ask(self, work: Callable[[float], Any], whose: Whose) -> Any:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        give_up = self._hold(work, partial(settle, answer), whose)
        try:
            return await answer
        finally:
            give_up()
            self._let_go()

    def _hold(
        self, work: Callable[[float], Any], then: Callable[[Any], None], whose: Whose
    ) -> Callable[[], object]:
        self._made = self._made or self._make()
        self._asked += 1
        if self._release:
            self._release.cancel()
        return self._made(work, then, ONE_MOVE, whose)

    def _let_go(self) -> None:
        self._asked -= 1
        if not self._asked:
            self._release = asyncio.get_running_loop().call_later(IDLE, self.release)

    def _forget(self) -> None:
        """Keep only the latest, as many as there is room for."""
        size = sum(job.size for job in self._jobs.values())
        for key, job in list(self._jobs.items()):
            if len(self._jobs) <= KEPT and size <= KEPT_BYTES:
                break
            if not job.works:
                size -= job.size
                del self._jobs[key]


class NoStudy(Exception):
    """A record cannot be analysed."""

    def __init__(self, why: Unreadable) -> None:
        super().__init__(why)
        self.why = why


def _key(content: bytes, level: str) -> tuple[bytes, str]:
    return blake2b(content).digest(), level


def give_way() -> None:
    """Let bots go first."""
    if hasattr(os, "nice"):
        os.nice(BELOW_BOTS)


def get_ready(share: float) -> None:
    """Load the analyses that look ahead, with their machine code."""
    warm_up()
    for game in SEARCHED:
        analyst(game)


def examine_kept(content: bytes, purpose: Examine, share: float) -> bytes | Unreadable:
    """Return the first line of the analysis of a record that this server keeps."""
    return read(content, purpose)


# The server hands on what comes of these without looking into it: that would be time of the tables.


def judge_move(content: bytes, number: int, level: str, share: float) -> bytes:
    """Return what the analysis makes of one move of a record."""
    _, by, every = _opened(content)
    return pickle.dumps(by.judge(every[number], level))


def gather(content: bytes, level: str, moves: list[bytes], plain: bool, share: float) -> bytes | Unreadable:
    """Return the last line of an analysis, with the study made of the moves' findings."""
    record, by, _ = _opened(content)
    study = by.gathered(record, level, [pickle.loads(move) for move in moves])
    return line(messages.Studied(len(moves), len(moves), study, plain))


def judge_answer(position: str, place: Place, level: str, share: float) -> KartaMove:
    """Return what the search makes of a placement in a position."""
    from cartable.analysis.karta import answered

    return answered(position, place, level)


def can(level: str) -> bool:
    """Return whether this server can analyse at a level: the expert's needs numba."""
    return level == "hard" or (level == "expert" and COMPILED)


@lru_cache(4)
def _opened(content: bytes) -> tuple[Record[Any], Analyst, list[Any]]:
    record = record_in(content)
    return record, analyst(record.game), list(asked(record))


def settle(answer: asyncio.Future[Any], outcome: object) -> None:
    """Give those who wait an outcome, or the exception that came instead."""
    if answer.done():
        return
    if isinstance(outcome, Exception):
        answer.set_exception(outcome)
    else:
        answer.set_result(outcome)


def _made(line: bytes | Unreadable) -> bytes:
    if isinstance(line, Unreadable):
        raise NoStudy(line)
    return line
