"""What lies on the table of a Spot it! game, whichever it is, and how it is written in one line.

A position has ten fields: flip time, stock, middle, table, piles, kept, round, freezes, face-off, winner.
While a claim stands there is an eleventh: whose it is and when it lapses, such as `1@8200`.
Cards stand from bottom to top with commas, seats are set apart by slashes, `-` is nothing, and on the
table -1 is a place without a card. Three seats in a Tower, where seat 1 has taken a card:
`- - 4,17,3 - 8/1,2/6 0/0/0 0 0/0/0 - -`.
"""

from __future__ import annotations

from collections.abc import Iterable

from cartable.core import Chance, Millis, Seat, Setup, View
from cartable.designs import Card
from cartable.games.reflex.state import (
    COUNTDOWN,
    DOWN,
    EMPTY,
    ReflexState,
    cards_of,
    deck_of,
    frozen_of,
    listed,
    numbers,
    places_of,
    shown,
    thaws,
)


class Spread(ReflexState, frozen=True):
    """All cards of a Spot it! game, whichever it is; the top of a pile is its last card."""

    stock: tuple[Card, ...]
    """The pile that lies face down."""
    middle: tuple[Card, ...]
    """The pile in the middle that lies face up, even before the flip."""
    table: tuple[Card | None, ...]
    """Cards side by side, each at its place; None where there is none any more."""
    piles: tuple[tuple[Card, ...], ...]
    """Each seat's pile."""
    kept: tuple[int, ...]
    """How many cards, or points, each seat has put aside."""
    round: int
    """How many rounds are over."""
    faceoff: tuple[Seat, ...] = ()
    """The seats in the face-off, once there is one (SPOT-6)."""
    winner: Seat | None = None
    """Who won the face-off."""
    claimant: Seat | None = None
    """Who claimed the common cards and has still to name their symbol (SPOT-12)."""
    lapses: Millis | None = None
    """When that claim lapses."""

    @property
    def side_by_side(self) -> tuple[Card, ...]:
        """The cards of the table, in their order."""
        return tuple([card for card in self.table if card is not None])


class SpotView(View, frozen=True, tag="spot"):
    """What everybody sees: there are no hidden hands, only cards that lie face down."""

    flips: Millis | None
    stock: int
    """How many cards lie face down."""
    middle: Card
    """The top of the middle pile."""
    height: int
    """How many cards the middle pile has."""
    table: tuple[Card, ...]
    tops: tuple[Card, ...]
    """The top of each seat's pile."""
    counts: tuple[int, ...]
    """How many cards each seat's pile has."""
    kept: tuple[int, ...]
    round: int
    frozen: tuple[Millis, ...]
    faceoff: tuple[Seat, ...]
    winner: Seat | None
    claimant: Seat | None
    """Who claimed the common cards, while their symbol is still to be named."""
    lapses: Millis | None

    @property
    def side_by_side(self) -> tuple[Card, ...]:
        """The cards of the table that lie face up, in their order."""
        return tuple([card for card in self.table if card >= 0])


def opening(
    setup: Setup,
    *,
    stock: Iterable[Card] = (),
    middle: Iterable[Card] = (),
    table: Iterable[Card] = (),
    piles: Iterable[Iterable[Card]] | None = None,
) -> Spread:
    """Return the spread at the beginning of a game, to be flipped after the countdown."""
    return Spread(
        setup.settled,
        Millis(setup.begins + COUNTDOWN),
        (None,) * setup.seats,
        tuple(stock),
        tuple(middle),
        tuple(table),
        ((),) * setup.seats if piles is None else tuple(map(tuple, piles)),
        (0,) * setup.seats,
        0,
    )


def look(spread: Spread) -> SpotView:
    """Return what everybody sees of a spread."""
    down = spread.flips is not None
    return SpotView(
        spread.flips,
        len(spread.stock),
        spread.middle[-1] if spread.middle else EMPTY,
        len(spread.middle),
        (DOWN,) * len(spread.table) if down else shown(spread.table),
        tuple([(DOWN if down else pile[-1]) if pile else EMPTY for pile in spread.piles]),
        tuple(map(len, spread.piles)),
        spread.kept,
        spread.round,
        thaws(spread.frozen),
        spread.faceoff,
        spread.winner,
        spread.claimant,
        spread.lapses,
    )


