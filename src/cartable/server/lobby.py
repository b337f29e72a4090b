"""The lobby: tables by code, opened, restored after a restart, unloaded when nobody uses them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from functools import partial
from secrets import choice, token_bytes
from typing import Any, Final

from msgspec import Struct

from cartable.cluster.shards import shard_of
from cartable.core import Millis
from cartable.fair import Tally
from cartable.server import messages
from cartable.server.asking import Asking
from cartable.server.book import Book
from cartable.server.calendar import day_of
from cartable.server.clock import Clock
from cartable.server.day import KEPT, MOST_LISTED
from cartable.server.district import Everywhere, Ground, Moving
from cartable.server.faults import Faults, trace
from cartable.server.reading import read
from cartable.server.rows import Agreement, Row, TableOpened
from cartable.server.seating import agreement, practising
from cartable.server.store import Away, Damaged, Fenced, Store, written
from cartable.server.table import Table
from cartable.server.think import Think

log = logging.getLogger("cartable")

LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels: a code spells no word, and is not misread."""
LENGTH: Final = 5

SWEEP: Final = 60_000
ASLEEP: Final = 600_000
"""After this many milliseconds without a connection, a table leaves memory; the store still has it."""
DAY: Final = 86_400
LONG_AGO: Final = Millis(-DAY * 1000)
MOST: Final = 100
"""How many tables one commit deletes or notes as used: moves must not wait for more than that."""
DRAWS: Final = 500
"""How many codes to draw in search of one whose shard is served here."""


class Unavailable(Exception):
    """A table that exists but lets nobody in now; `again` says whether to retry soon."""

    def __init__(self, key: str, again: bool) -> None:
        super().__init__(key)
        self.key = key
        self.again = again


HandOver = Callable[[Table, int, str], None]
"""Takes a new table, its host's number and their token."""


def nobody(member: int) -> list[Row]:
    """Return the rows of a table at which nobody sits yet."""
    return []


class Opening(Struct, frozen=True):
    """How a table is set up."""

    agreed: Agreement
    chairs: Callable[[int], list[Row]] = nobody
    """Returns the rows that fill its chairs, by its host's number."""
    name: str = ""
    """The host's."""
    face: int = 0
    place: tuple[str, int] | None = None
    """Its code and its number, where they are chosen."""
    secret: str = ""
    """The seed of all its chance; drawn if none is given."""
    token: str = ""
    """The host's token; drawn if none is given."""


