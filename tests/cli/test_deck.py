"""`cartable deck`: decks of any possible order."""

from __future__ import annotations

import pytest

from tests.cli.command import Command


@pytest.mark.rule("DECK-5")
def test_a_deck_is_checked_in_words(cartable: Command) -> None:
    said = cartable("deck", "--order", "8", "--check").out
    assert "73 cards, 73 symbols, 9 on each card" in said
    assert "every pair shares exactly one symbol" in said


def test_a_deck_is_printed_card_by_card(cartable: Command) -> None:
    assert len(cartable("deck", "--order", "2").out.splitlines()) == 7
    made = cartable("deck", "--order", "3", "--cards", "5", "--json", "--check").json
    assert len(made["cards"]) == 5
    assert made["check"]["wrong"] is None


@pytest.mark.rule("DECK-3")
@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("6", ("5 and 7", "impossible")),
        ("10", ("9 and 11", "search")),
        ("12", ("11 and 13", "open problem")),
        ("1", ("first order that works is 2",)),
    ],
)
def test_an_order_that_cannot_be_is_refused_with_its_neighbours(
    cartable: Command, order: str, said: tuple[str, ...]
) -> None:
    ran = cartable("deck", "--order", order)
    assert ran.code == 2
    assert all(part in ran.err for part in said)
