"""The store: every table's log, append-only, and where in it the finished games are.

SQLite, written to by one thread of our own. All appends that wait while a commit is being made durable go
into the next one (group commit), so that a busy server pays for few commits and an idle one waits for nobody.
Rows are written one behind the other as they come (`fresh`), for a thousand tables to share a page. Later
they are gathered into chunks of one table each, a slice of a few milliseconds between two commits: nothing
that grows with the number of rows is in the way of a commit.
Plain `sqlite3` and not a layer above it: the whole is a few statements, and a layer costs more than they do.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final, Protocol
from zlib import crc32

import msgspec
from msgspec import Struct

from cartable.server import messages
from cartable.server.decoders import decoder
from cartable.server.faults import trace
from cartable.server.form import (
    CHUNK,
    FILE,
    Damaged,
    LogRow,
    Unwritable,
    checked,
    checksum,
    connected,
    fresh,
    pack,
    packed,
    unpack,
)
from cartable.server.renewal import OLD, Progress, renew, whole
from cartable.server.rows import Asked

log = logging.getLogger("cartable")

LOCK: Final = "cartable.lock"
NEWEST: Final = (
    "SELECT max(ifnull((SELECT max(id) FROM tables), 0), ifnull((SELECT max(home) FROM records), 0),"
    " ifnull((SELECT max(home) FROM chunks), 0))"
)

FRESH: Final = 2_000
"""So many rows are fresh before they are gathered, once nothing has been written for REST seconds."""
REST: Final = 0.25
MOST_FRESH: Final = 20_000
"""So many are gathered without a rest, slice by slice."""
SLICE: Final = 64
"""So many rows are gathered between two commits, and at most a chunk more: about a millisecond's work."""
CLEARED: Final = 1_000
"""So many rows are cleared away between two commits, once they were gathered."""

MOST_ROWS: Final = 64
"""So many rows go into one statement at most; there is one statement for each power of two."""
BACKLOG: Final = 4 << 20
"""After so many bytes in the write-ahead log they are brought to where they belong, by another thread."""
MOST_PAGES_AHEAD: Final = 8_000
"""So many pages are in it at most: then the writer waits until they are where they belong."""

Statement = tuple[str, tuple[object, ...]]
"""What SQLite is told, and the values in it."""
Then = Callable[[Exception | None], None]
"""What to do once something is written for good, or was not."""


NOBODY: Final = Asked(0, 0, 0)
UNASKED: Final[Mapping[int, Asked]] = {}


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
        self,
        home: int,
        number: int,
        rows: Sequence[bytes],
        then: Then,
        finish: Finish | None = None,
        asked: Mapping[int, Asked] = UNASKED,
        mark: bytes | None = None,
    ) -> None:
        """Write rows of a table, from this number on; return at once, and call back when it is durable.

        `asked` says of some of them, counted from 0, who asked for them; `mark` is kept in the place of the
        table's earlier one.
        """
        ...

    def find(self, code: str) -> int | None:
        """Return the table with a code."""
        ...

    def read(self, home: int, first: int = 0, last: int | None = None) -> list[bytes]:
        """Return rows of a table; raise Damaged where they are not as they were written."""
        ...

    def asked(self, home: int, first: int = 0) -> list[Asked]:
        """Return who asked for the rows of a table from this number on, in their order."""
        ...

    def mark(self, home: int) -> bytes | None:
        """Return the latest mark of a table; None where there is none, or it is not as it was written."""
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
        """Return a record; raise Damaged where its rows are not as they were written."""
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


