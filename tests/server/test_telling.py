"""What a table answers, and what it tells to whom."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cartable.core import Refused, Seat
from cartable.games.island.rules import Point
from cartable.server import messages as m
from tests.server.fakes import FakeHouse, Line, seated, tower_call
from tests.server.in_play import FLIP, playing, refused, take


def test_what_is_no_move_of_the_game_is_an_error_that_says_what_to_do(house: FakeHouse) -> None:
    ada, _ = playing(house)
    answer = ada.play(0, {"type": "place", "x": 1})
    assert isinstance(answer, m.Error)
    assert answer.key == "error.move"


def test_a_question_is_answered_and_its_answer_kept_for_the_turn(house: FakeHouse) -> None:
    lines = seated(house, house.table("karta"), 2)
    lines[0].ask(m.Start)
    game = lines[0].table.book.game
    assert game is not None
    view = game.state.game
    hand = view.hands[0]
    asker, other = lines[view.turn], lines[1 - view.turn]
    where = {"type": "where", "card": hand[0], "turned": 0, "over": False}
    question = msgspec.Raw(msgspec.json.encode(where))
    first = asker.ask(m.Ask, seat=view.turn, question=question)
    assert isinstance(first, m.Answered)
    assert msgspec.json.decode(first.answer, type=game.rules.answer_type)
    house.think = lambda work, then, far=None, whose=None: pytest.fail("it was kept")
    asker.table._answers._think = house.think
    again = asker.ask(m.Ask, seat=view.turn, question=question)
    assert again.answer == first.answer
    asker.table._answers._think = lambda work, then, far=None, whose=None: then(
        Refused("KARTA-5", "karta.turn")
    )
    assert refused(other.ask(m.Ask, seat=1 - view.turn, question=question)) == "karta.turn"


def test_what_is_asked_twice_before_it_is_answered_is_found_once_and_told_twice(house: FakeHouse) -> None:
    lines = seated(house, house.table("karta"), 2)
    lines[0].ask(m.Start)
    table, game = lines[0].table, lines[0].table.book.game
    assert game is not None
    turn = game.state.game.turn
    works: list[tuple[Any, Any]] = []

    def think(work: Any, then: Any, far: Any = None, whose: Any = None) -> Any:
        works.append((work, then))

    table._answers._think = think
    wheres = [
        msgspec.Raw(msgspec.json.encode({"type": "where", "card": card, "turned": turned, "over": False}))
        for card in game.state.game.hands[0][:1]
        for turned in (0, 1, 0, 0)
    ]
    for question in wheres:
        assert lines[turn].ask(m.Ask, seat=turn, question=question) is None
    assert len(works) == 2
    for work, then in works:
        then(work())
    answers = [answer.answer for answer in lines[turn].all(m.Answered)]
    assert len(answers) == 4
    assert not table._answers._asked


def test_moves_are_told_where_that_gives_nothing_away(house: FakeHouse) -> None:
    told = {}
    for name in ("catatac", "karta", "spot/tower"):
        lines = seated(house, house.table(name), 2)
        lines[0].ask(m.Start)
        house.fake.turn(FLIP)
        told[name] = [line.last(m.Game).sights[0].moves for line in lines]
    assert told["karta"] == told["spot/tower"] == [None, None]
    assert any(told["catatac"])
    assert None not in told["catatac"]


@pytest.mark.rule("ISLE-8")
def test_a_sign_to_a_team_mate_leaves_no_trace_with_anybody_else(house: FakeHouse) -> None:
    table = house.table("island/welcome", {"once": True})
    lines = seated(house, table, 4)
    ada, bob, mate, _ = lines
    tv = Line(house, table, "TV", tv=True)
    ada.ask(m.Start)
    house.fake.turn(FLIP)
    game = table.book.game
    assert game is not None
    while game.state.game.turned[0] is not None:
        take(ada, 0)
    card = game.state.game.island[0]
    bob.ask(m.Draw, seat=1)
    told = [list(line.all(m.Game)) for line in (*lines, tv)]
    assert isinstance(ada.play(0, Point(card)), m.Done)
    assert table.book.chairs[1].draw
    heard = [line.all(m.Game)[len(before) :] for line, before in zip((*lines, tv), told, strict=True)]
    assert [len(messages) for messages in heard] == [1, 0, 1, 0, 0]
    assert mate.last(m.Game).sights[0].events == ada.last(m.Game).sights[0].events != ()
    before = bob.last(m.Game).moves
    assert house.again(table).book.moves == before
    bob.play(1, tower_call(table, 1), reaction=900)
    house.fake.turn(300)
    assert {line.last(m.Game).moves for line in (*lines, tv)} == {before + 1}


def test_everybody_hears_a_reaction(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table(), 2)
    assert isinstance(ada.ask(m.React, reaction="bravo", seat=0), m.Done)
    assert bob.last(m.Reacted) == m.Reacted(1, Seat(0), "bravo")
    assert refused(ada.ask(m.React, reaction="bravo", seat=1)) == "table.not-yours"


@pytest.mark.rule("CTC-25")
def test_that_one_can_cooperate_is_said_to_ones_own_clan_alone(house: FakeHouse) -> None:
    lines = seated(house, house.table("catatac"), 4)
    watcher = Line(house, lines[0].table, "Eve")
    lines[0].ask(m.Start)
    assert isinstance(lines[0].ask(m.React, reaction="cooperate", seat=Seat(0)), m.Done)
    assert [len(line.all(m.Reacted)) for line in (*lines, watcher)] == [1, 0, 1, 0, 0]
    assert isinstance(watcher.ask(m.React, reaction="cooperate"), m.Done)
    assert [len(line.all(m.Reacted)) for line in (*lines, watcher)] == [1, 0, 1, 0, 0]


def test_a_pong_to_no_ping_is_not_believed(house: FakeHouse) -> None:
    ada, _ = playing(house)
    assert ada.client
    before = ada.client.lag
    ada.table.receive(ada.client, m.Pong("made up"), house.fake.now())
    assert ada.client.lag == before
