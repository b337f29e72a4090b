"""What a table has told outlives a crash, and nothing else is told."""

from __future__ import annotations

from cartable.core import Millis, Played
from cartable.server import messages as m
from cartable.server.client import FORGETTING
from tests.server.fakes import FakeHouse, Line, tower_call
from tests.server.in_play import playing, take


def test_nobody_is_told_what_is_not_yet_written_down(house: FakeHouse) -> None:
    ada, bob = playing(house)
    house.fake.turn(1_000)
    house.memory.slow = True
    moves = bob.last(m.Game).moves
    ada.play(0, tower_call(ada.table, 0), 900)
    house.fake.turn(300)
    assert ada.answered is None
    late = Line(house, ada.table, "Eve")
    assert not late.sent
    assert bob.last(m.Game).moves == moves
    house.memory.sync()
    assert bob.last(m.Game).moves == moves + 1
    assert late.last(m.Game).moves == moves + 1
    assert isinstance(ada.answered, m.Done)


def test_after_a_crash_everything_that_was_told_is_there_and_the_rest_is_not(house: FakeHouse) -> None:
    ada, bob = playing(house)
    take(ada, 0)
    told = bob.last(m.Game)
    house.memory.slow = True
    ada.play(0, tower_call(ada.table, 0), 900)
    house.fake.turn(300)
    house.memory.lose()
    house.memory.slow = False
    table = house.again(ada.table)
    back = Line(house, table, token=bob.token)
    seen = back.last(m.Game)
    assert seen.moves == told.moves
    assert seen.sights[0].view == told.sights[0].view
    assert back.last(m.Table).chairs[0].away
    friend = Line(house, table, token=ada.token)
    take(friend, 0)
    assert back.last(m.Game).moves == told.moves + 1


def test_what_cannot_be_written_is_never_told(house: FakeHouse) -> None:
    ada, bob = playing(house)
    house.memory.failure = OSError("disk full")
    before = len(bob.all(m.Game))
    take(ada, 0)
    assert len(bob.all(m.Game)) == before
    assert house.failures


def test_a_stopping_table_decides_what_it_holds_and_says_goodbye(house: FakeHouse) -> None:
    ada, bob = playing(house)
    house.fake.turn(1_000)
    assert ada.play(0, tower_call(ada.table, 0), 900) is None
    ada.table.stop("closing.stop")
    assert isinstance(ada.answered, m.Done)
    assert bob.last(m.Closing).again
    assert bob.closed


def test_memory_stays_flat_however_long_the_game(house: FakeHouse) -> None:
    ada, _ = playing(house)
    for _ in range(50):
        take(ada, 0)
    game = ada.table.book.game
    assert game is not None
    assert not any(isinstance(entry, Played) for entry in game.log)
    assert ada.client
    assert len(ada.client.shown) <= FORGETTING < 50


def test_every_row_read_again_gives_the_same_table(house: FakeHouse) -> None:
    ada, bob = playing(house, 2)
    ada.ask(m.Handicap, seat=1, millis=250)
    bob.ask(m.Rename, name="Bobby")
    take(ada, 0)
    bob.ask(m.Draw, seat=1)
    again = house.again(ada.table).book
    mine = ada.table.book
    assert again.chairs == mine.chairs
    assert again.persons == mine.persons
    assert again.rows == mine.rows
    assert (again.host, again.phase, again.games, again.at) == (mine.host, mine.phase, mine.games, mine.at)
    assert again.game is not None
    assert mine.game is not None
    assert again.game.state == mine.game.state
    assert Millis(again.game.now) == mine.game.now


def test_a_table_that_was_let_go_does_nothing_more(house: FakeHouse) -> None:
    ada, bob = playing(house)
    ada.ask(m.Bot, seat=2, bot="random")
    ada.ask(m.Pause)
    ada.ask(m.Resume)
    ada.table.dismiss("closing.error", again=True)
    rows, told = ada.table.book.rows, len(bob.sent)
    house.fake.turn(100_000)
    assert (ada.table.book.rows, len(bob.sent)) == (rows, told)
