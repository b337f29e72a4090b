"""Reading from SQLite's file, on a connection that only reads."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Mapping
from typing import Any
from zlib import crc32

import msgspec

from cartable.server import messages
from cartable.server.decoders import decoder
from cartable.server.packing import LogRow, checked, decoded, packed
from cartable.server.rows import Asked
from cartable.server.store import Damaged, DayTry, Filed, Heading


class SqliteReads:
    """Everything that can be read, without waiting; one reads at a time."""

    def __init__(self, db: sqlite3.Connection, fresh: Mapping[int, list[bytes]]) -> None:
        self._db = db
        self._fresh = fresh
        """For each table its rows that are in no chunk, encoded."""
        self._lock = threading.Lock()

    def find(self, code: str) -> int | None:
        """Return the table with a code."""
        found = self._all("SELECT id FROM tables WHERE code = ?", code)
        return int(found[0][0]) if found else None

    def code(self, home: int) -> str:
        """Return the code of a table."""
        found = self._all("SELECT code FROM tables WHERE id = ?", home)
        return str(found[0][0]) if found else ""

    def read(self, home: int, first: int = 0, last: int | None = None) -> list[bytes]:
        """Return rows of a table."""
        return [row.entry for row in self.rows(home, first, last)]

    def asked(self, home: int, first: int = 0) -> list[Asked]:
        """Return who asked for rows of a table."""
        return [row.asked for row in self.rows(home, first) if row.member]

    def rows(self, home: int, first: int = 0, last: int | None = None) -> list[LogRow]:
        """Return rows of a table as they are kept; raise Damaged where they are not as they were written."""
        # Looked up first: what is gathered meanwhile is in both, and what is in both is taken once.
        fresh = list(self._fresh.get(home, ()))
        end = 1 << 60 if last is None else last
        try:
            with self._lock:
                lines = list(packed(self._db, home, first, end))
            lines += [row for row in map(decoded, fresh) if first <= row.number <= end]
        except (sqlite3.DatabaseError, msgspec.MsgspecError) as error:
            raise Damaged(str(error)) from error
        return checked(home, lines, first)

    def mark(self, home: int) -> bytes | None:
        """Return the latest mark of a table."""
        try:
            found = self._all("SELECT sum, mark FROM marks WHERE home = ?", home)
        except sqlite3.DatabaseError:
            return None
        return found[0][1] if found and crc32(found[0][1]) == found[0][0] else None

    def tables(self) -> list[tuple[str, int]]:
        """Return each table's code, and when it was used last."""
        return [(code, used) for code, used in self._all("SELECT code, used FROM tables ORDER BY id")]

    def idle(self, days: int) -> list[tuple[str, int]]:
        """Return the codes and numbers of tables not used for this many days."""
        unused = "SELECT code, id FROM tables WHERE (SELECT count(*) FROM days WHERE day > used / 86400) >= ?"
        return [(code, home) for code, home in self._all(unused, days)]

    def listed(self, home: int) -> list[messages.Listed]:
        """Return a table's records, the latest first."""
        rows = self._all("SELECT listed FROM records WHERE home = ? ORDER BY first DESC", home)
        return [decoder(messages.Listed).decode(row[0]) for row in rows]

    def heading(self, record: str) -> Heading | None:
        """Return what a record is."""
        found = self._all("SELECT home, last - first + 1, listed FROM records WHERE id = ?", record)
        if not found:
            return None
        home, rows, listed = found[0]
        return Heading(home, rows, decoder(messages.Listed).decode(listed))

    def record(self, record: str) -> Filed | None:
        """Return a record."""
        found = self._all("SELECT home, first, last, listed FROM records WHERE id = ?", record)
        if not found:
            return None
        home, first, last, listed = found[0]
        return Filed(home, self.read(home, first, last), decoder(messages.Listed).decode(listed))

    def home(self, record: str) -> int | None:
        """Return the table that a record is of."""
        found = self._all("SELECT home FROM records WHERE id = ?", record)
        return int(found[0][0]) if found else None

    def secret(self) -> str:
        """Return the secret of all that is kept here."""
        return str(self._all("SELECT secret FROM secrets WHERE name = 'day'")[0][0])

    def tried(self, day: int, key: str) -> DayTry | None:
        """Return a device's try."""
        found = self._all("SELECT * FROM tries WHERE day = ? AND key = ?", day, key)
        return DayTry(*found[0]) if found else None

    def unmeasured(self, day: int) -> list[DayTry]:
        """Return the tries of a day that have ended, and whose times nobody knows yet."""
        ended = "SELECT * FROM tries WHERE day = ? AND record <> '' AND why IS NULL"
        return [DayTry(*row) for row in self._all(ended, day)]

    def day_list(self, day: int, most: int) -> list[DayTry]:
        """Return the best tries of a day."""
        best = "SELECT * FROM tries WHERE day = ? AND why = '' ORDER BY millis, key LIMIT ?"
        return [DayTry(*row) for row in self._all(best, day, most)]

    def quicker(self, day: int, millis: int) -> int:
        """Return how many tries of a day were quicker."""
        faster = "SELECT count(*) FROM tries WHERE day = ? AND why = '' AND millis < ?"
        return int(self._all(faster, day, millis)[0][0])

    def _all(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._db.execute(query, values).fetchall()
