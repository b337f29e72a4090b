"""What lies on the table of a Spot it! game, whichever it is, and how it is written in one line.

A position has nine fields: flip time, stock, table, piles, kept, round, freezes, face-off, winner. Cards
stand from bottom to top with commas, seats are set apart by slashes, `-` is nothing:
`- 4,17,3 - 8/1,2/- 0/0/0 0 0/0/0 - -`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from msgspec import Struct

from cartable.core import Chance, Millis, Seat, Setup, View
from cartable.designs import Card, Deck, deck

COUNTDOWN: Final = 3_000
"""Milliseconds from the deal to the flip (house)."""

BREATH: Final = 2_000
"""Milliseconds from one round to the flip of the next (house)."""

EMPTY: Final = Card(-1)
"""Stands for a place without a card."""

DOWN: Final = Card(-2)
"""Stands in a view for a card that lies face down."""

T = TypeVar("T")


class Spread(Struct, frozen=True):
    """All cards of a Spot it! game, whichever it is; the top of a pile is its last card."""

    setup: Setup
    flips: Millis | None
    """When the cards will be turned up; None when they are."""
    stock: tuple[Card, ...]
    """The pile in the middle."""
    table: tuple[Card, ...]
    """Cards side by side in the middle."""
    piles: tuple[tuple[Card, ...], ...]
    """Each seat's pile."""
    kept: tuple[int, ...]
    """Each seat's cards, or points, of earlier rounds."""
    round: int
    frozen: tuple[Millis, ...]
    """When each seat thaws; 0 where it is not frozen."""
    faceoff: tuple[Seat, ...] = ()
    """The seats in the face-off, once there is one (SPOT-6)."""
    winner: Seat | None = None
    """Who won the face-off."""


class SpotView(View, frozen=True, tag="spot"):
    """What everybody sees: there are no hidden hands, only cards that lie face down."""

    flips: Millis | None
    stock: int
    middle: Card
    table: tuple[Card, ...]
    tops: tuple[Card, ...]
    counts: tuple[int, ...]
    kept: tuple[int, ...]
    round: int
    frozen: tuple[Millis, ...]
    faceoff: tuple[Seat, ...]
    winner: Seat | None


def deck_of(setup: Setup) -> Deck:
    """Return the deck that a table plays with."""
    assert setup.deck is not None
    return deck(setup.deck.order, setup.deck.cards)


def opening(
    setup: Setup,
    stock: Sequence[Card],
    table: Sequence[Card] = (),
    piles: Iterable[tuple[Card, ...]] | None = None,
) -> Spread:
    """Return the spread at the beginning of a game, to be flipped after the countdown."""
    return Spread(
        setup.settled,
        Millis(setup.begins + COUNTDOWN),
        tuple(stock),
        tuple(table),
        ((),) * setup.seats if piles is None else tuple(piles),
        (0,) * setup.seats,
        0,
        (Millis(0),) * setup.seats,
    )


def look(spread: Spread, stock_up: bool) -> SpotView:
    """Return what everybody sees of a spread."""
    down = spread.flips is not None
    return SpotView(
        spread.flips,
        len(spread.stock),
        spread.stock[-1] if stock_up and spread.stock else EMPTY,
        (DOWN,) * len(spread.table) if down else spread.table,
        tuple((DOWN if down else pile[-1]) if pile else EMPTY for pile in spread.piles),
        tuple(map(len, spread.piles)),
        spread.kept,
        spread.round,
        spread.frozen,
        spread.faceoff,
        spread.winner,
    )


def imagined(view: SpotView, setup: Setup, chance: Chance) -> Spread:
    """Return a spread that looks like this, the cards that nobody sees dealt anew."""
    seen = {view.middle, *view.table, *view.tops}
    unseen = chance.shuffled([card for card in deck_of(setup).cards if card not in seen])

    def pile(count: int, top: Card) -> tuple[Card, ...]:
        return tuple(top if top >= 0 and last else unseen.pop() for last in _lasts(count))

    return Spread(
        setup.settled,
        view.flips,
        pile(view.stock, view.middle),
        tuple(unseen.pop() if card == DOWN else card for card in view.table),
        tuple(map(pile, view.counts, view.tops)),
        view.kept,
        view.round,
        view.frozen,
        view.faceoff,
        view.winner,
    )


def write(spread: Spread) -> str:
    """Return the spread as one line of text."""
    return " ".join(
        (
            "-" if spread.flips is None else str(spread.flips),
            listed(spread.stock),
            listed(spread.table),
            "/".join(map(listed, spread.piles)),
            "/".join(map(str, spread.kept)),
            str(spread.round),
            "/".join(map(str, spread.frozen)),
            listed(spread.faceoff),
            "-" if spread.winner is None else str(spread.winner),
        )
    )


def read(text: str, setup: Setup) -> Spread:
    """Return the spread that a line of text stands for; raise ValueError where there is none."""
    try:
        flips, stock, table, piles, kept, round_, frozen, faceoff, winner = text.split(" ")
        found = Spread(
            setup.settled,
            None if flips == "-" else Millis(int(flips)),
            tuple(map(Card, numbers(stock))),
            tuple(map(Card, numbers(table))),
            tuple(tuple(map(Card, numbers(pile))) for pile in piles.split("/")),
            tuple(map(int, kept.split("/"))),
            int(round_),
            tuple(Millis(int(until)) for until in frozen.split("/")),
            tuple(map(Seat, numbers(faceoff))),
            None if winner == "-" else Seat(int(winner)),
        )
    except ValueError as error:
        raise ValueError(
            f"not a spread: {text!r} ({error}); write it like `- 4,3 - 8/1,2 0/0 0 0/0 - -`"
        ) from error
    cards = [*found.stock, *(card for card in found.table if card != EMPTY), *sum(found.piles, ())]
    if len(set(cards)) < len(cards) or not set(cards) <= set(deck_of(setup).cards):
        raise ValueError(f"not a spread: {text!r} has a card twice or one that is not in the deck")
    if not len(found.piles) == len(found.kept) == len(found.frozen) == setup.seats:
        raise ValueError(f"not a spread: {text!r} is not for {setup.seats} seats")
    return found


def put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the items with one of them replaced."""
    return (*items[:index], item, *items[index + 1 :])


def listed(items: Sequence[int]) -> str:
    """Return numbers as text, `-` where there are none."""
    return ",".join(map(str, items)) or "-"


def numbers(text: str) -> list[int]:
    """Return the numbers that a text lists."""
    return [] if text == "-" else [int(number) for number in text.split(",")]


def _lasts(count: int) -> Iterable[bool]:
    return (n == count - 1 for n in range(count))
