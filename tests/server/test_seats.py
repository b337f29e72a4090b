"""Seats at a table: who sits where, as whom, and in which team."""

from __future__ import annotations

import pytest

from cartable.server import messages as m
from cartable.server.rows import decode
from tests.server.fakes import FakeHouse, Line, seated, tower_call
from tests.server.in_play import FLIP, playing, refused, take


@pytest.mark.rule("TABLE-6")
def test_nobody_sits_on_a_taken_seat_or_moves_for_another(house: FakeHouse) -> None:
    ada, bob = playing(house)
    assert refused(bob.play(0, tower_call(bob.table, 0), 900)) == "table.not-yours"
    assert refused(bob.ask(m.Sit, seat=0)) == "table.taken"
    assert refused(bob.ask(m.Resign, seat=0)) == "table.not-yours"
    assert refused(bob.ask(m.Stand, seat=7)) == "table.no-seat"
    assert refused(ada.ask(m.Hello, version=1, code="")) == "table.here"


def test_changing_seats_leaves_the_old_one_and_also_keeps_it(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table(), 1)
    ada.ask(m.Sit, seat=1)
    assert [chair.member for chair in ada.last(m.Table).chairs] == [None, 1]
    ada.ask(m.Sit, seat=0, name="  Zoé\u202e\n ", also=True)
    chairs = ada.last(m.Table).chairs
    assert [chair.member for chair in chairs] == [1, 1]
    assert chairs[0].name == "Zoé"


def test_one_screen_plays_several_seats_and_empty_chairs_are_put_away(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table(), 1)
    ada.ask(m.Sit, seat=1, also=True)
    ada.ask(m.Sit, seat=2, also=True)
    ada.ask(m.Stand, seat=1)
    assert isinstance(ada.ask(m.Start), m.Done)
    assert len(ada.last(m.Table).chairs) == 2
    house.fake.turn(FLIP)
    take(ada, 1)
    assert ada.view(ada.table.book.game.rules).counts == (1, 2)  # type: ignore[union-attr]


def test_a_face_is_chosen_for_oneself_and_for_whoever_plays_on_the_same_screen(house: FakeHouse) -> None:
    table = house.table()
    ada = Line(house, table, "Ada", face=5)
    ada.ask(m.Sit, seat=0)
    ada.ask(m.Sit, seat=1, name="Bo", face=9, also=True)
    ada.ask(m.Sit, seat=2, name="Cleo", also=True)
    faces = [chair.face for chair in ada.last(m.Table).chairs]
    assert faces == [5, 9, 0]
    ada.ask(m.Rename, name="Ada", face=24)
    ada.ask(m.Sit, seat=2, name="Cleo", face=1, also=True)
    back = Line(house, house.again(table), token=ada.token, face=3)
    assert [chair.face for chair in back.last(m.Table).chairs] == [24, 9, 1]
    # Chairs change places with their faces, and whoever leaves in a game stays the same in its result.
    ada.ask(m.Start)
    bob = Line(house, table, "Bob")
    ada.ask(m.Leave)
    assert [(chair.name, chair.face) for chair in bob.last(m.Table).chairs] == [
        ("Ada", 24),
        ("Bo", 9),
        ("Cleo", 1),
    ]
    bob.ask(m.Abandon)
    assert house.memory.finished[table.book.record][1].listed.faces == (24, 9, 1)


def test_a_seat_that_was_left_keeps_no_face_and_one_taken_without_a_name_has_its_persons(
    house: FakeHouse,
) -> None:
    ada = Line(house, house.table(), "Ada", face=5)
    ada.ask(m.Sit, seat=0, name="Bo", face=9)
    ada.ask(m.Stand, seat=0)
    assert ada.last(m.Table).chairs[0].face == 0
    ada.ask(m.Sit, seat=0, face=9)
    assert ada.last(m.Table).chairs[0].face == 5


def test_whoever_comes_along_without_a_name_has_none_that_another_screen_would_have_to_translate(
    house: FakeHouse,
) -> None:
    ada = Line(house, house.table(), "Ada", face=5)
    ada.ask(m.Sit, seat=0)
    ada.ask(m.Sit, seat=1, face=9, also=True)
    bob = Line(house, ada.table, "Bob")
    named = [("Ada", 5), ("", 9)]
    assert [(chair.name, chair.face) for chair in bob.last(m.Table).chairs] == named
    ada.ask(m.Start)
    ada.ask(m.Leave)
    assert [(chair.name, chair.face) for chair in bob.last(m.Table).chairs] == named


