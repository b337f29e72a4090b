"""The store in a file: SQLite, written to by one thread of our own, and read by another.

All appends that wait while a commit is being made durable go into the next one (group commit), so that a busy
server pays for few commits and an idle one waits for nobody.
Rows are written one behind the other as they come (`fresh`), for a thousand tables to share a page. Later
they are gathered into chunks of one table each, a slice of a few milliseconds between two commits: nothing
that grows with the number of rows is in the way of a commit.
Plain `sqlite3` and not a layer above it: the whole is a few statements, and a layer costs more than they do.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from secrets import token_hex
from typing import Final, ParamSpec, TypeVar
from zlib import crc32

import msgspec
from msgspec import Struct

from cartable.server import messages
from cartable.server.faults import trace
from cartable.server.folder_lock import claimed
from cartable.server.gathering import Gathering, tell
from cartable.server.packing import HandedRow, line
from cartable.server.renewal import OLD, Progress, renew, whole
from cartable.server.rows import Asked
from cartable.server.sqlite_chores import Chores
from cartable.server.sqlite_file import ADDED, FILE, connected
from cartable.server.sqlite_reads import SqliteReads
from cartable.server.store import (
    BEST_KEPT,
    FORGOTTEN,
    NOBODY,
    Append,
    Away,
    DayTry,
    Filed,
    Heading,
    Statement,
    Then,
    Unwritable,
    awaited,
    unheard,
)

log = logging.getLogger("cartable")

NEWEST: Final = (
    "SELECT max(ifnull((SELECT max(id) FROM tables), 0), ifnull((SELECT max(home) FROM records), 0),"
    " ifnull((SELECT max(home) FROM chunks), 0))"
)

REST: Final = 0.25
"""After this many seconds without a commit, fresh rows are gathered."""
MOST_ROWS: Final = 64
"""The most rows in one statement."""
INSERTS: Final = {
    1 << n: f"INSERT INTO fresh VALUES {', '.join(['(?, ?, ?, ?, ?, ?, ?, ?)'] * (1 << n))}"
    for n in range(MOST_ROWS.bit_length())
}
"""A statement for each power of two."""
BACKLOG: Final = 4 << 20
"""When the write-ahead log has this many bytes, another thread moves them into the file."""
MOST_PAGES_AHEAD: Final = 8_000
"""The most pages in that log, more or less: beyond that, the writer waits until they are in the file."""
PAGE: Final = 4096

P = ParamSpec("P")
T = TypeVar("T")


class _Work(Struct):
    rows: list[HandedRow]
    then: Then
    renewals: int
    """How often the store had been renewed."""
    others: tuple[Statement, ...] = ()
    cleared: int = 0
    """The table whose rows are cleared away afterwards."""


class SqliteStore:
    """The store in a file of a folder; `deliver` brings call-backs home, to the thread of the tables.

    A file of an earlier Cartable is brought to today's form first, and `progress` told how far that is.
    """

    def __init__(
        self,
        folder: Path,
        deliver: Callable[[Callable[[], None]], object],
        most_pages: int = 0,
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        file = folder / FILE
        try:
            # For nobody else's eyes: it holds names, and the secret seeds of games in play.
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with ExitStack() as opened:
                opened.enter_context(claimed(folder))
                renewed = renew(folder, progress or _unheard)
                with whole(file):
                    db = opened.enter_context(closing(connected(file)))
                    db.executescript(ADDED)
                    db.execute("INSERT OR IGNORE INTO secrets VALUES ('day', ?)", (token_hex(32),))
                    self._homes = int(db.execute(NEWEST).fetchone()[0])
                    self._chores = Chores(db)
                    self.kept = SqliteReads(db, self._chores.fresh)
                    """What is in the file, for whoever need not wait for it: a tool, a test."""
                    # The threads' own, opened here: where none can be had, the server says so at its start.
                    writes, moves = (opened.enter_context(closing(connected(file))) for _ in range(2))
                if not renewed:
                    # A new file has been opened once more, and is whole: the old one is not needed.
                    (folder / OLD).unlink(missing_ok=True)
                self._opened = opened.pop_all()
        except (OSError, sqlite3.Error) as error:
            raise Unwritable(str(error)) from error
        self.full: str = ""
        """Why nothing can be written, where the last commit failed."""
        self.commits = 0
        self.appended = 0
        self._deliver = deliver
        self._most_pages = most_pages
        """How large the file may get, in pages of SQLite; 0: as large as the disk."""
        self._gathering = Gathering()
        self._renewals = 0
        self._broken: int | None = None
        """What was handed over after this many renewals or fewer lies behind a gap, and is not written."""
        self._owed: list[_Work] = []
        """Orders that could not be carried out while no row was written: the next commit tries them again."""
        self._waiting: deque[_Work] = deque()
        self._bell: SimpleQueue[bool] = SimpleQueue()
        """Rung when something waits and the writer sleeps (True), and at the end (False)."""
        self._asleep = True
        self._written = 0
        """How many bytes, more or less, were written since they were last brought to where they belong."""
        self._ahead = 0
        """How many were written since the write-ahead log last started over."""
        self._moving = threading.Lock()
        self._due = threading.Event()
        self._far_ahead = False
        """Whether the writer itself has to move the rest into the file, so that its log starts over."""
        self._closing = False
        self._thread = threading.Thread(target=self._write, args=(writes,), name="store", daemon=True)
        self._mover = threading.Thread(target=self._checkpoint, args=(moves,), name="checkpoint", daemon=True)
        self._thread.start()
        self._mover.start()
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="reads")

    async def open(self, code: str) -> int | None:
        return None if await self.find(code) is not None else self.enter(code)

    def enter(self, code: str) -> int:
        """Return the number of a new table, whose code is free."""
        self._homes += 1
        self._do(("INSERT INTO tables VALUES (?, ?, ?)", (self._homes, code, _seconds())))
        return self._homes

    def append(self, append: Append) -> None:
        home = append.home
        others: tuple[Statement, ...] = ()
        if finish := append.finish:
            listed = msgspec.json.encode(finish.listed)
            record = finish.listed.record, home, finish.first, finish.last, listed
            others += (("INSERT INTO records VALUES (?, ?, ?, ?, ?)", record),)
            if tried := finish.counted:
                ended = "UPDATE tries SET record = ? WHERE day = ? AND key = ?"
                others += ((ended, (finish.listed.record, tried.day, tried.key)),)
        if (mark := append.mark) is not None:
            others += (("INSERT OR REPLACE INTO marks VALUES (?, ?, ?)", (home, crc32(mark), mark)),)
        number, asked = append.number, append.asked
        lines = [line(home, number + n, asked.get(n, NOBODY), row) for n, row in enumerate(append.rows)]
        self._queue(_Work(lines, append.then, self._renewals, others))

    async def find(self, code: str) -> int | None:
        return await self._apart(self.kept.find, code)

    async def code(self, home: int) -> str:
        return await self._apart(self.kept.code, home)

    async def read(self, home: int, first: int = 0, last: int | None = None) -> list[bytes]:
        return await self._apart(self.kept.read, home, first, last)

    async def asked(self, home: int, first: int = 0) -> list[Asked]:
        return await self._apart(self.kept.asked, home, first)

    async def mark(self, home: int) -> bytes | None:
        return await self._apart(self.kept.mark, home)

    async def tables(self) -> list[tuple[str, int]]:
        return await self._apart(self.kept.tables)

    async def idle(self, days: int) -> list[tuple[str, int]]:
        return await self._apart(self.kept.idle, days)

    def mark_day(self) -> None:
        self._do(("INSERT OR IGNORE INTO days VALUES (?)", (_seconds() // 86_400,)))

    def touch(self, home: int) -> None:
        self._do(("UPDATE tables SET used = ? WHERE id = ?", (_seconds(), home)))

    def forget(self, home: int, then: Then = unheard) -> None:
        self._do(
            ("DELETE FROM tables WHERE id = ?", (home,)),
            ("DELETE FROM marks WHERE home = ?", (home,)),
            cleared=home,
            then=then,
        )

    async def listed(self, home: int) -> list[messages.Listed]:
        return await self._apart(self.kept.listed, home)

    async def heading(self, record: str) -> Heading | None:
        return await self._apart(self.kept.heading, record)

    async def record(self, record: str) -> Filed | None:
        return await self._apart(self.kept.record, record)

    def again(self, record: str, listed: messages.Listed) -> None:
        copied = "INSERT OR IGNORE INTO records SELECT ?, home, first, last, ? FROM records WHERE id = ?"
        self._do((copied, (listed.record, msgspec.json.encode(listed), record)))

    async def delete(self, record: str) -> None:
        home = await self._apart(self.kept.home, record)
        if home is not None:
            self._do(("DELETE FROM records WHERE id = ?", (record,)), cleared=home)

    async def secret(self) -> str:
        return await self._apart(self.kept.secret)

    async def try_day(self, wanted: DayTry, most: int) -> DayTry | None:
        entered = (
            "INSERT OR IGNORE INTO tries SELECT ?, ?, ?, '', NULL, 0"
            " WHERE (SELECT count(*) FROM tries WHERE day = ?) < ?"
        )
        await self._done((entered, (wanted.day, wanted.key, wanted.home, wanted.day, most)))
        return await self.tried(wanted.day, wanted.key)

    async def tried(self, day: int, key: str) -> DayTry | None:
        return await self._apart(self.kept.tried, day, key)

    async def unmeasured(self, day: int) -> list[DayTry]:
        return await self._apart(self.kept.unmeasured, day)

    def measured(self, found: DayTry) -> None:
        kept = "UPDATE tries SET why = ?, millis = ? WHERE day = ? AND key = ?"
        self._do((kept, (found.why, found.millis, found.day, found.key)))

    async def day_list(self, day: int, most: int) -> list[DayTry]:
        return await self._apart(self.kept.day_list, day, most)

    async def quicker(self, day: int, millis: int) -> int:
        return await self._apart(self.kept.quicker, day, millis)

    def forget_days(self, before: int, older: int, most: int) -> None:
        # PostgreSQL writes `$1` for what is `?1` here.
        forgotten, best = (order.replace("$", "?") for order in (FORGOTTEN, BEST_KEPT))
        self._do((forgotten, (older,)), (best, (before, most)))

    def renew(self) -> None:
        self._renewals += 1

    async def close(self) -> None:
        await asyncio.to_thread(self.stop)

    def stop(self) -> None:
        """Write all that waits, then stop the thread and wait for it."""
        self._reader.shutdown()
        self._bell.put(False)
        self._thread.join()
        self._closing = True
        self._due.set()
        self._mover.join()
        self._opened.close()

    async def _apart(self, read: Callable[P, T], *values: P.args, **others: P.kwargs) -> T:
        """Read in the thread for that, while the loop keeps running."""
        return await asyncio.get_running_loop().run_in_executor(
            self._reader, partial(read, *values, **others)
        )

    async def _done(self, *statements: Statement) -> None:
        """Carry out orders, and wait until that is durable."""
        ended, then = awaited()
        self._queue(_Work([], then, self._renewals, statements))
        if failure := await ended:
            raise Away(str(failure)) from failure

    def _do(self, *statements: Statement, cleared: int = 0, then: Then = unheard) -> None:
        if cleared:
            # Written down, so that it is done even if the server dies first.
            statements = (*statements, ("INSERT OR IGNORE INTO gone VALUES (?)", (cleared,)))
        self._queue(_Work([], then, self._renewals, statements, cleared))

    def _queue(self, work: _Work) -> None:
        self._waiting.append(work)
        if self._asleep:
            self._asleep = False
            self._bell.put(True)

    def _write(self, db: sqlite3.Connection) -> None:
        db.execute(f"PRAGMA wal_autocheckpoint = {MOST_PAGES_AHEAD}")
        if self._most_pages:
            db.execute(f"PRAGMA max_page_count = {self._most_pages}")
        on = True
        while on:
            try:
                if self._chores.waiting:
                    on = self._bell.get(block=False)
                else:
                    on = self._bell.get(timeout=REST if self._chores.many else None)
            except Empty:
                self._chores.gather()
                self._step(db)
                continue
            self._write_waiting(db)
            self._asleep = True
            # What came between the last look and falling asleep rang no bell.
            self._write_waiting(db)
        while self._chores.waiting:
            self._step(db)

    def _write_waiting(self, db: sqlite3.Connection) -> None:
        while self._waiting:
            if wait := self._gathering.wait(time.monotonic()):
                time.sleep(wait)
            batch = [self._waiting.popleft() for _ in range(len(self._waiting))]
            self._gathering.begin(time.monotonic(), len(batch))
            self._deliver(partial(tell, [work.then for work in batch], self._commit(db, batch)))
            if self._far_ahead or self._ahead > 2 * MOST_PAGES_AHEAD * PAGE:
                # Little is left once the other thread rests, which says so in time; only where it hardly
                # runs does the writer wait for it, and that takes a tenth of a second.
                with self._moving, suppress(sqlite3.Error):
                    db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                self._far_ahead, self._ahead = False, 0
            self._chores.gather(urgent=True)
            self._step(db)

    def _step(self, db: sqlite3.Connection) -> None:
        if self._chores.waiting:
            self._chores.step(db)
            self._wrote(4 * PAGE)

    def _commit(self, db: sqlite3.Connection, batch: list[_Work]) -> Exception | None:
        rows = [row for work in batch for row in work.rows]
        first, last = batch[0].renewals, batch[-1].renewals
        batch, self._owed = [*self._owed, *batch], []
        try:
            if self._broken is not None and first <= self._broken:
                raise sqlite3.OperationalError(self.full)
            with db:
                db.execute("BEGIN IMMEDIATE")
                _insert(db, self._chores.place, rows)
                for work in batch:
                    for statement, values in work.others:
                        db.execute(statement, values)
        except Exception as error:
            # Whatever it is: the thread survives, and nobody is told of what was not written.
            self.full = str(error)
            if rows:
                self._broken = last
            else:
                # No log has a gap, and nobody would renew the store for it.
                self._owed = [work for work in batch if work.others]
            return error
        self.full = ""
        self._chores.wrote(rows)
        for work in batch:
            if work.cleared:
                self._chores.clear(work.cleared)
        self.commits += 1
        self.appended += len(rows)
        self._wrote(PAGE + sum(len(row[-1]) for row in rows))
        return None

    def _wrote(self, size: int) -> None:
        self._written += size
        self._ahead += size
        if self._written > BACKLOG and not self._far_ahead:
            self._written = 0
            self._due.set()

    def _checkpoint(self, db: sqlite3.Connection) -> None:
        """Move the write-ahead log into the file while the writer keeps writing."""
        while True:
            self._due.wait()
            self._due.clear()
            if self._closing:
                return
            try:
                with self._moving:
                    _, ahead, _ = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                self._far_ahead = ahead > MOST_PAGES_AHEAD // 2
            except sqlite3.Error as error:
                log.error("rows stay in the write-ahead log\n%s", trace(error))


def _insert(db: sqlite3.Connection, place: int, rows: list[HandedRow]) -> None:
    """Insert rows with few statements: each takes the interpreter's lock from the tables once."""
    start = 0
    while start < len(rows):
        size = min(1 << (len(rows) - start).bit_length() - 1, MOST_ROWS)
        values = [
            value
            for number, row in enumerate(rows[start : start + size], place + start + 1)
            for value in (number, *row)
        ]
        db.execute(INSERTS[size], values)
        start += size


def _unheard(progress: Progress) -> None:
    """Do nothing: nobody waits for it."""


def _seconds() -> int:
    """Return the time in seconds since 1970."""
    return int(time.time())
