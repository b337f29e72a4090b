"""Marks: a table goes on from the latest, exactly as from the whole of its log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cartable.core import Chance, Game, Seat
from cartable.games import GAMES
from cartable.lab.hand_clock import HandClock
from cartable.server import messages as m
from cartable.server.book import Book
from cartable.server.lobby import Lobby
from cartable.server.marks import Mark, mark, resumed
from cartable.server.records import recorded
from cartable.server.sqlite import SqliteStore
from cartable.server.sqlite_reads import SqliteReads
from cartable.server.store import Append
from cartable.server.table import Table
from tests.server.fakes import FakeHouse, Line, MemoryReads, at_once, seated
from tests.server.fakes import found as found_at


def said(book: Book) -> dict[str, Any]:
    """Return all that a book says, its game included."""
    besides = ("game", "_unplayed", "lapsed", "marked")
    found = {name: value for name, value in vars(book).items() if name not in besides}
    if game := book.game:
        found["game"] = game.bookmark(), game.result, game.takeback
    return found


def reading(store: SqliteReads | MemoryReads, patch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets the row from which each read begins."""
    asked: list[int] = []
    read = store.read

    def noted(home: int, first: int = 0, last: int | None = None) -> list[bytes]:
        asked.append(first)
        return read(home, first, last)

    patch.setattr(store, "read", noted)
    return asked


def evening(house: FakeHouse, game: str, moves: int) -> Iterator[tuple[Table, list[Line]]]:
    """Play at a table, a new game whenever one is over, and yield it after each move."""
    info = GAMES[game].info
    table = house.table(game, takeback=info.takeback)
    lines = seated(house, table, info.seats[0])
    lots = Chance(b"evening", 0)
    for _ in range(moves):
        if not table.book.under_way:
            assert isinstance(lines[0].ask(m.Start), m.Done)
        playing = table.book.game
        assert playing
        for seat, line in enumerate(lines):
            move = playing.rules.sample(playing.state, Seat(seat), lots)
            if move is not None and table.book.under_way:
                line.play(seat, move)
        house.fake.turn(600)
        yield table, lines


@pytest.mark.parametrize("game", GAMES)
def test_every_game_goes_on_from_a_mark_as_from_the_whole_log(game: str) -> None:
    house = FakeHouse()
    early: list[bytes] = []
    for number, (table, _) in enumerate(evening(house, game, 24)):
        made = mark(table.book)
        assert made
        if number % 5 == 2:
            early.append(made)
        again = resumed(made)
        assert again
        assert said(again) == said(table.book)
    rows = house.memory.logs[table.home]
    for made in early:
        later = resumed(made)
        assert later
        later.follow(rows[later.rows :])
        if later.game is None:
            later.final()
        assert said(later) == said(table.book)


def test_a_table_reads_nothing_before_its_latest_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cartable.server.herald.EVERY", 10)
    house = FakeHouse()
    (house.memory.codes["BCDFG"],) = {table.home for table, _ in evening(house, "spot/tower", 30)}
    home = house.memory.codes["BCDFG"]
    rows, marked = house.memory.logs[home], msgspec.json.decode(house.memory.marks[home], type=Mark)
    assert 10 < len(rows) - 10 <= marked.rows <= len(rows)
    asked = reading(house.memory.kept, monkeypatch)
    table = found_at(Lobby(house.memory, HandClock(), at_once), "BCDFG")
    assert table
    assert asked == [marked.rows - 1]
    assert said(table.book)["game"] == said(Book.read(rows))["game"]


def test_a_table_that_is_often_read_again_has_marks_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cartable.server.herald.EVERY", 10)
    house = FakeHouse()
    table = house.table()
    (ada,) = seated(house, table, 1)
    rows = house.memory.logs[table.home]
    for _ in range(8):
        table = house.reread(table)
        ada = Line(house, table, token=ada.token)
        for locked in (True, False, True):
            assert isinstance(ada.ask(m.Lock, locked=locked), m.Done)
    marked = msgspec.json.decode(house.memory.marks[table.home], type=Mark)
    assert len(rows) > 25
    assert marked.rows > len(rows) - 10