def test_a_screen_for_everybody_sees_the_table_and_holds_no_seat(house: FakeHouse) -> None:
    lines = playing(house)
    tv = Line(house, lines[0].table, "TV", tv=True)
    assert refused(tv.ask(m.Sit, seat=0)) == "table.tv"
    assert tv.last(m.Game).sights[0].seat is None
    take(lines[0], 0)
    assert tv.last(m.Game).moves == lines[1].last(m.Game).moves


def test_a_seat_whose_person_is_gone_can_be_given_to_a_bot_and_back(house: FakeHouse) -> None:
    ada, bob = playing(house, patience=30)
    assert bob.client
    assert refused(ada.ask(m.Bot, seat=1, bot="random")) == "table.patience"
    bob.table.gone(bob.client)
    assert ada.last(m.Table).chairs[1].away
    house.fake.turn(31_000)
    assert ada.last(m.Table).chairs[1].spare
    assert refused(ada.ask(m.Bot, seat=1, bot="deep-blue")) == "table.bot"
    assert isinstance(ada.ask(m.Bot, seat=1, bot="random"), m.Done)
    # A bot plays now, so nobody is missed.
    assert not ada.last(m.Table).chairs[1].away
    before = ada.last(m.Game).moves
    house.fake.turn(10_000)
    assert ada.last(m.Game).moves > before
    back = Line(house, bob.table, token=bob.token)
    assert refused(back.play(1, tower_call(back.table, 1), 900)) == "table.not-yours"
    assert isinstance(back.ask(m.Sit, seat=1), m.Done)
    assert back.last(m.Table).chairs[1].bot == ""
    take(back, 1)
    rows = [decode(row, "spot/tower") for row in house.memory.logs[ada.table.home]]
    assert sum(type(row).__name__ == "Replaced" for row in rows) == 2


@pytest.mark.rule("TABLE-6")
def test_a_bot_takes_no_persons_seat_and_none_that_is_not_there(house: FakeHouse) -> None:
    ada, _ = seated(house, house.table("karta"), 2)
    assert refused(ada.ask(m.Bot, seat=1, bot="random")) == "table.taken"
    assert refused(ada.ask(m.Bot, seat=2, bot="random")) == "table.full"
    assert refused(ada.ask(m.Bot, seat=3, bot="random")) == "table.no-seat"
    assert refused(ada.ask(m.Bot, seat=1, bot="deep thought")) == "table.bot"
    ada.ask(m.Start)
    assert refused(ada.ask(m.Bot, seat=1, bot="random")) == "table.patience"
    assert refused(ada.ask(m.Bot, seat=1, bot="")) == "table.playing"


@pytest.mark.rule("TABLE-1")
@pytest.mark.parametrize(
    ("before", "chosen", "after", "teams"),
    [
        ("island/welcome", {3: 2}, "catatac", [0, 1, 0, 1]),
        ("island/welcome", {0: 0, 1: 0, 2: 1, 3: 2}, "catatac", [0, 0, 1, 1]),
        ("island/welcome", {0: 2, 1: 0, 2: 1, 3: 2}, "catatac", [0, 0, 1, 1]),
        ("island/welcome", {0: 2}, "island/ports", [2, 1, 0, 1]),
        ("island/welcome", {0: 1, 2: 1}, "catatac", [0, 1, 0, 1]),
        ("catatac", {0: 0, 1: 0, 2: 1, 3: 1}, "island/welcome", [0, 0, 1, 1]),
        ("catatac", {0: 0, 1: 0, 2: 1, 3: 1}, "spot/tower", [0, 1, 2, 3]),
    ],
)
def test_another_game_puts_everyone_into_teams_that_it_has(
    house: FakeHouse, before: str, chosen: dict[int, int], after: str, teams: list[int]
) -> None:
    lines = seated(house, house.table(before), 4)
    for seat, team in chosen.items():
        lines[seat].ask(m.Team, seat=seat, team=team)
    assert isinstance(lines[0].ask(m.Configure, game=after), m.Done)
    told = lines[0].last(m.Table)
    assert [chair.team for chair in told.chairs] == teams
    assert told.hindrance is None
    assert house.again(lines[0].table).book.teams() == tuple(teams)


