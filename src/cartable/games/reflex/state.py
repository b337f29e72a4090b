"""What every state of a game of speed has, how a view says that no card is to be seen, and texts of cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

from msgspec import Struct

from cartable.core import Millis, Setup
from cartable.designs import Card, Deck, deck

COUNTDOWN: Final = 3_000
"""Milliseconds from the deal to the flip (SPOT-14)."""

BREATH: Final = 2_000
"""Milliseconds from one round to the flip of the next (SPOT-14)."""

EMPTY: Final = Card(-1)
"""How a view says that there is no card; in a state it is None."""

DOWN: Final = Card(-2)
"""How a view says that a card lies face down."""

T = TypeVar("T")


class ReflexState(Struct, frozen=True):
    """When cards are turned up, and who is frozen."""

    setup: Setup
    flips: Millis | None
    """When the cards will be turned up; None when they are."""
    frozen: tuple[Millis | None, ...]
    """When each seat thaws; None where it is not frozen."""


def deck_of(setup: Setup) -> Deck:
    """Return the deck that a table plays with."""
    assert setup.deck is not None
    return deck(setup.deck.order, setup.deck.cards)


def shown(cards: tuple[Card | None, ...]) -> tuple[Card, ...]:
    """Return cards that lie face up as a view says them."""
    return tuple([EMPTY if card is None else card for card in cards])


def thaws(frozen: tuple[Millis | None, ...]) -> tuple[Millis, ...]:
    """Return when each seat thaws as a view says it: 0 where it is not frozen."""
    return tuple([until or Millis(0) for until in frozen])


def frozen_of(thaws: Iterable[Millis]) -> tuple[Millis | None, ...]:
    """Return what a state says where a view says this."""
    return tuple([until or None for until in thaws])


def put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the items with one of them replaced."""
    return (*items[:index], item, *items[index + 1 :])


def listed(items: Iterable[int | None]) -> str:
    """Return numbers as text, with -1 where there is none, and `-` where there are none at all."""
    return ",".join(map(str, items)).replace("None", "-1") or "-"


def numbers(text: str) -> list[int]:
    """Return the numbers that a text lists."""
    return [] if text == "-" else [int(number) for number in text.split(",")]


def cards_of(text: str) -> tuple[Card, ...]:
    """Return the cards that a text lists."""
    return tuple(map(Card, numbers(text)))


def places_of(text: str) -> tuple[Card | None, ...]:
    """Return the cards that a text lists, None for a place without one."""
    return tuple(None if card == EMPTY else card for card in cards_of(text))
