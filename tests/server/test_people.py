"""People at a table: who hosts it, who may come in, and who has to go."""

from __future__ import annotations

import pytest

from cartable.core import Refused
from cartable.server import messages as m
from cartable.server.admission import GOOD, admission
from cartable.server.seating import CROWD
from tests.server.fakes import FakeHouse, Line, seated
from tests.server.in_play import refused


@pytest.mark.rule("TABLE-5")
def test_the_first_to_come_is_the_host_and_only_the_host_decides(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table(), 2)
    assert ada.last(m.Table).host == 1
    for request, fields in (
        (m.Start, {}),
        (m.Configure, {"game": "karta"}),
        (m.Bot, {"seat": 0, "bot": "random"}),
        (m.Handicap, {"seat": 0, "millis": 100}),
        (m.Lock, {"locked": True}),
        (m.Remove, {"member": 1}),
        (m.Host, {"member": 2}),
        (m.Abandon, {}),
        (m.Pause, {}),
        (m.Resume, {}),
    ):
        assert refused(bob.ask(request, **fields)) == "table.host"


def test_the_hosts_powers_pass_on_when_the_host_leaves_or_hands_them_over(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table(), 2)
    ada.ask(m.Host, member=2)
    assert ada.last(m.Table).host == 2
    bob.ask(m.Leave)
    assert bob.closed
    assert bob.last(m.Closing).key == "closing.left"
    assert ada.last(m.Table).host == 1


def test_the_hosts_powers_pass_on_when_the_host_is_gone_for_too_long(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table(patience=10), 2)
    assert ada.client
    ada.table.gone(ada.client)
    house.fake.turn(9_000)
    assert bob.last(m.Table).host == 1
    house.fake.turn(2_000)
    assert bob.last(m.Table).host == 2


@pytest.mark.rule("TABLE-7")
def test_a_locked_table_lets_nobody_new_in_but_old_friends_back(house: FakeHouse) -> None:
    table = house.table()
    ada, bob = seated(house, table, 2)
    ada.ask(m.Lock, locked=True)
    with pytest.raises(Refused, match=r"table\.locked"):
        Line(house, table, "Eve")
    again = Line(house, table, token=bob.token)
    assert again.last(m.Welcome).member == 2
    assert bob.closed
    assert bob.last(m.Closing).key == "closing.elsewhere"


@pytest.mark.rule("TABLE-7")
def test_a_television_that_the_host_admits_comes_in_at_a_locked_table_once_within_a_minute(
    house: FakeHouse,
) -> None:
    table = house.table()
    ada, _ = seated(house, table, 2)
    ada.ask(m.Lock, locked=True)
    with pytest.raises(Refused, match=r"table\.locked"):
        Line(house, table, tv=True)
    with pytest.raises(Refused, match=r"table\.locked"):
        admission(table.book, 2, house.today)
    pass_, just, late = [admission(table.book, 1, house.today) for _ in range(3)]
    (elsewhere, *_) = seated(house, house.table(), 1)
    other = admission(elsewhere.table.book, 1, house.today)
    longer = late.replace(late[:10], str(int(late[:10]) + 1))
    for forged in (other, longer, late.rpartition(".")[0], "devinée"):
        with pytest.raises(Refused, match=r"table\.unknown"):
            Line(house, table, token=forged, tv=True)
    # It is a television whatever it says, and comes back like anyone else.
    first, again = [Line(house, table, "Eve", pass_).last(m.Welcome) for _ in range(2)]
    assert first.member == again.member == 3
    assert table.book.persons[3].tv
    assert isinstance(ada.ask(m.Remove, member=3), m.Done)
    for where in (table, house.again(table), house.reread(table)):
        with pytest.raises(Refused, match=r"table\.unknown"):
            Line(house, where, token=pass_, tv=True)
    house.today += GOOD
    assert Line(house, table, token=just, tv=True).last(m.Welcome).member == 4
    house.today += 1
    with pytest.raises(Refused, match=r"table\.unknown"):
        Line(house, table, token=late, tv=True)


