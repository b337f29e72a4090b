"""The sixteen cards."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest

from cartable.games.karta import CARDS, FRONTS, WAYS, CardRows, face
from cartable.games.karta.cards import OWN_BACKS, alike, mirrored, turned, turned_over

PAGE = Path(__file__).parents[3] / "docs" / "decks.md"

ARRANGEMENTS: set[CardRows] = {
    ("".join(p[:2]), "".join(p[2:4]), "".join(p[4:])) for p in permutations("...BBR")
}
"""Every way to put one red and two blue dots on a card."""


@pytest.mark.rule("KARTA-1")
@pytest.mark.parametrize("card", CARDS)
def test_a_card_has_six_squares_one_red_dot_and_two_blue_in_front_and_the_reverse_behind(card: int) -> None:
    front, back = ("".join(face(CARDS[card], 0, over)) for over in (False, True))
    assert sorted(front) == sorted("...BBR")
    assert sorted(back) == sorted("...BRR")


@pytest.mark.rule("KARTA-2")
def test_turning_a_card_over_mirrors_it_and_swaps_the_colours() -> None:
    assert turned_over((".B", "B.", ".R")) == ("R.", ".R", "B.")
    assert all(turned_over(turned_over(front)) == front for front in FRONTS)


@pytest.mark.rule("KARTA-3")
def test_burnside_counts_sixteen_cards() -> None:
    symmetries: list[Callable[[CardRows], CardRows]] = [
        lambda shown: shown,
        lambda shown: turned(shown, 2),
        mirrored,
        lambda shown: mirrored(turned(shown, 2)),
    ]
    fixed = [sum(symmetry(shown) == shown for shown in ARRANGEMENTS) for symmetry in symmetries]
    assert sorted(fixed) == [0, 0, 4, 60]
    assert sum(fixed) == len(symmetries) * len(FRONTS) == 4 * 16


@pytest.mark.rule("KARTA-3")
def test_every_arrangement_is_alike_to_exactly_one_card_whose_front_is_the_smallest() -> None:
    for shown in ARRANGEMENTS:
        assert [front for front in FRONTS if front in alike(shown)] == [min(alike(shown))]


@pytest.mark.rule("KARTA-3")
def test_the_cards_are_those_that_the_page_about_decks_lists() -> None:
    listed = re.findall(r"`([.BR]{2}/[.BR]{2}/[.BR]{2})`", PAGE.read_text(encoding="utf-8"))
    assert ["/".join(front) for front in FRONTS] == listed


@pytest.mark.rule("KARTA-4")
@pytest.mark.parametrize(("over", "dots"), list(zip(OWN_BACKS, "RB", strict=True)))
def test_a_hand_lies_on_the_face_with_two_dots_of_its_own_colour(over: bool, dots: str) -> None:
    assert all("".join(face(card, 0, over)).count(dots) == 2 for card in CARDS)


@pytest.mark.rule("KARTA-6")
def test_a_card_is_turned_clockwise_by_quarters() -> None:
    shown = (".B", "BR", "..")
    assert turned(shown, 1) == (".B.", ".RB")
    assert turned(shown, 2) == ("..", "RB", "B.")
    assert turned(shown, 3) == ("BR.", ".B.")
    assert turned(shown, 4) == shown


@pytest.mark.rule("KARTA-6")
@pytest.mark.parametrize("card", CARDS)
def test_the_eight_ways_to_lay_a_card_all_look_different(card: int) -> None:
    ways = {face(CARDS[card], quarters, over) for quarters, over in WAYS}
    assert len(ways) == 8


def test_a_card_that_is_turned_over_and_turned_is_turned_over_first() -> None:
    assert face(CARDS[0], 1, True) == turned(turned_over(FRONTS[0]), 1)
