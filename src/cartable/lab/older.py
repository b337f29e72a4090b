"""Files as earlier servers wrote them, one format after the other."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Final

from cartable.server.sqlite_file import FILE

FORMS: Final = (
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
"""What each form added to the one before."""


def written(folder: Path, form: int, rows: Iterable[tuple[int, int, bytes]], settled: int = 7) -> None:
    """Write a file of a form with these rows.

    Where the form knows fresh rows, only this many of each table are settled.
    """
    folder.mkdir(exist_ok=True)
    rows = sorted(rows)
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.executescript("".join(FORMS[:form]) + f"PRAGMA user_version = {form};")
        old = (row for row in rows if form == 1 or row[1] < settled)
        db.executemany("INSERT INTO log VALUES (?, ?, ?)", old)
        if form > 1:
            fresh = (row for row in reversed(rows) if row[1] >= settled)
            db.executemany("INSERT INTO fresh (home, number, entry) VALUES (?, ?, ?)", fresh)
        homes = sorted({home for home, _, _ in rows})
        db.executemany("INSERT INTO tables VALUES (?, ?, 9)", [(home, f"CODE{home}") for home in homes])
        if form > 2:
            db.executemany("INSERT INTO days VALUES (?)", [(1,), (2,)])
        db.commit()
