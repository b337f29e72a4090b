"""Every store: what was called back is there, in order, whatever happens; one suite for all."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from cartable.core import Result, Team
from cartable.server import messages
from cartable.server.postgres.database import Database
from cartable.server.rows import Asked
from cartable.server.sqlite import SqliteStore
from cartable.server.sqlite_file import FILE
from cartable.server.store import Append, Damaged, DayTry, Finish, Heading, Store, written
from tests.patience import HUNG
from tests.server.databases import asked as told
from tests.server.databases import stored
from tests.server.fakes import MemoryStore


class StorePlace(Struct):
    """Where a store is: it can be opened again and again, and tampered with in between."""

    open: Callable[[], AbstractAsyncContextManager[Store]]
    spoil: Callable[[str], Awaitable[object]]
    """Changes what is stored behind the store's back: SQL that both know."""
    log: str


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> StorePlace:
    if request.param == "sqlite":

        @asynccontextmanager
        async def open_file() -> AsyncIterator[Store]:
            store = SqliteStore(tmp_path, asyncio.get_running_loop().call_soon_threadsafe)
            try:
                yield store
            finally:
                await store.close()

        async def spoil_file(sql: str) -> None:
            with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
                db.execute(sql)

        return StorePlace(open_file, spoil_file, "fresh")
    found: Database = request.getfixturevalue("database")
    return StorePlace(lambda: stored(found), lambda sql: told(found, sql), "log")