def imagined(view: SpotView, setup: Setup, chance: Chance) -> Spread:
    """Return a spread that looks like this, the cards that nobody sees dealt anew."""
    seen = {view.middle, *view.table, *view.tops}
    unseen = chance.shuffled([card for card in deck_of(setup).cards if card not in seen])

    def pile(count: int, top: Card) -> tuple[Card, ...]:
        if top < 0:
            return tuple(unseen.pop() for _ in range(count))
        return (*(unseen.pop() for _ in range(count - 1)), top)

    return Spread(
        setup.settled,
        view.flips,
        frozen_of(view.frozen),
        pile(view.stock, DOWN),
        pile(view.height, view.middle),
        tuple(unseen.pop() if card == DOWN else None if card == EMPTY else card for card in view.table),
        tuple(map(pile, view.counts, view.tops)),
        view.kept,
        view.round,
        view.faceoff,
        view.winner,
        view.claimant,
        view.lapses,
    )


def write(spread: Spread) -> str:
    """Return the spread as one line of text."""
    claim = () if spread.claimant is None else (f"{spread.claimant}@{spread.lapses}",)
    return " ".join(
        (
            "-" if spread.flips is None else str(spread.flips),
            listed(spread.stock),
            listed(spread.middle),
            listed(spread.table),
            "/".join(map(listed, spread.piles)),
            "/".join(map(str, spread.kept)),
            str(spread.round),
            "/".join(map(str, thaws(spread.frozen))),
            listed(spread.faceoff),
            "-" if spread.winner is None else str(spread.winner),
            *claim,
        )
    )


def read(text: str, setup: Setup) -> Spread:
    """Return the spread that a line of text stands for; raise ValueError where there is none."""
    try:
        flips, stock, middle, table, piles, kept, round_, frozen, faceoff, winner, *claim = text.split(" ")
        claimant, lapses = map(int, claim[0].split("@")) if claim else (None, None)
        if len(claim) > 1:
            raise ValueError("too many fields")
        found = Spread(
            setup.settled,
            None if flips == "-" else Millis(int(flips)),
            frozen_of(Millis(int(until)) for until in frozen.split("/")),
            cards_of(stock),
            cards_of(middle),
            places_of(table),
            tuple(map(cards_of, piles.split("/"))),
            tuple(map(int, kept.split("/"))),
            int(round_),
            tuple(map(Seat, numbers(faceoff))),
            None if winner == "-" else Seat(int(winner)),
            None if claimant is None else Seat(claimant),
            None if lapses is None else Millis(lapses),
        )
    except ValueError as error:
        raise ValueError(
            f"not a spread: {text!r} ({error}); write it like `- - 4,3 - 8/1,2 0/0 0 0/0 - -`"
        ) from error
    cards = [*found.stock, *found.middle, *found.side_by_side]
    cards += (card for pile in found.piles for card in pile)
    if len(set(cards)) < len(cards) or not set(cards) <= set(deck_of(setup).cards):
        raise ValueError(f"not a spread: {text!r} has a card twice or one that is not in the deck")
    if not len(found.piles) == len(found.kept) == len(found.frozen) == setup.seats:
        raise ValueError(f"not a spread: {text!r} is not for {setup.seats} seats")
    if not set(found.faceoff) <= set(range(setup.seats)) or found.winner not in (None, *found.faceoff):
        raise ValueError(f"not a spread: {text!r} has a face-off of seats that are not at the table")
    return found


def two_up(spread: Spread) -> bool:
    """Tell whether two cards lie side by side."""
    return len(spread.table) == 2 and None not in spread.table


def lies_up(spread: Spread, cards: tuple[Card, ...]) -> bool:
    """Tell whether the cards, in any order, lie side by side."""
    return set(cards) <= set(spread.table)
