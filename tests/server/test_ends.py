"""The end of a game: resigning, draws, abandoning, and the score that goes on."""

from __future__ import annotations

import pytest

from cartable.server import messages as m
from tests.server.fakes import FakeHouse, Line, seated, tower_call
from tests.server.in_play import FLIP, playing, refused, take


@pytest.mark.rule("SPOT-9")
def test_the_running_score_goes_on_from_game_to_game_until_it_is_cleared(house: FakeHouse) -> None:
    ada, _bob = playing(house)
    for _ in range(53):
        take(ada, 0)
    assert ada.last(m.Table).phase == "over"
    assert [chair.score for chair in ada.last(m.Table).chairs] == [1, 0]
    ada.ask(m.Configure, game="spot/faceoff")
    ada.ask(m.Start)
    house.fake.turn(FLIP)
    take(ada, 0)
    assert [chair.score for chair in ada.last(m.Table).chairs] == [2, 0]
    ada.ask(m.Start, fresh=True)
    assert [chair.score for chair in ada.last(m.Table).chairs] == [0, 0]
    assert ada.last(m.Table).games == 3


@pytest.mark.rule("TABLE-2")
def test_resigning_a_draw_and_abandoning_end_the_game(house: FakeHouse) -> None:
    ada, bob = playing(house)
    ada.ask(m.Resign, seat=0)
    result = bob.last(m.Game).result
    assert result
    assert result.why == "resigned"
    assert result.winners == (1,)
    ada.ask(m.Start)
    bob.ask(m.Draw, seat=1)
    assert bob.last(m.Table).chairs[1].draw
    ada.ask(m.Draw, seat=0)
    assert bob.last(m.Game).result.why == "agreed"  # type: ignore[union-attr]
    ada.ask(m.Start)
    bob.ask(m.Leave)
    assert ada.last(m.Table).phase == "playing"
    ada.ask(m.Leave)
    assert ada.table.book.result.why == "abandoned"  # type: ignore[union-attr]


def test_the_house_hears_of_a_game_that_ends_while_people_are_there(house: FakeHouse) -> None:
    ada, bob = playing(house)
    assert house.over == []
    ada.ask(m.Resign, seat=0)
    assert house.over == ["spot/tower"]
    ada.ask(m.Start)
    bob.ask(m.Leave)
    ada.ask(m.Leave)
    assert ada.table.book.result
    assert house.over == ["spot/tower"]


def test_a_move_takes_back_every_offer_of_a_draw(house: FakeHouse) -> None:
    ada, bob = playing(house)
    bob.ask(m.Draw, seat=1)
    take(ada, 0)
    assert not ada.table.book.chairs[1].draw
    assert not bob.last(m.Table).chairs[1].draw


def test_bots_play_a_whole_game_among_themselves_and_with_people(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table(), 1)
    for seat, bot in ((1, "random"), (2, "expert")):
        assert isinstance(ada.ask(m.Bot, seat=seat, bot=bot), m.Done)
    assert refused(ada.ask(m.Sit, seat=1)) == "table.taken"
    ada.ask(m.Start)
    house.fake.turn(600_000)
    assert ada.last(m.Game).result is not None
    assert ada.last(m.Table).phase == "over"


@pytest.mark.rule("TABLE-2")
def test_who_resigned_neither_resigns_again_nor_plays(house: FakeHouse) -> None:
    _, bob, _ = playing(house, 3)
    assert isinstance(bob.ask(m.Resign, seat=1), m.Done)
    assert refused(bob.ask(m.Resign, seat=1)) == "table.resigned"
    assert refused(bob.play(1, tower_call(bob.table, 1))) == "table.resigned"


@pytest.mark.rule("TABLE-2")
def test_an_abandoned_game_gives_nobody_a_point(house: FakeHouse) -> None:
    ada, _ = playing(house)
    ada.ask(m.Abandon)
    assert ada.last(m.Game).result.why == "abandoned"  # type: ignore[union-attr]
    assert [chair.score for chair in ada.last(m.Table).chairs] == [0, 0]


@pytest.mark.rule("TABLE-2")
def test_bots_do_not_play_on_when_the_last_person_resigns(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table(), 1)
    for seat in (1, 2):
        ada.ask(m.Bot, seat=seat, bot="random")
    ada.ask(m.Start)
    house.fake.turn(FLIP)
    assert isinstance(ada.ask(m.Resign, seat=0), m.Done)
    assert ada.last(m.Table).phase == "over"
    assert ada.last(m.Game).result.why == "abandoned"  # type: ignore[union-attr]
    assert [(chair.resigned, chair.score) for chair in ada.last(m.Table).chairs] == [
        (True, 0),
        (False, 0),
        (False, 0),
    ]


