"""The one connection that writes: whatever waits while a commit is under way goes into the next one.

A line can be lost in the middle of a commit, and nobody knows then whether it was made. So the writer makes
sure that the database is done with the lost connection, looks the rows up, and only then tells; and nobody
reads a table before it knows.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import asyncpg
from msgspec import Struct

from cartable.cluster.shards import SHARDS
from cartable.server.gathering import Gathering, tell
from cartable.server.packing import HandedRow
from cartable.server.postgres.database import LOST, Cable, Database
from cartable.server.sentences import AWAY
from cartable.server.store import Away, Fence, Fenced, Statement, Then

COLUMNS: Final = "INSERT INTO log (home, number, member, page, request, sum, entry)"
INTO: Final = f"{COLUMNS} SELECT * FROM unnest("
TYPES: Final = ("bigint[]", "integer[]", "integer[]", "bigint[]", "bigint[]", "bigint[]", "bytea[]")
INSERT: Final = INTO + ", ".join(f"${number}::{kind}" for number, kind in enumerate(TYPES, 1)) + ")"
WRITTEN: Final = (
    "SELECT count(*) FROM log JOIN unnest($1::bigint[], $2::integer[], $3::bigint[])"
    " AS ours (home, number, sum) USING (home, number, sum)"
)
TAKEN: Final = (
    "SELECT home FROM log JOIN unnest($1::bigint[], $2::integer[]) AS ours (home, number)"
    " USING (home, number) UNION"
    " SELECT home FROM tables JOIN unnest($3::bigint[], $4::text[]) AS ours (home, code)"
    " USING (code) WHERE home <> id"
)
WHO: Final = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
END: Final = (
    "SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2"
)

PATIENCE: Final = 3.0
"""How many seconds people wait for a database that is away before they are told."""
PAUSE: Final = 0.1
"""The seconds between two tries."""
LONGEST: Final = 3.0
"""The most seconds a commit may take; then its connection counts as lost."""


def proved(fence: Fence) -> str:
    """Return the statement that inserts rows where a fence finds nothing lost, and returns what it finds.

    It is a transaction of its own: one round trip instead of four. Its values are those of the fence,
    then the columns of the rows.
    """
    columns = ", ".join(f"${number}::{kind}" for number, kind in enumerate(TYPES, fence.values + 1))
    return _proved(fence.statement, f"{INTO}{columns})")


def proved_one(fence: Fence) -> str:
    """Return the same for a single row: without lists it takes the database half the time."""
    values = (f"${number}::{kind[:-2]}" for number, kind in enumerate(TYPES, fence.values + 1))
    return _proved(fence.statement_of_one, f"{COLUMNS} SELECT {', '.join(values)}")


def _proved(lost: str, insert: str) -> str:
    return (
        f"WITH lost (shard) AS MATERIALIZED ({lost}),"
        f" written AS ({insert} WHERE NOT EXISTS (SELECT FROM lost)) SELECT shard FROM lost"
    )


class Handed(Struct):
    """What is to be written, of one table or (0) of none."""

    home: int
    then: Then
    renewals: int
    """How often the store had been renewed by then."""
    rows: list[HandedRow] = []
    orders: tuple[Statement, ...] = ()
    code: str = ""
    """The code of a table that is opened."""


class Writer:
    """Commits what it is handed, in that order, and calls back in the same."""

    def __init__(self, database: Database) -> None:
        self.full = ""
        self.commits = 0
        self.appended = 0
        self._fence: Fence | None = None
        self._proved = self._proved_one = ""
        self.renewals = 0
        """How often the store was renewed."""
        self._broken: int | None = None
        """What was handed over after this many renewals or fewer lies behind a gap, and is not written."""
        self._cable = Cable(database, self._alone)
        self._self: tuple[Any, ...] | None = None
        """How the database knows the connection."""
        self._waiting: deque[Handed] = deque()
        self._bell = asyncio.Event()
        self._gathering = Gathering()
        self._unsure = False
        """Whether something may still be written of which people were told that it was not."""
        self._closing = False
        self._task = asyncio.get_running_loop().create_task(self._write())
        self._recovering: asyncio.Task[None] | None = None

    def prove(self, fence: Fence) -> None:
        """Have each commit prove from now on that its tables are still this server's."""
        self._fence, self._proved, self._proved_one = fence, proved(fence), proved_one(fence)

    def hand(self, work: Handed) -> None:
        """Queue something to be written."""
        self._waiting.append(work)
        self._bell.set()

    def hang_up(self) -> None:
        """Drop the connection; a commit that is under way counts as lost with it, and is looked up."""
        self._cable.drop()

    async def settle(self) -> None:
        """Return once it is known what is written and what is not; raise Away where that cannot be told."""
        if self._unsure:
            await self._cable.get()
            self._unsure = False

    async def close(self) -> None:
        """Write all that waits, then stop."""
        self._closing = True
        self._bell.set()
        await self._task
        if self._recovering:
            self._recovering.cancel()
            await asyncio.gather(self._recovering, return_exceptions=True)
        await self._cable.close()

    async def _write(self) -> None:
        while not self._closing or self._waiting:
            await self._bell.wait()
            self._bell.clear()
            while self._waiting:
                if wait := self._gathering.wait(time.monotonic()):
                    await asyncio.sleep(wait)
                batch = list(self._waiting)
                self._waiting.clear()
                self._gathering.begin(time.monotonic(), len(batch))
                await self._commit(batch)

    async def _commit(self, batch: list[Handed]) -> None:
        """Write a batch for good, or not at all, and tell."""
        failure: Exception | None = None
        try:
            if self._broken is not None and batch[0].renewals <= self._broken:
                raise Away(self.full)
            await self._try(batch)
            self.full = ""
            self.commits += 1
            self.appended += sum(len(work.rows) for work in batch)
        except Fenced as fenced:
            lost = [work for work in (*batch, *self._waiting) if work.home in fenced.homes]
            rest = [work for work in batch if work.home not in fenced.homes]
            self._waiting = deque(work for work in self._waiting if work.home not in fenced.homes)
            tell([work.then for work in lost], fenced)
            if rest:
                await self._commit(rest)
            return
        except Exception as error:
            # Whatever it is: the writer lives on, and nobody is told what was not written.
            failure = error
            self.full = AWAY if isinstance(error, Away) else str(error.args[0] if error.args else error)
            if any(work.rows for work in batch):
                self._broken = batch[-1].renewals
            if isinstance(error, Away) and self._recovering is None and not self._closing:
                self._recovering = asyncio.get_running_loop().create_task(self._recover())
        tell([work.then for work in batch], failure)

    async def _try(self, batch: list[Handed]) -> None:
        """Write a batch; where the line is lost, find out whether it was written, and try again if not."""
        loop = asyncio.get_running_loop()
        end, unsure = 0.0, False
        conflict: Exception | None = None
        while True:
            try:
                db = await self._cable.get()
                async with asyncio.timeout(LONGEST):
                    if conflict:
                        if taken := await _taken(db, batch):
                            raise Fenced(taken)
                        raise conflict
                    if not unsure or not await _written(db, batch):
                        unsure = True
                        await self._transact(db, batch)
                return
            except Away:
                pass
            except asyncpg.UniqueViolationError as error:
                if conflict:
                    raise
                conflict = error
                continue
            except ValueError:
                # The driver's, about values that no column takes.
                raise
            except LOST:
                self._cable.drop()
            end = end or loop.time() + PATIENCE
            if loop.time() > end:
                self._unsure = self._unsure or unsure
                raise Away(AWAY)
            await asyncio.sleep(PAUSE)

    async def _transact(self, db: asyncpg.Connection, batch: Sequence[Handed]) -> None:
        rows = [row for work in batch for row in work.rows]
        orders = [order for work in batch for order in work.orders]
        shards = _shards(batch)
        if not orders:
            # A statement alone is a transaction, and one round trip.
            if rows and self._fence:
                proof = self._fence.arguments(shards)
                if len(rows) == len(shards) == 1:
                    lost = await db.fetch(self._proved_one, *(value for (value,) in proof), *rows[0])
                else:
                    lost = await db.fetch(self._proved, *proof, *_columns(rows))
                self._refuse(batch, lost)
            elif rows:
                await db.execute(INSERT, *_columns(rows))
            return
        await db.execute("BEGIN")
        try:
            if self._fence and shards:
                proof = self._fence.arguments(shards)
                self._refuse(batch, await db.fetch(self._fence.statement, *proof))
            if rows:
                await db.execute(INSERT, *_columns(rows))
            for statement, same in groupby(orders, itemgetter(0)):
                # All in one round trip.
                await db.executemany(statement, [values for _, values in same])
            await db.execute("COMMIT")
        except (Fenced, asyncpg.PostgresError, ValueError) as error:
            if not isinstance(error, LOST):
                await db.execute("ROLLBACK")
            raise

    def _refuse(self, batch: Sequence[Handed], found: Sequence[asyncpg.Record]) -> None:
        """Raise Fenced if shards of a batch turned out to be another's."""
        if lost := {row[0] for row in found}:
            assert self._fence
            self._fence.fenced(sorted(lost))
            raise Fenced(work.home for work in batch if work.home and work.home % SHARDS in lost)

    async def _alone(self, db: asyncpg.Connection) -> None:
        """Make sure that whatever was begun on an earlier connection is over, one way or the other."""
        while self._self and await db.fetch(END, *self._self):
            await asyncio.sleep(PAUSE)
        self._self = tuple(await db.fetchrow(WHO))

    async def _recover(self) -> None:
        """Wait until the database is back, so that whoever asks is told so."""
        while True:
            try:
                await self._cable.get()
                break
            except Away:
                await asyncio.sleep(2 * PAUSE)
        self._unsure = False
        self.full = ""
        self._recovering = None


async def _written(db: asyncpg.Connection, batch: Iterable[Handed]) -> bool:
    """Return whether a batch was committed; where it has no rows, doing it again does no harm."""
    rows = [(row[0], row[1], row[5]) for work in batch for row in work.rows]
    return bool(rows) and await db.fetchval(WRITTEN, *_turned(rows, 3)) == len(rows)


async def _taken(db: asyncpg.Connection, batch: Iterable[Handed]) -> list[int]:
    """Return the tables of a batch that another server has written to, or whose code it has given away."""
    rows = [row[:2] for work in batch for row in work.rows]
    opened = [(work.home, work.code) for work in batch if work.code]
    return [row[0] for row in await db.fetch(TAKEN, *_turned(rows, 2), *_turned(opened, 2))]


def _shards(batch: Iterable[Handed]) -> list[int]:
    """Return the shards of the tables that a batch changes; a deletion has no rows, and is proved as well."""
    return sorted({work.home % SHARDS for work in batch if work.home})


def _columns(rows: Sequence[HandedRow]) -> list[list[Any]]:
    return _turned(rows, 7)


def _turned(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(width)]