@pytest.mark.rule("TABLE-1")
def test_a_team_that_another_game_does_not_have_is_left_though_the_seats_do_not_fit_yet(
    house: FakeHouse,
) -> None:
    lines = seated(house, house.table("island/welcome"), 3)
    lines[0].ask(m.Team, seat=0, team=2)
    lines[0].ask(m.Configure, game="catatac")
    assert [chair.team for chair in lines[0].last(m.Table).chairs] == [0, 1, 0]


def test_the_usual_teams_are_those_of_the_chairs_that_are_taken(house: FakeHouse) -> None:
    lines = seated(house, house.table("catatac"), 5)
    lines[2].ask(m.Stand, seat=2)
    assert [chair.team for chair in lines[0].last(m.Table).chairs] == [0, 1, 0, 0, 1]
    lines[0].ask(m.Team, seat=0, team=0)
    assert lines[0].last(m.Table).hindrance is None
    assert isinstance(lines[0].ask(m.Start), m.Done)


@pytest.mark.rule("CTC-4")
def test_people_choose_their_clans_and_the_table_seats_them_alternately(house: FakeHouse) -> None:
    lines = seated(house, house.table("catatac"), 4)
    for seat, team in enumerate((0, 0, 1, 1)):
        lines[seat].ask(m.Team, seat=seat, team=team)
    lines[0].ask(m.Start)
    told = lines[0].last(m.Table)
    assert [(chair.name, chair.team) for chair in told.chairs] == [("P0", 0), ("P2", 1), ("P1", 0), ("P3", 1)]
    assert lines[1].last(m.Game).sights[0].seat == 2
    assert house.again(lines[0].table).book.chairs == lines[0].table.book.chairs
    lines[0].ask(m.Abandon)
    assert isinstance(lines[0].ask(m.Start), m.Done)
    assert [chair.name for chair in lines[0].last(m.Table).chairs] == ["P0", "P2", "P1", "P3"]


@pytest.mark.rule("CTC-4")
def test_who_starts_is_a_person_wherever_the_table_seats_them(house: FakeHouse) -> None:
    lines = seated(house, house.table("catatac", {"starter": 4}), 5)
    for seat, team in ((1, 0), (2, 0), (3, 1), (4, 1)):
        lines[seat].ask(m.Team, seat=seat, team=team)
    lines[0].ask(m.Stand, seat=0)
    for _ in range(2):
        assert isinstance(lines[0].ask(m.Start), m.Done)
        told, game = lines[0].last(m.Table), lines[0].table.book.game
        assert [chair.name for chair in told.chairs] == ["P1", "P3", "P2", "P4"]
        assert game is not None
        assert told.chairs[game.state.game.starter].name == "P3"
        again = house.again(lines[0].table).book
        assert again.agreement == lines[0].table.book.agreement
        assert told.options["starter"] == 2
        lines[0].ask(m.Abandon)
    # A chair that nobody sits on any more is nobody's: chance decides.
    lines[3].ask(m.Stand, seat=1)
    lines[0].ask(m.Sit, seat=4)
    lines[0].ask(m.Team, seat=4, team=1)
    assert isinstance(lines[0].ask(m.Start), m.Done)
    assert lines[0].last(m.Table).options["starter"] == 0


@pytest.mark.rule("KARTA-4")
@pytest.mark.parametrize(("colour", "red"), [("first", "P1"), ("second", "P0")])
def test_the_host_is_red_wherever_the_host_sits(house: FakeHouse, colour: str, red: str) -> None:
    ada, bob = seated(house, house.table("karta", {"colour": colour}), 2)
    ada.ask(m.Host, member=2)
    assert isinstance(bob.ask(m.Start), m.Done)
    game = ada.table.book.game
    assert game is not None
    assert ada.last(m.Table).chairs[game.state.game.red].name == red
    assert house.again(ada.table).book.chairs == ada.table.book.chairs


@pytest.mark.rule("ISLE-1")
def test_two_teams_play_any_two_of_the_three_colours(house: FakeHouse) -> None:
    ada, _bob = seated(house, house.table("island/knights"), 2)
    ada.ask(m.Team, seat=0, team=2)
    assert isinstance(ada.ask(m.Start), m.Done)
    assert [chair.team for chair in ada.last(m.Table).chairs] == [2, 1]
    ada.ask(m.Resign, seat=0)
    result = ada.last(m.Game).result
    assert result
    assert result.ranking == ((1,), (2,))
    assert [chair.score for chair in ada.last(m.Table).chairs] == [0, 1]