class Gathering:
    """Decides when a commit may begin: at once, or, where many appends come, so that each carries more."""

    SPACING: Final = 0.002
    """Under load, commits begin at least so many seconds apart."""
    BUSY: Final = 3_000
    """From so many appends per second on, a commit for each would cost more than it is worth."""
    WINDOW: Final = 0.01
    """The seconds over which they are counted."""

    def __init__(self) -> None:
        self._began = 0.0
        self._rate = 0.0

    def wait(self, now: float) -> float:
        """Return for how many seconds the next commit waits."""
        return max(0.0, self._began + self.SPACING - now) if self._rate > self.BUSY else 0.0

    def begin(self, now: float, appends: int) -> None:
        """Note that a commit begins, with so many appends."""
        apart = max(now - self._began, 1e-6)
        self._rate += (appends / apart - self._rate) * min(1.0, apart / self.WINDOW)
        self._began = now


_Row = tuple[int, int, int, int, int, int, bytes]


class _Work(Struct):
    rows: list[_Row]
    then: Then
    epoch: int
    others: tuple[Statement, ...] = ()
    cleared: int = 0
    """The table whose rows are then to be cleared away."""


Chore = Generator[None, None, None]
"""Work on what is already written: each step is a transaction, and what follows a step is done after it."""


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
            # Nobody else's to read: it has names, and the secret seeds of games that are being played.
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with ExitStack() as opened:
                self._claim = opened.enter_context(claimed(folder))
                renewed = renew(folder, progress or _unheard)
                with whole(file):
                    self._reads = opened.enter_context(closing(connected(file)))
                    self._homes = int(self._reads.execute(NEWEST).fetchone()[0])
                    self._place, self._fresh = _unpacked(self._reads)
                    gone = [row[0] for row in self._reads.execute("SELECT home FROM gone")]
                if not renewed:
                    # A new file has been opened once more, and is whole: the old one is not needed.
                    (folder / OLD).unlink(missing_ok=True)
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
        self._behind = sum(map(len, self._fresh.values()))
        """How many rows are in no chunk yet."""
        self._patience = MOST_FRESH
        """From so many on they are gathered without a rest."""
        self._chores: deque[Callable[[sqlite3.Connection], Chore]] = deque()
        self._chore: Chore | None = None
        self._chores.extend(partial(self._clear, home=home) for home in gone)
        self._gathering = Gathering()
        self._epoch = 0
        self._broken = -1
        self._waiting: deque[_Work] = deque()
        self._bell: SimpleQueue[bool] = SimpleQueue()
        """Rung when something waits and the writer sleeps (True), and at the end (False)."""
        self._asleep = True
        self._lock = threading.Lock()
        self._written = 0
        """How many bytes, more or less, were written since they were last brought to where they belong."""
        self._due = threading.Event()
        self._far_ahead = False
        """Whether the writer itself has to bring home what is left, so that its log begins anew."""
        self._closing = False
        self._thread = threading.Thread(target=self._write, args=(file,), name="store", daemon=True)
        self._mover = threading.Thread(target=self._checkpoint, args=(file,), name="checkpoint", daemon=True)
        self._thread.start()
        self._mover.start()

    def open(self, code: str) -> int:
        self._homes += 1
        self._do(("INSERT INTO tables VALUES (?, ?, ?)", (self._homes, code, _today())))
        return self._homes

    def append(
        self,
        home: int,
        number: int,
        rows: Sequence[bytes],
        then: Then,
        finish: Finish | None = None,
        asked: Mapping[int, Asked] = UNASKED,
        mark: bytes | None = None,
    ) -> None:
        others: tuple[Statement, ...] = ()
        if finish:
            listed = msgspec.json.encode(finish.listed)
            record = finish.listed.record, home, finish.first, finish.last, listed
            others += (("INSERT INTO records VALUES (?, ?, ?, ?, ?)", record),)
        if mark is not None:
            others += (("INSERT OR REPLACE INTO marks VALUES (?, ?, ?)", (home, crc32(mark), mark)),)
        lines = [_row(home, number + n, asked.get(n, NOBODY), row) for n, row in enumerate(rows)]
        self._queue(_Work(lines, then, self._epoch, others))

    def find(self, code: str) -> int | None:
        found = self._all("SELECT id FROM tables WHERE code = ?", code)
        return int(found[0][0]) if found else None

    def read(self, home: int, first: int = 0, last: int | None = None) -> list[bytes]:
        return [row.entry for row in self._rows(home, first, last)]

    def asked(self, home: int, first: int = 0) -> list[Asked]:
        rows = (row for row in self._rows(home, first) if row.member)
        # The complement of a number is below 0: it says that the answer was "late".
        return [Asked(row.member, row.page, max(row.request, ~row.request), row.request < 0) for row in rows]

    def _rows(self, home: int, first: int = 0, last: int | None = None) -> list[LogRow]:
        # Looked up first: what is gathered meanwhile is in both, and what is in both is taken once.
        places = list(self._fresh.get(home, ()))
        end = 1 << 60 if last is None else last
        try:
            with self._lock:
                lines = [*packed(self._reads, home, first, end), *fresh(self._reads, places, first, end)]
        except sqlite3.DatabaseError as error:
            raise Damaged(str(error)) from error
        found = checked(home, lines)
        if first and found and found[0].number != first:
            raise Damaged(f"row {first} is missing")
        return found

    def mark(self, home: int) -> bytes | None:
        try:
            found = self._all("SELECT sum, mark FROM marks WHERE home = ?", home)
        except sqlite3.DatabaseError:
            return None
        return found[0][1] if found and crc32(found[0][1]) == found[0][0] else None

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
        self._do(
            ("DELETE FROM tables WHERE id = ?", (home,)),
            ("DELETE FROM marks WHERE home = ?", (home,)),
            cleared=home,
        )

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
        for (home,) in self._all("SELECT home FROM records WHERE id = ?", record):
            self._do(("DELETE FROM records WHERE id = ?", (record,)), cleared=home)

    def renew(self) -> None:
        self._epoch += 1

    def close(self) -> None:
        self._bell.put(False)
        self._thread.join()
        self._closing = True
        self._due.set()
        self._mover.join()
        self._reads.close()
        self._claim.close()

    def _do(self, *statements: Statement, cleared: int = 0) -> None:
        if cleared:
            # Written down, so that it is done though the server dies before.
            statements = (*statements, ("INSERT OR IGNORE INTO gone VALUES (?)", (cleared,)))
        self._queue(_Work([], _ignored, self._epoch, statements, cleared))

    def _all(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._reads.execute(query, values).fetchall()

    def _queue(self, work: _Work) -> None:
        self._waiting.append(work)
        if self._asleep:
            self._asleep = False
            self._bell.put(True)

    def _write(self, file: Path) -> None:
        with closing(connected(file)) as db:
            db.execute(f"PRAGMA wal_autocheckpoint = {MOST_PAGES_AHEAD}")
            if self._most_pages:
                db.execute(f"PRAGMA max_page_count = {self._most_pages}")
            on = True
            while on:
                try:
                    if self._chore or self._chores:
                        on = self._bell.get(block=False)
                    else:
                        on = self._bell.get(timeout=REST if self._behind >= FRESH else None)
                except Empty:
                    if not (self._chore or self._chores):
                        self._chores.append(self._gather)
                    self._step(db)
                    continue
                self._write_waiting(db)
                self._asleep = True
                # What came between the last look and the falling asleep rang no bell.
                self._write_waiting(db)
            while self._chore or self._chores:
                self._step(db)

    def _write_waiting(self, db: sqlite3.Connection) -> None:
        while self._waiting:
            if wait := self._gathering.wait(time.monotonic()):
                time.sleep(wait)
            batch = [self._waiting.popleft() for _ in range(len(self._waiting))]
            self._gathering.begin(time.monotonic(), len(batch))
            self._deliver(partial(_told, batch, self._commit(db, batch)))
            if self._far_ahead:
                # Little is left, and the other thread rests: nothing is ahead of the next commit.
                with suppress(sqlite3.Error):
                    db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                self._far_ahead = False
            if self._behind >= self._patience and not (self._chore or self._chores):
                self._chores.append(self._gather)
            self._step(db)

    def _commit(self, db: sqlite3.Connection, batch: list[_Work]) -> Exception | None:
        rows = [row for work in batch for row in work.rows]
        try:
            if batch[0].epoch <= self._broken:
                raise sqlite3.OperationalError(self.full)
            with db:
                db.execute("BEGIN IMMEDIATE")
                _insert(db, self._place, rows)
                for work in batch:
                    for statement, values in work.others:
                        db.execute(statement, values)
        except Exception as error:
            # Whatever it is: the thread lives on, and nobody is told what was not written.
            self.full = str(error)
            self._broken = batch[-1].epoch
            return error
        self.full = ""
        for place, row in enumerate(rows, self._place + 1):
            self._fresh.setdefault(row[0], []).append(place)
        self._chores.extend(partial(self._clear, home=work.cleared) for work in batch if work.cleared)
        self._place += len(rows)
        self._behind += len(rows)
        self.commits += 1
        self.appended += len(rows)
        self._wrote(4096 + sum(len(row[-1]) for row in rows))
        return None

    # What is done between commits

    def _step(self, db: sqlite3.Connection) -> None:
        """Do one step of the first chore; the next commit makes it durable, which it need not be sooner."""
        if self._chore is None:
            if not self._chores:
                return
            self._chore = self._chores.popleft()(db)
        try:
            db.execute("PRAGMA synchronous = NORMAL")
            with db:
                db.execute("BEGIN IMMEDIATE")
                done = next(self._chore, True)
            if done:
                self._chore = None
        except (sqlite3.Error, Damaged) as error:
            # Everything stays where it is, and is read from there.
            log.error("rows could not be gathered\n%s", trace(error))
            self._chore = None
            self._patience = self._behind + MOST_FRESH
        finally:
            db.execute("PRAGMA synchronous = FULL")
        self._wrote(4 * 4096)

    def _gather(self, db: sqlite3.Connection) -> Chore:
        """Bring all that is fresh now into chunks; then clear it away, which frees whole pages."""
        end = self._place
        moved: list[tuple[int, int]] = []
        for home in list(self._fresh):
            places = [place for place in self._fresh[home] if place <= end]
            for start in range(0, len(places), CHUNK):
                some = places[start : start + CHUNK]
                pack(db, home, _all_of(db, some))
                moved.append((home, len(some)))
                if sum(count for _, count in moved) >= SLICE:
                    yield
                    self._moved(moved)
                    moved = []
        yield
        self._moved(moved)
        self._patience = MOST_FRESH
        slowly = "DELETE FROM fresh WHERE place <= min(?, (SELECT min(place) FROM fresh) + ?)"
        while db.execute(slowly, (end, CLEARED)).rowcount:
            yield

    def _moved(self, moved: Iterable[tuple[int, int]]) -> None:
        for home, count in moved:
            rest = self._fresh[home][count:]
            if rest:
                self._fresh[home] = rest
            else:
                del self._fresh[home]
            self._behind -= count

    def _clear(self, db: sqlite3.Connection, home: int) -> Chore:
        """Delete the rows of a table that is gone, but for those of its records."""
        if db.execute("SELECT 1 FROM tables WHERE id = ?", (home,)).fetchone():
            db.execute("DELETE FROM gone WHERE home = ?", (home,))
            return
        if places := self._fresh.get(home, []):
            for start in range(0, len(places), CHUNK):
                pack(db, home, _all_of(db, places[start : start + CHUNK]))
            db.executemany("DELETE FROM fresh WHERE place = ?", [(place,) for place in places])
            yield
            self._moved([(home, len(places))])
        spans = db.execute("SELECT first, last FROM records WHERE home = ?", (home,)).fetchall()
        chunks = db.execute("SELECT place, first, last FROM chunks WHERE home = ?", (home,)).fetchall()
        for done, (place, first, last) in enumerate(chunks, 1):
            kept = [(max(a, first), min(b, last)) for a, b in spans if a <= last and b >= first]
            if kept != [(first, last)]:
                rows = db.execute("SELECT rows FROM chunks WHERE place = ?", (place,)).fetchone()[0]
                db.execute("DELETE FROM chunks WHERE place = ?", (place,))
                for a, b in kept:
                    pack(db, home, [line for line in unpack(rows) if a <= line.number <= b])
            if done % 2 == 0:
                yield
        db.execute("DELETE FROM gone WHERE home = ?", (home,))

    def _wrote(self, size: int) -> None:
        self._written += size
        if self._written > BACKLOG and not self._far_ahead:
            self._written = 0
            self._due.set()

    def _checkpoint(self, file: Path) -> None:
        """Bring what was written ahead to where it belongs, while the writer goes on."""
        with closing(connected(file)) as db:
            while True:
                self._due.wait()
                self._due.clear()
                if self._closing:
                    return
                try:
                    _, ahead, _ = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                    self._far_ahead = ahead > MOST_PAGES_AHEAD // 2
                except sqlite3.Error as error:
                    log.error("rows stay in the write-ahead log\n%s", trace(error))


def _row(home: int, number: int, asked: Asked, entry: bytes) -> _Row:
    member, page, request = asked.member, asked.page, ~asked.request if asked.late else asked.request
    return home, number, member, page, request, checksum(home, number, member, page, request, entry), entry


def _all_of(db: sqlite3.Connection, places: Sequence[int]) -> list[LogRow]:
    found = fresh(db, places)
    if len(found) != len(places):
        raise Damaged("a row is missing")
    return found


def _unpacked(db: sqlite3.Connection) -> tuple[int, dict[int, list[int]]]:
    """Return the latest place, and for each table the places of its rows that are in no chunk."""
    found: dict[int, list[int]] = {}
    until: dict[int, int] = {}
    latest = 0
    # Whatever is in a chunk too, or of a table that is gone, was to be cleared away when the server died.
    newest = (
        "SELECT CASE WHEN EXISTS (SELECT 1 FROM tables WHERE id = :home)"
        " OR EXISTS (SELECT 1 FROM records WHERE home = :home)"
        f" THEN ifnull(max(last), -1) ELSE {1 << 60} END FROM chunks WHERE home = :home"
    )
    for latest, home, number in db.execute("SELECT place, home, number FROM fresh ORDER BY place"):
        if home not in until:
            until[home] = db.execute(newest, {"home": home}).fetchone()[0]
        if number > until[home]:
            found.setdefault(home, []).append(latest)
    return latest, found


def _insert(db: sqlite3.Connection, place: int, rows: list[_Row]) -> None:
    """Insert rows with few statements: each takes the interpreter's lock from the tables once."""
    start = 0
    while start < len(rows):
        size = min(1 << (len(rows) - start).bit_length() - 1, MOST_ROWS)
        values = [
            value
            for number, row in enumerate(rows[start : start + size], place + start + 1)
            for value in (number, *row)
        ]
        db.execute(f"INSERT INTO fresh VALUES {', '.join(['(?, ?, ?, ?, ?, ?, ?, ?)'] * size)}", values)
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


def _unheard(progress: Progress) -> None:
    """Nobody wants to know."""


def claimed(folder: Path) -> ExitStack:
    """Hold a folder until it is let go; raise Unwritable where another server has it.

    Held as long as the process lives: two servers on one folder would write over each other.
    """
    try:
        with ExitStack() as held:
            lock = sqlite3.connect(folder / LOCK, isolation_level=None, timeout=0, check_same_thread=False)
            held.callback(lock.close)
            lock.execute("BEGIN EXCLUSIVE")
            held.enter_context(_locked(folder))
            return held.pop_all()
    except BlockingIOError as error:
        raise Unwritable(str(error), "serve.running", folder=str(folder)) from error
    except sqlite3.OperationalError as error:
        if "locked" not in str(error):
            raise
        raise Unwritable(str(error), "serve.running", folder=str(folder)) from error


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
