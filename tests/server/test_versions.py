"""Games whose rules have changed since they began: never played by other rules, and nothing else is lost."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from cartable.core import Game, OtherVersion, decode, encode, replay
from cartable.games import GAMES
from cartable.lab.hand_clock import HandClock
from cartable.server import messages as m
from cartable.server.book import Book
from cartable.server.lobby import Lobby
from cartable.server.records import frames, recorded
from cartable.server.rows import Ended, GameBegan
from cartable.server.rows import decode as row_of
from cartable.server.sqlite import SqliteStore
from cartable.server.store import Append
from cartable.server.table import Table
from tests.server.fakes import FakeHouse, Line, at_once, found, seated

KARTA = GAMES["karta"]


def newer(patch: pytest.MonkeyPatch, replays: tuple[int, ...] = ()) -> None:
    """Let Karta's rules be of the next version from now on."""
    info = replace(KARTA.info, version=KARTA.info.version + 1, replays=replays)
    patch.setattr(type(KARTA), "info", info, raising=False)
    patch.setattr(KARTA, "info", info)


def foreign(house: FakeHouse, home: int) -> None:
    """Write every move of a table as today's rules cannot read it, as moves of other rules may be."""
    rows = house.memory.logs[home]
    for number, line in enumerate(rows):
        if line.startswith(b'{"type":"played"'):
            rows[number] = line.replace(b'"move":{', b'"move":{"type":"gone","was":{', 1) + b"}"


def evening(house: FakeHouse) -> tuple[Table, list[Line]]:
    """Finish a game of Karta by resigning, begin another, and lay a card in it."""
    table = house.table("karta")
    lines = seated(house, table, 2)
    lines[0].ask(m.Start)
    lay(lines)
    lines[1].ask(m.Resign, seat=1)
    lines[0].ask(m.Start)
    lay(lines)
    return table, lines


def lay(lines: list[Line]) -> None:
    game = lines[0].table.book.game
    assert game
    for seat, line in enumerate(lines):
        move = game.rules.sample(game.state, seat, game.chance())  # type: ignore[arg-type]
        if move is not None:
            assert isinstance(line.play(seat, move), m.Done)
            return


def test_a_table_opens_without_playing_its_finished_games_again(monkeypatch: pytest.MonkeyPatch) -> None:
    house = FakeHouse()
    table, lines = evening(house)
    lines[0].ask(m.Resign, seat=0)
    rows = house.memory.kept.read(table.home)
    with monkeypatch.context() as patch:
        patch.setattr(Game, "play", lambda *_: pytest.fail("a finished game was played again"))
        patch.setattr(Game, "__init__", lambda *_: pytest.fail("a finished game was dealt again"))
        book = Book.read(rows)
    assert [chair.score for chair in book.chairs] == [1, 1]
    assert book.result == table.book.result
    assert (book.rows, book.games, book.first, book.at) == (
        table.book.rows, table.book.games, table.book.first, table.book.at,
    )  # fmt: skip


def test_whoever_comes_back_after_the_end_sees_it_as_it_was() -> None:
    house = FakeHouse()
    table, lines = evening(house)
    lines[0].ask(m.Resign, seat=0)
    shown = lines[0].last(m.Game)
    again = Line(house, house.again(table), token=lines[0].token)
    assert replace(again.last(m.Game), now=shown.now) == replace(shown, sights=tuple(
        replace(sight, events=()) for sight in shown.sights
    ))  # fmt: skip


@pytest.mark.rule("TABLE-10")
def test_a_running_game_of_other_rules_ends_without_a_winner_and_everybody_is_told_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = FakeHouse()
    table, lines = evening(house)
    foreign(house, table.home)
    newer(monkeypatch)
    again = house.again(table)
    back = Line(house, again, token=lines[0].token)
    told, game = back.last(m.Table), back.last(m.Game)
    assert (told.phase, told.outdated) == ("over", True)
    assert game.result
    assert (game.result.why, game.sights) == ("abandoned", ())
    assert [chair.score for chair in told.chairs] == [1, 0]
    ended = row_of(house.memory.logs[table.home][-1])
    assert isinstance(ended, Ended)
    assert ended.outdated
    twice = house.again(again)
    assert twice.book.outdated
    assert len(house.memory.logs[table.home]) == twice.book.rows


@pytest.mark.rule("TABLE-10")
def test_after_it_the_next_game_begins_by_the_new_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    house = FakeHouse()
    table, lines = evening(house)
    newer(monkeypatch)
    again = house.again(table)
    back = [Line(house, again, token=line.token) for line in lines]
    assert isinstance(back[0].ask(m.Start), m.Done)
    began = next(
        row for row in map(row_of, reversed(house.memory.logs[table.home])) if isinstance(row, GameBegan)
    )
    assert began.version == KARTA.info.version
    assert not back[0].last(m.Table).outdated
    lay(back)
    assert house.again(again).book.moves == 1


def test_a_running_game_of_a_version_that_the_rules_still_play_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = FakeHouse()
    table, lines = evening(house)
    newer(monkeypatch, replays=(KARTA.info.version,))
    again = house.again(table)
    assert again.book.phase == "playing"
    lay([Line(house, again, token=line.token) for line in lines])


def test_a_game_that_this_server_does_not_know_hurts_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    house = FakeHouse()
    table, lines = evening(house)
    monkeypatch.delitem(GAMES, "karta")
    again = house.again(table)
    back = Line(house, again, token=lines[0].token)
    assert back.last(m.Table).outdated
    assert back.last(m.Table).game in GAMES


def test_the_record_of_other_rules_is_listed_and_downloaded_and_says_what_it_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = FakeHouse()
    table, _ = evening(house)
    foreign(house, table.home)
    version = KARTA.info.version
    newer(monkeypatch)
    house.again(table)
    first, second = house.memory.kept.listed(table.home)
    assert (first.result.why, second.result.why) == ("resigned", "abandoned")
    for listed in (first, second):
        filed = house.memory.kept.record(listed.record)
        assert filed
        record = recorded(filed.rows, filed.listed.result)
        assert record.version == version
        assert b'"gone"' in encode(record)
        assert decode(encode(record), GAMES).result == listed.result
        with pytest.raises(OtherVersion):
            list(frames(record))
        with pytest.raises(OtherVersion, match=f"version {version} "):
            replay(record, KARTA)


def test_results_of_earlier_servers_come_from_the_listing(tmp_path: Path) -> None:
    house = FakeHouse()
    table, lines = evening(house)
    lines[0].ask(m.Resign, seat=0)
    logs = house.memory.logs[table.home]
    for number, line in enumerate(logs):
        if isinstance(row := row_of(line), Ended):
            logs[number] = msgspec.json.encode({"type": "ended", "record": row.record})
    foreign(house, table.home)
    results = {listed.record: listed.result for listed in house.memory.kept.listed(table.home)}
    book = Book.read(logs, results)
    assert [chair.score for chair in book.chairs] == [1, 1]


def test_a_lobby_finds_a_table_with_games_of_other_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = FakeHouse()
    table, _ = evening(house)
    store = SqliteStore(tmp_path, lambda do: do())
    home = store.enter("BCDFG")
    store.append(Append(home, 0, house.memory.logs[table.home], lambda _: None))
    store.stop()
    newer(monkeypatch)
    store = SqliteStore(tmp_path, lambda do: do())
    again = found(Lobby(store, HandClock(), at_once), "BCDFG")
    assert again
    assert again.book.outdated
    store.stop()
    store = SqliteStore(tmp_path, lambda do: do())
    assert [listed.result.why for listed in store.kept.listed(home)] == ["abandoned"]
    store.stop()
