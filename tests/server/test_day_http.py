"""The deck of the day over HTTP: the list, the seal, the limits, and no deck at all."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cartable.core import Millis, commitment, decode, replay
from cartable.games import GAMES
from cartable.server import messages as m
from cartable.server import outside
from cartable.server.calendar import LENGTH, day_of, end_of
from cartable.server.day import key_of_device, names_of
from cartable.server.limits import TRIED_A_MINUTE
from cartable.server.records import chased, replayed
from cartable.server.routes import records
from cartable.server.sqlite import SqliteStore
from cartable.server.sqlite_file import FILE
from cartable.server.store import Append, DayTry, written
from tests.server.fakes import FakeHouse
from tests.server.test_day import DEVICE, OTHER, a_run, lobby_of
from tests.server.test_http import Get, bearer, key, over_http
from tests.server.visitors import ADMIN, STILL, Served

SEALED = ("", "/replay", "/qr.svg", "/study", "/ghost")


async def filed(served: Served, house: FakeHouse) -> None:
    """Bring the runs of a house of fakes into a server's own store."""
    store, memory = served.store, house.memory
    for record, (home, finish) in memory.finished.items():
        place = await store.open(await memory.code(home))
        assert finish.counted
        assert place
        day, of = finish.counted.day, finish.counted.key
        await store.try_day(DayTry(day, of, place), 100)
        store.append(Append(place, 0, memory.kept.read(home), lambda failure: None, finish))
        assert finish.listed.record == record
    await written(store)


async def page(get: Get, device: str = DEVICE) -> m.DayPage:
    status, body, _ = await get("/api/day", headers=bearer(device) if device else {})
    assert status == 200
    return msgspec.json.decode(body, type=m.DayPage)


@pytest.mark.rule("TABLE-16")
def test_runs_are_listed_at_once_and_unsealed_when_the_day_ends(tmp_path: Path) -> None:
    house = FakeHouse()
    SqliteStore(tmp_path, lambda do: do()).stop()
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        (house.memory.drawn,) = db.execute("SELECT secret FROM secrets").fetchone()
    day, tables = day_of(house.today), lobby_of(house)
    a_run(house, tables, OTHER, pace=900)
    _, line = a_run(house, tables)
    record = line.last(m.Table).record

    async def scene(served: Served, get: Get) -> None:
        served.server.lobby.wall = house.wall
        server = await served.store.secret()
        await filed(served, house)

        found = await page(get)
        assert (found.now, found.ends) == (house.today, end_of(day))
        (today,) = found.lists
        assert (today.secret, {entry.record for entry in today.entries}) == ("", {""})
        own = key_of_device(server, day, DEVICE)
        first = m.DayEntry(1, names_of(own), own, 54 * 800, True, "")
        assert found.own == m.DayOwn(first, "")
        assert [(entry.place, entry.own, entry.millis) for entry in today.entries] == [
            (1, True, 43_200),
            (2, False, 48_600),
        ]
        assert (await page(get, "")).own is None
        assert (await page(get, "e" * 32)).own is None, "a made-up device has done nothing"

        for path in SEALED:
            status, body, _ = await get(f"/api/records/{record}{path}")
            assert (status, key(body)) == (403, "error.sealed"), path
        for path, wanted in (("nameless", {}), ("practice", {"step": 1}), ("ghost", {"name": ""})):
            status, body, _ = await get(f"/api/records/{record}/{path}", "POST", json=wanted)
            assert (status, key(body)) == (403, "error.sealed"), path
        status, body, _ = await get(f"/api/records/{record}", "DELETE", headers=bearer(ADMIN))
        assert status == 403
        status, body, _ = await get(f"/api/day/{record}")
        assert msgspec.json.decode(body, type=m.DayTimes) == m.DayTimes(43_200, (Millis(800),) * 54, "")
        assert (await get("/api/day/none"))[0] == 404
        code = line.table.book.code
        status, body, _ = await get(f"/api/tables/{code}/records", headers=bearer(ADMIN))
        assert (status, body) == (200, b"[]")

        house.today += LENGTH
        later = await page(get)
        assert later.own is None
        fresh, yesterday = later.lists
        assert (fresh.entries, fresh.secret) == ((), "")
        assert commitment(yesterday.secret) == yesterday.commitment == today.commitment
        assert yesterday.entries[0].record == record
        status, body, _ = await get(f"/api/records/{record}")
        assert status == 200
        told = decode(body, GAMES)
        assert (told.commitment, told.shuffle.secret) == (today.commitment, yesterday.secret)  # type: ignore[union-attr]
        replay(told, GAMES["spot/tower"])
        status, body, _ = await get(f"/api/records/{record}/replay")
        assert msgspec.json.decode(body, type=m.Replay).names == ("",)

    over_http(tmp_path, scene)


