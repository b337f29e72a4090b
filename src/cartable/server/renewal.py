"""Brings the file of an earlier Cartable to today's form: into a new file, which then takes its place.

It may die at any moment. The old file is not touched until the new one is whole and on the disk, and is kept
next to it (`OLD`) until a later start has opened the new one.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from heapq import merge
from itertools import groupby
from pathlib import Path
from typing import Final

from msgspec import Struct

from cartable.server.mending import Spans
from cartable.server.packing import CHUNK, checksum, encoded, pack
from cartable.server.sqlite_file import FILE, FORM, SCHEMA, connected
from cartable.server.store import Unwritable

OLD: Final = f"{FILE}.old"
NEW: Final = f"{FILE}.new"

SETTLED, WITH_DAYS = 2, 3
"""The first forms that had rows apart from `log`, and the days that servers ran."""
MENDED: Final = 3
"""The first form whose records were written by servers that count their rows right."""
AT_ONCE: Final = 20_000
"""How many rows are written before progress is reported again."""
MAGIC: Final = b"SQLite format 3\0"

_Row = tuple[int, int, bytes]


class Progress(Struct, frozen=True):
    """How far the renewal is."""

    done: int
    """How many tables are done."""
    tables: int
    room: int
    """The most bytes of disk it needs."""


def renew(folder: Path, tell: Callable[[Progress], None]) -> bool:
    """Make sure the folder has a file of today's form; return whether it was made just now.

    It is made from an older one, or empty; where it cannot be, the error is Unwritable.
    """
    file, old, new = folder / FILE, folder / OLD, folder / NEW
    if old.exists() and not file.exists():
        # The server died between the two renames.
        old.rename(file)
    new.unlink(missing_ok=True)
    form = _form(file) if file.exists() else None
    if form == FORM:
        return False
    if form is not None and form > FORM:
        raise Unwritable(f"the file has form {form}, this Cartable knows {FORM}")
    with closing(_created(new)) as fresh:
        if form:
            with whole(file), closing(connected(file)) as db:
                _copy(db, form, fresh, folder, tell)
                # Everything is in one file now: nothing of it may be taken for a part of the new one.
                db.execute("PRAGMA journal_mode = DELETE")
    sync(new)
    if form:
        file.rename(old)
    new.replace(file)
    sync(folder)
    return True


@contextmanager
def whole(file: Path) -> Iterator[None]:
    """Say clearly that a file is truncated, or not Cartable's, if SQLite cannot read it."""
    try:
        yield
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        with file.open("rb") as content:
            head = content.read(32)
        size, pages = int.from_bytes(head[16:18], "big"), int.from_bytes(head[28:32], "big")
        # A page of 65,536 bytes is written as 1.
        wanted, there = (65_536 if size == 1 else size) * pages, file.stat().st_size
        if head.startswith(MAGIC) and there < wanted:
            raise Unwritable(str(error), "serve.cut", file=str(file), there=there, wanted=wanted) from error
        raise Unwritable(str(error), "serve.damaged", file=str(file), why=str(error)) from error


def _form(file: Path) -> int:
    if not file.stat().st_size:
        # A file gets its name once it is whole: what is empty has lost everything.
        raise Unwritable("the file is empty", "serve.empty", file=str(file))
    with whole(file), closing(connected(file)) as db:
        form = _pragma(db, "user_version")
        if not form and db.execute("SELECT 1 FROM sqlite_master").fetchone():
            raise Unwritable("another program's file", "serve.foreign", file=str(file))
        return form


def _created(file: Path) -> sqlite3.Connection:
    db = sqlite3.connect(file, isolation_level=None)
    # Nobody reads it before it is whole, and it is thrown away where that does not come to pass.
    db.execute("PRAGMA journal_mode = OFF")
    db.execute("PRAGMA synchronous = OFF")
    db.executescript(SCHEMA)
    return db


def _copy(
    db: sqlite3.Connection, form: int, new: sqlite3.Connection, folder: Path, tell: Callable[[Progress], None]
) -> None:
    count = "SELECT count(*) FROM (SELECT id FROM tables UNION SELECT home FROM records)"
    tables = db.execute(count).fetchone()[0]
    pages = _pragma(db, "page_count") - _pragma(db, "freelist_count")
    # Compressed rows take a fifth of what they took; half is enough come what may.
    room = pages * _pragma(db, "page_size") // 2
    free = shutil.disk_usage(folder).free
    if free < room:
        raise Unwritable("too little room", "serve.room", room=_megabytes(room), free=_megabytes(free))
    tell(Progress(0, tables, room))
    spans = Spans()
    written = 0
    new.execute("BEGIN")
    for done, (home, rows) in enumerate(groupby(_rows(db, form), key=lambda row: row[0])):
        lines: list[bytes] = []
        before = 0
        for _, number, entry in rows:
            if form < MENDED:
                spans.note(home, number, entry)
            # Deleted rows leave gaps behind, and a chunk has none.
            if len(lines) == CHUNK or (lines and number != before + 1):
                pack(new, home, lines)
                lines = []
            lines.append(encoded((number, 0, 0, 0, checksum(home, number, 0, 0, 0, entry), entry)))
            before = number
            written += 1
            if done and written % AT_ONCE == 0:
                tell(Progress(done, tables, room))
        pack(new, home, lines)
    new.executemany("INSERT INTO tables VALUES (?, ?, ?)", db.execute("SELECT id, code, used FROM tables"))
    new.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?)", db.execute("SELECT * FROM records"))
    if form >= WITH_DAYS:
        new.executemany("INSERT INTO days VALUES (?)", db.execute("SELECT day FROM days"))
    if form < MENDED:
        spans.mend(new)
    new.execute("COMMIT")
    tell(Progress(tables, tables, room))


def _rows(db: sqlite3.Connection, form: int) -> Iterator[_Row]:
    ordered = "SELECT home, number, entry FROM {} ORDER BY home, number"
    rows = [db.execute(ordered.format(name)) for name in ("log", "fresh")[: 1 if form < SETTLED else 2]]
    return merge(*rows, key=lambda row: row[:2])


def _pragma(db: sqlite3.Connection, name: str) -> int:
    return int(db.execute(f"PRAGMA {name}").fetchone()[0])


def _megabytes(size: int) -> int:
    return -(-size // 1_000_000)


def sync(path: Path) -> None:
    """Make a file, or the names in a folder, durable."""
    # Windows has no handle on a folder, and needs none.
    with suppress(PermissionError):
        number = os.open(path, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
