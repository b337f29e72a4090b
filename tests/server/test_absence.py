"""The host's powers and absent people's seats: decided by how long someone has really been away."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cartable.server import messages as m
from cartable.server.portrait import found
from tests.server.fakes import FakeHouse, Line, seated


def go(line: Line) -> None:
    assert line.client
    line.table.gone(line.client)


def test_two_short_absences_do_not_add_up(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table(patience=60), 2)
    go(ada)
    house.fake.turn(50_000)
    ada = Line(house, ada.table, token=ada.token)
    house.fake.turn(5_000)
    go(ada)
    house.fake.turn(20_000)
    assert bob.last(m.Table).host == 1
    house.fake.turn(41_000)
    assert bob.last(m.Table).host == 2


def test_a_guest_who_comes_when_the_host_is_long_gone_becomes_the_host(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table(patience=60), 1)
    go(ada)
    house.fake.turn(61_000)
    assert Line(house, ada.table, "Bob").last(m.Table).host == 2


def test_a_guest_who_waits_for_a_host_who_left_before_becomes_the_host_in_time(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table(patience=60), 1)
    go(ada)
    house.fake.turn(40_000)
    bob = Line(house, ada.table, "Bob")
    assert bob.last(m.Table).host == 1
    house.fake.turn(21_000)
    assert bob.last(m.Table).host == 2


def test_after_a_restart_without_the_host_somebody_else_becomes_the_host(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table(patience=60), 2)
    back = Line(house, house.again(ada.table), token=bob.token)
    assert back.last(m.Table).host == 1
    house.fake.turn(61_000)
    assert back.last(m.Table).host == 2


def test_a_table_whose_only_host_left_for_good_is_the_next_returners(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table(patience=60), 2)
    go(bob)
    ada.ask(m.Leave)
    back = Line(house, ada.table, token=bob.token)
    assert back.last(m.Table).host == 2


def test_a_television_never_becomes_the_host(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table(patience=60), 1)
    tv = Line(house, ada.table, tv=True)
    go(ada)
    house.fake.turn(600_000)
    assert tv.last(m.Table).host == 1
    assert Line(house, ada.table, "Bob").last(m.Table).host == 3


def test_at_the_door_a_television_is_not_counted_as_a_person(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table(patience=60), 1)
    Line(house, ada.table, tv=True)
    assert found(ada.table.book, ada.table.presence, "").persons == 1
    Line(house, ada.table, "Bob")
    assert found(ada.table.book, ada.table.presence, "").persons == 2


def test_at_the_door_everyone_at_a_shared_screen_is_counted(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table(patience=60), 1)
    for seat in range(1, 4):
        ada.ask(m.Sit, seat=seat, also=True)
    assert found(ada.table.book, ada.table.presence, "").persons == 4
    Line(house, ada.table, "Bob")
    assert found(ada.table.book, ada.table.presence, "").persons == 5


def test_each_absent_persons_seat_becomes_spare_when_their_own_patience_is_over(house: FakeHouse) -> None:
    ada, bob, cleo = seated(house, house.table(patience=60), 3)
    ada.ask(m.Start)
    go(bob)
    house.fake.turn(30_000)
    go(cleo)
    house.fake.turn(31_000)
    assert [chair.spare for chair in ada.last(m.Table).chairs] == [False, True, False]
    house.fake.turn(30_000)
    assert [chair.spare for chair in ada.last(m.Table).chairs] == [False, True, True]


@pytest.mark.parametrize("slow", [False, True], ids=["quick store", "slow store"])
@pytest.mark.parametrize("playing", [False, True], ids=["gathering", "playing"])
def test_people_who_are_back_after_all_were_gone_together_are_shown_as_here(
    house: FakeHouse, *, slow: bool, playing: bool
) -> None:
    people = seated(house, house.table(), 3)
    if playing:
        people[0].ask(m.Start)
    for line in people:
        go(line)
    house.fake.turn(1_000)
    house.memory.slow = slow
    back = [Line(house, line.table, token=line.token) for line in people]
    house.memory.slow = False
    house.memory.sync()
    for line in back:
        told = line.last(m.Table)
        assert [person.here for person in told.persons] == [True] * 3
        assert [chair.away for chair in told.chairs[:3]] == [False] * 3


def test_a_client_hears_something_at_least_every_two_seconds(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table("spot/tower"), 1)
    for _ in range(30_000 // 10):
        house.fake.turn(10)
        ada.pong()
    heard = [at for at, _ in ada.sent]
    assert max(later - at for at, later in pairwise(heard)) <= 2000
    assert ada.all(m.Alive), "pings alone leave longer silences"


def test_a_television_that_lost_its_power_is_gone_seconds_later_and_one_that_answers_stays(
    house: FakeHouse,
) -> None:
    ada, bob = seated(house, house.table(), 2)
    ada.ask(m.Start)
    off, on = (Line(house, ada.table, tv=True) for _ in range(2))
    last = 0
    for millis in range(0, 60_000, 50):
        house.fake.turn(50)
        ada.pong()
        on.pong()
        if millis < 20_000:
            off.pong()
            bob.pong()
            last = house.fake.time
        elif off.closed:
            break
    assert off.closed
    assert house.fake.time - last < 10_000
    assert not on.closed
    assert not bob.closed, "a person may lock their phone for longer"
    go(off)
    assert [person.here for person in ada.last(m.Table).persons if person.tv] == [False, True]


def test_a_person_who_answers_nothing_for_half_a_minute_is_let_go(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table(), 2)
    for _ in range(600):
        house.fake.turn(100)
        ada.pong()
    assert not ada.closed
    assert bob.closed


def test_the_others_are_told_of_somebody_whose_line_broke_before_the_welcome(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table(), 1)
    house.memory.slow = True
    bob = Line(house, ada.table, "Bob")
    go(bob)
    house.memory.slow = False
    house.memory.sync()
    assert [(person.name, person.here) for person in ada.last(m.Table).persons][1:] == [("Bob", False)]


def test_whoever_waits_for_their_welcome_is_told_when_the_table_is_put_away(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table(), 1)
    house.memory.slow = True
    bob = Line(house, ada.table, "Bob")
    ada.table.dismiss("closing.error", again=True)
    assert bob.last(m.Closing).key == ada.last(m.Closing).key == "closing.error"
    house.memory.slow = False
    house.memory.sync()
    assert not bob.all(m.Welcome)


def test_whoever_is_gone_before_their_welcome_is_told_nothing_and_not_kept(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table(), 1)
    house.memory.slow = True
    bob = Line(house, ada.table, "Bob")
    go(bob)
    ada.table.dismiss("closing.error", again=True)
    assert not bob.all(m.Closing)
