"""Migrations: plain SQL in numbered files, each done once, by one server at a time.

They expand first and contract later, so that two versions run side by side while a new one is rolled out: a
file only adds, and what an older version still needs is removed by a later release. The first line of such a
file is `-- needs N`: from then on servers that know fewer than N files are refused.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

import asyncpg

from cartable.server.postgres.database import Database
from cartable.server.store import Unwritable

LOCK: Final = 0x63617274
"""The advisory lock under which migrations are done."""
NEEDS: Final = "-- needs "


def migrations() -> list[str]:
    """Return the text of each migration, in their order."""
    folder = files("cartable.server.postgres") / "migrations"
    return [file.read_text("utf-8") for file in sorted(folder.iterdir(), key=lambda file: file.name)]


async def migrate(database: Database, steps: list[str] | None = None) -> None:
    """Bring a database to today's form; raise Unwritable where it is a newer Cartable's."""
    steps = migrations() if steps is None else steps
    db = await database.connect()
    try:
        with database.told():
            await _migrate(db, database, steps)
    finally:
        db.terminate()


async def _migrate(db: asyncpg.Connection, database: Database, steps: list[str]) -> None:
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        if not await db.fetchval("SELECT 1 FROM pg_namespace WHERE nspname = $1", database.schema):
            await db.execute(f'CREATE SCHEMA "{database.schema}"')
        await db.execute(
            "CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY, needs integer NOT NULL)"
        )
        latest = "SELECT coalesce(max(number), 0), coalesce(max(needs), 0) FROM migrations"
        done, needs = await db.fetchrow(latest)
        if needs > len(steps):
            raise Unwritable("newer", "database.newer", database=database.place)
        for number, step in enumerate(steps[done:], done + 1):
            await db.execute(step)
            first = step.partition("\n")[0]
            needed = int(first.removeprefix(NEEDS)) if first.startswith(NEEDS) else 0
            await db.execute("INSERT INTO migrations VALUES ($1, $2)", number, needed)
