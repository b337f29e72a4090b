"""The lobby: tables are found again, put away, forgotten, and let go when nothing can be written."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import msgspec
import pytest

from cartable.server import messages as m
from cartable.server.lobby import ASLEEP, DAY, LENGTH, LETTERS, SWEEP, Lobby
from cartable.server.store import SqliteStore
from cartable.server.table import Table
from tests.server.fakes import FakeClock, at_once
from tests.server.visitors import serving


def opened(lobby: Lobby, store: SqliteStore) -> Table:
    """Open a table, and wait until it is written down."""
    found: list[Table] = []
    lobby.open(m.NewTable("spot/tower", name="Ada"), lambda table, member, token: found.append(table))
    store.close()
    return found[0]


def test_a_code_is_five_letters_that_spell_nothing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path, lambda do: do())
    table = opened(Lobby(store, FakeClock(), at_once), store)
    assert len(table.book.code) == LENGTH
    assert set(table.book.code) <= set(LETTERS)
    assert not set(LETTERS) & set("AEIOUY")


def test_a_table_nobody_uses_leaves_memory_and_is_found_again(tmp_path: Path) -> None:
    clock = FakeClock()
    store = SqliteStore(tmp_path, lambda do: do())
    code = opened(Lobby(store, clock, at_once), store).book.code
    store = SqliteStore(tmp_path, lambda do: do())
    lobby = Lobby(store, clock, at_once)
    table = lobby.find(code.lower())
    assert table
    assert lobby.find(code) is table
    clock.turn(ASLEEP + 2 * SWEEP)
    assert not lobby.tables
    again = lobby.find(code)
    assert again
    assert again is not table
    assert again.book.persons[1].name == "Ada"
    assert lobby.find("NONE") is None
    store.close()


def test_a_table_is_forgotten_after_so_many_days_that_a_server_ran_and_not_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = FakeClock()
    today = time.time()
    monkeypatch.setattr("cartable.server.store.time.time", lambda: today)
    store = SqliteStore(tmp_path, lambda do: do())
    code = opened(Lobby(store, clock, at_once), store).book.code

    def sweep(forget: int) -> tuple[int | None, list[bytes]]:
        store = SqliteStore(tmp_path, lambda do: do())
        home = store.find(code)
        Lobby(store, clock, at_once, forget=forget).sweep()
        store.close()
        store = SqliteStore(tmp_path, lambda do: do())
        Lobby(store, clock, at_once, forget=forget).sweep()
        store.close()
        store = SqliteStore(tmp_path, lambda do: do())
        found = store.find(code), store.read(home or 0)
        store.close()
        return found

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
                broken.setattr(Table, "_react", lambda *_: 1 / 0)
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
            table = served.server.lobby.find(table_opened.code)
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
            table = served.server.lobby.find(table_opened.code)
            assert table
            assert table.book.persons[1].name == ""
            await ws.send_str('{"type":"rename","id":3,"name":"Eve"}')
            async for frame in ws:
                if frame.json().get("id") == 3:
                    assert frame.json()["type"] == "done"
                    break
            await ws.close()

    asyncio.run(scene())
