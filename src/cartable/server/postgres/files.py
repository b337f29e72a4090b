"""Files other than tables, in the database: each server has a copy in its own folder."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from typing import Final

from cartable.server.files import DECKS, DRAWN, Files
from cartable.server.folder_lock import claimed
from cartable.server.postgres.store import PostgresStore
from cartable.server.store import Unwritable

Key = tuple[str, str]
"""A file: its folder, its name."""


PREFIX: Final = "cartable-files-"
NEW: Final = 60.0
"""A folder changed within this many seconds is left alone: its server may not have locked it yet."""


class SharedFiles(Files):
    """Files that all servers of a database share, with a copy here until it closes.

    The copy of a server that was killed goes when the next one starts.
    """

    def __init__(self, store: PostgresStore) -> None:
        _clear()
        super().__init__(Path(mkdtemp(prefix=PREFIX)))
        self._held = claimed(self.folder)
        self._store = store
        self._known: dict[Key, datetime] = {}
        """When each file here was changed in the database."""
        self._seen: dict[Key, tuple[int, int]] = {}
        """When each was written here, and how large it is."""
        self._busy = asyncio.Lock()

    @property
    def place(self) -> str:
        """The database, for messages."""
        return self._store.database.place

    async def fetch(self) -> None:
        async with self._busy:
            rows = await self._store.ask("SELECT folder, name, changed FROM files")
            there = {(folder, name): changed for folder, name, changed in rows if _sound(folder, name)}
            for key in self._known.keys() - there.keys():
                self._path(key).unlink(missing_ok=True)
                del self._known[key], self._seen[key]
            for key in [key for key, changed in there.items() if not self._current(key, changed)]:
                for content, changed in await self._store.ask(
                    "SELECT content, changed FROM files WHERE folder = $1 AND name = $2", *key
                ):
                    await asyncio.to_thread(self._write, key, content)
                    self._note(key, changed)

    async def give(self, deleted: bool = False) -> None:
        """Give other servers what changed; `deleted`: decks that are missing here were deleted on purpose.

        Otherwise they are only missing: a system clears its temporary files away. Drawings are drawn again.
        """
        async with self._busy:
            here = {key for folder in (DECKS, DRAWN) for key in self._there(folder)}
            for key in [key for key in self._known.keys() - here if deleted or key[0] == DRAWN]:
                await self._store.ask("DELETE FROM files WHERE folder = $1 AND name = $2", *key)
                del self._known[key], self._seen[key]
            for key in sorted(key for key in here if self._seen.get(key) != self._stamp(key)):
                content = await asyncio.to_thread(self._path(key).read_bytes)
                ((changed,),) = await self._store.ask(
                    "INSERT INTO files VALUES ($1, $2, $3) ON CONFLICT (folder, name)"
                    " DO UPDATE SET content = excluded.content, changed = excluded.changed RETURNING changed",
                    *key,
                    content,
                )
                self._note(key, changed)

    def close(self) -> None:
        self._held.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _there(self, folder: str) -> list[Key]:
        files = (self.folder / folder).glob("*")
        # What begins with a dot, or ends like this, is being written.
        return [(folder, path.name) for path in files if path.name[0] != "." and path.suffix != ".part"]

    def _write(self, key: Key, content: bytes) -> None:
        path = self._path(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{path.name}.part")
        part.write_bytes(content)
        part.replace(path)

    def _current(self, key: Key, changed: datetime) -> bool:
        return self._known.get(key) == changed and self._path(key).exists()

    def _note(self, key: Key, changed: datetime) -> None:
        self._known[key], self._seen[key] = changed, self._stamp(key)

    def _stamp(self, key: Key) -> tuple[int, int]:
        seen = self._path(key).stat()
        return seen.st_mtime_ns, seen.st_size

    def _path(self, key: Key) -> Path:
        return self.folder / key[0] / key[1]


def _clear() -> None:
    """Delete the folders of servers that were killed: nobody holds them."""
    for left in Path(gettempdir()).glob(f"{PREFIX}*"):
        # It is somebody else's, or in use.
        with suppress(OSError, sqlite3.Error, Unwritable):
            if abs(time.time() - left.stat().st_mtime) < NEW:
                continue
            claimed(left).close()
            shutil.rmtree(left, ignore_errors=True)


def _sound(folder: str, name: str) -> bool:
    """Return whether a file belongs here: nobody writes elsewhere on this machine through the database."""
    return folder in (DECKS, DRAWN) and Path(name).name == name and name[0] != "."
