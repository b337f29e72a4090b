"""The start of a game: who is ready, what is agreed, and why it cannot begin yet."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from cartable.core import Refused
from cartable.games import GAMES
from cartable.server import messages as m
from cartable.server.seating import agreement
from cartable.texts import Language
from tests.server.fakes import FakeHouse, Line, seated
from tests.server.in_play import playing, refused


def ready(line: Line) -> list[bool]:
    return [chair.ready for chair in line.last(m.Table).chairs]


@pytest.mark.rule("TABLE-8")
def test_people_say_that_they_are_ready_between_games_and_bots_always_are(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table(), 2)
    ada.ask(m.Bot, seat=2, bot="random")
    assert ready(ada) == [False, False, True]
    assert isinstance(bob.ask(m.Ready, seat=1), m.Done)
    assert ready(ada) == [False, True, True]
    assert refused(bob.ask(m.Ready, seat=0)) == "table.not-yours"
    assert refused(bob.ask(m.Ready, seat=2)) == "table.not-yours"
    assert refused(bob.ask(m.Ready, seat=7)) == "table.no-seat"
    bob.ask(m.Ready, seat=1, ready=False)
    assert ready(ada) == [False, False, True]
    bob.ask(m.Ready, seat=1)
    assert [chair.ready for chair in house.again(ada.table).book.chairs] == [False, True, False]
    assert isinstance(ada.ask(m.Start), m.Done)
    assert refused(bob.ask(m.Ready, seat=1)) == "table.playing"
    ada.ask(m.Abandon)
    assert ready(ada) == [False, False, True]


def test_the_host_begins_though_somebody_is_not_ready(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table(), 2)
    assert ready(bob) == [False, False]
    assert isinstance(ada.ask(m.Start), m.Done)
    assert bob.last(m.Table).phase == "playing"


@pytest.mark.parametrize(
    ("change", "left"),
    [
        ((m.Configure, {"game": "spot/well"}), [False, False]),
        ((m.Team, {"seat": 1, "team": 0}), [True, False]),
        ((m.Rename, {"name": "Bo"}), [True, True]),
        ((m.Handicap, {"seat": 1, "millis": 500}), [True, True]),
        ((m.Remove, {"member": 2}), [True, False]),
    ],
)
def test_who_was_ready_for_something_else_is_no_longer_ready(
    house: FakeHouse, change: tuple[type[m.Request], dict[str, Any]], left: list[bool]
) -> None:
    ada, bob = seated(house, house.table(), 2)
    for seat, line in enumerate((ada, bob)):
        line.ask(m.Ready, seat=seat)
    assert ready(ada) == [True, True]
    kind, fields = change
    assert isinstance(ada.ask(kind, **fields), m.Done)
    assert ready(ada) == left


def test_who_changes_seats_is_ready_in_neither(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table(), 2)
    bob.ask(m.Ready, seat=1)
    bob.ask(m.Sit, seat=2)
    assert ready(ada) == [False, False, False]
    bob.ask(m.Ready, seat=2)
    bob.ask(m.Stand, seat=2)
    ada.ask(m.Sit, seat=2, also=True)
    assert ready(ada) == [False, False, False]


@pytest.mark.rule("TABLE-1")
def test_a_game_begins_only_with_seats_teams_and_options_that_it_allows(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table("spot/gift"), 1)
    assert refused(ada.ask(m.Start)) == "setup.seats"
    assert refused(ada.ask(m.Configure, game="chess")) == "table.game"
    assert refused(ada.ask(m.Configure, game="spot/tower", options={"penalty": -1})) == "setup.value"
    ada.ask(m.Stand, seat=0)
    assert refused(ada.ask(m.Start)) == "table.nobody-sits"
    for seat in range(8):
        ada.ask(m.Sit, seat=seat, also=True)
    assert refused(ada.ask(m.Sit, seat=8, also=True)) == "table.full"
    assert refused(ada.ask(m.Configure, game="karta")) == "table.too-many"


def test_teams_are_the_usual_ones_until_somebody_chooses(house: FakeHouse) -> None:
    lines = seated(house, house.table("island/welcome"), 4)
    assert [chair.team for chair in lines[0].last(m.Table).chairs] == [0, 1, 0, 1]
    lines[1].ask(m.Team, seat=1, team=0)
    lines[2].ask(m.Team, seat=2, team=1)
    assert refused(lines[2].ask(m.Team, seat=1, team=1)) == "table.not-yours"
    assert isinstance(lines[0].ask(m.Start), m.Done)
    assert [chair.team for chair in lines[0].last(m.Table).chairs] == [0, 0, 1, 1]


@pytest.mark.rule("TABLE-1")
def test_a_game_of_speed_that_no_browser_can_draw_is_refused_with_a_sentence(
    house: FakeHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Swift(type(GAMES["spot/tower"])):  # type: ignore[misc]
        info = replace(GAMES["spot/tower"].info, name="swift")

    monkeypatch.setitem(GAMES, "swift", Swift())
    (ada,) = seated(house, house.table(), 1)
    assert ada.client is not None
    sentences: dict[Language, str] = {"en": "swift is a game of speed", "fr": "swift est un jeu de rapidité"}
    for language, words in sentences.items():
        ada.client.language = language
        answer = ada.ask(m.Configure, game="swift")
        assert refused(answer) == "table.undrawn"
        assert answer.text.startswith(words)
    with pytest.raises(Refused, match="undrawn"):
        agreement(m.NewTable("swift"))


def test_a_bot_that_does_not_know_the_new_game_is_replaced_by_one_that_knows_all(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table("spot/tower"), 1)
    ada.ask(m.Bot, seat=1, bot="child6")
    assert isinstance(ada.ask(m.Configure, game="karta"), m.Done)
    assert [chair.bot for chair in ada.last(m.Table).chairs] == ["", "random"]
    ada.ask(m.Bot, seat=1, bot="greedy")
    assert isinstance(ada.ask(m.Configure, game="catatac"), m.Done)
    assert [chair.bot for chair in ada.last(m.Table).chairs] == ["", "greedy"]


@pytest.mark.rule("TABLE-8")
def test_what_is_agreed_does_not_change_during_a_game(house: FakeHouse) -> None:
    ada, _ = playing(house)
    assert refused(ada.ask(m.Configure, game="spot/well")) == "table.playing"
    assert refused(ada.ask(m.Start)) == "table.playing"
    assert refused(ada.ask(m.Team, seat=0, team=1)) == "table.playing"
    assert refused(ada.ask(m.Sit, seat=2)) == "table.playing"
    assert refused(ada.ask(m.Ask, seat=0, question=msgspec.Raw(b"{}"))) == "table.no-question"


def test_before_a_game_there_is_nothing_to_play_pause_or_resign(house: FakeHouse) -> None:
    ada, _ = seated(house, house.table(), 2)
    move = {"type": "call", "symbol": 0, "cards": [0, 1]}
    assert refused(ada.play(0, move)) == "table.no-game"
    assert refused(ada.ask(m.Pause)) == "table.no-game"
    assert refused(ada.ask(m.Resume)) == "table.not-paused"
    assert refused(ada.ask(m.Resign, seat=0)) == "table.no-game"


@pytest.mark.rule("TABLE-1")
def test_everyone_is_told_why_the_game_cannot_begin_yet(house: FakeHouse) -> None:
    lines = seated(house, house.table("catatac"), 3)
    told = lines[0].last(m.Table).hindrance
    assert told is not None
    assert told.key == refused(lines[0].ask(m.Start)) == "setup.seats"
    lines[0].ask(m.Bot, seat=3, bot="random")
    assert lines[0].last(m.Table).hindrance is None
    lines[0].ask(m.Team, seat=1, team=0)
    told = lines[0].last(m.Table).hindrance
    assert told is not None
    assert (told.key, told.values) == ("setup.teams", {"seats": 4, "allowed": "2-2"})
    lines[0].ask(m.Team, seat=2, team=1)
    assert isinstance(lines[0].ask(m.Start), m.Done)
    assert lines[0].last(m.Table).hindrance is None
