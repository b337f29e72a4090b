"""Reveals: ids only, the latest change counts, and slower connections are sent theirs earlier."""

from __future__ import annotations

import msgspec
import pytest

from cartable.core import Millis
from cartable.fair import Reveal, lead, reveal_of

FLIP = Reveal(1, (3, 4, 5), Millis(1000))
TAKE = Reveal(2, (5, 6), Millis(4000))


@pytest.mark.rule("FAIR-1")
def test_a_reveal_carries_ids_and_no_art() -> None:
    assert msgspec.json.encode(FLIP) == b'{"number":1,"cards":[3,4,5],"common":1000}'
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"number":1,"cards":["<svg/>"],"common":1000}', type=Reveal)


@pytest.mark.rule("FAIR-2")
@pytest.mark.parametrize(("cards", "reveal"), [((3, 4), FLIP), ((3, 5), TAKE), ((6,), TAKE), ((3, 9), FLIP)])
def test_a_call_answers_the_latest_change_among_its_cards(cards: tuple[int, ...], reveal: Reveal) -> None:
    assert reveal_of(cards, (FLIP, TAKE)) == reveal_of(cards, (TAKE, FLIP)) == reveal


def test_a_card_that_was_never_revealed_has_no_reveal() -> None:
    with pytest.raises(ValueError, match="ever revealed"):
        reveal_of((9,), (FLIP, TAKE))


@pytest.mark.rule("FAIR-2")
@pytest.mark.parametrize(("median", "early"), [(0, 0), (1, 0), (160, 80), (250, 125), (900, 125)])
def test_a_reveal_is_sent_half_a_round_trip_early_but_at_most_125_ms(median: int, early: int) -> None:
    assert lead(Millis(median)) == early
