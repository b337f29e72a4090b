"""Lines to the database that are lost, cut or half open, and commits that were under way on them."""

from __future__ import annotations

import asyncio

import pytest

from cartable.server.postgres.database import Database
from cartable.server.postgres.store import READERS
from cartable.server.sentences import AWAY, unwritable
from cartable.server.store import Away
from tests.server.databases import asked, stored
from tests.server.postgres.behind import Behind, behind
from tests.server.test_store import append, entered, scene


async def soon(there: Behind) -> list[bytes]:
    """Return the rows of the table, once the database can be reached again."""
    while True:
        try:
            return await there.rows()
        except Away:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("lost", ["the question", "the answer"])
def test_a_commit_whose_line_is_lost_is_looked_up_and_told_once(
    lost: str, postgres: str, database: Database, untiring: None
) -> None:
    async def play() -> None:
        async with behind(postgres, database.schema) as there:
            way, store = there.way, there.store
            way.swallow(questions=lost == "the question", answers=lost == "the answer")
            writing = asyncio.create_task(append(store, there.home, 1, b"two"))
            await way.swallowed.wait()
            if lost == "the answer":
                while not await asked(database, "SELECT FROM log WHERE number = 1"):
                    await asyncio.sleep(0.005)
            assert not writing.done()
            way.cut()
            assert await writing is None
            assert await append(store, there.home, 2, b"three") is None
            assert await there.rows() == [b"one", b"two", b"three"]

    scene(play)