class Lobby:
    """All tables of a server, and what they share."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        think: Think,
        arbiter: bool = True,
        forget: int = 0,
        complain: Callable[[Exception], None] | None = None,
        draw: Callable[[int], bytes] = token_bytes,
        wall: Callable[[], int] = lambda: int(time.time()),
        studied: Callable[[str], object] = lambda game: None,
    ) -> None:
        self.store = store
        self.clock = clock
        self.think = think
        self.arbiter = arbiter
        self.asking = Asking()
        self.draw = draw
        self.wall = wall
        self.ground: Ground = Everywhere()
        self.tables: dict[str, Table] = {}
        self.opened = 0
        self.tally = Tally()
        """What the arbiters of finished games counted."""
        self._studied = studied
        """Called with each game that has just ended with people there, who may want it analysed."""
        self._forget = forget
        self._complain = complain
        self._touched: dict[str, Millis] = {}
        self._settling: dict[str, Table] = {}
        """Tables that were set aside while some of their rows were still being written."""
        self.faults = Faults(clock, ASLEEP)
        self._reading: dict[str, asyncio.Task[bool]] = {}
        """The tables that are being read, each once however many ask for it."""
        self._forgotten: set[str] = set()
        """The codes of tables that were deleted, whether or not that is written yet."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False
        self._today = 0
        """The day on which old days were forgotten last."""
        clock.at(Millis(clock.now() + SWEEP), self.sweep)

    async def open(self, wanted: messages.NewTable, then: HandOver, address: str = "") -> None:
        """Open a table for an address and hand it over; raise Refused if that is not allowed."""
        opening = Opening(agreement(wanted), name=wanted.name, face=wanted.face)
        await self.set_up(opening, then, address)

    async def play_on(
        self,
        agreed: Agreement,
        wanted: messages.PlayOn,
        then: HandOver,
        address: str = "",
    ) -> None:
        """Open a table at a moment of a finished game (TABLE-13), as `open` does; its seats are taken."""
        chairs = partial(practising, agreed, wanted)
        chairs(0)  # Refuses before anything is written.
        await self.set_up(Opening(agreed, chairs, wanted.name, wanted.face), then, address)

    async def set_up(self, opening: Opening, then: HandOver, address: str) -> None:
        """Open a table for an address; raise Unavailable where another server serves it by now."""
        code, home = opening.place or await self.place()
        if not self.ground.serves(code):
            raise Unavailable("closing.moved", again=True)
        book = Book(code, opening.agreed)
        book.secret = opening.secret or self.draw(32).hex()
        book.rows = 1
        table = Table(self, home, book, written=0, address=address)
        member, token, rows = table.invite(opening.name, opening.face, token=opening.token)
        for row in opening.chairs(member):
            book.apply(row)
            rows.append(row)
        self.tables[code] = table
        self._forgotten.discard(code)
        self.opened += 1
        first = TableOpened(code, opening.agreed, book.secret)
        table.begin([first, *rows], lambda: then(table, member, token))

    async def place(self) -> tuple[str, int]:
        """Return a code that is free, of a table that is served here, and the number of the table."""
        while True:
            code = await self.drawn(LENGTH)
            home = None if code in self.tables else await self.store.open(code)
            # Its shard may have left meanwhile.
            if home is not None and self.ground.serves(code):
                return code, home

    def at_hand(self, code: str) -> Table | None:
        """Return the table with a code if it is in memory."""
        code = _spelt(code)
        return self.tables.get(code) if self.ground.serves(code) else None

    async def find(self, code: str, address: str = "") -> Table | None:
        """Return the table with a code, from memory or from the store; raise Unavailable where it rests.

        Where another node serves it, raise Elsewhere.
        Bots of a table that is read again think in the turn of the address that asks for it.
        """
        code = _spelt(code)
        if len(code) == LENGTH:
            await self.settled(code)
        while (table := self.tables.get(code)) is None:
            self._let_in(code)
            if len(code) != LENGTH or code in self._forgotten:
                return None
            reading = self._reading.get(code)
            if reading is None:
                reading = self._reading[code] = asyncio.create_task(self._load(code, address))
                reading.add_done_callback(_heard)
            # Whoever asked first may be gone before it is read; the others wait on.
            if not await asyncio.shield(reading):
                return None
        return table

    async def settled(self, code: str) -> None:
        """Wait until a code's shard is served here; raise Elsewhere or Unavailable where it is not."""
        if not self.ground.serves(code):
            try:
                await self.ground.settled(code)
            except Moving:
                raise Unavailable("closing.moved", again=True) from None

    async def drawn(self, length: int) -> str:
        """Return a code whose shard is served here, drawn at random."""
        for _ in range(DRAWS):
            code = "".join(choice(LETTERS) for _ in range(length))
            if self.ground.serves(code):
                return code
        # There is hardly anything that is served here.
        await self.settled(code)
        return code

    async def book(self, code: str) -> Book | None:
        """Return a table's rows, even if another node serves it."""
        code = _spelt(code)
        if self.ground.serves(code):
            table = await self.find(code)
            return table.book if table else None
        home = await self.store.find(code) if set(code) <= set(LETTERS) else None
        return None if home is None else await read(self.store, home)

    async def remove(self, code: str) -> bool:
        """Delete a table, even one that rests; whoever is there is told; return whether it existed."""
        code = _spelt(code)
        try:
            table = await self.find(code)
        except Unavailable as unavailable:
            home = await self.store.find(code)
            if unavailable.again or home is None:
                raise
            self._forget_table(code, home)
            return True
        if table:
            self._dismiss(table, "closing.forgotten", again=False)
            self._forget_table(code, table.home)
        return table is not None

    def distrust(self, code: str, fault: Exception) -> None:
        """Drop a table in which something impossible happened; it is read again when someone comes.

        What it has in memory may be half done; what is written is whole.
        """
        if table := self.tables.get(code):
            log.error("a table of %s is set aside\n%s", table.book.playing, trace(fault))
            self.faults.note(code)
            self._settling[code] = table
            self._dismiss(table, "closing.error", again=True)

    def unwritten(self, failure: Exception) -> None:
        """Drop every table: in memory it may be ahead of what is written, and is read again on demand.

        Where the log is another server's by now, that is so for its tables alone.
        """
        if isinstance(failure, Fenced):
            self.ground.fenced(failure.homes)
            for table in list(self.tables.values()):
                if table.home in failure.homes:
                    self._dismiss(table, "closing.error", again=True)
            return
        if self.tables and self._complain:
            self._complain(failure)
        for table in list(self.tables.values()):
            self._dismiss(table, "closing.storage", again=True)
        self.store.renew()

    def playing(self, shards: frozenset[int]) -> set[str]:
        """Return the games that are played at the tables of these shards."""
        return {table.book.playing for table in self._of(shards) if table.book.under_way}

    def part(self, shards: frozenset[int]) -> None:
        """Drop the tables of these shards at once: they are another node's, or will be."""
        # A deletion that is not written yet may be refused: the other node has the table then.
        self._forgotten = {code for code in self._forgotten if shard_of(code) not in shards}
        for table in self._of(shards):
            self._settling[table.book.code] = table
            self._dismiss(table, "closing.moved", again=True)

    async def empty(self, shard: int) -> None:
        """Decide and write down what is held at the tables of a shard, and let everyone go."""
        shards = frozenset((shard,))
        for table in self._of(shards):
            table.stop("closing.moved")
        await written(self.store)
        self.part(shards)

    def tallied(self, tally: Tally) -> None:
        """Add what the arbiter of a finished game counted."""
        ours = self.tally
        self.tally = Tally(ours.reveals + tally.reveals, ours.late + tally.late, ours.robbed + tally.robbed)

    def finished(self, game: str) -> None:
        """Report that a game has ended with people there."""
        self._studied(game)

    def stop(self) -> None:
        """Tell everyone that the server is shutting down; nobody is let in any more."""
        self._stopping = True
        # One that fails to stop is set aside meanwhile.
        for table in list(self.tables.values()):
            table.stop("closing.stop")

    async def finish(self) -> None:
        """Cancel every read that is under way."""
        tasks = [*self._reading.values(), *self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def sweep(self) -> None:
        """Unload tables that nobody uses."""
        now, noted = self.clock.now(), 0
        for code, table in list(self.tables.items()):
            used = bool(table.presence.clients)
            if not used and now - table.presence.used > ASLEEP:
                table.drop()
                # One that fails to is set aside already.
                self.tables.pop(code, None)
                self._touched.pop(code, None)
            elif used and noted < MOST and now - self._touched.get(code, LONG_AGO) > DAY * 1000 // 4:
                # The others come in the next minutes: what counts is the day.
                noted += 1
                self._touched[code] = now
                self.store.touch(table.home)
        self._settling = {code: table for code, table in self._settling.items() if not table.settled}
        self.store.mark_day()
        today = day_of(self.wall())
        if today != self._today:
            self._today = today
            self.store.forget_days(today - 1, today - KEPT, MOST_LISTED)
        if self._forget:
            self._do(self.tidy())
        self.clock.at(Millis(now + SWEEP), self.sweep)

    async def tidy(self) -> None:
        """Delete the tables that nobody has used for a long time."""
        try:
            idle = await self.store.idle(self._forget)
        except Away:
            return
        for start in range(0, len(idle), MOST):
            for code, home in idle[start : start + MOST]:
                if code not in self.tables and code not in self._reading and self.ground.serves(code):
                    self._forget_table(code, home)
            # What came meanwhile goes first; what could not be written is tried again at the next sweep.
            if await written(self.store):
                return

    def _do(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(_heard)

    def _of(self, shards: frozenset[int]) -> list[Table]:
        return [table for code, table in self.tables.items() if shard_of(code) in shards]

    def _let_in(self, code: str) -> None:
        """Raise Unavailable where a table cannot be read now."""
        if self._stopping:
            raise Unavailable("closing.stop", again=True)
        if self.faults.rests(code):
            raise Unavailable("error.resting", again=False)
        if code in self._settling:
            if not self._settling[code].settled:
                raise Unavailable("closing.error", again=True)
            del self._settling[code]

    def _forget_table(self, code: str, home: int) -> None:
        self._forgotten.add(code)
        self.faults.forget(code)
        self.store.forget(home, partial(self._forgot, code))

    def _forgot(self, code: str, failure: Exception | None) -> None:
        # What is being read was there a moment ago, and must not come back.
        if failure or code not in self._reading:
            self._forgotten.discard(code)

    async def _load(self, code: str, address: str) -> bool:
        """Read a table from the store; return whether it is there."""
        epoch = self.ground.since(code)
        try:
            home = await self.store.find(code)
            book = None if home is None else await read(self.store, home)
            if code in self.tables:
                return True
            if home is None or book is None or code in self._forgotten:
                return False
            # The server may have begun to stop, or the table to fail, while it was read.
            self._let_in(code)
            if self.ground.since(code) != epoch or not self.ground.serves(code):
                raise Unavailable("closing.moved", again=True)
            self.tables[code] = Table(self, home, book, book.rows, address)
            return True
        except Unavailable:
            raise
        except Away as away:
            raise Unavailable("closing.storage", again=True) from away
        except Damaged as damaged:
            if code not in self.faults.damaged:
                log.error("a table is damaged: %s", damaged)
            self.faults.damaged.add(code)
            raise Unavailable("error.damaged-table", again=False) from damaged
        except Exception as fault:
            log.error("a table could not be read\n%s", trace(fault))
            self.faults.note(code)
            raise Unavailable("closing.error", again=True) from fault
        finally:
            del self._reading[code]

    def _dismiss(self, table: Table, key: str, again: bool) -> None:
        self.tables.pop(table.book.code, None)
        try:
            table.dismiss(key, again)
        except Exception as fault:
            log.error("a table could not be put away\n%s", trace(fault))


def _spelt(code: str) -> str:
    return code.strip().upper()


def _heard(task: asyncio.Task[Any]) -> None:
    """Retrieve a task's outcome, though nobody waits for it any more."""
    if not task.cancelled():
        task.exception()