@pytest.mark.rule("TABLE-2")
def test_a_bot_wins_when_the_only_person_against_it_resigns(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table(), 1)
    ada.ask(m.Bot, seat=1, bot="random")
    ada.ask(m.Start)
    ada.ask(m.Resign, seat=0)
    result = ada.last(m.Game).result
    assert result
    assert (result.why, result.winners) == ("resigned", (1,))


@pytest.mark.rule("TABLE-2")
@pytest.mark.parametrize("removed", [False, True])
def test_bots_do_not_play_on_for_spectators_when_the_last_person_with_a_seat_leaves(
    house: FakeHouse, removed: bool
) -> None:
    (ada,) = seated(house, house.table(), 1)
    for seat in (1, 2):
        ada.ask(m.Bot, seat=seat, bot="random")
    eve, zoe = (Line(house, ada.table, name) for name in ("Eve", "Zoe"))
    ada.ask(m.Start)
    zoe.ask(m.Leave)
    assert eve.last(m.Table).phase == "playing", "a spectator who leaves ends nothing"
    ada.ask(m.Host, member=2)
    (eve.ask(m.Remove, member=1) if removed else ada.ask(m.Leave))
    assert (eve.last(m.Table).phase, eve.last(m.Table).host) == ("over", 2)
    assert eve.last(m.Game).result.why == "abandoned"  # type: ignore[union-attr]


@pytest.mark.rule("TABLE-2")
def test_a_game_waits_for_people_with_seats_who_are_only_gone(house: FakeHouse) -> None:
    ada, bob, cy = playing(house, 3)
    assert bob.client
    bob.table.gone(bob.client)
    cy.ask(m.Resign, seat=2)
    ada.ask(m.Leave)
    assert cy.last(m.Table).phase == "playing"
    Line(house, bob.table, token=bob.token).ask(m.Leave)
    assert cy.last(m.Table).phase == "over", "whoever resigned does not play on"


@pytest.mark.rule("TABLE-2")
def test_a_bot_plays_on_for_a_clan_of_which_one_resigned(house: FakeHouse) -> None:
    lines = seated(house, house.table("catatac"), 4)
    lines[0].ask(m.Start)
    lines[1].ask(m.Resign, seat=1)
    told = lines[0].last(m.Table)
    assert (told.phase, told.chairs[1].resigned, told.chairs[1].bot) == ("playing", True, "medium")
    assert refused(lines[1].ask(m.Sit, seat=1)) == "table.resigned"
    lines[3].ask(m.Resign, seat=3)
    result = lines[0].last(m.Game).result
    assert result
    assert (result.why, result.winners) == ("resigned", (0,))


@pytest.mark.rule("TABLE-2")
def test_a_draw_is_declined_by_whoever_has_not_offered_it(house: FakeHouse) -> None:
    ada, bob, cy = playing(house, 3)
    ada.ask(m.Draw, seat=0)
    bob.ask(m.Draw, seat=1)
    assert isinstance(cy.ask(m.Draw, seat=2, agree=False), m.Done)
    assert not any(chair.draw for chair in ada.last(m.Table).chairs)
    assert house.again(ada.table).book.chairs == ada.table.book.chairs
    ada.ask(m.Draw, seat=0)
    bob.ask(m.Draw, seat=1)
    bob.ask(m.Draw, seat=1, agree=False)
    assert [chair.draw for chair in ada.last(m.Table).chairs] == [True, False, False]


@pytest.mark.rule("TABLE-2")
def test_a_draw_takes_another_person(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table("karta"), 1)
    ada.ask(m.Bot, seat=1, bot="random")
    ada.ask(m.Start)
    assert refused(ada.ask(m.Draw, seat=0)) == "table.draw-alone"
    ada, bob, cy = playing(house, 3)
    cy.ask(m.Resign, seat=2)
    assert refused(cy.ask(m.Draw, seat=2)) == "table.resigned"
    bob.ask(m.Draw, seat=1)
    ada.ask(m.Draw, seat=0)
    assert ada.last(m.Game).result.why == "agreed"  # type: ignore[union-attr]