def test_a_line_that_says_nothing_counts_as_lost(
    postgres: str, database: Database, untiring: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with behind(postgres, database.schema) as there:
            with monkeypatch.context() as sooner:
                sooner.setattr("cartable.server.postgres.writer.LONGEST", 0.1)
                there.way.swallow(answers=True)
                assert await append(there.store, there.home, 1, b"two") is None
            with monkeypatch.context() as sooner:
                sooner.setattr("cartable.server.postgres.store.LONGEST", 0.1)
                there.way.swallow(answers=True)
                assert await soon(there) == [b"one", b"two"]

    scene(play)


def test_what_waits_on_half_open_lines_goes_on_as_soon_as_they_are_dropped(
    postgres: str, database: Database, untiring: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with behind(postgres, database.schema) as there:
            for limit in ("writer.LONGEST", "store.LONGEST"):
                monkeypatch.setattr(f"cartable.server.postgres.{limit}", 3_600)
            await asyncio.gather(*(there.rows() for _ in range(READERS)))
            there.way.swallow(questions=True, answers=True)
            writing = asyncio.create_task(append(there.store, there.home, 1, b"two"))
            readings = [asyncio.create_task(there.rows()) for _ in range(READERS + 1)]
            await there.way.swallowed.wait()
            there.store.hang_up()
            assert await writing is None
            assert all(rows[0] == b"one" for rows in await asyncio.gather(*readings))
            assert await there.rows() == [b"one", b"two"]

    scene(play)


@pytest.mark.parametrize("answers", range(1, 7))
def test_a_line_that_goes_half_open_right_after_connecting_holds_nobody_up(
    answers: int, postgres: str, database: Database, hasty: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with behind(postgres, database.schema) as there:
            way, store = there.way, there.store
            with monkeypatch.context() as sooner:
                for limit in ("database.CONNECTING", "writer.LONGEST", "store.LONGEST"):
                    sooner.setattr(f"cartable.server.postgres.{limit}", 0.3)
                way.lasting = answers
                way.cut()
                while not way.swallowed.is_set():
                    assert isinstance(await append(store, there.home, 1, b"lost"), Away)
                    store.renew()
            way.lasting = None
            assert (await soon(there))[0] == b"one"

    scene(play)


@pytest.mark.parametrize(
    ("chosen", "kept"), [("off", "on"), ("local", "local"), ("remote_apply", "remote_apply")]
)
def test_every_connection_waits_until_a_commit_is_durable(chosen: str, kept: str, own_database: str) -> None:
    async def play() -> None:
        ours = Database(own_database)
        await asked(ours, f'ALTER DATABASE "{ours.name}" SET synchronous_commit = {chosen}')
        assert await asked(ours, "SHOW synchronous_commit") == [(kept,)]
        async with stored(ours) as store:
            assert await store.ask("SHOW synchronous_commit") == [(kept,)]

    scene(play)


def test_while_the_database_is_away_nothing_is_confirmed_and_then_all_goes_on(
    postgres: str, database: Database, hasty: None
) -> None:
    async def play() -> None:
        async with behind(postgres, database.schema) as there:
            way, store = there.way, there.store
            way.refusing = True
            way.cut()
            ended = await asyncio.gather(*(append(store, there.home, 1 + n, b"lost") for n in range(3)))
            assert [type(failure) for failure in ended] == [Away] * 3
            assert store.full == AWAY
            assert unwritable(store.full) == "error.database"
            with pytest.raises(Away):
                await there.rows()
            with pytest.raises(Away):
                await store.open("FGHJK")
            way.refusing = False
            while store.full:
                await asyncio.sleep(0.01)
            assert isinstance(await append(store, there.home, 1, b"behind a gap"), Away)
            store.renew()
            assert await append(store, there.home, 1, b"two") is None
            assert await there.rows() == [b"one", b"two"]

    scene(play)


def test_what_may_still_be_written_is_over_before_anybody_reads(
    postgres: str, database: Database, hasty: None
) -> None:
    """A commit that hangs in the database when people are told that it failed must not come later."""

    async def play() -> None:
        async with behind(postgres, database.schema) as there:
            way, store = there.way, there.store
            holder = await database.connect({"idle_in_transaction_session_timeout": "0"})
            try:
                await holder.execute("BEGIN")
                await holder.execute("LOCK TABLE log IN SHARE MODE")
                writing = asyncio.create_task(append(store, there.home, 1, b"two"))
                waits = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'log'::regclass"
                while not await asked(database, waits):
                    await asyncio.sleep(0.005)
                way.refusing = True
                way.cut()
                assert isinstance(await writing, Away)
                way.refusing = False
                assert await soon(there) == [b"one"]
            finally:
                await holder.close()
            assert await there.rows() == [b"one"]
            store.renew()
            assert await append(store, there.home, 1, b"other") is None

    scene(play)


def test_lines_that_were_cut_while_nothing_went_on_are_made_anew(
    postgres: str, database: Database, untiring: None
) -> None:
    async def play() -> None:
        async with behind(postgres, database.schema) as there:
            for number in range(1, 4):
                there.way.cut()
                assert await append(there.store, there.home, number, b"row") is None
                assert len(await soon(there)) == number + 1

    scene(play)


def test_a_full_disk_is_told_and_with_room_again_all_goes_on(database: Database) -> None:
    async def play() -> None:
        async with stored(database) as store:
            home = await entered(store, "BCDFG")
            assert await append(store, home, 0, b"one") is None
            # As the database says it: nothing else in a test fills its disk.
            full = "RAISE 'could not extend file \"x\": No space left on device' USING ERRCODE = '53100'"
            await asked(
                database,
                f"CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN {full}; END$$",
            )
            each = "BEFORE INSERT ON log FOR EACH ROW EXECUTE FUNCTION full_disk()"
            await asked(database, f"CREATE TRIGGER no_room {each}")
            assert await append(store, home, 1, b"two")
            assert unwritable(store.full) == "error.storage"
            assert await store.read(home) == [b"one"]
            await asked(database, "DROP TRIGGER no_room ON log")
            store.renew()
            assert await append(store, home, 1, b"two") is None
            assert not store.full
            assert await store.read(home) == [b"one", b"two"]

    scene(play)


def test_a_database_that_became_a_copy_is_asked_for_anew(database: Database, untiring: None) -> None:
    async def play() -> None:
        async with stored(database) as store:
            home = await entered(store, "BCDFG")
            assert await append(store, home, 0, b"one") is None
            db = await store._writer._cable.get()
            await db.execute("SET default_transaction_read_only = on")
            assert await append(store, home, 1, b"two") is None
            assert await store._writer._cable.get() is not db

    scene(play)
