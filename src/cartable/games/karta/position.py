"""A position: whose cards are whose, what was laid where, and where the next card may lie."""

from __future__ import annotations

from functools import reduce
from typing import Final

from msgspec import Struct

from cartable.core import Move, Refused, Seat, Setup, Toggle
from cartable.games.karta.cards import CARDS, KartaCard
from cartable.games.karta.lines import tokens
from cartable.games.karta.tabletop import (
    ORIGIN,
    Stamp,
    Tabletop,
    around,
    beside,
    bits,
    stamp,
    touching,
    within,
)

CORNER: Final = Toggle("corner")
"""Whether a card may lie corner to corner with another (KARTA-7)."""

FIRST: Final = 0
SECOND: Final = 1
LAST: Final = len(CARDS) - 1
"""The turns that have rules of their own, counted from 0."""

ByColour = tuple[int, int]
"""One number for red and one for blue."""


class Place(Move, frozen=True):
    """Lay a card, turned clockwise by some quarters, with the top left of its squares at x, y.

    `over` means that the card's back is up, the face with two red dots, whoever lays it.
    """

    card: KartaCard
    turned: int
    over: bool
    x: int
    y: int


class Position(Struct, frozen=True):
    """A game in progress; what there is two of is red's first and blue's second."""

    setup: Setup
    red: Seat
    hands: tuple[tuple[KartaCard, ...], tuple[KartaCard, ...]]
    laid: tuple[Place, ...]
    table: Tabletop
    tokens: ByColour

    @property
    def colour(self) -> int:
        """Whose turn it is: 0 is red, 1 is blue (KARTA-5)."""
        return len(self.laid) % 2

    @property
    def turn(self) -> Seat | None:
        """The seat whose turn it is, or None when the game is over."""
        return None if self.over else self.seats[self.colour]

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The seats of red and of blue."""
        return self.red, Seat(1 - self.red)

    @property
    def dealt(self) -> tuple[tuple[KartaCard, ...], tuple[KartaCard, ...]]:
        """The cards that red and blue had at the start."""
        red, blue = (
            tuple(sorted((*hand, *(place.card for place in self.laid[colour::2]))))
            for colour, hand in enumerate(self.hands)
        )
        return red, blue

    @property
    def dots(self) -> ByColour:
        """How many dots of each colour are seen."""
        return self.table.red.bit_count(), self.table.blue.bit_count()

    @property
    def over(self) -> bool:
        """Whether the last card lies (KARTA-16) or cannot."""
        return len(self.laid) > LAST or self.stuck

    @property
    def stuck(self) -> bool:
        """Whether the last card has nowhere to lie (KARTA-12)."""
        turn = len(self.laid)
        return turn == LAST and not any(free(self.table, turn, wide) for wide in (False, True))


class OpenPlace(Struct, frozen=True):
    """A place where a card may lie, and what it would do there.

    `captures` are the squares of the card, 0 to 5 as one reads, whose dot covers one of the other colour;
    `locks` those that lie on another card; tokens and dots are red's and blue's after it.
    """

    x: int
    y: int
    captures: tuple[int, ...]
    locks: tuple[int, ...]
    tokens: ByColour
    dots: ByColour


def dealt(setup: Setup, red: Seat, hands: tuple[tuple[KartaCard, ...], tuple[KartaCard, ...]]) -> Position:
    """Return the position before the first card."""
    return Position(setup.settled, red, hands, (), Tabletop(corner=setup.toggle(CORNER.name)), (0, 0))


def rebuilt(position: Position, laid: tuple[Place, ...]) -> Position:
    """Return the position with these cards, which are in no hand, on its empty table."""
    table = reduce(_put, laid, position.table)
    return Position(position.setup, position.red, position.hands, laid, table, scored(table))


def scored(table: Tabletop) -> ByColour:
    """Return the tokens of red and blue: always the lines that lie on the table (KARTA-14)."""
    return tokens(table.red), tokens(table.blue)


def free(table: Tabletop, turn: int, wide: bool) -> int:
    """Return the corners where a card of this shape may lie at this turn, whatever its dots."""
    if turn == FIRST:
        # The table has no middle: the first card says where 0, 0 is (KARTA-6).
        return 1 << ORIGIN
    near = touching(table.laid, wide) if turn == LAST else _near(table, wide)  # KARTA-11
    return near & ~_third(table, wide)


def corners(table: Tabletop, turn: int, of: Stamp) -> int:
    """Return the corners, as bits of the table, where a card may lie at this turn."""
    found = free(table, turn, of.wide)
    return found & ~_spared(table, of) if turn == SECOND else found


def barred(table: Tabletop, turn: int, of: Stamp) -> int:
    """Return the corners by the cards, as bits of the table, where a rule forbids the card."""
    return _near(table, of.wide) & ~corners(table, turn, of)


def why_not(table: Tabletop, turn: int, of: Stamp, bit: int | None) -> Refused:
    """Return the reason why a card may not lie in a corner that is none of `corners`."""
    if turn == FIRST:
        return Refused("KARTA-6", "karta.first")
    if bit is None or not _near(table, of.wide) >> bit & 1:
        return Refused("KARTA-7", "karta.apart" if table.corner else "karta.contact")
    if _third(table, of.wide) >> bit & 1:
        return Refused("KARTA-8", "karta.third")
    if turn == SECOND:
        return Refused("KARTA-10", "karta.second")
    return Refused("KARTA-11", "karta.last")


def places(position: Position, card: KartaCard, turned: int, over: bool) -> list[OpenPlace]:
    """Return where this card of the seat to move may lie, turned so, and what it would do there."""
    if position.over:
        raise Refused("TABLE-2", "game.over")
    check_card(position, card, turned)
    of, table = stamp(card, turned, over), position.table
    return [open_place(table, of, bit) for bit in bits(corners(table, len(position.laid), of))]


def check_card(position: Position, card: KartaCard, turned: int) -> None:
    """Refuse a card that the seat to move cannot lay, or not so."""
    if card not in position.hands[position.colour]:
        raise Refused("KARTA-4", "karta.hand")
    if not 0 <= turned < 4:
        raise Refused("KARTA-6", "karta.turned")


def captures(table: Tabletop, of: Stamp, bit: int) -> tuple[int, ...]:
    """Return the squares of a card, by number, whose dot covers one of the other colour."""
    return of.numbers[table.red >> bit & of.blue | table.blue >> bit & of.red]


def locks(table: Tabletop, of: Stamp, bit: int) -> tuple[int, ...]:
    """Return the squares of a card, by number, that lie on another card."""
    return of.numbers[table.laid >> bit & of.squares]


def _near(table: Tabletop, wide: bool) -> int:
    """Return the corners where a card overlaps a card or touches one, by a side or a corner (KARTA-7)."""
    return touching(around(table.laid) if table.corner else beside(table.laid), wide)


def _third(table: Tabletop, wide: bool) -> int:
    """Return the corners where a card would be the third on some square (KARTA-8)."""
    return touching(table.locked, wide)


def _spared(table: Tabletop, of: Stamp) -> int:
    """Return the corners where the second card captures a red dot or covers the first wholly (KARTA-10)."""
    spared = within(table.laid, of.wide)
    for bit in bits(of.blue):
        spared |= table.red >> bit
    return spared


def open_place(table: Tabletop, of: Stamp, bit: int) -> OpenPlace:
    """Return a place of `corners`, and what the card would do there."""
    red, blue = table.dots(of, bit)
    return OpenPlace(
        *table.square(bit),
        captures(table, of, bit),
        locks(table, of, bit),
        (tokens(red), tokens(blue)),
        (red.bit_count(), blue.bit_count()),
    )


def _put(table: Tabletop, place: Place) -> Tabletop:
    bit = table.bit(place.x, place.y)
    assert bit is not None
    return table.lay(stamp(place.card, place.turned, place.over), bit)