@pytest.mark.rule("TABLE-17")
def test_a_device_is_given_its_table_again_and_a_stranger_is_limited(tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        async def begin(device: Any) -> tuple[int, bytes]:
            status, body, _ = await get("/api/day", "POST", json={"device": device})
            return status, body

        status, body = await begin(DEVICE)
        assert status == 201
        assert (await begin(DEVICE))[1] == body
        assert (await page(get)).own == m.DayOwn(None, None), "it goes on"
        for wrong in ("", "ABC", "g" * 32, DEVICE + "0", 7, None):
            assert (await begin(wrong))[0] == 400
        others = [await begin(f"{number:032x}") for number in range(TRIED_A_MINUTE - 2)]
        assert {status for status, _ in others} == {201}
        status, body = await begin(OTHER)
        assert (status, key(body)) == (429, "error.too-many")

    over_http(tmp_path, scene)


def test_a_game_is_played_again_once_for_all_who_watch_it_and_few_for_one_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[str] = []
    monkeypatch.setattr(records, "WATCHED_A_MINUTE", 2)

    def counted(what: str, work: Callable[..., Any], *given: Any) -> Any:
        played.append(what)
        return work(*given)

    monkeypatch.setattr(outside, "replayed", partial(counted, "replay", replayed))
    monkeypatch.setattr(outside, "chased", partial(counted, "ghost", chased))
    house = FakeHouse()
    tables = lobby_of(house)
    first, other = (a_run(house, tables, of)[1].last(m.Table).record for of in (DEVICE, OTHER))
    house.today += LENGTH

    async def scene(served: Served, get: Get) -> None:
        served.server.lobby.wall = house.wall
        await filed(served, house)
        for path in ("replay", "ghost"):
            once, *again = [await get(f"/api/records/{first}/{path}") for _ in range(3)]
            assert once[0] == 200
            assert [body for _, body, _ in again] == [once[1]] * 2
        assert played == ["replay", "ghost"]
        for path in ("replay", "ghost"):
            status, body, _ = await get(f"/api/records/{other}/{path}")
            assert (status, key(body)) == (429, "error.too-many")
            assert (await get(f"/api/records/{first}/{path}"))[0] == 200
        assert (await get(f"/api/records/{first}", "DELETE", headers=bearer(ADMIN)))[0] == 204
        assert (await get(f"/api/records/{first}/replay"))[0] == 404

    over_http(tmp_path, scene, speed=STILL)


def test_a_long_game_is_played_again_by_another_process_and_one_too_large_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "REMEMBERED", 0)
    house = FakeHouse()
    record = a_run(house, lobby_of(house), DEVICE)[1].last(m.Table).record
    house.today += LENGTH

    async def scene(served: Served, get: Get) -> None:
        served.server.lobby.wall = house.wall
        await filed(served, house)
        paths = [f"/api/records/{record}/{what}" for what in ("replay", "ghost")]
        here = [(await get(path))[:2] for path in paths]
        assert [status for status, _ in here] == [200, 200]
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr(records, "LONG", 3)
            elsewhere.delattr(outside, "replayed")
            elsewhere.delattr(outside, "chased")
            assert [(await get(path))[:2] for path in paths] == here
            status, body, _ = await get(f"/api/records/{record}/practice", "POST", json={"step": 1})
            assert (status, key(body)) == (409, "refused.practice.game")
        monkeypatch.setattr("cartable.server.records.LARGEST_REPLAY", len(here[0][1]) // 2)
        status, body, _ = await get(paths[0])
        assert (status, key(body)) == (422, "error.record-costly")

    over_http(tmp_path, scene, speed=STILL)


def test_only_so_many_bytes_of_games_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "REMEMBERED", 10)
    kept = records.Remembered()
    for name in "abca":
        kept.keep((name, ""), b"1234")
    assert [kept.get((name, "")) for name in "abc"] == [b"1234", None, b"1234"]
    kept.keep(("d", ""), b"more than fits")
    assert kept.get(("d", "")) is None


def test_the_operator_can_have_none(tmp_path: Path) -> None:
    async def scene(served: Served, get: Get) -> None:
        for method in ("GET", "POST"):
            status, body, _ = await get("/api/day", method, json={"device": DEVICE})
            assert (status, key(body)) == (404, "error.no-day")
        assert not msgspec.json.decode((await get("/api/games"))[1], type=m.Shelf).day

    over_http(tmp_path, scene, day=False)
