"""The store in PostgreSQL: one connection writes, two read."""

from __future__ import annotations

import asyncio
import time
from secrets import token_hex
from typing import Any, Final
from zlib import crc32

import asyncpg
import msgspec

from cartable.cluster.shards import SHARDS, shard_of
from cartable.server import messages
from cartable.server.decoders import decoder
from cartable.server.packing import LogRow, checked, line
from cartable.server.postgres.database import LOST, Cable, Database
from cartable.server.postgres.migrate import migrate
from cartable.server.postgres.writer import Handed, Writer
from cartable.server.rows import Asked
from cartable.server.store import (
    BEST_KEPT,
    FORGOTTEN,
    NOBODY,
    Append,
    Away,
    Damaged,
    DayTry,
    Fence,
    Filed,
    Heading,
    Statement,
    Then,
    unheard,
)

READERS: Final = 2
LONGEST: Final = 4.0
"""The most seconds a read may take."""
CLEAR: Final = """
    WITH next AS (SELECT home FROM gone LIMIT 1 FOR UPDATE SKIP LOCKED),
    cleared AS (
        DELETE FROM log USING next WHERE log.home = next.home
        AND NOT EXISTS (SELECT FROM tables WHERE id = log.home)
        AND NOT EXISTS (
            SELECT FROM records WHERE records.home = log.home AND number BETWEEN first AND last
        )
    )
    DELETE FROM gone USING next WHERE gone.home = next.home RETURNING gone.home
"""
FORGET: Final = """
    WITH named AS (DELETE FROM tables WHERE id = $1), marked AS (DELETE FROM marks WHERE home = $1)
    INSERT INTO gone VALUES ($1) ON CONFLICT DO NOTHING
"""


