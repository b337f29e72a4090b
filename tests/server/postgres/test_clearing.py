"""Tables that are deleted, and their rows cleared."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cartable.server.postgres.database import Database
from cartable.server.store import written
from tests.server.databases import asked, stored
from tests.server.test_store import append, entered, scene


def test_many_tables_are_deleted_in_one_way_there_and_back_and_cleared_one_at_a_time(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with stored(database) as store:
            homes = [await entered(store, code) for code in ("BCDFG", "BCDFH", "BCDFJ", "BCDFK")]
            await asyncio.gather(*(append(store, home, 0, b"one", mark=b"mark") for home in homes))
            said: list[str] = []
            db = await store._writer._cable.get()
            db.add_query_logger(lambda query: said.append(query.query))
            ask, at_once, most = store.ask, 0, 0

            async def spied(query: str, *values: object) -> list[tuple[Any, ...]]:
                nonlocal at_once, most
                at_once += 1
                most = max(most, at_once)
                try:
                    return await ask(query, *values)
                finally:
                    at_once -= 1

            monkeypatch.setattr(store, "ask", spied)
            for home in homes:
                store.touch(home)
            for home in homes:
                store.forget(home)
            assert await written(store) is None
            assert [query.split()[0] for query in said] == ["BEGIN", "UPDATE", "WITH", "COMMIT"]
            while await asked(database, "SELECT FROM log"):
                await asyncio.sleep(0.005)
            assert most == 1
            assert await asked(database, "SELECT id FROM tables UNION SELECT home FROM marks") == []

    scene(play)


def test_rows_are_cleared_of_tables_deleted_while_others_are(database: Database) -> None:
    async def play() -> None:
        async with stored(database) as store:
            for code in ("BCDFG", "BCDFH", "BCDFJ"):
                home = await entered(store, code)
                assert await append(store, home, 0, b"one") is None
                store.forget(home)
            while await asked(database, "SELECT home FROM log UNION SELECT home FROM gone"):
                await asyncio.sleep(0.005)

    scene(play)
