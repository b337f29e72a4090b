"""How many cards always hold a triplet."""

from itertools import combinations

import pytest

from cartable.designs import Card, NoPlane, deck, triplet_table
from cartable.designs.triplets import largest_without_triplet


def _has_triplet(order: int, cards: tuple[Card, ...]) -> bool:
    whole = deck(order)
    return any(whole.mask(a) & whole.mask(b) & whole.mask(c) for a, b, c in combinations(cards, 3))


@pytest.mark.rule("DECK-9")
@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 9])
def test_one_card_more_than_the_largest_set_without_a_triplet_is_the_table(order: int) -> None:
    largest = largest_without_triplet(order)
    assert len(set(largest)) == len(largest) == triplet_table(order) - 1
    assert not _has_triplet(order, largest)


@pytest.mark.rule("DECK-9")
def test_nine_cards_of_the_classic_box_always_hold_a_triplet_and_eight_need_not() -> None:
    assert triplet_table(7) == 9
    assert len(largest_without_triplet(7)) == 8


@pytest.mark.rule("DECK-9")
@pytest.mark.parametrize("order", [2, 3])
def test_at_the_smallest_orders_every_set_of_cards_on_a_table_was_tried(order: int) -> None:
    cards, table = deck(order).cards, triplet_table(order)
    assert all(_has_triplet(order, some) for some in combinations(cards, table))
    assert not all(_has_triplet(order, some) for some in combinations(cards, table - 1))


@pytest.mark.rule("DECK-9")
def test_the_table_grows_by_two_at_odd_orders_and_by_three_at_even() -> None:
    assert {q: triplet_table(q) for q in (2, 5, 8, 11, 16, 127)} == {
        2: 5,
        5: 7,
        8: 11,
        11: 13,
        16: 19,
        127: 129,
    }


def test_there_is_no_table_for_an_order_without_cards() -> None:
    with pytest.raises(NoPlane):
        triplet_table(6)
