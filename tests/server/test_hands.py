"""Hidden cards: nobody sees a hand that is not theirs by changing seats, and everyone knows who holds it."""

from __future__ import annotations

import pytest

from cartable.core import Seat
from cartable.server import messages as m
from tests.server.fakes import FakeHouse, Line, seated

pytestmark = pytest.mark.rule("TABLE-6")


def alley(house: FakeHouse, people: int = 2, bots: int = 2) -> list[Line]:
    """Begin a CATATAC of people and bots."""
    lines = seated(house, house.table("catatac", patience=30), people)
    for seat in range(people, people + bots):
        assert isinstance(lines[0].ask(m.Bot, seat=Seat(seat), bot="random"), m.Done)
    assert isinstance(lines[0].ask(m.Start), m.Done)
    return lines


def key(answer: object) -> str:
    assert isinstance(answer, m.Refused), answer
    return answer.key


def hands(line: Line) -> set[int | None]:
    """Return the seats that someone was ever shown the game from."""
    return {sight.seat for _, told in line.sent if isinstance(told, m.Game) for sight in told.sights}


@pytest.mark.parametrize("also", [True, False])
def test_a_stranger_with_the_code_does_not_get_a_bots_hand(house: FakeHouse, also: bool) -> None:
    ada, _ = alley(house)
    eve = Line(house, ada.table, "Eve")
    assert key(eve.ask(m.Sit, seat=Seat(2), also=also)) == "table.hidden-hand"
    assert hands(eve) == {None}


@pytest.mark.parametrize("also", [True, False])
def test_whoever_has_held_a_hand_takes_no_other_seat_in_this_game(house: FakeHouse, also: bool) -> None:
    _, bob = alley(house)
    assert key(bob.ask(m.Sit, seat=Seat(2), also=also)) == "table.seen-hand"
    assert isinstance(bob.ask(m.Stand, seat=Seat(1)), m.Done)
    assert key(bob.ask(m.Sit, seat=Seat(2), also=also)) == "table.seen-hand"
    assert isinstance(bob.ask(m.Sit, seat=Seat(1)), m.Done)
    assert hands(bob) <= {None, 1}


def test_it_holds_after_a_restart(house: FakeHouse) -> None:
    _, bob = alley(house)
    bob.ask(m.Stand, seat=Seat(1))
    back = Line(house, house.again(bob.table), token=bob.token)
    assert key(back.ask(m.Sit, seat=Seat(2))) == "table.seen-hand"


def test_the_host_gives_a_bots_seat_to_somebody_who_then_keeps_it(house: FakeHouse) -> None:
    ada, bob = alley(house)
    cleo, eve = Line(house, ada.table, "Cleo"), Line(house, ada.table, "Eve")
    assert key(bob.ask(m.Give, seat=Seat(2), member=3)) == "table.host"
    assert isinstance(ada.ask(m.Give, seat=Seat(2), member=3), m.Done)
    assert ada.last(m.Table).chairs[2].given == 3
    assert key(eve.ask(m.Sit, seat=Seat(2))) == "table.hidden-hand"
    assert isinstance(cleo.ask(m.Sit, seat=Seat(2)), m.Done)
    assert ada.last(m.Table).chairs[2].dealt == "random"
    assert key(eve.ask(m.Sit, seat=Seat(2))) == "table.taken"
    assert key(ada.ask(m.Give, seat=Seat(2), member=4)) == "table.taken"
    assert key(ada.ask(m.Give, seat=Seat(3), member=3)) == "table.other-hand"
    assert hands(cleo) == {None, 2}


def test_the_host_gives_no_seat_to_themselves_to_a_player_or_to_a_television(house: FakeHouse) -> None:
    ada, _ = alley(house)
    Line(house, ada.table, tv=True)
    assert key(ada.ask(m.Give, seat=Seat(2), member=1)) == "table.give-self"
    assert key(ada.ask(m.Give, seat=Seat(2), member=2)) == "table.other-hand"
    assert key(ada.ask(m.Give, seat=Seat(2), member=3)) == "table.give-self"
    assert key(ada.ask(m.Give, seat=Seat(2), member=9)) == "table.nobody"
    assert key(ada.ask(m.Give, seat=Seat(9), member=2)) == "table.no-seat"