def test_somebody_who_was_removed_is_gone_and_the_token_with_them(house: FakeHouse) -> None:
    table = house.table()
    ada, bob = seated(house, table, 2)
    assert isinstance(ada.ask(m.Remove, member=2), m.Done)
    assert bob.closed
    assert [person.member for person in ada.last(m.Table).persons] == [1]
    with pytest.raises(Refused) as stranger:
        Line(house, table, token=bob.token)
    assert stranger.value.key == "table.unknown"
    assert [*table.book.persons] == [1]
    assert Line(house, table, "Bob").last(m.Welcome).member == 3
    ada.ask(m.Lock, locked=True)
    with pytest.raises(Refused) as locked:
        Line(house, table, "Bob again")
    assert locked.value.key == "table.locked"
    assert refused(ada.ask(m.Remove, member=99)) == "table.nobody"
    assert refused(ada.ask(m.Remove, member=1)) == "table.yourself"
    assert refused(ada.ask(m.Remove, member=9)) == "table.nobody"


@pytest.mark.rule("TABLE-7")
def test_a_crowded_table_takes_nobody_new_but_old_friends_back(house: FakeHouse) -> None:
    table = house.table()
    lines = [Line(house, table, f"P{number}") for number in range(CROWD)]
    with pytest.raises(Refused) as crowd:
        Line(house, table, "one too many")
    assert crowd.value.key == "table.crowd"
    assert Line(house, table, token=lines[5].token).last(m.Welcome).member == 6


@pytest.mark.rule("TABLE-7")
def test_people_who_came_and_went_do_not_fill_a_table_for_good(house: FakeHouse) -> None:
    table = house.table()
    ada, bob = seated(house, table, 2)
    for line in (ada, bob):
        assert line.client
        table.gone(line.client)
    for number in range(3 * CROWD):
        house.fake.turn(10)
        eve = Line(house, table, f"E{number}")
        assert eve.client
        table.gone(eve.client)
    assert len(table.book.persons) == CROWD
    again = house.again(table)
    assert [*again.book.persons] == [*table.book.persons]
    for line, member in ((ada, 1), (bob, 2)):
        assert Line(house, again, token=line.token).last(m.Welcome).member == member


@pytest.mark.rule("TABLE-7")
def test_whoever_is_just_coming_keeps_their_place_at_a_crowded_table(house: FakeHouse) -> None:
    table = house.table()
    lines = [Line(house, table, f"P{number}") for number in range(CROWD - 1)]
    house.memory.slow = True
    coming = Line(house, table, "coming")
    with pytest.raises(Refused) as crowd:
        Line(house, table, "one too many")
    assert crowd.value.key == "table.crowd"
    house.memory.sync()
    assert coming.last(m.Welcome).member == len(lines) + 1


def test_a_line_that_breaks_before_the_welcome_leaves_nobody_here(house: FakeHouse) -> None:
    table = house.table()
    (ada,) = seated(house, table, 1)
    house.memory.slow = True
    bob, again = Line(house, table, "Bob"), Line(house, table, token=ada.token)
    for line in (bob, again):
        assert line.client
        assert not line.client.here
        table.gone(line.client)
    house.memory.sync()
    assert not bob.sent
    assert not again.sent
    assert not ada.closed
    assert [*table.presence.clients] == [1]
    ada.ask(m.Rename, name="Ada L.")
    house.memory.sync()
    assert [person.here for person in ada.last(m.Table).persons] == [True, False]


def test_whoever_has_left_is_not_listened_to(house: FakeHouse) -> None:
    ada, bob = seated(house, house.table(), 2)
    bob.ask(m.Leave)
    assert bob.closed
    rows = ada.table.book.rows
    assert bob.ask(m.Sit, seat=1) is None
    assert ada.table.book.rows == rows
