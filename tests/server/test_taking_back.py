"""Moves that are taken back."""

from __future__ import annotations

import pytest

from cartable.core import replay
from cartable.games import GAMES
from cartable.server import messages as m
from cartable.server.records import frames, recorded
from tests.server.fakes import FakeHouse, Line
from tests.server.in_play import at_karta, lay, refused


@pytest.mark.rule("TABLE-9")
def test_a_placement_is_taken_back_before_the_other_moves_and_outlives_a_restart(house: FakeHouse) -> None:
    first, other = at_karta(house, takeback=True, turn=20)
    assert first.last(m.Game).takeback is None
    before = other.last(m.Game).sights[0].view
    seat = lay(first)
    assert other.last(m.Game).takeback == seat
    other.ask(m.Draw, seat=1 - seat)
    assert refused(other.ask(m.TakeBack, seat=seat)) == "table.not-yours"
    assert refused(other.ask(m.TakeBack, seat=1 - seat)) == "game.no-takeback"
    house.fake.turn(5_000)
    assert isinstance(first.ask(m.TakeBack, seat=seat), m.Done)
    told = other.last(m.Game)
    assert (told.sights[0].view, told.takeback, told.until) == (before, None, told.now + 20_000)
    assert not any(chair.draw for chair in other.last(m.Table).chairs)
    lay(first)
    assert refused(first.ask(m.TakeBack, seat=seat)) == "game.no-takeback"
    lay(other)
    game = first.table.book.game
    again = house.again(first.table).book.game
    assert game is not None
    assert again is not None
    assert again.state == game.state
    assert again.takeback == game.takeback == 1 - seat


@pytest.mark.rule("TABLE-9")
def test_a_record_is_seen_again_with_what_was_taken_back(house: FakeHouse) -> None:
    first, other = at_karta(house, takeback=True)
    seat = lay(first)
    first.ask(m.TakeBack, seat=seat)
    lay(first)
    other.ask(m.Resign, seat=1 - seat)
    found = house.memory.kept.record(first.last(m.Table).record)
    assert found is not None
    kept = recorded(found.rows, found.listed.result)
    assert replay(kept, GAMES["karta"]).result == first.last(m.Game).result
    views = [frame.view for frame in frames(kept)]
    assert views[2] == views[0] != views[1]


@pytest.mark.rule("TABLE-9")
def test_a_table_takes_nothing_back_unless_it_was_agreed_nor_while_paused(house: FakeHouse) -> None:
    first, _ = at_karta(house)
    seat = lay(first)
    assert first.last(m.Game).takeback is None
    assert refused(first.ask(m.TakeBack, seat=seat)) == "table.no-takeback"
    first, other = at_karta(house, takeback=True)
    seat = lay(first)
    first.ask(m.Pause)
    other.ask(m.Pause)
    assert refused(first.ask(m.TakeBack, seat=seat)) == "table.paused"


@pytest.mark.rule("TABLE-9")
def test_a_bot_looks_again_when_what_it_would_answer_is_taken_back(house: FakeHouse) -> None:
    table = house.table("karta", {"colour": "first"}, takeback=True)
    ada = Line(house, table, "Ada")
    ada.ask(m.Sit, seat=0)
    ada.ask(m.Bot, seat=1, bot="random")
    ada.ask(m.Start)
    lay(ada)
    moves = ada.last(m.Game).moves
    assert isinstance(ada.ask(m.TakeBack, seat=0), m.Done)
    house.fake.turn(60_000)
    assert ada.last(m.Game).moves == moves
    lay(ada)
    house.fake.turn(60_000)
    assert ada.last(m.Game).moves == moves + 2
