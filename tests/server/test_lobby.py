"""The lobby: tables are found again, put away, forgotten, and let go when nothing can be written."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cartable.cluster.shards import SHARDS, shard_of
from cartable.lab.hand_clock import HandClock
from cartable.server import messages as m
from cartable.server.day_tables import DayTables
from cartable.server.district import Everywhere
from cartable.server.faults import TRIES
from cartable.server.herald import Herald
from cartable.server.lobby import ASLEEP, DAY, LENGTH, LETTERS, SWEEP, Lobby, Unavailable
from cartable.server.sqlite import SqliteStore
from cartable.server.store import Append, Away, DayTry, Fenced, Then, written
from cartable.server.table import Table
from tests.server.fakes import FakeHouse, Line, MemoryStore, at_once, found
from tests.server.test_store import StorePlace, append, entered, place
from tests.server.test_store import scene as in_a_loop
from tests.server.visitors import serving

__all__ = ["place"]


def opened(lobby: Lobby, store: SqliteStore) -> Table:
    """Open a table, and wait until it is written down."""
    tables: list[Table] = []
    asyncio.run(lobby.open(m.NewTable("spot/tower", name="Ada"), lambda table, *_: tables.append(table)))
    store.stop()
    return tables[0]


def test_a_code_is_five_letters_that_spell_nothing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path, lambda do: do())
    table = opened(Lobby(store, HandClock(), at_once), store)
    assert len(table.book.code) == LENGTH
    assert set(table.book.code) <= set(LETTERS)
    assert not set(LETTERS) & set("AEIOUY")


def test_a_table_nobody_uses_leaves_memory_and_is_found_again(tmp_path: Path) -> None:
    clock = HandClock()
    store = SqliteStore(tmp_path, lambda do: do())
    code = opened(Lobby(store, clock, at_once), store).book.code
    store = SqliteStore(tmp_path, lambda do: do())
    lobby = Lobby(store, clock, at_once)
    table = found(lobby, code.lower())
    assert table
    assert found(lobby, code) is table
    clock.turn(ASLEEP + 2 * SWEEP)
    assert not lobby.tables
    again = found(lobby, code)
    assert again
    assert again is not table
    assert again.book.persons[1].name == "Ada"
    assert found(lobby, "NONE") is None
    store.stop()


def test_a_table_is_forgotten_after_so_many_days_that_a_server_ran_and_not_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = HandClock()
    today = time.time()
    monkeypatch.setattr("cartable.server.sqlite.time.time", lambda: today)
    store = SqliteStore(tmp_path, lambda do: do())
    code = opened(Lobby(store, clock, at_once), store).book.code

    def sweep(forget: int) -> tuple[int | None, list[bytes]]:
        async def swept() -> int | None:
            store = SqliteStore(tmp_path, asyncio.get_running_loop().call_soon_threadsafe)
            home = store.kept.find(code)
            lobby = Lobby(store, clock, at_once, forget=forget)
            lobby.sweep()
            await lobby.tidy()
            await lobby.finish()
            await store.close()
            return home

        home = asyncio.run(swept())
        asyncio.run(swept())
        store = SqliteStore(tmp_path, lambda do: do())
        left = store.kept.find(code), store.kept.read(home or 0)
        store.stop()
        return left

    assert sweep(1)[0]
    # A clock that jumps is one day more, however far it jumps.
    today += 400 * DAY
    assert sweep(2)[0]
    today += DAY
    assert sweep(2) == (None, [])


def test_a_table_in_which_something_impossible_happened_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as served:
            found = await served.open()
            ws = await served.http.ws_connect(f"{served.url}/ws")
            hello = msgspec.json.encode(m.Hello(1, m.VERSION, found.code, found.token)).decode()
            await ws.send_str(hello)
            assert (await ws.receive_json())["type"] == "welcome"
            with monkeypatch.context() as broken:
                broken.setattr(Herald, "react", lambda *_: 1 / 0)
                await ws.send_str('{"type":"react","id":2,"reaction":"wow"}')
                last = [frame.json() async for frame in ws][-1]
            assert (last["key"], last["again"]) == ("closing.error", True)
            again = await served.http.ws_connect(f"{served.url}/ws")
            await again.send_str(hello)
            assert (await again.receive_json())["member"] == 1
            await again.close()

    asyncio.run(scene())


def test_when_nothing_can_be_written_everybody_is_told_and_comes_back_to_what_was_confirmed(
    tmp_path: Path,
) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as served:
            table_opened = await served.open()
            ws = await served.http.ws_connect(f"{served.url}/ws")
            hello = msgspec.json.encode(m.Hello(1, m.VERSION, table_opened.code, table_opened.token)).decode()
            await ws.send_str(hello)
            assert (await ws.receive_json())["type"] == "welcome"
            table = served.server.lobby.at_hand(table_opened.code)
            assert table
            # A row of a table that cannot be: the commit fails as it does on a full disk.
            table._herald._home = 1 << 63
            await ws.send_str('{"type":"rename","id":2,"name":"Eve"}')
            kinds = [frame.json() async for frame in ws]
            assert kinds[-1]["key"] == "closing.storage"
            assert len(served.complaints) == 1
            assert kinds[-1]["again"]
            assert not any(message["type"] == "done" for message in kinds)
            ws = await served.http.ws_connect(f"{served.url}/ws")
            await ws.send_str(hello)
            assert (await ws.receive_json())["member"] == 1
            table = served.server.lobby.at_hand(table_opened.code)
            assert table
            assert table.book.persons[1].name == ""
            await ws.send_str('{"type":"rename","id":3,"name":"Eve"}')
            async for frame in ws:
                if frame.json().get("id") == 3:
                    assert frame.json()["type"] == "done"
                    break
            await ws.close()

    asyncio.run(scene())


class Gated(MemoryStore):
    """A store that is read when a test says so, and counts how often it is."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.reads = 0
        self.fault: Exception | None = None

    async def read(self, home: int, first: int = 0, last: int | None = None) -> list[bytes]:
        self.reads += 1
        await self.gate.wait()
        if self.fault:
            raise self.fault
        return await super().read(home, first, last)


