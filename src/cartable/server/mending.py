"""Corrects what earlier servers wrote wrongly."""

from __future__ import annotations

import sqlite3

import msgspec
from msgspec.structs import replace

from cartable.server import messages
from cartable.server.decoders import decoder
from cartable.server.rows import BEGAN, ENDED


class _Ended(msgspec.Struct):
    record: str


class Spans:
    """Where games begin and end, as the rows of a file say it."""

    def __init__(self) -> None:
        self._begun: dict[int, int] = {}
        self._beginnings: set[tuple[int, int]] = set()
        self._spans: dict[str, tuple[int, int]] = {}

    def note(self, home: int, number: int, entry: bytes) -> None:
        """Look at a row; its table's earlier rows have been seen."""
        if entry.startswith(BEGAN):
            self._begun[home] = number
            self._beginnings.add((home, number))
        elif entry.startswith(ENDED) and home in self._begun:
            record = decoder(_Ended).decode(entry).record
            self._spans[record] = self._begun.pop(home), number - 1

    def mend(self, db: sqlite3.Connection) -> None:
        """Let every record point at the rows of its game; one without its first row is listed as damaged.

        A start that the rules refused was counted as a row though none was written, so that the records of
        later games at that table pointed too far.
        """
        for record, home, first, last, listed in db.execute("SELECT * FROM records").fetchall():
            span = self._spans.get(record)
            if span and span != (first, last):
                db.execute("UPDATE records SET first = ?, last = ? WHERE id = ?", (*span, record))
            elif not span and (home, first) not in self._beginnings:
                damaged = replace(decoder(messages.Listed).decode(listed), damaged=True)
                encoded = msgspec.json.encode(damaged)
                db.execute("UPDATE records SET listed = ? WHERE id = ?", (encoded, record))