def test_a_move_is_taken_back_across_a_mark_and_its_record_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cartable.server.herald.EVERY", 1)
    house = FakeHouse()
    table = house.table("karta", takeback=True)
    ada, ben = seated(house, table, 2)
    ada.ask(m.Start)
    game = table.book.game
    assert game
    drawn = ((seat, game.rules.sample(game.state, Seat(seat), game.chance())) for seat in (0, 1))
    seat, move = next((seat, move) for seat, move in drawn if move is not None)
    lines = (ada, ben)
    before = game.rules.write(game.state)
    assert isinstance(lines[seat].play(seat, move), m.Done)
    book = resumed(house.memory.marks[table.home])
    assert book
    again = Table(house, table.home, book, book.rows)
    back = [Line(house, again, token=line.token) for line in lines]
    assert isinstance(back[seat].ask(m.TakeBack, seat=Seat(seat)), m.Done)
    assert again.book.game
    assert again.book.game.rules.write(again.book.game.state) == before
    assert isinstance(back[seat].play(seat, move), m.Done)
    assert not isinstance(back[seat].ask(m.TakeBack, seat=Seat(seat)), m.Done)
    back[1 - seat].ask(m.Resign, seat=Seat(1 - seat))
    found = house.memory.kept.record(again.book.record)
    assert found
    record = recorded(found.rows, found.listed.result)
    assert [type(entry).__name__ for entry in record.log] == ["Played", "TakenBack", "Played", "Resigned"]


@pytest.mark.parametrize("spoilt", ["cartable", "version", "position", "rows", "nothing"])
def test_a_mark_that_does_not_fit_is_thrown_away(
    spoilt: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = FakeHouse()
    *_, (table, _) = evening(house, "spot/tower", 5)
    made = mark(table.book)
    assert made
    found = msgspec.json.decode(made, type=Mark)
    assert found.game
    changes: dict[str, dict[str, Any]] = {
        "cartable": {"cartable": "0.0"},
        "version": {"version": 99},
        "position": {"game": msgspec.structs.replace(found.game, position="nonsense")},
        "rows": {"rows": 1_000},
        "nothing": {},
    }
    line = msgspec.json.encode(msgspec.structs.replace(found, **changes[spoilt]))
    rows = house.memory.logs[table.home]
    told: list[Exception | None] = []
    store = SqliteStore(tmp_path, lambda do: do())
    store.append(Append(store.enter("BCDFG"), 0, rows, told.append, mark=line))
    store.stop()
    assert told == [None]
    store = SqliteStore(tmp_path, lambda do: do())
    asked = reading(store.kept, monkeypatch)
    again = found_at(Lobby(store, HandClock(), at_once), "BCDFG")
    assert again
    assert asked[-1] == (found.rows - 1 if spoilt == "nothing" else 0)
    assert said(again.book) == said(Book.read(rows))
    store.stop()


def test_a_damaged_mark_is_thrown_away(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path, lambda do: do())
    told: list[Exception | None] = []
    home = store.enter("BCDFG")
    store.append(Append(home, 0, [b"one"], told.append, mark=b"a mark"))
    store.stop()
    store = SqliteStore(tmp_path, lambda do: do())
    assert store.kept.mark(home) == b"a mark"
    store.stop()
    file = tmp_path / "cartable.db"
    file.write_bytes(file.read_bytes().replace(b"a mark", b"a nark"))
    store = SqliteStore(tmp_path, lambda do: do())
    assert store.kept.mark(home) is None
    store.stop()


def test_a_finished_game_is_not_played_again_after_a_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    house = FakeHouse()
    marks: list[bytes] = []
    for table, people in evening(house, "karta", 3):
        marks.append(mark(table.book) or b"")
        lines = people
    lines[0].ask(m.Resign, seat=Seat(0))
    lines[0].ask(m.Start)
    lines[0].ask(m.Resign, seat=Seat(0))
    book = resumed(marks[-1])
    assert book
    monkeypatch.setattr(Game, "__init__", lambda *_: pytest.fail("a finished game was dealt again"))
    book.follow(house.memory.logs[table.home][book.rows :])
    assert book.games == 2
    assert book.result == table.book.result
