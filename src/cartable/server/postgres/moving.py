"""From a folder into a database: tables with their marks, finished games, and files.

Each table is moved in one transaction, so a move can be interrupted at any moment and run again: whatever is
there already is left alone. The folder stays as it was.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import asyncpg
from msgspec import Struct

from cartable.cluster.shards import SHARDS, shard_of
from cartable.server.files import DECKS, DRAWN
from cartable.server.packing import HandedRow, LogRow, checksum
from cartable.server.postgres.database import LOST, Database
from cartable.server.postgres.migrate import migrate
from cartable.server.postgres.writer import INSERT
from cartable.server.sqlite import SqliteStore
from cartable.server.sqlite_file import FILE, connected
from cartable.server.store import Away, Damaged, Unwritable

AT_ONCE: Final = 5_000
"""How many rows one statement inserts."""

RecordRow = tuple[str, int, int, int, bytes]
"""A record as it lies in the file: its id, its table, its first row, its last, and how it is listed."""


class Moved(Struct):
    """What was moved, and what was not."""

    tables: int = 0
    records: int = 0
    files: int = 0
    already: int = 0
    """Tables that were already there."""
    damaged: list[str] = []
    """Codes of tables that cannot be read, and ids of such records."""
    taken: list[str] = []
    """Codes that another table has there."""


async def move(folder: Path, database: Database, tell: Callable[[int, int], None]) -> Moved:
    """Move all of a folder that no server uses; tell how many tables are done, of how many."""
    if not (folder / FILE).exists():
        raise Unwritable("no file", "backup.nothing", folder=str(folder))
    source = SqliteStore(folder, lambda do: do())
    try:
        await migrate(database)
        db = await database.connect()
        try:
            with database.told(), closing(connected(folder / FILE)) as file:
                return await _Moving(source, file, db, tell).all(folder)
        finally:
            db.terminate()
    except (Away, *LOST):
        raise Unwritable("away", "database.away", database=database.place) from None
    finally:
        source.stop()


class _Moving:
    def __init__(
        self,
        source: SqliteStore,
        file: sqlite3.Connection,
        db: asyncpg.Connection,
        tell: Callable[[int, int], None],
    ) -> None:
        self._source = source
        self._file = file
        self._db = db
        self._tell = tell
        self._moved = Moved()

    async def all(self, folder: Path) -> Moved:
        tables = self._file.execute("SELECT id, code, used FROM tables ORDER BY id").fetchall()
        records: dict[int, list[RecordRow]] = {}
        for record in self._file.execute("SELECT id, home, first, last, listed FROM records"):
            records.setdefault(record[1], []).append(record)
        for done, (home, code, used) in enumerate(tables):
            self._tell(done, len(tables))
            await self._table(home, code, used, records.pop(home, []))
        # What is left is of tables that are gone.
        for home, left in records.items():
            await self._orphans(home, left)
        days = [row[0] for row in self._file.execute("SELECT day FROM days")]
        await self._db.execute("INSERT INTO days SELECT unnest($1::integer[]) ON CONFLICT DO NOTHING", days)
        await self._days()
        for name in (DECKS, DRAWN):
            for path in sorted((folder / name).glob("[!.]*")):
                if path.is_file() and path.suffix != ".part":
                    await self._file_of(name, path)
        self._tell(len(tables), len(tables))
        return self._moved

    async def _table(self, home: int, code: str, used: int, records: Sequence[RecordRow]) -> None:
        try:
            rows = self._source.kept.rows(home)
        except Damaged:
            self._moved.damaged.append(code)
            return
        first = rows[0].entry if rows else b""
        mark = self._source.kept.mark(home)
        async with self._db.transaction():
            new = await self._number(shard_of(code))
            entered = "INSERT INTO tables VALUES ($1, $2, $3) ON CONFLICT (code) DO NOTHING RETURNING id"
            if await self._db.fetchval(entered, new, code, used) is None:
                there = "SELECT entry FROM log JOIN tables ON id = home WHERE code = $1 AND number = 0"
                if await self._db.fetchval(there, code) == first:
                    self._moved.already += 1
                else:
                    self._moved.taken.append(code)
                return
            await self._rows(new, rows)
            if mark is not None:
                await self._db.execute("INSERT INTO marks VALUES ($1, $2, $3)", new, crc32(mark), mark)
            await self._records(new, records)
        self._moved.tables += 1
        self._moved.records += len(records)

    async def _orphans(self, home: int, records: Sequence[RecordRow]) -> None:
        known = await self._db.fetch("SELECT id FROM records WHERE id = ANY($1)", [one[0] for one in records])
        there = {row[0] for row in known}
        left: list[RecordRow] = []
        rows: dict[int, LogRow] = {}
        for record in records:
            if record[0] in there:
                continue
            try:
                found = self._source.kept.rows(home, record[2], record[3])
            except Damaged:
                self._moved.damaged.append(record[0])
                continue
            rows |= {row.number: row for row in found}
            left.append(record)
        if left:
            async with self._db.transaction():
                new = await self._number(home % SHARDS)
                await self._rows(new, [rows[number] for number in sorted(rows)])
                await self._records(new, left)
            self._moved.records += len(left)

    async def _number(self, shard: int) -> int:
        return int(await self._db.fetchval("SELECT nextval('homes')")) * SHARDS + shard

    async def _rows(self, home: int, rows: Sequence[LogRow]) -> None:
        for start in range(0, len(rows), AT_ONCE):
            lines = [_line(home, row) for row in rows[start : start + AT_ONCE]]
            await self._db.execute(INSERT, *map(list, zip(*lines, strict=True)))

    async def _records(self, home: int, records: Iterable[RecordRow]) -> None:
        values: list[tuple[Any, ...]] = [(id, home, *others) for id, _, *others in records]
        await self._db.executemany("INSERT INTO records VALUES ($1, $2, $3, $4, $5)", values)

    async def _days(self) -> None:
        """Move the secret of the decks of the day, and the tries at them."""
        secrets = self._file.execute("SELECT name, secret FROM secrets").fetchall()
        await self._db.executemany("INSERT INTO secrets VALUES ($1, $2) ON CONFLICT DO NOTHING", secrets)
        # Tables have other numbers here.
        tries = self._file.execute("SELECT day, key, 0, record, why, millis FROM tries").fetchall()
        entered = "INSERT INTO tries VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING"
        await self._db.executemany(entered, tries)

    async def _file_of(self, folder: str, path: Path) -> None:
        added = await self._db.fetchval(
            "INSERT INTO files VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1",
            folder,
            path.name,
            path.read_bytes(),
        )
        self._moved.files += bool(added)


def _line(home: int, row: LogRow) -> HandedRow:
    """Return a row under the number that its table has now; its checksum is of that too."""
    said = row.number, row.member, row.page, row.request
    return home, *said, checksum(home, *said, row.entry), row.entry
