"""What goes wrong at one table: it is set aside and read again, and no other table notices."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import ClientWebSocketResponse

from cartable.core import Seat
from cartable.games import GAMES
from cartable.lab.hand_clock import HandClock
from cartable.server import messages as m
from cartable.server.faults import TRIES
from cartable.server.gathering import tell
from cartable.server.lobby import ASLEEP, SWEEP, Lobby, Unavailable
from cartable.server.rota import NOBODYS, Whose
from cartable.server.sqlite import SqliteStore
from cartable.server.sqlite_file import FILE
from cartable.server.table import Table
from cartable.server.think import Far
from cartable.texts import Language
from tests.server.fakes import FakeHouse, Line, at_once, found, seated, tower_call
from tests.server.visitors import ADMIN, Served, serving

FLIP = 5_000


def test_a_chair_put_up_after_a_game_sees_it_as_a_spectator_does() -> None:
    house = FakeHouse()
    table = house.table("catatac")
    ada, ben = seated(house, table, 2)
    ada.ask(m.Start)
    ada.ask(m.Abandon)
    cleo = Line(house, table, "Cleo")
    assert isinstance(cleo.ask(m.Sit, seat=Seat(2)), m.Done)
    again = Line(house, table, token=cleo.token)
    assert [sight.seat for sight in again.last(m.Game).sights] == [None]
    assert [sight.seat for sight in Line(house, table, token=ben.token).last(m.Game).sights] == [1]


def test_one_callback_that_fails_keeps_no_other_from_being_called() -> None:
    called: list[str] = []

    def broken(failure: Exception | None) -> None:
        raise RuntimeError("a fault")

    tell([broken, lambda _: called.append("next")], None)
    assert called == ["next"]


async def deleted(served: Served, code: str) -> int:
    """Delete a table as the administrator does; return the status."""
    headers = {"Authorization": f"Bearer {ADMIN}"}
    async with served.http.delete(f"{served.url}/api/tables/{code}", headers=headers) as answer:
        return answer.status


async def greeted(
    served: Served, code: str, token: str = "", language: Language = "en"
) -> ClientWebSocketResponse:
    ws = await served.http.ws_connect(f"{served.url}/ws")
    await ws.send_str(msgspec.json.encode(m.Hello(1, m.VERSION, code, token, language=language)).decode())
    return ws


async def heard(ws: ClientWebSocketResponse, kind: str) -> dict[str, Any]:
    async for frame in ws:
        message: dict[str, Any] = frame.json()
        if message["type"] == kind:
            return message
    raise AssertionError(f"no {kind}")


def test_a_table_that_fails_in_a_commit_is_set_aside_and_every_other_table_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as served:
            opened = [await served.open() for _ in range(8)]
            sockets = [await greeted(served, table.code, table.token) for table in opened]
            for ws in sockets:
                await heard(ws, "welcome")
            faulty = served.server.lobby.at_hand(opened[3].code)
            assert faulty
            with monkeypatch.context() as broken:
                broken.setattr(faulty._herald, "_announce", lambda *_: 1 / 0)
                for ws in sockets:
                    await ws.send_str('{"type":"rename","id":7,"name":"Eve"}')
                for number, ws in enumerate(sockets):
                    if number == 3:
                        closing = await heard(ws, "closing")
                        assert (closing["key"], closing["again"]) == ("closing.error", True)
                    else:
                        assert (await heard(ws, "done"))["id"] == 7
            back = await greeted(served, opened[3].code, opened[3].token)
            await heard(back, "welcome")
            told = await heard(back, "table")
            assert told["persons"][0]["name"] == "Eve"
            for ws in (*sockets, back):
                await ws.close()

    asyncio.run(scene())
    assert "ZeroDivisionError" in caplog.text
    # What an exception says may be a hand.
    assert "division by zero" not in caplog.text


def test_a_table_that_cannot_be_read_rests_after_three_tries_and_its_log_is_untouched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as served:
            opened = await served.open()
            lobby, store = served.server.lobby, served.store
            home = store.kept.find(opened.code)
            assert home
            log = store.kept.read(home)
            lobby.tables.pop(opened.code)
            monkeypatch.setattr(Table, "__init__", lambda *_, **__: 1 / 0)
            for _ in range(TRIES):
                ws = await greeted(served, opened.code, opened.token)
                closing = await heard(ws, "closing")
                assert (closing["key"], closing["again"]) == ("closing.error", True)
            ws = await greeted(served, opened.code, opened.token)
            closing = await heard(ws, "closing")
            assert (closing["key"], closing["again"]) == ("error.resting", False)
            async with served.http.get(f"{served.url}/health") as health:
                assert health.status == 200
                assert "at rest after faults: 1" in await health.text()
            async with served.http.get(f"{served.url}/api/tables/{opened.code}") as found:
                assert found.status == 503
                assert (await found.json())["key"] == "error.resting"
            assert store.kept.read(home) == log
            assert await deleted(served, opened.code) == 204
            assert store.kept.find(opened.code) is None
            assert await deleted(served, opened.code) == 404
            async with served.http.get(f"{served.url}/health") as health:
                assert await health.text() == "ok\n"

    asyncio.run(scene())


def test_a_damaged_table_rests_and_every_other_goes_on(tmp_path: Path) -> None:
    async def opening() -> list[m.Opened]:
        async with serving(tmp_path) as served:
            return [await served.open() for _ in range(2)]

    broken, sound = asyncio.run(opening())
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        # One letter, and it still reads as a row.
        changed = "replace(CAST(entry AS TEXT), 'tv', 'TV')"
        mine = "home = (SELECT id FROM tables WHERE code = ?)"
        renamed = f"UPDATE fresh SET entry = CAST({changed} AS BLOB) WHERE number = 1 AND {mine}"
        assert db.execute(renamed, (broken.code,)).rowcount == 1
        db.commit()

    async def scene() -> None:
        async with serving(tmp_path) as served:
            said: dict[Language, str] = {"en": "damaged on the server", "fr": "abîmée sur le disque"}
            for language, text in said.items():
                ws = await greeted(served, broken.code, broken.token, language)
                told = await heard(ws, "closing")
                assert (told["key"], told["again"]) == ("error.damaged-table", False)
                assert text in told["text"]
            async with served.http.get(f"{served.url}/api/tables/{broken.code}") as found:
                assert found.status == 503
                assert (await found.json())["key"] == "error.damaged-table"
            async with served.http.get(f"{served.url}/health") as health:
                assert health.status == 200
                assert "damaged tables: 1" in await health.text()
            ws = await greeted(served, sound.code, sound.token)
            assert (await heard(ws, "welcome"))["member"] == 1
            assert await deleted(served, broken.code) == 204
            assert served.store.kept.find(broken.code) is None
            async with served.http.get(f"{served.url}/health") as health:
                assert await health.text() == "ok\n"

    asyncio.run(scene())


def test_faults_that_are_far_apart_do_not_add_up(tmp_path: Path) -> None:
    clock = HandClock()
    store = SqliteStore(tmp_path, lambda do: do())
    lobby = Lobby(store, clock, at_once)
    for _ in range(2 * TRIES):
        lobby.faults.note("BCDFG")
        clock.turn(ASLEEP)
    assert lobby.faults.resting == 0
    assert found(lobby, "BCDFG") is None
    store.stop()


def test_a_table_set_aside_is_not_read_before_its_last_rows_are_durable() -> None:
    """Otherwise two tables would write rows with the same numbers, and the commit would fail for all."""

    class Slow(FakeHouse):
        def distrust(self, code: str, fault: Exception) -> None:
            self.failures.append(fault)

    house = Slow()
    table = house.table()
    (ada,) = seated(house, table, 1)
    house.memory.slow = True
    ada.ask(m.Rename, name="Eve")
    lobby = Lobby(house.memory, house.fake, at_once)
    lobby.tables["CODE"] = table
    lobby.distrust("CODE", RuntimeError())
    with pytest.raises(Unavailable):
        found(lobby, "CODE")
    house.memory.sync()
    assert table.settled


class ThreeTables:
    """Three tables of one lobby, where two people play the Tower against a bot that thinks when told to."""

    def __init__(self) -> None:
        self.house = FakeHouse()
        self.thoughts: dict[str, tuple[Callable[[], Any], Callable[[Any], None]]] = {}
        self.lobby = Lobby(self.house.memory, self.house.fake, self._think, draw=self.house.draw)
        self.tables: list[Table] = []
        self.lines: list[Line] = []
        for _ in range(3):
            asyncio.run(self.lobby.open(m.NewTable("spot/tower", name="Ada"), self._opened))
        self.faulty = self.tables[1]

    def rows(self) -> list[int]:
        """Return how many rows each table has written."""
        return [len(self.house.memory.logs[table.home]) for table in self.tables]

    def told(self) -> list[str]:
        """Return what those who were let go were told."""
        return [line.last(m.Closing).key if line.closed else "" for line in self.lines]

    def think(self) -> None:
        """Let every bot think; the faulty table's fails."""
        for code, (work, then) in list(self.thoughts.items()):
            then(ZeroDivisionError() if code == self.faulty.book.code else work())

    def comes_back(self, lobby: Lobby | None = None) -> None:
        """Let everybody come back to every table, to all that was written, and do something."""
        for table, line in zip(self.tables, self.lines, strict=True):
            rows = list(self.house.memory.logs[table.home])
            again = found(lobby or self.lobby, table.book.code)
            assert again
            assert again.book.rows == len(rows)
            back = Line(self.house, again, token=line.token)
            assert isinstance(back.ask(m.Rename, name="Eve"), m.Done)
            assert self.house.memory.logs[table.home][: len(rows)] == rows

    def _opened(self, table: Table, member: int, token: str) -> None:
        line = Line(self.house, table, token=token)
        assert isinstance(line.ask(m.Sit, seat=Seat(0)), m.Done)
        assert isinstance(line.ask(m.Bot, seat=Seat(1), bot="greedy"), m.Done)
        assert isinstance(Line(self.house, table, "Bob").ask(m.Sit, seat=Seat(2)), m.Done)
        assert isinstance(line.ask(m.Start), m.Done)
        self.tables.append(table)
        self.lines.append(line)

    def _think(
        self,
        work: Callable[..., Any],
        then: Callable[[Any], None],
        far: Far | None = None,
        whose: Whose = NOBODYS,
    ) -> Callable[[], object]:
        self.thoughts[whose[1]] = work, then
        return lambda: None


