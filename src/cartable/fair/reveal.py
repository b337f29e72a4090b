"""Reveals: every change of cards that a call can be about, and when it is sent to whom."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from msgspec import Struct

from cartable.core import Millis

MOST_LEAD: Final = Millis(125)


class Reveal(Struct, frozen=True):
    """Cards that change on every screen at one common moment; ids only, the art is there already (FAIR-1)."""

    number: int
    cards: tuple[int, ...]
    common: Millis


def reveal_of(cards: Collection[int], reveals: Iterable[Reveal]) -> Reveal:
    """Return the reveal that a call about these cards answers: the latest to change one of them (FAIR-2)."""
    named = frozenset(cards)
    changed = [reveal for reveal in reveals if not named.isdisjoint(reveal.cards)]
    if not changed:
        raise ValueError(
            f"none of the cards {sorted(cards)} was ever revealed: record each change as a Reveal"
        )
    return max(changed, key=lambda reveal: reveal.number)


def lead(median: Millis) -> Millis:
    """Return how long before the common moment a reveal is sent where the round trip is this (FAIR-2)."""
    return Millis(min(median // 2, MOST_LEAD))
