"""Decks: any two cards share exactly one symbol."""

import copy
import pickle
from collections import Counter
from itertools import combinations

import pytest

from cartable.designs import CLASSIC, INSECTS, ISLAND, Card, Deck, Symbol, deck, prime_power

ORDERS = [q for q in range(2, 33) if prime_power(q)]


@pytest.mark.rule("DECK-1")
@pytest.mark.parametrize("order", ORDERS)
def test_any_two_cards_of_a_plane_share_exactly_one_symbol(order: int) -> None:
    report = deck(order).check()
    points = order * order + order + 1
    assert report.right
    assert report.differences
    assert (report.cards, report.symbols, report.per_card) == (points, points, (order + 1,))
    assert report.pairs == points * (points - 1) // 2
    assert report.appearances == {order + 1: points}


@pytest.mark.rule("DECK-1")
@pytest.mark.parametrize("order", [q for q in ORDERS if q <= 9])
def test_the_shared_symbol_is_the_one_that_both_cards_show(order: int) -> None:
    whole = deck(order)
    for a, b in combinations(whole.cards, 2):
        (common,) = set(whole.symbols(a)) & set(whole.symbols(b))
        assert whole.shared(a, b) == common == whole.shared(b, a)


@pytest.mark.rule("DECK-2")
def test_the_deck_of_order_eight_is_right_though_eight_is_no_prime() -> None:
    assert deck(8).check().right


@pytest.mark.rule("DECK-4")
def test_the_classic_box_holds_55_cards_of_8_out_of_57_symbols() -> None:
    report = CLASSIC.check()
    assert (len(CLASSIC), CLASSIC.order, CLASSIC.symbol_count) == (55, 7, 57)
    assert (report.right, report.symbols, report.per_card) == (True, 57, (8,))
    assert list(report.appearances.items()) == [(8, 42), (7, 14), (6, 1)]


@pytest.mark.rule("DECK-4")
def test_whichever_two_cards_are_taken_away_42_symbols_stand_on_8_cards_14_on_7_and_1_on_6() -> None:
    whole = deck(7)
    full = Counter(symbol for card in whole.cards for symbol in whole.symbols(card))
    for a, b in combinations(whole.cards, 2):
        left = full - Counter(whole.symbols(a)) - Counter(whole.symbols(b))
        assert Counter(left.values()) == {8: 42, 7: 14, 6: 1}


@pytest.mark.rule("DECK-5")
def test_the_island_has_73_cards_of_9_enough_for_island_teams_and_ports() -> None:
    report = ISLAND.check()
    assert (ISLAND.order, ISLAND.symbol_count) == (8, 73)
    assert (report.right, report.symbols, report.per_card) == (True, 73, (9,))
    assert len(ISLAND) == 19 + 3 * 16 + 6


@pytest.mark.rule("DECK-6")
def test_the_insects_are_31_on_31_cards_of_6() -> None:
    report = INSECTS.check()
    assert (INSECTS.order, len(INSECTS), INSECTS.symbol_count) == (5, 31, 31)
    assert (report.right, report.symbols, report.per_card) == (True, 31, (6,))


@pytest.mark.parametrize("whole", [CLASSIC, ISLAND, INSECTS, deck(2, 1)], ids=repr)
def test_symbols_mask_and_has_say_the_same(whole: Deck) -> None:
    everything = [Symbol(number) for number in range(whole.symbol_count)]
    for card in whole.cards:
        symbols = whole.symbols(card)
        assert list(symbols) == sorted(set(symbols))
        assert list(symbols) == [symbol for symbol in everything if whole.has(card, symbol)]
        assert list(symbols) == [symbol for symbol in everything if whole.mask(card) >> symbol & 1]
        assert whole.mask(card) < 1 << whole.symbol_count


def test_a_smaller_deck_is_the_beginning_of_the_whole() -> None:
    some, whole = deck(4, 9), deck(4)
    assert len(some) == len(some.cards) == 9
    assert some.cards == whole.cards[:9]
    assert [some.symbols(card) for card in some.cards] == [whole.symbols(card) for card in some.cards]
    with pytest.raises(IndexError):
        some.symbols(Card(9))


@pytest.mark.parametrize("cards", [-1, 0, 58])
def test_a_deck_with_more_cards_than_the_plane_or_none_is_refused(cards: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 57 cards, not {cards}"):
        deck(7, cards)


def test_a_card_is_not_compared_with_itself() -> None:
    with pytest.raises(ValueError, match="two different cards"):
        CLASSIC.shared(Card(3), Card(3))


def test_the_same_deck_is_the_same_object_even_after_a_copy_or_another_process() -> None:
    assert deck(7, 55) is CLASSIC
    assert deck(5, 31) is INSECTS
    assert copy.deepcopy(CLASSIC) is CLASSIC
    assert pickle.loads(pickle.dumps(CLASSIC)) is CLASSIC
    assert repr(CLASSIC) == "deck(7, 55)"


def test_a_deck_made_from_a_line_that_is_not_perfect_is_reported_wrong() -> None:
    report = Deck(2, (0, 1, 2), 7).check()
    assert not report.right
    assert not report.differences