def fails(*_: object) -> None:
    raise ZeroDivisionError


def test_a_table_whose_alarm_fails_is_set_aside_and_every_other_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = ThreeTables()
    before = evening.rows()
    monkeypatch.setattr(evening.faulty._playing, "wake", fails)
    evening.house.fake.turn(FLIP)
    assert evening.told() == ["", "closing.error", ""]
    assert [now - then for now, then in zip(evening.rows(), before, strict=True)] == [1, 0, 1]
    evening.comes_back()


def test_a_table_whose_bot_fails_to_think_is_set_aside_and_every_other_goes_on() -> None:
    evening = ThreeTables()
    evening.house.fake.turn(FLIP)
    before = evening.rows()
    evening.think()
    evening.house.fake.turn(20_000)
    assert evening.told() == ["", "closing.error", ""]
    assert [now > then for now, then in zip(evening.rows(), before, strict=True)] == [True, False, True]
    evening.comes_back()


def test_a_table_that_fails_to_stop_keeps_no_other_from_its_goodbye(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = ThreeTables()
    evening.house.fake.turn(FLIP + 500)
    for line in evening.lines:
        assert line.play(0, tower_call(line.table, 0), reaction=400) is None, "it is held"
    before = evening.rows()
    monkeypatch.setattr(evening.faulty._playing, "settle", fails)
    evening.lobby.stop()
    assert evening.told() == ["closing.stop", "closing.error", "closing.stop"]
    assert [now > then for now, then in zip(evening.rows(), before, strict=True)] == [True, False, True]
    evening.comes_back(Lobby(evening.house.memory, evening.house.fake, at_once))


def test_a_table_that_fails_to_rest_is_noted_and_every_other_is_put_away(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    evening = ThreeTables()
    evening.house.fake.turn(FLIP)
    for table in evening.tables:
        for client in list(table.presence.clients.values()):
            table.gone(client)
    monkeypatch.setattr(evening.faulty._playing, "rest", fails)
    evening.house.fake.turn(ASLEEP + 2 * SWEEP)
    assert not evening.lobby.tables
    assert "ZeroDivisionError" in caplog.text
    evening.comes_back()


@pytest.mark.parametrize("game", GAMES)
def test_a_start_that_the_rules_refuse_changes_nothing(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    house = FakeHouse()
    table = house.table(game)
    lines = seated(house, table, min(GAMES[game].info.seats))
    for seat, line in enumerate(lines):
        line.ask(m.Ready, seat=Seat(seat))
    ada = lines[0]
    before, rows = ada.last(m.Table), table.book.rows
    with monkeypatch.context() as broken:
        broken.setattr(type(GAMES[game]), "start", refused)
        assert isinstance(ada.ask(m.Start), m.Refused)
    assert table.book.rows == rows == len(house.memory.logs[table.home])
    assert [chair.ready for chair in table.book.chairs] == [chair.ready for chair in before.chairs]
    assert isinstance(ada.ask(m.Start), m.Done)
    ada.ask(m.Abandon)
    filed = house.memory.kept.record(ada.last(m.Table).record)
    assert filed
    assert filed.rows[0].startswith(b'{"type":"began"')


def refused(*_: object) -> None:
    from cartable.core import Refused

    raise Refused("TABLE-1", "table.nobody-sits")
