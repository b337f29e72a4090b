"""The store: every table's log, append-only, and where in it the finished games are.

SQLite, written to by one thread of our own. All appends that wait while a commit is being made durable go
into the next one (group commit), so that a busy server pays for few commits and an idle one waits for nobody.
Rows are written one behind the other as they come (`fresh`), for a thousand tables to share a page, and moved
to where each table's rows lie together (`log`) many at a time.
Plain `sqlite3` and not a layer above it: the whole is a few statements, and a layer costs more than they do.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct

from cartable.server import messages
from cartable.server.decoders import decoder
from cartable.server.faults import trace
from cartable.server.mending import mend

log = logging.getLogger("cartable")

FILE: Final = "cartable.db"
LOCK: Final = "cartable.lock"
NEWEST: Final = (
    "SELECT ifnull(max(home), 0) FROM (SELECT id AS home FROM tables UNION SELECT home FROM records)"
)

GATHERING: Final = 0.002
"""Commits begin at least so many seconds apart, so that each carries more; after a rest nothing waits."""
FRESH: Final = 2_000
"""So many rows are fresh before they are moved, once nothing has been written for REST seconds."""
REST: Final = 0.25
MOST_FRESH: Final = 200_000
"""So many are moved without a rest, which holds everyone up: minutes of a full server, days of a home's."""
SETTLE: Final = (
    ("INSERT INTO log SELECT home, number, entry FROM fresh ORDER BY home, number", ()),
    ("DELETE FROM fresh", ()),
)

MOST_ROWS: Final = 128
"""So many rows go into one statement at most; there is one statement for each power of two."""

MIGRATIONS: Final = (
    """
    CREATE TABLE tables (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, used INTEGER NOT NULL);
    CREATE TABLE log (
        home INTEGER NOT NULL, number INTEGER NOT NULL, entry BLOB NOT NULL, PRIMARY KEY (home, number)
    ) WITHOUT ROWID;
    CREATE TABLE records (
        id TEXT PRIMARY KEY, home INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
        listed BLOB NOT NULL
    );
    CREATE INDEX records_of ON records (home);
    """,
    """
    CREATE TABLE fresh (
        place INTEGER PRIMARY KEY, home INTEGER NOT NULL, number INTEGER NOT NULL, entry BLOB NOT NULL
    );
    CREATE VIEW rows AS SELECT home, number, entry FROM log UNION ALL SELECT home, number, entry FROM fresh;
    """,
    "CREATE TABLE days (day INTEGER PRIMARY KEY);",
)
"""How the file came to its form; its `user_version` counts those that were done."""
MENDED: Final = 3
"""The first form whose records were written by servers that count their rows right."""

Statement = tuple[str, tuple[object, ...]]
"""What SQLite is told, and the values in it."""
Then = Callable[[Exception | None], None]
"""What to do once something is written for good, or was not."""


class Finish(Struct, frozen=True):
    """A finished game: its rows in the log of its table, and how it is listed."""

    first: int
    last: int
    listed: messages.Listed


class Filed(Struct, frozen=True):
    """A record as it lies in the store: its table, its rows, and how it is listed."""

    home: int
    rows: list[bytes]
    listed: messages.Listed


class Store(Protocol):
    """Where logs are kept; what was appended in some order is told in that order."""

    def open(self, code: str) -> int:
        """Return the number of a new table."""
        ...

    def append(
        self, home: int, number: int, rows: Sequence[bytes], then: Then, finish: Finish | None = None
    ) -> None:
        """Write rows of a table, from this number on; return at once, and call back when it is durable."""
        ...

    def find(self, code: str) -> int | None:
        """Return the table with a code."""
        ...

    def read(self, home: int, first: int = 0, last: int | None = None) -> list[bytes]:
        """Return rows of a table."""
        ...

    def tables(self) -> list[tuple[str, int]]:
        """Return each table's code, and when it was used last, in seconds since 1970."""
        ...

    def idle(self, days: int) -> list[tuple[str, int]]:
        """Return the codes and numbers of tables not used on any of the last so many days that servers ran.

        Days are counted as servers saw them: a clock that jumps ahead makes no table older.
        """
        ...

    def mark_day(self) -> None:
        """Remember that a server ran today."""
        ...

    def touch(self, home: int) -> None:
        """Remember that a table is in use."""
        ...

    def forget(self, home: int) -> None:
        """Delete a table; its records stay."""
        ...

    def listed(self, home: int) -> list[messages.Listed]:
        """Return a table's records, the latest first."""
        ...

    def record(self, record: str) -> Filed | None:
        """Return a record."""
        ...

    def delete(self, record: str) -> None:
        """Delete a record."""
        ...

    def renew(self) -> None:
        """Take what is appended from now on again, after something could not be written.

        Until then nothing is: a log must not go on behind a gap.
        """
        ...

    def close(self) -> None:
        """Write all that waits, then stop."""
        ...


