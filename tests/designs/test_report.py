"""The check finds what is wrong with a wrong deck, and only that."""

from itertools import combinations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.designs import DeckReport, check, deck

FANO = [[0, 1, 3], [1, 2, 4], [2, 3, 5], [3, 4, 6], [0, 4, 5], [1, 5, 6], [0, 2, 6]]


@pytest.mark.rule("DECK-1")
def test_the_seven_cards_of_order_two_are_right() -> None:
    assert check(FANO) == DeckReport(
        cards=7,
        symbols=7,
        per_card=(3,),
        pairs=21,
        apart=0,
        doubled=0,
        wrong=None,
        appearances={3: 7},
        differences=True,
    )


@pytest.mark.rule("DECK-1")
def test_a_pair_of_cards_that_shares_nothing_is_found() -> None:
    report = check([[0, 1], [0, 2], [1, 3]])
    assert (report.apart, report.doubled, report.wrong, report.right) == (1, 0, (1, 2), False)


@pytest.mark.rule("DECK-1")
def test_a_pair_of_cards_that_shares_two_symbols_is_found() -> None:
    report = check([*FANO[:6], [0, 1, 6]])
    # 0 1 3 and 1 5 6 share two symbols with 0 1 6, and 2 3 5 none.
    assert (report.apart, report.doubled, report.right) == (1, 2, False)
    assert report.wrong == (0, 6)


@pytest.mark.rule("DECK-1")
def test_one_symbol_changed_in_a_deck_of_order_seven_is_found_wherever_it_is() -> None:
    rows = [list(deck(7).symbols(card)) for card in deck(7).cards]
    for number, row in enumerate(rows):
        changed = [*row[:-1], next(s for s in range(57) if s not in row)]
        report = check([*rows[:number], changed, *rows[number + 1 :]])
        # The symbol gone is on 7 other cards, the one come on 8; one card shows both, and still shares one.
        assert (report.right, report.differences) == (False, False)
        assert report.apart == 7 - 1
        assert report.doubled == 8 - 1


def test_the_same_card_twice_is_wrong() -> None:
    assert check([*FANO, FANO[0]]).doubled == 1


def test_cards_of_different_sizes_are_wrong_even_if_any_two_share_one_symbol() -> None:
    report = check([[0, 1], [0, 2], [0, 3, 4]])
    assert (report.wrong, report.per_card, report.right) == (None, (2, 3), False)


def test_a_right_deck_in_another_order_is_right_but_not_by_its_differences() -> None:
    report = check(FANO[::-1])
    assert (report.right, report.differences) == (True, False)


def test_no_cards_at_all_are_no_deck() -> None:
    report = check([])
    assert (report.cards, report.pairs, report.right, report.differences) == (0, 0, False, False)


@given(st.lists(st.frozensets(st.integers(0, 6), max_size=4), max_size=8))
def test_the_check_counts_what_looking_at_one_pair_after_the_other_counts(
    cards: list[frozenset[int]],
) -> None:
    shared = {(a, b): len(cards[a] & cards[b]) for a, b in combinations(range(len(cards)), 2)}
    report = check(cards)
    assert report.pairs == len(shared)
    assert report.apart == sum(common == 0 for common in shared.values())
    assert report.doubled == sum(common > 1 for common in shared.values())
    assert report.wrong == next((pair for pair, common in shared.items() if common != 1), None)


def test_a_report_is_plain_json() -> None:
    report = deck(7, 55).check()
    assert msgspec.json.decode(msgspec.json.encode(report), type=DeckReport) == report
