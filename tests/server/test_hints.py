"""Hints: for one person alone against a bot, where the table allows them, and nowhere else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cartable.analysis import KartaHint
from cartable.games import GAMES
from cartable.server import hints
from cartable.server import messages as m
from tests.server.fakes import FakeHouse, Line, seated


def alone(house: FakeHouse, game: str = "karta", **terms: object) -> Line:
    """Return a person who plays first against a bot."""
    options = {"colour": "first"} if game == "karta" else {}
    ada = Line(house, house.table(game, options, **terms), "Ada")  # type: ignore[arg-type]
    ada.ask(m.Sit, seat=0)
    ada.ask(m.Bot, seat=1, bot="random")
    assert isinstance(ada.ask(m.Start), m.Done)
    return ada


def key(answer: object) -> str:
    assert isinstance(answer, m.Refused)
    assert answer.text
    return answer.key


@pytest.mark.rule("TABLE-14")
def test_who_plays_alone_against_a_bot_is_told_a_card_that_may_be_laid(house: FakeHouse) -> None:
    ada = alone(house, hints=True)
    answer = ada.ask(m.Hint, seat=0)
    assert isinstance(answer, m.Answered)
    hint = msgspec.json.decode(answer.answer, type=KartaHint)
    game = ada.table.book.game
    assert game is not None
    assert hint.better in list(GAMES["karta"].moves(game.state, game.state.game.turn))
    before = ada.last(m.Game).moves
    ada.play(0, hint.better)
    assert ada.last(m.Game).moves == before + 1
    assert key(ada.ask(m.Hint, seat=0)) == "table.no-turn"


@pytest.mark.rule("TABLE-14")
def test_nobody_has_a_hint_where_the_table_or_the_game_has_none(house: FakeHouse) -> None:
    assert key(alone(house).ask(m.Hint, seat=0)) == "table.no-hints"
    assert key(alone(house, "catatac", hints=True).ask(m.Hint, seat=0)) == "table.no-hints"
    ada = alone(house, hints=True)
    assert key(ada.ask(m.Hint, seat=1)) == "table.not-yours"
    ada.ask(m.Pause)
    assert key(ada.ask(m.Hint, seat=0)) == "table.paused"


@pytest.mark.rule("TABLE-14")
def test_a_second_person_ends_all_hints_and_a_television_does_not(house: FakeHouse) -> None:
    ada = alone(house, hints=True)
    Line(house, ada.table, "", tv=True)
    assert isinstance(ada.ask(m.Hint, seat=0), m.Answered)
    bob = Line(house, ada.table, "Bob")
    assert key(ada.ask(m.Hint, seat=0)) == "table.hints-alone"
    bob.ask(m.Leave)
    assert isinstance(ada.ask(m.Hint, seat=0), m.Answered)


@pytest.mark.rule("TABLE-14")
def test_two_who_play_have_no_hints(house: FakeHouse) -> None:
    lines = seated(house, house.table("karta", {"colour": "first"}, hints=True), 2)
    lines[0].ask(m.Start)
    assert key(lines[0].ask(m.Hint, seat=0)) == "table.hints-alone"


def test_a_hint_that_fails_is_said_to_who_asked_and_the_game_goes_on(
    house: FakeHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(position: str, share: float) -> Any:
        raise RuntimeError("it died")

    monkeypatch.setattr(hints, "find", broken)
    ada = alone(house, hints=True)
    answer = ada.ask(m.Hint, seat=0)
    assert isinstance(answer, m.Error)
    assert answer.key == "error.study-failed"
    assert ada.last(m.Table).phase == "playing"
    assert not ada.closed