class Unwritable(Exception):
    """The folder cannot be written, is another server's, or is of a newer Cartable."""


class _Work(Struct):
    rows: list[tuple[int, int, bytes]]
    then: Then
    epoch: int
    others: tuple[Statement, ...] = ()


class SqliteStore:
    """The store in a file of a folder; `deliver` brings call-backs home, to the thread of the tables."""

    def __init__(
        self, folder: Path, deliver: Callable[[Callable[[], None]], object], most_pages: int = 0
    ) -> None:
        try:
            # Nobody else's to read: it has names, and the secret seeds of games that are being played.
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with ExitStack() as opened:
                # Held as long as the process lives: two servers on one folder would write over each other.
                lock = sqlite3.connect(
                    folder / LOCK, isolation_level=None, timeout=0, check_same_thread=False
                )
                self._claim = opened.enter_context(closing(lock))
                self._claim.execute("BEGIN EXCLUSIVE")
                self._folder = opened.enter_context(_locked(folder))
                self._reads = opened.enter_context(closing(_connected(folder / FILE)))
                _migrate(self._reads)
                with self._reads as db:
                    db.execute("BEGIN IMMEDIATE")
                    for statement, values in SETTLE:
                        db.execute(statement, values)
                self._homes = int(self._reads.execute(NEWEST).fetchone()[0])
                opened.pop_all()
        except (OSError, sqlite3.Error) as error:
            raise Unwritable(str(error)) from error
        self.full: str = ""
        """Why nothing can be written, where the last commit failed."""
        self.commits = 0
        self.appended = 0
        self._deliver = deliver
        self._most_pages = most_pages
        """How large the file may get, in pages of SQLite; 0: as large as the disk."""
        self._fresh = 0
        self._began = 0.0
        """When the latest commit began."""
        self._epoch = 0
        self._broken = -1
        self._waiting: deque[_Work] = deque()
        self._bell: SimpleQueue[bool] = SimpleQueue()
        """Rung when something waits and the writer sleeps (True), and at the end (False)."""
        self._asleep = True
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._write, args=(folder / FILE,), name="store", daemon=True)
        self._thread.start()

    def open(self, code: str) -> int:
        self._homes += 1
        self._do(("INSERT INTO tables VALUES (?, ?, ?)", (self._homes, code, _today())))
        return self._homes

    def append(
        self, home: int, number: int, rows: Sequence[bytes], then: Then, finish: Finish | None = None
    ) -> None:
        others: tuple[Statement, ...] = ()
        if finish:
            listed = msgspec.json.encode(finish.listed)
            others = (
                (
                    "INSERT INTO records VALUES (?, ?, ?, ?, ?)",
                    (finish.listed.record, home, finish.first, finish.last, listed),
                ),
            )
        self._queue(_Work([(home, number + n, row) for n, row in enumerate(rows)], then, self._epoch, others))

    def find(self, code: str) -> int | None:
        found = self._all("SELECT id FROM tables WHERE code = ?", code)
        return int(found[0][0]) if found else None

    def read(self, home: int, first: int = 0, last: int | None = None) -> list[bytes]:
        span = "SELECT entry FROM rows WHERE home = ? AND number BETWEEN ? AND ? ORDER BY number"
        return [row[0] for row in self._all(span, home, first, 1 << 60 if last is None else last)]

    def tables(self) -> list[tuple[str, int]]:
        return [(code, used) for code, used in self._all("SELECT code, used FROM tables ORDER BY id")]

    def idle(self, days: int) -> list[tuple[str, int]]:
        unused = "SELECT code, id FROM tables WHERE (SELECT count(*) FROM days WHERE day > used / 86400) >= ?"
        return [(code, home) for code, home in self._all(unused, days)]

    def mark_day(self) -> None:
        self._do(("INSERT OR IGNORE INTO days VALUES (?)", (_today() // 86_400,)))

    def touch(self, home: int) -> None:
        self._do(("UPDATE tables SET used = ? WHERE id = ?", (_today(), home)))

    def forget(self, home: int) -> None:
        unlisted = (
            "DELETE FROM log WHERE home = ? AND NOT EXISTS"
            " (SELECT * FROM records WHERE records.home = log.home AND number BETWEEN first AND last)"
        )
        self._do(*SETTLE, ("DELETE FROM tables WHERE id = ?", (home,)), (unlisted, (home,)))

    def listed(self, home: int) -> list[messages.Listed]:
        rows = self._all("SELECT listed FROM records WHERE home = ? ORDER BY first DESC", home)
        return [decoder(messages.Listed).decode(row[0]) for row in rows]

    def record(self, record: str) -> Filed | None:
        found = self._all("SELECT home, first, last, listed FROM records WHERE id = ?", record)
        if not found:
            return None
        home, first, last, listed = found[0]
        return Filed(home, self.read(home, first, last), decoder(messages.Listed).decode(listed))

    def delete(self, record: str) -> None:
        homeless = (
            "DELETE FROM log WHERE home NOT IN (SELECT id FROM tables) AND EXISTS"
            " (SELECT * FROM records WHERE id = ? AND records.home = log.home"
            " AND number BETWEEN first AND last)"
        )
        self._do(*SETTLE, (homeless, (record,)), ("DELETE FROM records WHERE id = ?", (record,)))

    def renew(self) -> None:
        self._epoch += 1

    def close(self) -> None:
        self._bell.put(False)
        self._thread.join()
        self._reads.close()
        self._claim.close()
        self._folder.close()

    def _do(self, *statements: Statement) -> None:
        self._queue(_Work([], _ignored, self._epoch, statements))

    def _all(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._reads.execute(query, values).fetchall()

    def _queue(self, work: _Work) -> None:
        self._waiting.append(work)
        if self._asleep:
            self._asleep = False
            self._bell.put(True)

    def _write(self, file: Path) -> None:
        with closing(_connected(file)) as db:
            if self._most_pages:
                db.execute(f"PRAGMA max_page_count = {self._most_pages}")
            on = True
            while on:
                try:
                    on = self._bell.get(timeout=REST if self._fresh >= FRESH else None)
                except Empty:
                    self._commit(db, [_Work([], _ignored, self._epoch, SETTLE)])
                    continue
                self._write_waiting(db)
                self._asleep = True
                # What came between the last look and the falling asleep rang no bell.
                self._write_waiting(db)

    def _write_waiting(self, db: sqlite3.Connection) -> None:
        while self._waiting:
            time.sleep(max(0.0, self._began + GATHERING - time.monotonic()))
            self._began = time.monotonic()
            batch = [self._waiting.popleft() for _ in range(len(self._waiting))]
            self._deliver(partial(_told, batch, self._commit(db, batch)))

    def _commit(self, db: sqlite3.Connection, batch: list[_Work]) -> Exception | None:
        rows = [row for work in batch for row in work.rows]
        try:
            if batch[0].epoch <= self._broken:
                raise sqlite3.OperationalError(self.full)
            with db:
                db.execute("BEGIN IMMEDIATE")
                _insert(db, rows)
                others = [statement for work in batch for statement in work.others]
                if self._fresh >= MOST_FRESH:
                    others += SETTLE
                for statement, values in others:
                    db.execute(statement, values)
        except sqlite3.Error as error:
            self.full = str(error)
            self._broken = batch[-1].epoch
            return error
        self.full = ""
        self._fresh = 0 if SETTLE[0] in others else self._fresh + len(rows)
        self.commits += 1
        self.appended += len(rows)
        return None


def _insert(db: sqlite3.Connection, rows: list[tuple[int, int, bytes]]) -> None:
    """Insert rows with few statements: each takes the interpreter's lock from the tables once."""
    start = 0
    while start < len(rows):
        size = min(1 << (len(rows) - start).bit_length() - 1, MOST_ROWS)
        values = [value for row in rows[start : start + size] for value in row]
        db.execute(
            f"INSERT INTO fresh (home, number, entry) VALUES {', '.join(['(?, ?, ?)'] * size)}", values
        )
        start += size


def _told(batch: Iterable[_Work], failure: Exception | None) -> None:
    for work in batch:
        try:
            work.then(failure)
        except Exception as fault:
            # Whoever else is told of this commit still is.
            log.error("a call-back of the store failed\n%s", trace(fault))


def _ignored(failure: Exception | None) -> None:
    """Nobody waits for this."""


def _locked(folder: Path) -> ExitStack:
    """Hold the folder itself, where the system can: a lock file can be deleted, and then locked once more."""
    held = ExitStack()
    try:
        import fcntl
    except ImportError:  # Windows deletes no file that is open.
        return held
    number = os.open(folder, os.O_RDONLY)
    held.callback(os.close, number)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        held.close()
        raise BlockingIOError(error.errno, "another server uses this folder") from error
    return held


def _today() -> int:
    return int(time.time())


def _connected(file: Path) -> sqlite3.Connection:
    db = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=5)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    return db


def _migrate(db: sqlite3.Connection) -> None:
    done = db.execute("PRAGMA user_version").fetchone()[0]
    if done > len(MIGRATIONS):
        raise sqlite3.DatabaseError(f"the file has form {done}, this Cartable knows {len(MIGRATIONS)}")
    for number, script in enumerate(MIGRATIONS[done:], done + 1):
        if number == MENDED:
            mend(db)
        db.executescript(f"BEGIN; {script}; PRAGMA user_version = {number}; COMMIT;")
