"""PostgreSQL: lost lines, lost tables, other versions, and what is said when it cannot be used."""

from __future__ import annotations

import asyncio
import os
import shutil
import struct
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientWebSocketResponse

from cartable.cluster import roll
from cartable.cluster.shards import SHARDS, shard_of
from cartable.lab.proxies import Way
from cartable.server import messages as m
from cartable.server.postgres.database import Database
from cartable.server.postgres.files import SharedFiles
from cartable.server.postgres.migrate import migrate, migrations
from cartable.server.postgres.store import READERS, PostgresStore
from cartable.server.sentences import AWAY, unwritable
from cartable.server.shared_store import borrowed, shared
from cartable.server.store import Away, Fenced, Unwritable, written
from cartable.texts import say
from tests.patience import HUNG
from tests.server.databases import asked, database, dropped, own_database, postgres, stored
from tests.server.test_store import append, entered, scene
from tests.server.visitors import ADMIN, Served, serving_on

__all__ = ["database", "own_database", "postgres"]

PASSWORD = "geheim"


@pytest.fixture
def untiring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the store try again at once, and never give up."""
    monkeypatch.setattr("cartable.server.postgres.writer.PATIENCE", HUNG)
    monkeypatch.setattr("cartable.server.postgres.writer.PAUSE", 0.01)
    monkeypatch.setattr("cartable.server.postgres.database.Cable.AGAIN", 0.01)


@pytest.fixture
def hasty(untiring: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the store give up sooner."""
    monkeypatch.setattr("cartable.server.postgres.writer.PATIENCE", 0.3)


class Behind:
    """A store, and the way to its database."""

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


def told(error: Unwritable) -> str:
    """Return all that an error could print anywhere."""
    sentences = [say(error.key, language, **error.values) for language in ("en", "fr")]
    return repr((error, error.__cause__, error.__context__ and error.__suppress_context__, *sentences))


