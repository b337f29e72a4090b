"""Mends what earlier servers wrote wrongly."""

from __future__ import annotations

import sqlite3

import msgspec
from msgspec.structs import replace

from cartable.server import messages
from cartable.server.decoders import decoder

BEGAN, ENDED = b'{"type":"began"', b'{"type":"ended"'


class _Ended(msgspec.Struct):
    record: str


def mend(db: sqlite3.Connection) -> None:
    """Let every record point at the rows of its game; what has lost its first row is listed as damaged.

    A start that the rules refused was counted as a row though none was written, so that the records of later
    games at that table pointed too far.
    """
    spans: dict[str, tuple[int, int]] = {}
    begun: dict[int, int] = {}
    marked = "SELECT home, number, entry FROM rows WHERE substr(entry, 1, 15) IN (?, ?) ORDER BY home, number"
    for home, number, entry in db.execute(marked, (BEGAN, ENDED)):
        if entry.startswith(BEGAN):
            begun[home] = number
        elif home in begun:
            record = decoder(_Ended).decode(entry).record
            spans[record] = begun.pop(home), number - 1
    first_row = "SELECT entry FROM rows WHERE home = ? AND number = ?"
    with db:
        db.execute("BEGIN IMMEDIATE")
        for record, home, first, last, listed in db.execute("SELECT * FROM records").fetchall():
            if record in spans:
                if spans[record] != (first, last):
                    moved = "UPDATE records SET first = ?, last = ? WHERE id = ?"
                    db.execute(moved, (*spans[record], record))
                continue
            row = db.execute(first_row, (home, first)).fetchone()
            if row is None or not row[0].startswith(BEGAN):
                damaged = replace(decoder(messages.Listed).decode(listed), damaged=True)
                encoded = msgspec.json.encode(damaged)
                db.execute("UPDATE records SET listed = ? WHERE id = ?", (encoded, record))
