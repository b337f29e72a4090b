"""Data folders of earlier versions: they open, their tables go on, their records replay."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cartable.core import Result, decode, replay
from cartable.games import GAMES
from cartable.server import messages as m
from cartable.server.book import Book
from cartable.server.records import frames, recorded
from cartable.server.sqlite import SqliteStore
from tests.patience import HUNG
from tests.server.visitors import Visitor, serving

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
            # An abandoned game gave everyone a point then (TABLE-2).
            abandoned = sum(result.why == "abandoned" for result in results.values())
            assert [chair.score + abandoned for chair in book.chairs] == told["scores"]
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