def scene(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Play a scene in a loop of its own."""
    asyncio.run(asyncio.wait_for(play(), HUNG))


async def entered(store: Store, code: str) -> int:
    """Open a table whose code is free."""
    home = await store.open(code)
    assert home
    return home


async def append(store: Store, home: int, number: int, *rows: bytes, **more: Any) -> Exception | None:
    """Append, and return how it ended once that is told."""
    ended: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    store.append(Append(home, number, rows, ended.set_result, **more))
    return await ended


def listed(record: str) -> messages.Listed:
    return messages.Listed(record, "spot/tower", 1, ("Ada",), Result(((Team(0),),), (1,)))


def test_rows_come_back_in_order_and_share_commits(place: StorePlace) -> None:
    async def play() -> None:
        async with place.open() as store:
            home = await entered(store, "ABCDE")
            order: list[int] = []
            for number in range(0, 1000, 2):
                rows = [b"%d" % number, b"%d" % (number + 1)]
                store.append(Append(home, number, rows, lambda failure, n=number: order.append(n)))  # type: ignore[misc]
            assert await append(store, 0, 0) is None
            assert order == list(range(0, 1000, 2))
            assert await store.read(home) == [b"%d" % number for number in range(1000)]
            assert await store.read(home, 10, 12) == [b"10", b"11", b"12"]
            assert store.appended == 1000
            assert store.commits < 100
            assert not store.full

    scene(play)


def test_what_was_written_is_there_after_a_restart(place: StorePlace) -> None:
    async def play() -> None:
        ended: list[Exception | None] = []
        async with place.open() as store:
            home = await entered(store, "ABCDE")
            store.append(Append(home, 0, [b"one"], ended.append))
        assert ended == [None], "a store that closes writes what waits, and tells"
        async with place.open() as store:
            assert await store.find("ABCDE") == home
            assert await store.code(home) == "ABCDE"
            assert await store.read(home) == [b"one"]
            assert [code for code, _ in await store.tables()] == ["ABCDE"]
            assert await store.open("ABCDE") is None
            assert await entered(store, "FGHJK") not in (0, home)
            assert await store.find("NONES") is None
            assert await store.code(12345) == ""

    scene(play)


def test_many_come_and_read_at_once(place: StorePlace) -> None:
    async def play() -> None:
        async with place.open() as store:
            homes = await asyncio.gather(*(entered(store, f"AB{n:03}") for n in range(40)))
            assert len(set(homes)) == 40
            await asyncio.gather(*(append(store, home, 0, b"%d" % home) for home in homes))
            assert await asyncio.gather(*map(store.read, homes)) == [[b"%d" % home] for home in homes]

    scene(play)


def test_who_asked_for_a_row_is_kept(place: StorePlace) -> None:
    async def play() -> None:
        most = (1 << 53) - 1
        by = [Asked(3, 1 << 47, 12), Asked(4, 9, 0, late=True), Asked(3, most, most, late=True)]
        async with place.open() as store:
            home = await entered(store, "ABCDE")
            for number, one in enumerate(by):
                await append(store, home, 2 * number, b"nobody's", b"theirs", asked={1: one})
        async with place.open() as store:
            assert await store.asked(home) == by
            assert await store.asked(home, 2) == by[1:]

    scene(play)


def test_the_latest_mark_is_kept_and_a_spoilt_one_is_none(place: StorePlace) -> None:
    async def play() -> None:
        async with place.open() as store:
            home = await entered(store, "ABCDE")
            assert await store.mark(home) is None
            for number in range(3):
                await append(store, home, number, b"row", mark=b"mark %d" % number)
            assert await store.mark(home) == b"mark 2"
        await place.spoil("UPDATE marks SET sum = sum + 1")
        async with place.open() as store:
            assert await store.mark(home) is None
            assert len(await store.read(home)) == 3

    scene(play)


def test_damaged_and_missing_rows_are_noticed_and_other_tables_go_on(place: StorePlace) -> None:
    async def play() -> None:
        async with place.open() as store:
            homes = [await entered(store, code) for code in ("ABCDE", "FGHJK", "LMNPQ")]
            for home in homes:
                await append(store, home, 0, b"one", b"two", b"three")
        spoilt, cut, whole = homes
        await place.spoil(f"UPDATE {place.log} SET member = 7 WHERE home = {spoilt} AND number = 1")
        await place.spoil(f"DELETE FROM {place.log} WHERE home = {cut} AND number = 1")
        async with place.open() as store:
            with pytest.raises(Damaged, match="row 1 is not"):
                await store.read(spoilt)
            assert await store.read(spoilt, 2) == [b"three"]
            with pytest.raises(Damaged, match="row 1 is missing"):
                await store.read(cut)
            with pytest.raises(Damaged, match="row 1 is missing"):
                await store.read(cut, 1)
            assert await append(store, whole, 3, b"on") is None
            assert len(await store.read(whole)) == 4

    scene(play)


def test_records_outlive_their_table_and_are_deleted_one_by_one(place: StorePlace) -> None:
    async def play() -> None:
        async with place.open() as store:
            home, other = await entered(store, "ABCDE"), await entered(store, "FGHJK")
            await append(store, other, 0, b"theirs")
            await append(store, home, 0, b"opened", b"began", b"move", finish=Finish(1, 2, listed("r1")))
            await append(store, home, 3, b"began", b"more", finish=Finish(3, 4, listed("r2")))
            assert [one.record for one in await store.listed(home)] == ["r2", "r1"]
            store.forget(home)
            await append(store, 0, 0)
            assert await store.find("ABCDE") is None
            assert await store.mark(home) is None
        async with place.open() as store:
            assert await cleared(store, home, 4)
            filed, heading = await store.record("r1"), await store.heading("r1")
            assert filed
            assert heading == Heading(home, 2, filed.listed)
            assert await store.heading("none") is None
            assert (filed.home, filed.rows, filed.listed.record) == (home, [b"began", b"move"], "r1")
            await store.delete("r1")
            await store.delete("none")
            await append(store, 0, 0)
            assert await store.record("r1") is None
            assert await cleared(store, home, 2)
            second = await store.record("r2")
            assert second
            assert second.rows == [b"began", b"more"]
            assert await store.read(other) == [b"theirs"]

    scene(play)


async def cleared(store: Store, home: int, left: int) -> bool:
    """Wait until so many rows of a table are left."""
    while len(await store.read(home)) != left:
        await asyncio.sleep(0.005)
    return True


def test_a_record_is_listed_a_second_time_once_and_by_another_id(place: StorePlace) -> None:
    async def play() -> None:
        async with place.open() as store:
            home = await entered(store, "ABCDE")
            await append(store, home, 0, b"opened", b"began", b"move", finish=Finish(1, 2, listed("r1")))
            for _ in range(2):
                store.again("r1", replace(listed("r2"), names=("",)))
            store.again("none", listed("r3"))
            await append(store, 0, 0)
            assert {one.record for one in await store.listed(home)} == {"r1", "r2"}
            second = await store.record("r2")
            assert second
            assert (second.home, second.rows, second.listed.names) == (home, [b"began", b"move"], ("",))
            assert await store.record("r3") is None

    scene(play)


def test_a_table_that_is_there_loses_no_row_with_a_record(place: StorePlace) -> None:
    async def play() -> None:
        async with place.open() as store:
            home = await entered(store, "ABCDE")
            await append(store, home, 0, b"opened", b"began", finish=Finish(1, 1, listed("r1")))
            await store.delete("r1")
            await append(store, 0, 0)
        async with place.open() as store:
            assert await store.listed(home) == []
            assert await store.read(home) == [b"opened", b"began"]

    scene(play)


def test_days_are_counted_as_servers_saw_them(place: StorePlace, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with place.open() as store:
            now = 1_000_000_000.0
            monkeypatch.setattr("time.time", lambda: now)
            home, other = await entered(store, "ABCDE"), await entered(store, "FGHJK")
            for new in (home, other):
                await append(store, new, 0, b"opened")
            for later in (400, 401):
                now = 1_000_000_000 + later * 86_400
                store.mark_day()
                store.mark_day()
            store.touch(other)
            await append(store, 0, 0)
            assert await store.idle(3) == []
            assert await store.idle(2) == [("ABCDE", home)]

    scene(play)


def test_the_secret_of_a_store_is_drawn_once(place: StorePlace) -> None:
    async def play() -> None:
        async with place.open() as store:
            found = await asyncio.gather(*(store.secret() for _ in range(8)))
        assert len(bytes.fromhex(found[0])) == 32
        async with place.open() as store:
            assert {*found, await store.secret()} == {found[0]}

    scene(play)


def test_the_first_try_of_a_device_stands_and_a_day_has_room_for_so_many(place: StorePlace) -> None:
    async def play() -> None:
        async with place.open() as store:
            tabs = [store.try_day(DayTry(7, "ada", home), 2) for home in range(1, 9)]
            first = {tried.home if tried else 0 for tried in await asyncio.gather(*tabs)}
            assert len(first) == 1, "two tabs have one try"
            assert await store.try_day(DayTry(7, "bob", 20), 2) == DayTry(7, "bob", 20)
            assert await store.try_day(DayTry(7, "eve", 21), 2) is None
            assert await store.tried(7, "eve") is None
            assert await store.try_day(DayTry(8, "eve", 22), 2), "each day has its own"
        async with place.open() as store:
            ada = await store.tried(7, "ada")
            assert ada
            assert {ada.home} == first

    scene(play)


def test_tries_are_ranked_once_they_are_measured(place: StorePlace) -> None:
    async def play() -> None:
        async with place.open() as store:
            home = await entered(store, "ABCDE")
            for key in ("ada", "bob", "eve", "joe"):
                await store.try_day(DayTry(7, key, home), 9)
            found = [("ada", "", 900), ("bob", "", 800), ("eve", "unverified", 100)]
            for number, (key, why, millis) in enumerate(found):
                tried = DayTry(7, key, home)
                finish = Finish(number, number, listed(f"r-{key}"), tried)
                await append(store, home, number, b"row", finish=finish)
                assert [one.key for one in await store.unmeasured(7)] == [key]
                store.measured(replace(tried, why=why, millis=millis))
                await append(store, 0, 0)
            assert await store.unmeasured(7) == []
            best = [DayTry(7, "bob", home, "r-bob", "", 800), DayTry(7, "ada", home, "r-ada", "", 900)]
            assert await store.day_list(7, 9) == best
            assert await store.day_list(7, 1) == best[:1]
            assert await store.day_list(6, 9) == []
            assert [await store.quicker(7, millis) for millis in (800, 900, 901)] == [0, 1, 2]
            assert await store.tried(7, "joe") == DayTry(7, "joe", home)

    scene(play)


def test_of_past_days_the_best_are_kept_and_of_older_ones_nothing(place: StorePlace) -> None:
    async def play() -> None:
        async with place.open() as store:
            keys = ("ada", "bob", "eve", "joe")
            for day in (1, 5, 6):
                for number, key in enumerate(keys):
                    tried = DayTry(day, key, 1)
                    await store.try_day(tried, 9)
                    if key != "ada":
                        store.measured(replace(tried, why="" if number > 1 else "unverified", millis=number))
            store.forget_days(6, 2, 1)
            await append(store, 0, 0)
            left = [(day, key) for day in (1, 5, 6) for key in keys if await store.tried(day, key)]
            assert left == [(5, "eve"), *((6, key) for key in keys)]

    scene(play)


def test_after_a_failure_nothing_is_written_until_the_tables_know(place: StorePlace) -> None:
    async def play() -> None:
        async with place.open() as store:
            home = await entered(store, "ABCDE")
            await append(store, home, 0, b"one")
            # A table that cannot be: the commit fails as it does on a full disk, with all that it carries.
            # What comes too late for it would be behind a gap.
            impossible, second, third = (
                append(store, 1 << 63, 0, b"none"),
                append(store, home, 1, b"two"),
                append(store, home, 2, b"three"),
            )
            assert all(await asyncio.gather(impossible, second, third))
            assert store.full
            assert await append(store, home, 2, b"behind a gap")
            assert await store.read(home) == [b"one"]
            store.renew()
            assert await append(store, home, 1, b"two again") is None
            assert not store.full
        async with place.open() as store:
            assert await store.read(home) == [b"one", b"two again"]

    scene(play)


def test_whoever_waits_for_an_order_learns_that_it_failed(place: StorePlace) -> None:
    async def play() -> None:
        async with place.open() as store:
            home = await entered(store, "ABCDE")
            await append(store, home, 0, b"one")
            assert await written(store) is None
            await place.spoil("ALTER TABLE marks RENAME TO elsewhere")
            store.forget(home)
            assert await written(store)
            assert await store.find("ABCDE") == home
            await place.spoil("ALTER TABLE elsewhere RENAME TO marks")
            store.forget(home)
            assert await written(store) is None
            assert await store.find("ABCDE") is None

    scene(play)


def test_nobody_waits_for_ever_for_a_store_that_says_nothing() -> None:
    async def play() -> None:
        silent = MemoryStore()
        silent.slow = True
        assert isinstance(await written(silent, 0), TimeoutError)
        silent.failure = OSError()
        silent.sync()

    scene(play)