class PostgresStore:
    """The store in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._writer = Writer(database)
        self._readers = [Cable(database) for _ in range(READERS)]
        self._cables = list(self._readers)
        """Connections that nobody is reading on."""
        self._free = asyncio.Semaphore(READERS)
        self._opened: dict[int, str] = {}
        """The codes of tables that have no row yet."""
        self._uncleared = False
        """Whether there may be rows of tables that are gone."""
        self._clearing: asyncio.Task[None] | None = None

    @classmethod
    async def at(cls, database: Database) -> PostgresStore:
        """Return the store of a database, brought to today's form; raise Unwritable where it cannot be."""
        await migrate(database)
        store = cls(database)
        store._clear_away(None)
        return store

    @property
    def full(self) -> str:
        """Why nothing can be written, where the last commit failed."""
        return self._writer.full

    @full.setter
    def full(self, why: str) -> None:
        self._writer.full = why

    @property
    def commits(self) -> int:
        """How many commits there were."""
        return self._writer.commits

    @property
    def appended(self) -> int:
        """How many rows were written."""
        return self._writer.appended

    def prove(self, fence: Fence) -> None:
        """Have each commit prove from now on that its tables are still this server's."""
        self._writer.prove(fence)

    async def open(self, code: str) -> int | None:
        free = "SELECT nextval('homes') WHERE NOT EXISTS (SELECT FROM tables WHERE code = $1)"
        found = await self.ask(free, code)
        if not found:
            return None
        home = int(found[0][0]) * SHARDS + shard_of(code)
        self._opened[home] = code
        return home

    def append(self, append: Append) -> None:
        home = append.home
        orders: tuple[Statement, ...] = ()
        if code := self._opened.pop(home, ""):
            # With the first row: another server may have given the same code away just now.
            orders += (("INSERT INTO tables VALUES ($1, $2, $3)", (home, code, _seconds())),)
        if finish := append.finish:
            listed = msgspec.json.encode(finish.listed)
            record = finish.listed.record, home, finish.first, finish.last, listed
            orders += (("INSERT INTO records VALUES ($1, $2, $3, $4, $5)", record),)
            if tried := finish.counted:
                ended = "UPDATE tries SET record = $1 WHERE day = $2 AND key = $3"
                orders += ((ended, (finish.listed.record, tried.day, tried.key)),)
        if (mark := append.mark) is not None:
            kept = (
                "INSERT INTO marks VALUES ($1, $2, $3)"
                " ON CONFLICT (home) DO UPDATE SET sum = excluded.sum, mark = excluded.mark"
            )
            orders += ((kept, (home, crc32(mark), mark)),)
        number, asked = append.number, append.asked
        lines = [line(home, number + n, asked.get(n, NOBODY), row) for n, row in enumerate(append.rows)]
        self._writer.hand(Handed(home, append.then, self._writer.renewals, lines, orders, code))

    async def find(self, code: str) -> int | None:
        found = await self.ask("SELECT id FROM tables WHERE code = $1", code)
        return int(found[0][0]) if found else None

    async def code(self, home: int) -> str:
        found = await self.ask("SELECT code FROM tables WHERE id = $1", home)
        return str(found[0][0]) if found else ""

    async def read(self, home: int, first: int = 0, last: int | None = None) -> list[bytes]:
        return [row.entry for row in await self._rows(home, first, last)]

    async def asked(self, home: int, first: int = 0) -> list[Asked]:
        return [row.asked for row in await self._rows(home, first) if row.member]

    async def _rows(self, home: int, first: int = 0, last: int | None = None) -> list[LogRow]:
        rows = await self.ask(
            "SELECT number, member, page, request, sum, entry FROM log"
            " WHERE home = $1 AND number BETWEEN $2 AND $3 ORDER BY number",
            home,
            first,
            (1 << 31) - 1 if last is None else last,
        )
        return checked(home, (LogRow(*row) for row in rows), first)

    async def mark(self, home: int) -> bytes | None:
        found = await self.ask("SELECT sum, mark FROM marks WHERE home = $1", home)
        return found[0][1] if found and crc32(found[0][1]) == found[0][0] else None

    async def tables(self) -> list[tuple[str, int]]:
        return [(code, used) for code, used in await self.ask("SELECT code, used FROM tables ORDER BY id")]

    async def idle(self, days: int) -> list[tuple[str, int]]:
        since = "SELECT count(*) FROM days WHERE day > used / 86400"
        unused = f"SELECT code, id FROM tables WHERE ({since}) >= $1"
        return [(code, home) for code, home in await self.ask(unused, days)]

    def mark_day(self) -> None:
        self._do(("INSERT INTO days VALUES ($1) ON CONFLICT DO NOTHING", (_seconds() // 86_400,)))

    def touch(self, home: int) -> None:
        self._do(("UPDATE tables SET used = $1 WHERE id = $2", (_seconds(), home)), home=home)

    def forget(self, home: int, then: Then = unheard) -> None:
        def forgotten(failure: Exception | None) -> None:
            self._clear_away(failure)
            then(failure)

        self._do((FORGET, (home,)), then=forgotten, home=home)

    async def listed(self, home: int) -> list[messages.Listed]:
        rows = await self.ask("SELECT listed FROM records WHERE home = $1 ORDER BY first DESC", home)
        return [decoder(messages.Listed).decode(row[0]) for row in rows]

    async def heading(self, record: str) -> Heading | None:
        found = await self.ask("SELECT home, last - first + 1, listed FROM records WHERE id = $1", record)
        if not found:
            return None
        home, rows, listed = found[0]
        return Heading(home, rows, decoder(messages.Listed).decode(listed))

    async def record(self, record: str) -> Filed | None:
        found = await self.ask("SELECT home, first, last, listed FROM records WHERE id = $1", record)
        if not found:
            return None
        home, first, last, listed = found[0]
        return Filed(home, await self.read(home, first, last), decoder(messages.Listed).decode(listed))

    def again(self, record: str, listed: messages.Listed) -> None:
        copied = (
            "INSERT INTO records SELECT $1::text, home, first, last, $2::bytea FROM records"
            " WHERE id = $3 ON CONFLICT DO NOTHING"
        )
        self._do((copied, (listed.record, msgspec.json.encode(listed), record)))

    async def delete(self, record: str) -> None:
        gone = "INSERT INTO gone SELECT home FROM records WHERE id = $1 ON CONFLICT DO NOTHING"
        self._do((gone, (record,)), ("DELETE FROM records WHERE id = $1", (record,)), then=self._clear_away)

    async def secret(self) -> str:
        found = "SELECT secret FROM secrets WHERE name = 'day'"
        drawn = "INSERT INTO secrets VALUES ('day', $1) ON CONFLICT DO NOTHING"
        rows = await self.ask(found)
        if not rows:
            await self.ask(drawn, token_hex(32))
            rows = await self.ask(found)
        return str(rows[0][0])

    async def try_day(self, wanted: DayTry, most: int) -> DayTry | None:
        entered = (
            "INSERT INTO tries SELECT $1, $2, $3, '', NULL, 0"
            " WHERE (SELECT count(*) FROM tries WHERE day = $1) < $4 ON CONFLICT DO NOTHING"
        )
        await self.ask(entered, wanted.day, wanted.key, wanted.home, most)
        return await self.tried(wanted.day, wanted.key)

    async def tried(self, day: int, key: str) -> DayTry | None:
        found = await self.ask("SELECT * FROM tries WHERE day = $1 AND key = $2", day, key)
        return DayTry(*found[0]) if found else None

    async def unmeasured(self, day: int) -> list[DayTry]:
        ended = "SELECT * FROM tries WHERE day = $1 AND record <> '' AND why IS NULL"
        return [DayTry(*row) for row in await self.ask(ended, day)]

    def measured(self, found: DayTry) -> None:
        kept = "UPDATE tries SET why = $1, millis = $2 WHERE day = $3 AND key = $4"
        self._do((kept, (found.why, found.millis, found.day, found.key)))

    async def day_list(self, day: int, most: int) -> list[DayTry]:
        best = "SELECT * FROM tries WHERE day = $1 AND why = '' ORDER BY millis, key LIMIT $2"
        return [DayTry(*row) for row in await self.ask(best, day, most)]

    async def quicker(self, day: int, millis: int) -> int:
        faster = "SELECT count(*) FROM tries WHERE day = $1 AND why = '' AND millis < $2"
        return int((await self.ask(faster, day, millis))[0][0])

    def forget_days(self, before: int, older: int, most: int) -> None:
        self._do((FORGOTTEN, (older,)), (BEST_KEPT, (before, most)))

    def renew(self) -> None:
        self._writer.renewals += 1

    def hang_up(self) -> None:
        """Drop every connection; what is under way is tried again on a new one."""
        self._writer.hang_up()
        for cable in self._readers:
            cable.drop()

    async def close(self) -> None:
        await self._writer.close()
        if self._clearing:
            await asyncio.wait((self._clearing,))
        for cable in self._cables:
            await cable.close()

    def _do(self, *orders: Statement, then: Then = unheard, home: int = 0) -> None:
        self._writer.hand(Handed(home, then, self._writer.renewals, orders=orders))

    def _clear_away(self, failure: Exception | None) -> None:
        """Delete the rows of tables that are gone, except those of their records, while others write."""
        if failure is None:
            self._uncleared = True
            # One for all: many would take both connections from whoever reads.
            if self._clearing is None or self._clearing.done():
                self._clearing = asyncio.get_running_loop().create_task(self._clear())

    async def _clear(self) -> None:
        try:
            while self._uncleared:
                self._uncleared = False
                while await self.ask(CLEAR):
                    pass
        except Away:
            # It stands in `gone`, and is done at the next start.
            return

    async def ask(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows that answer a query; raise Away where the database is."""
        await self._writer.settle()
        async with self._free:
            cable = self._cables.pop()
            try:
                return await _answered(cable, query, values)
            except (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError) as error:
                raise Damaged(str(error.args[0])) from None
            finally:
                self._cables.append(cable)


async def _answered(cable: Cable, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
    for again in (True, False):
        db = await cable.get()
        try:
            return [tuple(row) for row in await asyncio.wait_for(db.fetch(query, *values), LONGEST)]
        except LOST:
            # The database may have restarted since the last time.
            cable.drop()
            if not again:
                break
    raise Away


def _seconds() -> int:
    """Return the time in seconds since 1970."""
    return int(time.time())