async def put_away() -> tuple[Gated, Lobby, str]:
    """Return a lobby with a table that has to be read again."""
    store = Gated()
    lobby, codes = Lobby(store, HandClock(), at_once), list[str]()
    await lobby.open(m.NewTable("spot/tower", name="Ada"), lambda table, *_: codes.append(table.book.code))
    lobby.tables.clear()
    return store, lobby, codes[0]


async def begun(*tasks: asyncio.Task[Any]) -> None:
    """Let tasks come as far as they come."""
    for _ in range(10):
        await asyncio.sleep(0)
    assert not any(task.done() for task in tasks)


def test_a_table_is_read_once_however_many_come_at_once_and_whoever_leaves() -> None:
    async def scene() -> None:
        store, lobby, code = await put_away()
        first, second, third = (asyncio.create_task(lobby.find(code)) for _ in range(3))
        await begun(first, second, third)
        first.cancel()
        await begun(second, third)
        store.gate.set()
        table = await second
        assert table is not None
        assert await third is table is lobby.at_hand(code)
        assert first.cancelled()
        assert store.reads == 1

    asyncio.run(scene())


def test_a_read_that_fails_fails_for_all_who_wait_and_counts_once() -> None:
    async def scene() -> None:
        store, lobby, code = await put_away()
        store.fault = RuntimeError("no")
        store.gate.set()
        answers = await asyncio.gather(*(lobby.find(code) for _ in range(TRIES)), return_exceptions=True)
        assert [(type(answer), str(answer)) for answer in answers] == [(Unavailable, "closing.error")] * TRIES
        assert store.reads == 1
        store.fault = None
        assert await lobby.find(code)

    asyncio.run(scene())


def test_a_store_that_is_away_is_no_fault_of_a_table() -> None:
    async def scene() -> None:
        store, lobby, code = await put_away()
        store.fault = Away()
        store.gate.set()
        for _ in range(2 * TRIES):
            with pytest.raises(Unavailable, match=r"closing\.storage"):
                await lobby.find(code)
        assert lobby.faults.resting == 0
        store.fault = None
        assert await lobby.find(code)

    asyncio.run(scene())


@pytest.mark.parametrize("read", [False, True])
def test_nobody_is_let_in_once_the_server_stops(read: bool) -> None:
    async def scene() -> None:
        store, lobby, code = await put_away()
        coming = asyncio.create_task(lobby.find(code))
        await begun(coming)
        lobby.stop()
        if read:
            store.gate.set()
            with pytest.raises(Unavailable, match=r"closing\.stop"):
                await coming
        await lobby.finish()
        await asyncio.gather(coming, return_exceptions=True)
        assert not lobby.tables
        with pytest.raises(Unavailable, match=r"closing\.stop"):
            await lobby.find(code)

    asyncio.run(scene())


def test_a_table_deleted_while_it_is_read_is_gone() -> None:
    async def scene() -> None:
        store, lobby, code = await put_away()
        coming, removed = asyncio.create_task(lobby.find(code)), asyncio.create_task(lobby.remove(code))
        await begun(coming, removed)
        store.gate.set()
        await removed
        assert await lobby.find(code) is None
        assert not lobby.tables

    asyncio.run(scene())


def test_a_table_whose_deletion_was_refused_is_there_when_its_shard_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scene() -> None:
        store, lobby, code = await put_away()
        store.gate.set()
        monkeypatch.setattr(store, "forget", lambda home, then: None)
        await lobby.remove(code)
        assert await lobby.find(code) is None
        lobby.part(frozenset((shard_of(code),)))
        assert await lobby.find(code)

    asyncio.run(scene())


