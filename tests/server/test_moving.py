"""From a folder into a database: everything arrives, once, however often it is broken off."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from cartable.core import Result, decode, replay
from cartable.games import GAMES
from cartable.server.book import Book
from cartable.server.postgres.database import Database
from cartable.server.postgres.moving import Moved, _Moving, move
from cartable.server.records import recorded
from cartable.server.rows import Asked
from cartable.server.sqlite import SqliteStore
from cartable.server.sqlite_file import FILE
from cartable.server.store import DayTry, Finish, Store, Unwritable
from tests.server.databases import asked, stored
from tests.server.test_store import append, entered, listed, scene
from tests.server.visitors import serving_on

KEPT = Path(__file__).parents[1] / "kept"


def unheard(done: int, tables: int) -> None: ...


async def filled(folder: Path) -> SqliteStore:
    """Return a store with two tables, a finished game of each, and one of a table that is gone."""
    store = SqliteStore(folder, asyncio.get_running_loop().call_soon_threadsafe)
    for code in ("BCDFG", "FGHJK", "LMNPQ"):
        home = await entered(store, code)
        by = {1: Asked(3, 1 << 47, 12, late=True)}
        done = Finish(1, 2, listed(f"record of {code}"))
        await append(store, home, 0, b"opened " + code.encode(), b"began", b"move", finish=done, asked=by)
        await append(store, home, 3, b"more", mark=b"mark of " + code.encode())
    store.forget(home)
    store.mark_day()
    await append(store, 0, 0)
    decks = folder / "decks"
    decks.mkdir()
    (decks / "été.deck").write_bytes(b"drawn")
    (decks / ".half.part").write_bytes(b"no")
    return store


async def arrived(store: Store) -> None:
    """Check that all of it is there."""
    assert [code for code, _ in await store.tables()] == ["BCDFG", "FGHJK"]
    for code in ("BCDFG", "FGHJK"):
        home = await store.find(code)
        assert home
        assert await store.read(home) == [b"opened " + code.encode(), b"began", b"move", b"more"]
        assert await store.asked(home) == [Asked(3, 1 << 47, 12, late=True)]
        assert await store.mark(home) == b"mark of " + code.encode()
        assert [one.record for one in await store.listed(home)] == [f"record of {code}"]
        assert await append(store, home, 4, b"on") is None
    for code in ("BCDFG", "FGHJK", "LMNPQ"):
        filed = await store.record(f"record of {code}")
        assert filed
        assert filed.rows == [b"began", b"move"]


def test_everything_is_moved_and_goes_on(tmp_path: Path, database: Database) -> None:
    async def play() -> None:
        await (await filled(tmp_path)).close()
        told: list[tuple[int, int]] = []
        done = await move(tmp_path, database, lambda *far: told.append(far))
        assert done == Moved(tables=2, records=3, files=1)
        assert told == [(0, 2), (1, 2), (2, 2)]
        assert [tuple(row) for row in await asked(database, "SELECT name, content FROM files")] == [
            ("été.deck", b"drawn")
        ]
        assert await move(tmp_path, database, unheard) == Moved(already=2)
        async with stored(database) as store:
            await arrived(store)

    scene(play)


def test_the_decks_of_the_day_stay_the_same(tmp_path: Path, database: Database) -> None:
    async def play() -> None:
        before = await filled(tmp_path)
        secret = await before.secret()
        tried = await before.try_day(DayTry(7, "ada", 1), 9)
        assert tried
        before.measured(replace(tried, why="", millis=900))
        await before.close()
        for _ in range(2):
            await move(tmp_path, database, unheard)
        async with stored(database) as store:
            assert await store.secret() == secret
            # Tables have other numbers there.
            assert await store.day_list(7, 9) == [DayTry(7, "ada", 0, "", "", 900)]

    scene(play)


class DiedMoving(BaseException):
    """The process ends here."""


@pytest.mark.parametrize("steps", range(1, 7))
def test_what_was_broken_off_is_moved_the_next_time_and_nothing_twice(
    steps: int, tmp_path: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        await (await filled(tmp_path)).close()
        left = steps

        async def dying(self: Any, *values: Any) -> int:
            nonlocal left
            left -= 1
            if not left:
                raise DiedMoving
            return int(await numbered(self, *values))

        async def dying_rows(self: Any, *values: Any) -> None:
            nonlocal left
            await rows(self, *values)
            left -= 1
            if not left:
                raise DiedMoving

        numbered, rows = _Moving._number, _Moving._rows
        with monkeypatch.context() as killing:
            killing.setattr(_Moving, "_number", dying)
            killing.setattr(_Moving, "_rows", dying_rows)
            with pytest.raises(DiedMoving):
                await move(tmp_path, database, unheard)
        await move(tmp_path, database, unheard)
        async with stored(database) as store:
            await arrived(store)
        ((rows_there, records),) = await asked(
            database, "SELECT (SELECT count(*) FROM log), (SELECT count(*) FROM records)"
        )
        assert (rows_there, records) == (2 * 5 + 2, 3)

    scene(play)


def test_damaged_tables_and_codes_of_others_are_named_and_the_rest_is_moved(
    tmp_path: Path, database: Database
) -> None:
    async def play() -> None:
        await (await filled(tmp_path)).close()
        with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
            db.execute("UPDATE fresh SET member = 9 WHERE home = 1 AND number = 1")
        async with stored(database) as store:
            other = await entered(store, "FGHJK")
            await append(store, other, 0, b"another's")
        done = await move(tmp_path, database, unheard)
        assert (done.damaged, done.taken, done.tables, done.records) == (["BCDFG"], ["FGHJK"], 0, 1)
        async with stored(database) as store:
            assert await store.read(other) == [b"another's"]

    scene(play)


def test_a_folder_that_a_server_uses_or_that_is_none_is_not_moved(tmp_path: Path, database: Database) -> None:
    async def play() -> None:
        with pytest.raises(Unwritable) as none:
            await move(tmp_path / "none", database, unheard)
        assert none.value.key == "backup.nothing"
        store = await filled(tmp_path)
        with pytest.raises(Unwritable) as running:
            await move(tmp_path, database, unheard)
        assert running.value.key == "serve.running"
        await store.close()

    scene(play)


@pytest.mark.parametrize("folder", sorted(KEPT.iterdir()), ids=lambda folder: folder.name)
def test_a_folder_of_an_older_version_is_moved_whole(
    folder: Path, tmp_path: Path, database: Database
) -> None:
    about = json.loads((folder / "about.json").read_text("utf-8"))

    async def play() -> None:
        data = tmp_path / "data"
        shutil.copytree(folder / "data", data)
        done = await move(data, database, unheard)
        assert (done.tables, done.records) == (len(about["tables"]), len(about["records"]))
        async with stored(database) as store, serving_on(store, tmp_path) as served:
            for code, told in about["tables"].items():
                home = await store.find(code)
                assert home
                results = {one.record: one.result for one in await store.listed(home)}
                book = Book.read(await store.read(home), results)
                assert [book.phase, book.rows, book.record] == [told[n] for n in ("phase", "rows", "record")]
                assert {str(member): one.name for member, one in book.persons.items()} == told["persons"]
                async with served.http.get(f"{served.url}/api/tables/{code}") as found:
                    assert found.status == 200
            for name, told in about["records"].items():
                filed = await store.record(name)
                assert filed
                record = recorded(filed.rows, filed.listed.result)
                assert record == decode((folder / "records" / f"{name}.json").read_bytes(), GAMES)
                assert replay(record, GAMES[record.game]).result == msgspec.convert(told["result"], Result)

    scene(play)
