"""Lines of four, and the tokens that they are worth (KARTA-13, KARTA-15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from cartable.games.karta.cards import Colour
from cartable.games.karta.tabletop import ROW, Tabletop, bits

AXES: Final = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""The directions of lines, across and down (KARTA-13)."""

_STEPS: Final = tuple((across + down * ROW, 2 * (across + down * ROW)) for across, down in AXES)

LENGTH: Final = 4
"""How many dots of an unbroken run make a line (KARTA-15)."""


class Line(Struct, frozen=True):
    """An unbroken run of four dots or more: where it begins, its direction, and how long it is."""

    colour: Colour
    x: int
    y: int
    across: int
    down: int
    length: int

    @property
    def tokens(self) -> int:
        """What the run is worth."""
        return self.length // LENGTH  # KARTA-15


def tokens(dots: int) -> int:
    """Return how many lines these dots of one colour make."""
    count = 0
    for step, two in _STEPS:
        pairs = dots & dots >> step
        fours = pairs & pairs >> two
        if fours:
            count += _worth(fours, step)
    return count


def lines(table: Tabletop) -> Iterator[Line]:
    """Give every line on the table."""
    colours: tuple[tuple[Colour, int], ...] = (("red", table.red), ("blue", table.blue))
    for colour, dots in colours:
        for (across, down), (step, two) in zip(AXES, _STEPS, strict=True):
            pairs = dots & dots >> step
            fours = pairs & pairs >> two
            for bit in bits(fours & ~(dots << step)):
                yield Line(colour, *table.square(bit), across, down, _run(dots >> bit, step))


def _worth(fours: int, step: int) -> int:
    """Count the runs of at least 4, of at least 8, and so on: a run of n is counted ⌊n / 4⌋ times."""
    count, runs, length = 0, fours, LENGTH
    while runs:
        count += (runs & ~(runs << step)).bit_count()
        runs &= fours >> length * step
        length += LENGTH
    return count


def _run(dots: int, step: int) -> int:
    length = 0
    while dots & 1:
        dots >>= step
        length += 1
    return length
