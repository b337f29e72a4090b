"""A store, and a way to its database that can be cut."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from cartable.lab.proxies import Way
from cartable.server.postgres.database import Database
from cartable.server.postgres.store import PostgresStore
from tests.server.databases import stored
from tests.server.test_store import append, entered


class Behind:
    """A store, the way to its database, and a table."""

    def __init__(self, store: PostgresStore, way: Way, home: int) -> None:
        self.store = store
        self.way = way
        self.home = home

    async def rows(self) -> list[bytes]:
        return await self.store.read(self.home)


@asynccontextmanager
async def behind(url: str, schema: str) -> AsyncIterator[Behind]:
    way = Way(url)
    async with way.open() as address, stored(Database(address, schema)) as store:
        home = await entered(store, "BCDFG")
        assert await append(store, home, 0, b"one") is None
        yield Behind(store, way, home)