def test_a_table_that_could_not_be_deleted_can_be_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        store, lobby, code = await put_away()
        store.gate.set()
        told: list[Then] = []
        monkeypatch.setattr(store, "forget", lambda home, then: told.append(then))
        await lobby.remove(code)
        assert await lobby.find(code) is None
        told.pop()(Away("the database cannot be reached"))
        assert await lobby.find(code)

    asyncio.run(scene())


class Leaving(Everywhere):
    """A ground whose shards leave."""

    def __init__(self) -> None:
        self.left: set[int] = set()

    def serves(self, code: str) -> bool:
        return shard_of(code) not in self.left


def test_a_table_whose_shard_leaves_while_it_is_opened_gets_another_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scene() -> None:
        store, ground, opened = MemoryStore(), Leaving(), list[Table]()
        lobby = Lobby(store, HandClock(), at_once)
        lobby.ground = ground

        async def leave(code: str) -> int | None:
            if not ground.left:
                ground.left.add(shard_of(code))
            return store.enter(code)

        monkeypatch.setattr(store, "open", leave)
        await lobby.open(m.NewTable("spot/tower"), lambda table, *_: opened.append(table))
        assert list(lobby.tables.values()) == opened
        assert len(opened) == 1
        assert ground.serves(opened[0].book.code)

    asyncio.run(scene())


def test_a_table_of_the_day_whose_shard_leaves_meanwhile_is_not_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scene() -> None:
        store, ground = MemoryStore(), Leaving()
        lobby = Lobby(store, HandClock(), at_once)
        lobby.ground = ground
        tried = store.try_day

        async def leave(wanted: DayTry, most: int) -> DayTry | None:
            ground.left.update(range(SHARDS))
            return await tried(wanted, most)

        monkeypatch.setattr(store, "try_day", leave)
        with pytest.raises(Unavailable, match=r"closing\.moved"):
            await DayTables(lobby).open("a" * 32, lambda *_: None)
        assert not lobby.tables

    asyncio.run(scene())


def test_tables_of_another_server_are_let_go_and_no_others() -> None:
    async def scene() -> None:
        store = MemoryStore()
        lobby, tables = Lobby(store, HandClock(), at_once), list[Table]()
        for _ in range(2):
            await lobby.open(m.NewTable("spot/tower"), lambda table, *_: tables.append(table))
        store.failure = Fenced([tables[0].home])
        tables[0].invite("Eve")
        tables[0].begin([], lambda: None)
        assert list(lobby.tables.values()) == tables[1:]

    asyncio.run(scene())


def test_idle_tables_are_deleted_in_slices_and_moves_are_written_in_between(
    place: StorePlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        now = 1_000_000_000.0
        monkeypatch.setattr("time.time", lambda: now)
        monkeypatch.setattr("cartable.server.lobby.MOST", 10)
        async with place.open() as store:
            codes = [f"BCD{one}{other}" for one in "BCDFG" for other in "BCDFG"]
            busy, *idle = [await entered(store, code) for code in codes]
            await asyncio.gather(*(append(store, home, 0, b"opened") for home in (busy, *idle)))
            now += 2 * DAY
            store.mark_day()
            store.touch(busy)
            assert await written(store) is None
            deleted: list[int] = []
            told: list[int] = []
            forget = store.forget

            def spied(home: int, then: Then) -> None:
                if not deleted:
                    store.append(Append(busy, 1, [b"move"], lambda failure: told.append(len(deleted))))
                deleted.append(home)
                forget(home, then)

            monkeypatch.setattr(store, "forget", spied)
            await Lobby(store, HandClock(), at_once, forget=1).tidy()
            assert told == [10], "a move waits for one slice, and not for all of them"
            assert sorted(deleted) == sorted(idle)
            assert await store.read(busy) == [b"opened", b"move"]
            assert [code for code, _ in await store.tables()] == codes[:1]

    in_a_loop(play)


def test_tables_in_use_are_noted_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    house = FakeHouse()
    monkeypatch.setattr("cartable.server.lobby.MOST", 2)
    noted: list[int] = []
    monkeypatch.setattr(house.memory, "touch", noted.append)
    lobby = Lobby(house.memory, house.fake, at_once)
    for code in ("BCDFB", "BCDFC", "BCDFD", "BCDFF", "BCDFG"):
        lobby.tables[code] = house.table(code=code)
        Line(house, lobby.tables[code], "Ada")
    seen = []
    for _ in range(4):
        lobby.sweep()
        seen.append(len(noted))
    assert seen == [2, 4, 5, 5]
    assert set(noted) == {table.home for table in lobby.tables.values()}


def test_the_loop_goes_on_while_the_file_is_read(tmp_path: Path) -> None:
    async def scene() -> None:
        store = SqliteStore(tmp_path, asyncio.get_running_loop().call_soon_threadsafe)
        home = store.enter("BCDFG")
        await written(store)
        with store.kept._lock:
            reading = asyncio.create_task(store.find("BCDFG"))
            await begun(reading)
        assert await reading == home
        await store.close()

    asyncio.run(scene())
