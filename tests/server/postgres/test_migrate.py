"""Servers of several versions over one database."""

from __future__ import annotations

import asyncio

import pytest

from cartable.cluster.shards import SHARDS
from cartable.server.postgres.database import Database
from cartable.server.postgres.migrate import migrate, migrations
from cartable.server.store import Unwritable
from tests.server.databases import asked, dropped, stored
from tests.server.test_store import append, entered, scene


def test_servers_that_start_at_once_migrate_once(database: Database) -> None:
    async def play() -> None:
        await asyncio.gather(*(migrate(database) for _ in range(4)))
        ((done,),) = await asked(database, "SELECT count(*) FROM migrations")
        assert done == len(migrations())

    scene(play)


def test_an_older_server_runs_beside_a_newer_one_until_it_is_needed_no_more(database: Database) -> None:
    async def play() -> None:
        today = migrations()
        expand = "ALTER TABLE tables ADD COLUMN more integer"
        contract = f"-- needs {len(today) + 1}\nALTER TABLE tables DROP COLUMN used"
        await migrate(database, [*today, expand])
        await migrate(database)
        async with stored(database) as store:
            home = await entered(store, "BCDFG")
            assert await append(store, home, 0, b"one") is None
        await migrate(database, [*today, expand, contract])
        with pytest.raises(Unwritable) as newer:
            await migrate(database)
        assert newer.value.key == "database.newer"
        # What an unfinished step has done is undone, and the next start does it.
        with pytest.raises(Exception, match="syntax"):
            await migrate(database, [*today, expand, contract, "CREATE TABLE half (id integer); nonsense"])
        assert await asked(database, "SELECT to_regclass('half') IS NULL") == [(True,)]

    scene(play)


EARLIER_ROLL = """
    SELECT pg_advisory_xact_lock(hashtext('cartable roll'));
    CREATE TABLE IF NOT EXISTS nodes (
        life bigint PRIMARY KEY, name text NOT NULL UNIQUE, address text NOT NULL, plays text NOT NULL,
        draining boolean NOT NULL DEFAULT false, expires timestamptz NOT NULL,
        since timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE TABLE IF NOT EXISTS shards (
        shard integer PRIMARY KEY, life bigint NOT NULL, epoch bigint NOT NULL
    );
    INSERT INTO shards SELECT shard, 0, 0 FROM generate_series(0, 63) AS shard ON CONFLICT DO NOTHING;
"""
"""What servers of two migrations do whenever they enter."""


def test_servers_that_create_the_roll_themselves_run_beside_those_that_find_it(database: Database) -> None:
    async def earlier() -> None:
        await migrate(database, migrations()[:2])
        db = await database.connect()
        async with db.transaction():
            await db.execute(EARLIER_ROLL)
        await db.close()

    async def play() -> None:
        await earlier()
        await asked(database, "UPDATE shards SET life = 7, epoch = 3 WHERE shard = 5")
        await migrate(database)
        await earlier()
        owned = await asked(database, "SELECT count(*), sum(epoch), max(life) FROM shards")
        assert owned == [(SHARDS, 3, 7)], "nobody lost a shard"
        # Both at once, where there is nothing yet.
        for _ in range(3):
            await dropped(database)
            await asyncio.gather(earlier(), migrate(database), earlier(), migrate(database))
            assert await asked(database, "SELECT count(*) FROM shards") == [(SHARDS,)]

    scene(play)
