"""Backups: one file with all tables, records and custom decks, taken while people play.

SQLite's own online backup reads one state of the file while the server keeps writing; copying the file as
it lies there would take half of one state and half of another.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from cartable.server.folder_lock import claimed
from cartable.server.renewal import NEW, sync, whole
from cartable.server.sqlite_file import FILE, FORM, connected
from cartable.server.store import Unwritable

BEFORE: Final = f"{FILE}.before"
"""The name of the file that a restored one replaced."""
DECKS: Final = "decks"


class Copied(Struct, frozen=True):
    """What was backed up or restored."""

    tables: int
    records: int
    decks: int


def back_up(folder: Path, target: Path) -> Copied:
    """Write a backup of a folder, whether or not a server uses it; raise Unwritable if that fails."""
    if not (folder / FILE).exists():
        raise Unwritable("no file", "backup.nothing", folder=str(folder))
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        with _opened(folder / FILE) as db, closing(sqlite3.connect(part, isolation_level=None)) as copy:
            db.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            _check(copy, folder / FILE)
            copy.execute("CREATE TABLE decks (name TEXT PRIMARY KEY, content BLOB NOT NULL)")
            decks = [path for path in sorted((folder / DECKS).glob("*")) if path.is_file()]
            for path in decks:
                # A deck may be deleted at this very moment.
                with suppress(FileNotFoundError):
                    copy.execute("INSERT INTO decks VALUES (?, ?)", (path.name, path.read_bytes()))
            copied = _counted(copy)
        # It holds names, and the secret seeds of games in play.
        part.chmod(0o600)
        sync(part)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return copied


def restore(folder: Path, source: Path) -> Copied:
    """Put a backup into a folder that no server uses; what was there stays next to it (`BEFORE`)."""
    if not source.is_file():
        raise Unwritable("no file", "backup.none", file=str(source))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file, new, before = folder / FILE, folder / NEW, folder / BEFORE
    with claimed(folder):
        new.unlink(missing_ok=True)
        with _opened(source) as db:
            _check(db, source)
            with closing(sqlite3.connect(new, isolation_level=None)) as copy:
                db.backup(copy)
                copied = _counted(copy)
                decks = copy.execute("SELECT name, content FROM decks").fetchall() if copied.decks else []
                copy.execute("DROP TABLE IF EXISTS decks")
        sync(new)
        if file.exists():
            _set_aside(file, before)
        new.replace(file)
        sync(folder)
        for name, content in decks:
            (folder / DECKS).mkdir(exist_ok=True)
            (folder / DECKS / Path(name).name).write_bytes(content)
    return copied


def _set_aside(file: Path, before: Path) -> None:
    """Keep a file under a second name too, so that at no moment there is none."""
    # A damaged file cannot be merged with its log, and need not be.
    with suppress(sqlite3.Error), closing(connected(file)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
    before.unlink(missing_ok=True)
    try:
        os.link(file, before)
    except OSError:
        shutil.copy2(file, before)
    for end in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            file.with_name(file.name + end).replace(before.with_name(before.name + end))


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    with whole(file), closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True)) as db:
        yield db


def _check(db: sqlite3.Connection, file: Path) -> None:
    form = db.execute("PRAGMA user_version").fetchone()[0]
    if not 1 <= form <= FORM:
        raise Unwritable(f"form {form}", "backup.foreign", file=str(file))
    (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise Unwritable(found, "serve.damaged", file=str(file), why=found)


def _counted(db: sqlite3.Connection) -> Copied:
    names = {row[0] for row in db.execute("SELECT name FROM sqlite_master")}
    counts = ("tables", "records", "decks")
    return Copied(
        *(db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] if name in names else 0 for name in counts)
    )
