"""Tables that another server owns by now: nothing is written to them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from cartable.cluster import roll
from cartable.cluster.shards import SHARDS, shard_of
from cartable.server.postgres.database import Database
from cartable.server.postgres.store import PostgresStore
from cartable.server.store import Fenced, written
from tests.server.databases import asked, stored
from tests.server.test_store import append, entered, scene


class Shards:
    """A fence: the epochs of shards in a table, and those that this server believes in."""

    statement = roll.PROOF
    statement_of_one = roll.PROOF_OF_ONE
    values = 2

    def __init__(self) -> None:
        self.refused: list[int] = []

    def arguments(self, shards: Sequence[int]) -> tuple[list[int], ...]:
        return list(shards), [1] * len(shards)

    def fenced(self, shards: Sequence[int]) -> None:
        self.refused += shards


async def fenced(database: Database, store: PostgresStore) -> Shards:
    """Let a store prove the epochs of all shards, which are 1."""
    await asked(database, "UPDATE shards SET epoch = 1")
    fence = Shards()
    store.prove(fence)
    return fence


@pytest.mark.parametrize("rows", [(b"late",), (b"late", b"later")], ids=["one row", "more"])
def test_a_commit_that_meets_a_takeover_waits_and_writes_nothing(
    database: Database, rows: tuple[bytes, ...]
) -> None:
    """It is one statement, which saw the old epoch when it began."""

    async def play() -> None:
        async with stored(database) as store:
            fence = await fenced(database, store)
            home = await entered(store, "BCDFG")
            assert await append(store, home, 0, b"ours") is None
            taker = await database.connect()
            taking = taker.transaction()
            await taking.start()
            await taker.execute("UPDATE shards SET epoch = 2 WHERE shard = $1", home % SHARDS)
            late = asyncio.create_task(append(store, home, 1, *rows))
            waits = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INTO log%'"
            while not await asked(database, waits):
                await asyncio.sleep(0.005)
            assert not late.done()
            await taking.commit()
            await taker.close()
            failed = await late
            assert isinstance(failed, Fenced)
            assert failed.homes == {home}
            assert fence.refused == [home % SHARDS]
            assert await store.read(home) == [b"ours"]

    scene(play)


def test_no_commit_of_rows_notifies_anybody(database: Database) -> None:
    """Commits that notify queue up behind each other, whatever they write."""
    heard: list[str] = []
    sent: list[str] = []

    async def play() -> None:
        async with stored(database) as store:
            await fenced(database, store)
            writer = await store._writer._cable.get()
            writer.add_query_logger(lambda query: sent.append(query.query))
            listener = await database.connect()
            await listener.add_listener(roll.CHANNEL, lambda db, pid, channel, payload: heard.append(payload))
            homes = [await entered(store, code) for code in ("BCDFG", "BCDFH")]
            for number in range(3):
                appended = [append(store, home, 2 * number, b"one", b"two") for home in homes]
                assert await asyncio.gather(*appended) == [None, None]
            await asked(database, f"NOTIFY {roll.CHANNEL}, 'the end'")
            while "the end" not in heard:
                await asyncio.sleep(0.005)
            await listener.close()

    scene(play)
    assert heard == ["the end"]
    assert any("INTO log" in statement for statement in sent)
    assert not [statement for statement in sent if "notify" in statement.lower()]


def test_a_lost_shard_is_fenced_off_and_the_others_go_on(database: Database) -> None:
    async def play() -> None:
        async with stored(database) as store:
            fence = await fenced(database, store)
            codes = ["BCDFG", "BCDFH"]
            lost, kept = [await entered(store, code) for code in codes]
            assert (lost % SHARDS, kept % SHARDS) == (shard_of(codes[0]), shard_of(codes[1]))
            assert lost % SHARDS != kept % SHARDS
            assert await append(store, lost, 0, b"ours") is None
            await asked(database, "UPDATE shards SET epoch = 2 WHERE shard = $1", lost % SHARDS)
            first, second, third = await asyncio.gather(
                append(store, lost, 1, b"late"),
                append(store, kept, 0, b"ours"),
                append(store, lost, 2, b"later"),
            )
            assert isinstance(first, Fenced)
            assert first.homes == {lost}
            assert isinstance(third, Fenced)
            assert second is None
            assert fence.refused == [lost % SHARDS]
            assert await store.read(lost) == [b"ours"]
            assert await store.read(kept) == [b"ours"]
            assert await append(store, kept, 1, b"on") is None

    scene(play)


def test_a_server_that_lost_a_table_deletes_nothing_of_it(database: Database) -> None:
    async def play() -> None:
        async with stored(database) as store, stored(database) as other:
            fence = await fenced(database, store)
            lost, kept = [await entered(store, code) for code in ("BCDFG", "BCDFH")]
            for home in (lost, kept):
                assert await append(store, home, 0, b"ours") is None
            await asked(database, "UPDATE tables SET used = 0")
            await asked(database, "UPDATE shards SET epoch = 2 WHERE shard = $1", lost % SHARDS)
            assert await append(other, lost, 1, b"theirs") is None
            store.touch(lost)
            store.forget(lost)
            store.forget(kept)
            await written(store)
            assert fence.refused == [lost % SHARDS]
            assert await other.tables() == [("BCDFG", 0)]
            assert await other.read(lost) == [b"ours", b"theirs"]

    scene(play)


def test_a_row_that_another_server_wrote_first_is_a_fence_too(database: Database) -> None:
    async def play() -> None:
        async with stored(database) as store, stored(database) as other:
            home, mine = await entered(store, "BCDFG"), await entered(store, "FGHJK")
            assert await append(store, home, 0, b"one") is None
            assert await append(other, home, 1, b"theirs") is None
            ours, untouched = await asyncio.gather(
                append(store, home, 1, b"ours"), append(store, mine, 0, b"fine")
            )
            assert isinstance(ours, Fenced)
            assert ours.homes == {home}
            assert untouched is None
            assert await store.read(home) == [b"one", b"theirs"]
            assert not store.full

    scene(play)


def test_two_servers_that_draw_one_code_do_not_share_a_table(database: Database) -> None:
    async def play() -> None:
        async with stored(database) as store, stored(database) as other:
            first, second = await entered(store, "BCDFG"), await entered(other, "BCDFG")
            assert first != second
            assert await append(store, first, 0, b"one") is None
            late = await append(other, second, 0, b"one")
            assert isinstance(late, Fenced)
            assert late.homes == {second}
            assert await store.find("BCDFG") == first
            assert await store.read(second) == []

    scene(play)
