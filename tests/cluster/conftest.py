"""A real PostgreSQL for these tests."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import asyncpg
import pytest

from cartable.server.postgres.migrate import migrations
from tests.server.databases import address

_numbers = count(1)


@pytest.fixture(scope="session")
def server() -> str:
    """Return the address of a PostgreSQL server."""
    return address()


class OwnSchema:
    """A schema of a test's own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.schema = f"cluster_{os.getpid()}_{next(_numbers)}"

    async def connect(self, settings: Mapping[str, str] | None = None) -> Any:
        return await asyncpg.connect(
            self.url, server_settings={"search_path": self.schema, **(settings or {})}
        )

    @asynccontextmanager
    async def there(self) -> AsyncIterator[Any]:
        db = await self.connect()
        await db.execute(f'CREATE SCHEMA "{self.schema}"')
        for step in migrations():
            await db.execute(step)
        try:
            yield db
        finally:
            await db.execute(f'DROP SCHEMA "{self.schema}" CASCADE')
            await db.close()


@pytest.fixture
def place(server: str) -> OwnSchema:
    return OwnSchema(server)