@pytest.mark.parametrize("how", ["removed", "left"])
def test_the_hand_of_whoever_goes_is_a_bots_at_once_and_never_the_hosts(house: FakeHouse, how: str) -> None:
    ada, bob = alley(house)
    if how == "removed":
        assert isinstance(ada.ask(m.Remove, member=2), m.Done)
    else:
        bob.ask(m.Leave)
    chair = ada.last(m.Table).chairs[1]
    assert (chair.bot, chair.member, chair.dealt) == ("random", None, "P1")
    assert key(ada.ask(m.Sit, seat=Seat(1), also=True)) == "table.seen-hand"
    assert hands(ada) == {0}


@pytest.mark.parametrize("game", ["catatac", "spot/tower"])
def test_after_a_game_everyone_knows_whose_it_was_that_a_bot_ended(house: FakeHouse, game: str) -> None:
    ada, bob, _, _ = seated(house, house.table(game), 4)
    ada.ask(m.Start)
    bob.ask(m.Leave)
    if game != "catatac":
        assert isinstance(ada.ask(m.Bot, seat=Seat(1), bot="easy"), m.Done)
        assert ada.last(m.Table).chairs[1].dealt == ""
    assert isinstance(ada.ask(m.Abandon), m.Done)
    assert [chair.dealt for chair in ada.last(m.Table).chairs] == ["", "P1", "", ""]


def test_seats_that_one_screen_held_at_the_start_stay_together(house: FakeHouse) -> None:
    table = house.table("catatac")
    (ada,) = seated(house, table, 1)
    ada.ask(m.Sit, seat=Seat(1), also=True)
    ada.ask(m.Start)
    ada.ask(m.Stand, seat=Seat(1))
    assert isinstance(ada.ask(m.Sit, seat=Seat(1), also=True), m.Done)
    assert {sight.seat for sight in ada.last(m.Game).sights} == {0, 1}


def test_a_person_comes_back_to_the_hand_that_a_bot_played_for_them(house: FakeHouse) -> None:
    ada, bob = alley(house)
    bob.table.gone(bob.client)  # type: ignore[arg-type]
    house.fake.turn(31_000)
    assert isinstance(ada.ask(m.Bot, seat=Seat(1), bot="random"), m.Done)
    assert ada.last(m.Table).chairs[1].dealt == "P1"
    back = Line(house, ada.table, token=bob.token)
    assert isinstance(back.ask(m.Sit, seat=Seat(1)), m.Done)
    assert ada.last(m.Table).chairs[1].dealt == ""


def test_where_nothing_is_hidden_anybody_takes_over_from_a_bot(house: FakeHouse) -> None:
    ada, _ = seated(house, house.table("spot/tower"), 2)
    ada.ask(m.Bot, seat=Seat(2), bot="random")
    ada.ask(m.Start)
    eve = Line(house, ada.table, "Eve")
    assert key(ada.ask(m.Give, seat=Seat(2), member=3)) == "table.nothing-hidden"
    assert isinstance(eve.ask(m.Sit, seat=Seat(2)), m.Done)


def test_the_next_game_deals_new_hands_and_forgets_who_saw_which(house: FakeHouse) -> None:
    ada, bob = alley(house)
    ada.ask(m.Abandon)
    bob.ask(m.Stand, seat=Seat(1))
    ada.ask(m.Bot, seat=Seat(2), bot="")
    assert isinstance(bob.ask(m.Sit, seat=Seat(2)), m.Done)


def test_the_name_of_somebody_who_left_stays_in_the_result(house: FakeHouse) -> None:
    ada, bob, _ = seated(house, house.table("spot/tower"), 3)
    ada.ask(m.Start)
    bob.ask(m.Leave)
    assert ada.last(m.Table).chairs[1].name == "P1"
    ada.ask(m.Abandon)
    assert house.memory.kept.listed(ada.table.home)[0].names == ("P0", "P1", "P2")
