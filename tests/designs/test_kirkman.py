"""The fifteen schoolgirls, and the seats made of their walks."""

from collections import Counter
from itertools import chain, combinations

import pytest

from cartable.designs import schoolgirls, seating
from cartable.designs.kirkman import is_kirkman


@pytest.mark.rule("DECK-7")
def test_fifteen_girls_walk_in_five_rows_of_three_on_seven_days() -> None:
    days = schoolgirls()
    assert len(days) == 7
    for day in days:
        assert [len(row) for row in day] == [3] * 5
        assert sorted(chain.from_iterable(day)) == list(range(15))


@pytest.mark.rule("DECK-7")
def test_every_two_girls_walk_together_exactly_once() -> None:
    together = Counter(pair for day in schoolgirls() for row in day for pair in combinations(sorted(row), 2))
    assert together == Counter(combinations(range(15), 2))
    assert is_kirkman(schoolgirls())


@pytest.mark.rule("DECK-7")
def test_walks_that_are_wrong_are_told() -> None:
    first, second, *others = schoolgirls()
    swapped = ((*first[0][:2], first[1][0]), (first[0][2], *first[1][1:]), *first[2:])
    assert not is_kirkman([first, first, *others])
    assert not is_kirkman([swapped, second, *others])
    assert not is_kirkman([first, second, *others[1:]])
    assert not is_kirkman([((*first[0], *first[1]), *first[2:]), second, *others])
    assert not is_kirkman([(*first[:4], first[3]), second, *others])
    assert not is_kirkman([(second[0], *first[1:]), (first[0], *second[1:]), *others])
    assert not is_kirkman([(tuple(range(15)),)])


@pytest.mark.rule("DECK-7")
@pytest.mark.parametrize("count", range(16))
def test_however_many_come_everybody_sits_each_round_and_meets_everybody_once(count: int) -> None:
    people = [chr(ord("a") + number) for number in range(count)]
    rounds = seating(people)
    assert len(rounds) == 7
    for tables in rounds:
        assert len(tables) == 5
        assert all(len(table) <= 3 for table in tables)
        assert sorted(chain.from_iterable(tables)) == people
    met = Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))
    assert met == Counter(combinations(people, 2))


@pytest.mark.rule("DECK-7")
@pytest.mark.parametrize("count", [8, 12, 14, 15])
def test_nobody_sits_alone_where_that_can_be(count: int) -> None:
    assert all(len(table) != 1 for tables in seating(range(count)) for table in tables)


@pytest.mark.rule("DECK-7")
def test_sixteen_are_too_many_for_fifteen_places() -> None:
    with pytest.raises(ValueError, match="16 people are too many"):
        seating(range(16))
