"""Clocks at a table: pauses, countdowns, and time that is up."""

from __future__ import annotations

import pytest

from cartable.core import Seat, Team, replay
from cartable.games import GAMES
from cartable.server import messages as m
from cartable.server.playing import COUNTDOWN
from cartable.server.records import recorded
from cartable.server.rows import decode
from tests.server.fakes import FakeHouse, Line, seated, tower_call
from tests.server.in_play import at_karta, lay, playing, refused, take


def test_a_paused_clock_stands_still_and_the_cards_are_covered(house: FakeHouse) -> None:
    ada, bob = playing(house)
    ada.ask(m.Pause)
    paused = ada.last(m.Table)
    assert paused.phase == "paused"
    assert ada.last(m.Game).sights == ()
    assert refused(bob.play(1, tower_call(bob.table, 1), 900)) == "table.paused"
    house.fake.turn(60_000)
    newcomer = Line(house, ada.table)
    assert newcomer.last(m.Game).sights == ()
    ada.ask(m.Resume)
    assert ada.last(m.Table).resumes == COUNTDOWN
    house.fake.turn(COUNTDOWN)
    assert ada.last(m.Table).now == paused.now
    shown = bob.last(m.Game)
    assert shown.reveal
    assert len(shown.reveal.cards) == 3
    take(bob, 1)
    assert isinstance(bob.answered, m.Done)


def test_a_pause_outlives_a_restart(house: FakeHouse) -> None:
    ada, _ = playing(house)
    ada.ask(m.Pause)
    table = house.again(ada.table)
    house.fake.turn(10_000)
    back = Line(house, table, token=ada.token)
    assert back.last(m.Table).phase == "paused"
    assert back.last(m.Table).now == ada.last(m.Table).now


def test_a_turn_clock_plays_for_whoever_does_not(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table("karta", turn=20), 2)
    ada.ask(m.Start)
    told = ada.last(m.Game)
    assert told.until == told.now + 20_000
    house.fake.turn(20_001)
    assert bob.last(m.Game).moves == told.moves + 1
    house.fake.turn(20_000 * 16)
    assert bob.last(m.Table).phase == "over"


@pytest.mark.rule("TABLE-8")
def test_a_paused_table_is_not_paused_again_and_counts_down_once(house: FakeHouse) -> None:
    ada, bob = playing(house)
    ada.ask(m.Pause)
    assert refused(ada.ask(m.Pause)) == "table.paused"
    assert refused(bob.play(1, tower_call(bob.table, 1))) == "table.paused"
    ada.ask(m.Resume)
    assert refused(ada.ask(m.Resume)) == "table.not-paused"
    assert 0 < (ada.last(m.Table).resumes or 0) <= COUNTDOWN
    ada.ask(m.Abandon)
    house.fake.turn(2 * COUNTDOWN)
    assert ada.last(m.Table).phase == "over"


@pytest.mark.rule("TABLE-8")
def test_the_countdown_of_an_abandoned_game_does_not_end_the_pause_of_the_next(house: FakeHouse) -> None:
    ada, _ = playing(house)
    for request in (m.Pause, m.Resume, m.Abandon, m.Start, m.Pause):
        assert isinstance(ada.ask(request), m.Done)
    house.fake.turn(2 * COUNTDOWN)
    assert ada.last(m.Table).phase == "paused"
    assert ada.last(m.Table).resumes is None


@pytest.mark.rule("TABLE-11")
@pytest.mark.rule("KARTA-19")
def test_whose_time_is_up_everyone_is_told_and_the_tables_move_stands(house: FakeHouse) -> None:
    first, other = at_karta(house, takeback=True, turn=20)
    game = first.table.book.game
    assert game is not None
    seat = Seat(game.state.game.turn)
    best = game.rules.stand_in(game.state, seat, game.chance())
    house.fake.turn(20_001)
    assert other.last(m.Game).expired == (seat,)
    assert game.state.game.laid == (best,)
    assert refused(first.ask(m.TakeBack, seat=seat)) == "game.no-takeback"
    rows = [decode(row, "karta") for row in house.memory.logs[first.table.home]]
    assert [type(row).__name__ for row in rows[-2:]] == ["Expired", "Played"]
    again = house.again(first.table).book.game
    assert again is not None
    assert again.state == game.state
    lay(other)
    assert first.last(m.Game).expired == ()


@pytest.mark.rule("TABLE-11")
def test_as_an_option_whoever_runs_out_of_time_loses(house: FakeHouse) -> None:
    first, other = at_karta(house, forfeit=True, turn=20)
    seat = lay(first)
    house.fake.turn(20_001)
    result = first.last(m.Game).result
    assert result
    assert (result.why, result.winners) == ("expired", (Team(seat),))
    told = other.last(m.Table)
    assert [chair.resigned for chair in told.chairs] == [number != seat for number in (0, 1)]
    assert told.chairs[seat].score == 1
    found = house.memory.kept.record(told.record)
    assert found is not None
    kept = recorded(found.rows, found.listed.result)
    assert replay(kept, GAMES["karta"]).result == result
    assert house.again(first.table).book.chairs == first.table.book.chairs
