"""Data folders of earlier versions: they open, their tables go on, their records replay."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cartable.core import Played, Result, Seat, decode, replay
from cartable.games import GAMES
from cartable.server import messages as m
from cartable.server import rows
from cartable.server.book import Book
from cartable.server.chairs import key_of
from cartable.server.playing import COUNTDOWN
from cartable.server.records import frames, recorded
from cartable.server.sqlite import SqliteStore
from cartable.server.table import Table
from tests.patience import HUNG
from tests.server.fakes import FakeHouse, Line
from tests.server.visitors import Visitor, serving

BOXES = {"spot", "island", "catatac", "karta"}
KEPT = Path(__file__).parents[1] / "kept"
FOLDERS = sorted(KEPT.iterdir())
"""One folder a version: its data, its records as files, and what its server said of each (`about.json`)."""


def about(folder: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((folder / "about.json").read_text("utf-8"))
    return told


@pytest.fixture(params=FOLDERS, ids=lambda folder: folder.name)
def folder(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


@pytest.fixture
def data(folder: Path, tmp_path: Path) -> Path:
    copied = tmp_path / "data"
    shutil.copytree(folder / "data", copied)
    return copied


def test_an_old_folder_has_a_finished_and_a_running_game_of_every_box(folder: Path) -> None:
    told = about(folder)
    assert told["records"].keys() == {path.stem for path in (folder / "records").iterdir()}
    finished = {one["game"].partition("/")[0] for one in told["records"].values()}
    running = {
        table["game"].partition("/")[0] for table in told["tables"].values() if table["phase"] == "playing"
    }
    assert finished == running == BOXES


def test_every_table_of_an_old_folder_is_as_it_was(folder: Path, data: Path) -> None:
    store = SqliteStore(data, lambda then: then())
    try:
        for code, told in about(folder)["tables"].items():
            home = store.kept.find(code)
            assert home is not None
            results = {listed.record: listed.result for listed in store.kept.listed(home)}
            book = Book.read(store.kept.read(home), results)
            assert [book.phase, book.rows, book.games, book.host, book.record] == [
                told[name] for name in ("phase", "rows", "games", "host", "record")
            ]
            # A game in which all were level, drawn or abandoned, gave everyone a point then (SPOT-9).
            level = sum(len(result.ranking) == 1 for result in results.values())
            assert [chair.score + level for chair in book.chairs] == told["scores"]
            assert {str(member): person.name for member, person in book.persons.items()} == told["persons"]
            if book.under_way:
                assert book.game is not None
                assert book.game.rules.write(book.game.state) == told["position"]
                assert book.game.seed.hex() == told["seed"]
    finally:
        store.stop()


def test_every_record_of_an_old_folder_replays(folder: Path, data: Path) -> None:
    store = SqliteStore(data, lambda then: then())
    try:
        for name, told in about(folder)["records"].items():
            found = store.kept.record(name)
            assert found
            record = recorded(found.rows, found.listed.result)
            file = (folder / "records" / f"{name}.json").read_bytes()
            assert record == decode(file, GAMES)
            result = replay(record, GAMES[record.game]).result
            assert result == msgspec.convert(told["result"], Result)
            assert len(list(frames(record))) == len(record.log) + 1
    finally:
        store.stop()


def test_every_running_table_of_an_old_folder_is_played_on(folder: Path, data: Path) -> None:
    store = SqliteStore(data, lambda then: then())
    try:
        logs = {code: store.kept.read(store.kept.find(code) or 0) for code in about(folder)["tables"]}
    finally:
        store.stop()
    running = {
        code: told for code, told in about(folder)["tables"].items() if told["phase"] in ("playing", "paused")
    }
    for code, told in running.items():
        house = FakeHouse()
        home = house.memory.enter(code)
        house.memory.logs[home] += logs[code]
        table = Table(house, home, Book.read(logs[code]), written=len(logs[code]))
        known = [token for token in told["tokens"].values() if table.book.member_with(key_of(token))]
        lines = [Line(house, table, token=token) for token in known]
        if told["phase"] == "paused":
            assert isinstance(lines[0].ask(m.Resume), m.Done)
            house.fake.turn(COUNTDOWN)
        # Cards are turned up, and looked at.
        house.fake.turn(10_000)
        line, seat, move = next(movable(table, lines))
        line.play(seat, move, reaction=900 if table.book.agreement.info.reflex else None)
        house.fake.turn(1_000)
        assert isinstance(line.answered, m.Done)
        fresh = [rows.decode(row, told["game"]) for row in house.memory.logs[home][len(logs[code]) :]]
        assert [row for row in fresh if isinstance(row, Played) and (row.seat, row.move) == (seat, move)]


def movable(table: Table, lines: list[Line]) -> Iterator[tuple[Line, Seat, Any]]:
    """Yield the moves that people have now."""
    game = table.book.game
    assert game is not None
    for line in lines:
        assert line.client
        for seat in table.book.seats_of(line.client.member):
            for move in game.rules.moves(game.state, seat):
                yield line, seat, move


def test_everybody_comes_back_to_an_old_folder_and_goes_on(folder: Path, data: Path) -> None:
    tables = {
        code: told
        for code, told in about(folder)["tables"].items()
        if told["phase"] == "playing" and told["game"] == "karta"
    }
    assert tables

    async def scene() -> None:
        async with serving(data, speed=40) as served:
            for code, told in tables.items():
                people = [
                    Visitor(served, code, (seat,), seat, token)
                    for seat, token in enumerate(told["tokens"].values())
                ]
                async with asyncio.timeout(HUNG), asyncio.TaskGroup() as group:
                    for visitor in people:
                        group.create_task(visitor.play())
                assert all(isinstance(visitor.told[-1], m.Game) for visitor in people)
                assert all(visitor.told[-1].result is not None for visitor in people)

    asyncio.run(scene())
