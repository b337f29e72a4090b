"""What the writer of SQLite's file does between commits: gather rows into chunks, clear old ones away."""

from __future__ import annotations

import logging
import sqlite3
from collections import defaultdict, deque
from collections.abc import Callable, Generator, Iterable
from functools import partial
from typing import Final

from cartable.server.faults import trace
from cartable.server.packing import CHUNK, HandedRow, encoded, pack, unpack
from cartable.server.store import Damaged

log = logging.getLogger("cartable")

FRESH: Final = 2_000
"""How many fresh rows there must be before a quiet moment is used to gather them."""
MOST_FRESH: Final = 24_000
"""From this many on they are gathered without a rest: they are kept in memory until then."""
SLICE: Final = 512
"""How many rows are gathered between two commits, give or take a chunk: about a millisecond's work."""
CLEARED: Final = 1_000
"""How many rows are cleared away, or looked through for that, between two commits."""

Chore = Generator[None, None, None]
"""Work on what is already written: each step is a transaction, and what follows a step is done after it."""


class Chores:
    """The chores of one file, and which of its rows are in no chunk yet."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.place, self.fresh = _unpacked(db)
        """The latest place, and for each table its rows that are in no chunk, encoded."""
        self._behind = sum(map(len, self.fresh.values()))
        """How many rows are in no chunk yet."""
        self._patience = MOST_FRESH
        """From this many on they are gathered without a rest."""
        self._chores: deque[Callable[[sqlite3.Connection], Chore]] = deque()
        self._chore: Chore | None = None
        for (home,) in db.execute("SELECT home FROM gone").fetchall():
            self.clear(home)

    @property
    def waiting(self) -> bool:
        """Whether there is something to do."""
        return bool(self._chore or self._chores)

    @property
    def many(self) -> bool:
        """Whether there are enough fresh rows to gather at the next rest."""
        return self._behind >= FRESH

    def wrote(self, lines: list[HandedRow]) -> None:
        """Note that these rows were written, one behind the other."""
        for line in lines:
            self.fresh[line[0]].append(encoded(line[1:]))
        self.place += len(lines)
        self._behind += len(lines)

    def clear(self, home: int) -> None:
        """Let the rows of a table that is gone be deleted, but for those of its records."""
        self._chores.append(partial(self._clear, home=home))

    def gather(self, urgent: bool = False) -> None:
        """Gather fresh rows if there is nothing else to do; `urgent`: only if there are too many."""
        if not self.waiting and (not urgent or self._behind >= self._patience):
            self._chores.append(self._gather)

    def step(self, db: sqlite3.Connection) -> None:
        """Do one step of the first chore; the next commit makes it durable, which it need not be sooner."""
        if self._chore is None:
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

    def _gather(self, db: sqlite3.Connection) -> Chore:
        """Gather all rows that are fresh now into chunks, then clear them away, which frees whole pages."""
        end = self.place
        moved: list[tuple[int, int]] = []
        for home, rows in [(home, list(rows)) for home, rows in self.fresh.items()]:
            for start in range(0, len(rows), CHUNK):
                some = rows[start : start + CHUNK]
                pack(db, home, some)
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
            rest = self.fresh[home][count:]
            if rest:
                self.fresh[home] = rest
            else:
                del self.fresh[home]
            self._behind -= count

    def _clear(self, db: sqlite3.Connection, home: int) -> Chore:
        """Delete the rows of a table that is gone, but for those of its records."""
        if db.execute("SELECT 1 FROM tables WHERE id = ?", (home,)).fetchone():
            db.execute("DELETE FROM gone WHERE home = ?", (home,))
            return
        if rows := self.fresh.get(home):
            count = len(rows)
            for start in range(0, count, CHUNK):
                pack(db, home, rows[start : start + CHUNK])
            yield
            self._moved([(home, count)])
            low: int = db.execute("SELECT min(place) FROM fresh").fetchone()[0]
            for start in range(low, self.place + 1, CLEARED):
                some = (home, start, start + CLEARED)
                db.execute("DELETE FROM fresh WHERE home = ? AND place >= ? AND place < ?", some)
                yield
        spans = db.execute("SELECT first, last FROM records WHERE home = ?", (home,)).fetchall()
        chunks = db.execute("SELECT place, first, last FROM chunks WHERE home = ?", (home,)).fetchall()
        for done, (place, first, last) in enumerate(chunks, 1):
            kept = [(max(a, first), min(b, last)) for a, b in spans if a <= last and b >= first]
            if kept != [(first, last)]:
                chunk = db.execute("SELECT rows FROM chunks WHERE place = ?", (place,)).fetchone()[0]
                db.execute("DELETE FROM chunks WHERE place = ?", (place,))
                for a, b in kept:
                    pack(db, home, [encoded(row) for row in unpack(chunk) if a <= row.number <= b])
            if done % 2 == 0:
                yield
        db.execute("DELETE FROM gone WHERE home = ?", (home,))


def _unpacked(db: sqlite3.Connection) -> tuple[int, defaultdict[int, list[bytes]]]:
    """Return the latest place, and for each table its rows that are in no chunk."""
    found: defaultdict[int, list[bytes]] = defaultdict(list)
    until: dict[int, int] = {}
    latest = 0
    # Whatever is in a chunk too, or of a table that is gone, was to be cleared away when the server died.
    newest = (
        "SELECT CASE WHEN EXISTS (SELECT 1 FROM tables WHERE id = :home)"
        " OR EXISTS (SELECT 1 FROM records WHERE home = :home)"
        f" THEN ifnull(max(last), -1) ELSE {1 << 60} END FROM chunks WHERE home = :home"
    )
    for place, home, *row in db.execute("SELECT * FROM fresh ORDER BY place"):
        latest = place
        if home not in until:
            until[home] = db.execute(newest, {"home": home}).fetchone()[0]
        if row[0] > until[home]:
            found[home].append(encoded(row))
    return latest, found
