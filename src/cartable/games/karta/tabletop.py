"""The squares of the table: four sets of squares, each one whole number, and what a card does to them.

A square is a bit. The frame follows the cards: the leftmost and the topmost square lie `MARGIN` away from its
edges, so that sixteen cards, 48 squares at the most, and the places next to them fit into rows of 64 bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Final

from msgspec import Struct

from cartable.games.karta.cards import CardRows, KartaCard, face

ROW: Final = 64
"""The bits of a row: one down is this many bits up."""

MARGIN: Final = 4

ORIGIN: Final = MARGIN * ROW + MARGIN
"""The bit of square 0, 0 on an empty table."""


class Stamp(Struct, frozen=True):
    """A card turned in some way, as sets of squares from its top left corner."""

    wide: bool
    squares: int
    red: int
    blue: int
    numbers: dict[int, tuple[int, ...]]
    """For every set of its squares their numbers, 0 to 5 as one reads."""


class Tabletop(Struct, frozen=True):
    """Where dots are seen, where a card lies, and where two do; `left` and `top` bound them.

    `corner` tells whether cards touch by a corner too (KARTA-7).
    """

    red: int = 0
    blue: int = 0
    laid: int = 0
    locked: int = 0
    left: int = 0
    top: int = 0
    corner: bool = False

    def bit(self, x: int, y: int) -> int | None:
        """Return the number of a square's bit, or None where it is too far from every card."""
        column, row = x - self.left + MARGIN, y - self.top + MARGIN
        return row * ROW + column if 0 <= column < ROW and 0 <= row < ROW else None

    def square(self, bit: int) -> tuple[int, int]:
        """Return the x and y of a bit."""
        row, column = divmod(bit, ROW)
        return column + self.left - MARGIN, row + self.top - MARGIN

    def dots(self, stamp: Stamp, bit: int) -> tuple[int, int]:
        """Return the red and the blue dots seen when a card lies with its corner at this bit (KARTA-9)."""
        red, blue = stamp.red << bit, stamp.blue << bit
        return self.red & ~blue | red, self.blue & ~red | blue  # KARTA-9, KARTA-18

    def lay(self, stamp: Stamp, bit: int) -> Tabletop:
        """Return the table with a card on top, its corner at this bit."""
        red, blue = self.dots(stamp, bit)
        squares = stamp.squares << bit
        row, column = divmod(bit, ROW)
        left, up = max(0, MARGIN - column), max(0, MARGIN - row)
        shift = left + up * ROW
        return Tabletop(
            red << shift,
            blue << shift,
            (self.laid | squares) << shift,
            (self.locked | self.laid & squares) << shift,
            self.left - left,
            self.top - up,
            self.corner,
        )


@cache
def stamp(card: KartaCard, quarters: int, over: bool) -> Stamp:
    """Return the stamp of a card turned clockwise by some quarters, its back up or not."""
    return stamped(face(card, quarters, over))


def stamped(rows: CardRows) -> Stamp:
    """Return the stamp of a face."""
    dots = {1 << y * ROW + x: dot for y, row in enumerate(rows) for x, dot in enumerate(row)}
    red, blue = (sum(bit for bit in dots if dots[bit] == colour) for colour in "RB")
    numbers = {
        sum(bit for _, bit in chosen): tuple(number for number, _ in chosen)
        for size in range(len(dots) + 1)
        for chosen in combinations(enumerate(dots), size)
    }
    return Stamp(len(rows) == 2, sum(dots), red, blue, numbers)


def beside(squares: int) -> int:
    """Return the squares and all that share a side with one of them."""
    return squares | squares << 1 | squares >> 1 | squares << ROW | squares >> ROW


def around(squares: int) -> int:
    """Return the squares and all that share a side or a corner with one of them."""
    row = squares | squares << 1 | squares >> 1
    return row | row << ROW | row >> ROW


def touching(squares: int, wide: bool) -> int:
    """Return the corners from which a card covers any of the squares."""
    if wide:
        row = squares | squares >> 1 | squares >> 2
        return row | row >> ROW
    row = squares | squares >> 1
    return row | row >> ROW | row >> 2 * ROW


def within(squares: int, wide: bool) -> int:
    """Return the corners from which a card covers nothing but the squares."""
    if wide:
        row = squares & squares >> 1 & squares >> 2
        return row & row >> ROW
    row = squares & squares >> 1
    return row & row >> ROW & row >> 2 * ROW


def bits(squares: int) -> Iterator[int]:
    """Give the number of every bit in a set, lowest first."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def nth(squares: int, n: int) -> int:
    """Return the number of the n-th bit in a set (the lowest is the 0th)."""
    found = 0
    for half, low in _HALVES:
        count = (squares & low).bit_count()
        if n < count:
            squares &= low
        else:
            n -= count
            squares >>= half
            found += half
    return found


_HALVES: Final = tuple((1 << k, (1 << (1 << k)) - 1) for k in range((ROW * ROW).bit_length() - 2, -1, -1))