async def refusing(code: str, why: str) -> tuple[asyncio.Server, int]:
    """Listen as a database that turns everybody away."""

    async def turn_away(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        (size,) = struct.unpack("!i", await reader.readexactly(4))
        await reader.readexactly(size - 4)
        fields = f"SFATAL\0VFATAL\0C{code}\0M{why} ({PASSWORD})\0\0".encode()
        writer.write(b"E" + struct.pack("!i", len(fields) + 4) + fields)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(turn_away, "127.0.0.1", 0)
    return server, server.sockets[0].getsockname()[1]


@pytest.mark.parametrize(
    ("code", "why", "key"),
    [
        ("28P01", "no", "database.password"),
        ("28000", "no", "database.password"),
        ("28000", "connection requires a valid client certificate", "database.certificate"),
        ("28000", "la connexion requiert un certificat client valide", "database.certificate"),
        ("3D000", "no", "database.missing"),
        ("42501", "no", "database.rights"),
        ("53100", "no", "database.full"),
        ("57P03", "no", "database.away"),
        ("53300", "no", "database.away"),
    ],
)
def test_a_database_that_turns_us_away_is_told_without_the_password(code: str, why: str, key: str) -> None:
    async def play() -> None:
        server, port = await refusing(code, why)
        async with server:
            with pytest.raises(Unwritable) as refused:
                await shared(f"postgresql://ada:{PASSWORD}@127.0.0.1:{port}/games?sslmode=disable")
        assert refused.value.key == key
        assert f"127.0.0.1:{port}/games" in told(refused.value)
        assert PASSWORD not in told(refused.value)

    scene(play)


@pytest.mark.parametrize(
    ("url", "key"),
    [
        (f"mysql://ada:{PASSWORD}@localhost/games", "database.url"),
        (f"postgresql://ada:{PASSWORD}#@:x@localhost/games", "database.url"),
        (f"postgresql://ada:1/{PASSWORD}@localhost/games", "database.url"),
        (f"postgresql://ada:{PASSWORD}@127.0.0.1:1/games", "database.away"),
        (f"postgresql://ada:{PASSWORD}@127.0.0.1:1/games?sslmode=nonsense", "database.url"),
        (
            f"postgresql://ada:{PASSWORD}@127.0.0.1:1/a?sslmode=verify-full&sslrootcert=/none",
            "database.tls",
        ),
        (PASSWORD, "database.url"),
    ],
)
def test_an_address_that_leads_nowhere_is_told_without_the_password(url: str, key: str) -> None:
    async def play() -> None:
        with pytest.raises(Unwritable) as refused:
            await shared(url)
        assert refused.value.key == key
        assert PASSWORD not in told(refused.value)

    scene(play)


def test_tls_is_used_where_the_address_asks_for_it(postgres: str, database: Database) -> None:
    async def play() -> None:
        async with Way(postgres).open() as plain:
            insisting = Database(plain.replace("sslmode=disable", "sslmode=require"), database.schema)
            # The server of the tests has no certificate: whoever insists on TLS is not let in without.
            with pytest.raises(Unwritable) as refused:
                await insisting.connect()
            assert refused.value.key == "database.tls"

    scene(play)


def test_what_is_printed_of_a_database_has_no_password() -> None:
    found = Database(f"postgresql://ada:{PASSWORD}@db.example/games")
    assert repr(found) == "Database(db.example/games)"
    several = Database(f"postgresql://ada:{PASSWORD}@one:5432,two:5433/games?target_session_attrs=primary")
    assert several.place == "one:5432,two:5433/games"


async def greeted(served: Served, opened: m.Opened) -> ClientWebSocketResponse:
    """Come to a table, and wait for what is said first."""
    ws = await served.http.ws_connect(f"{served.url}/ws")
    await ws.send_json(
        {"type": "hello", "id": 1, "version": m.VERSION, "code": opened.code, "token": opened.token}
    )
    return ws


async def heard(ws: ClientWebSocketResponse, **wanted: object) -> dict[str, Any]:
    """Wait for a message with these fields."""
    async for frame in ws:
        message: dict[str, Any] = frame.json()
        if wanted.items() <= message.items():
            return message
    raise AssertionError(f"nothing with {wanted}")


def test_people_play_on_a_database_and_another_server_goes_on(tmp_path: Path, database: Database) -> None:
    async def play() -> None:
        async with stored(database) as store, serving_on(store, tmp_path) as served:
            opened = await served.open(name="Ada")
            ws = await greeted(served, opened)
            await heard(ws, type="welcome")
            promised = (await heard(ws, type="table"))["next"]
            await ws.send_str('{"type":"rename","id":2,"name":"Eve"}')
            await heard(ws, type="done", id=2)
            async with served.http.get(f"{served.url}/api/tables/{opened.code}") as found:
                assert found.status == 200
        async with stored(database) as store, serving_on(store, tmp_path) as served:
            ws = await greeted(served, opened)
            assert (await heard(ws, type="welcome"))["member"] == 1
            table = served.server.lobby.at_hand(opened.code)
            assert table
            assert table.book.persons[1].name == "Eve"
            # What was promised before is what the game begins with (TABLE-12).
            for seat in range(2):
                await ws.send_str(f'{{"type":"bot","id":{seat + 3},"seat":{seat},"bot":"casual"}}')
            await ws.send_str('{"type":"start","id":5}')
            assert (await heard(ws, type="table", phase="playing"))["commitment"] == promised
            headers = {"Authorization": f"Bearer {ADMIN}"}
            async with served.http.delete(f"{served.url}/api/tables/{opened.code}", headers=headers) as gone:
                assert gone.status == 204
            assert (await heard(ws, type="closing"))["key"] == "closing.forgotten"
            assert await store.find(opened.code) is None

    scene(play)


def test_people_are_told_that_the_database_is_away_and_come_back_to_what_was_confirmed(
    tmp_path: Path, postgres: str, database: Database, hasty: None
) -> None:
    async def play() -> None:
        async with behind(postgres, database.schema) as there, serving_on(there.store, tmp_path) as served:
            opened = await served.open(name="Ada")
            ws = await greeted(served, opened)
            await heard(ws, type="welcome")
            there.way.refusing = True
            there.way.cut()
            await ws.send_str('{"type":"rename","id":2,"name":"Eve"}')
            said = [frame.json() async for frame in ws]
            assert (said[-1]["key"], said[-1]["again"]) == ("closing.storage", True)
            assert not any(message["type"] == "done" for message in said)
            again = await heard(await greeted(served, opened), type="closing")
            assert (again["key"], again["again"]) == ("closing.storage", True)
            async with served.http.get(f"{served.url}/health") as health:
                assert health.status == 503
                assert (await health.json())["key"] == "error.database"
            for path in (f"tables/{opened.code}", "records/none"):
                async with served.http.get(f"{served.url}/api/{path}") as away:
                    assert away.status == 503
                    assert (await away.json())["key"] == "closing.storage"
            async with served.http.post(f"{served.url}/api/tables", data=b'{"game": "karta"}') as away:
                assert away.status == 503
            there.way.refusing = False
            while there.store.full:
                await asyncio.sleep(0.01)
            async with served.http.get(f"{served.url}/health") as health:
                assert health.status == 200
            ws = await greeted(served, opened)
            await heard(ws, type="welcome", member=1)
            table = served.server.lobby.at_hand(opened.code)
            assert table
            assert table.book.persons[1].name == "Ada"
            await ws.send_str('{"type":"rename","id":3,"name":"Eve"}')
            await heard(ws, type="done", id=3)
            assert len(served.complaints) == 1

    scene(play)


def test_a_table_that_could_not_be_deleted_is_not_said_to_be(
    tmp_path: Path, postgres: str, database: Database, hasty: None
) -> None:
    async def play() -> None:
        async with behind(postgres, database.schema) as there, serving_on(there.store, tmp_path) as served:
            opened = await served.open(name="Ada")
            there.way.refusing = True
            there.way.cut()
            address = f"{served.url}/api/tables/{opened.code}"
            headers = {"Authorization": f"Bearer {ADMIN}", "Accept-Language": "fr"}
            async with served.http.delete(address, headers=headers) as away:
                assert away.status == 503
                assert (await away.json())["text"] == say("closing.storage", "fr")
            there.way.refusing = False
            while there.store.full:
                await asyncio.sleep(0.01)
            async with served.http.get(address) as found:
                assert found.status == 200

    scene(play)


def test_every_server_has_the_decks_of_the_others(database: Database) -> None:
    async def play() -> None:
        async with stored(database) as store, stored(database) as other:
            ours, theirs = SharedFiles(store), SharedFiles(other)
            try:
                (ours.folder / "decks").mkdir()
                deck = ours.folder / "decks" / "été.deck"
                deck.write_bytes(b"drawn")
                await ours.give()
                await theirs.fetch()
                copy = theirs.folder / "decks" / "été.deck"
                assert copy.read_bytes() == b"drawn"
                copy.write_bytes(b"drawn anew")
                await theirs.give()
                await ours.fetch()
                assert deck.read_bytes() == b"drawn anew"
                deck.unlink()
                await ours.give(deleted=True)
                await theirs.fetch()
                assert not copy.exists()
                for folder, name in (
                    ("../decks", "x"),
                    ("decks", "../../x"),
                    ("decks", ".."),
                    ("decks", ".x"),
                ):
                    await asked(database, "INSERT INTO files VALUES ($1, $2, 'bad')", folder, name)
                await theirs.fetch()
                assert list(theirs.folder.glob("**/*x")) == []
            finally:
                ours.close()
                theirs.close()
            assert not ours.folder.exists()

    scene(play)


KILLED = """
import os, signal
from types import SimpleNamespace
from cartable.server.postgres.files import SharedFiles
files = SharedFiles(SimpleNamespace())
(files.folder / "decks").mkdir()
(files.folder / "decks" / "a.deck").write_bytes(b"drawn")
print(files.folder, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_the_folder_of_a_killed_server_is_cleared_at_the_next_start_and_no_other(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", KILLED]
    killed = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    left = Path(killed.stdout.strip())
    assert (left / "decks" / "a.deck").exists()
    os.utime(left, (0, 0))
    others, beginning = tmp_path / "cartable-elsewhere", tmp_path / "cartable-files-begun"
    others.mkdir()
    # Another server has just made it, and does not hold it yet.
    beginning.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    async def play() -> None:
        async with stored(database) as store:
            ours = SharedFiles(store)
            os.utime(ours.folder, (0, 0))
            theirs = SharedFiles(store)
            assert set(tmp_path.iterdir()) == {others, beginning, ours.folder, theirs.folder}
            ours.close()
            theirs.close()
        assert set(tmp_path.iterdir()) == {others, beginning}

    scene(play)


@pytest.mark.parametrize("cleared", ["the deck", "the folder"])
def test_decks_that_a_system_clears_away_are_not_deleted_and_come_back(
    cleared: str, database: Database
) -> None:
    async def play() -> None:
        async with stored(database) as store:
            files = SharedFiles(store)
            try:
                (files.folder / "decks").mkdir()
                deck = files.folder / "decks" / "été.deck"
                deck.write_bytes(b"drawn")
                await files.give()
                if cleared == "the deck":
                    deck.unlink()
                else:
                    shutil.rmtree(files.folder)
                await files.give()
                assert await asked(database, "SELECT name FROM files") == [("été.deck",)]
                await files.fetch()
                assert deck.read_bytes() == b"drawn"
            finally:
                files.close()

    scene(play)


def test_a_deck_is_deleted_for_everyone_by_whoever_borrows_the_decks(own_database: str) -> None:
    with borrowed(own_database) as decks:
        decks.mkdir()
        for name in ("été", "noël"):
            (decks / f"{name}.deck").write_bytes(b"drawn")
    with borrowed(own_database) as decks:
        (decks / "été.deck").unlink()
    with borrowed(own_database) as decks:
        assert [deck.name for deck in decks.iterdir()] == ["noël.deck"]
