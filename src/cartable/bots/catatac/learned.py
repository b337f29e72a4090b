"""What a seat has learnt to expect: a small net that tells its clan's chance to win from what it sees.

A net has two layers. The first adds up one row of weights for everything that the seat sees: its cards, the
cards that it does not see, the top of the discard, the points, how many cards are left, the last choices
of the others. The second has weights of its own for each yarn. The nets for two, four and six seats were
learnt from some hundred million positions of games in which they played themselves, their
forerunners and `greedy`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

from cartable.bots.catatac.tables import YARNS
from cartable.bots.compiled import FractionGrid, grid, grids, weights
from cartable.games.catatac.cards import Face, box

WIDE: Final = 128
DEEP: Final = 32
"""How many numbers the first layer gives, and the second."""

DEEDS: Final = (
    ("store", 1),
    ("store", 2),
    ("store", 3),
    ("move", 1),
    ("move", 2),
    ("steal", 0),
    ("counter", 0),
    ("toss", 0),
)
NUMBERS: Final = 9
TRAITS: Final = NUMBERS + 2 * len(DEEDS) + 1
"""What tells cards apart: the number, each effect with the possession that it needs, cooperation."""

HELD: Final = 0
HIDDEN: Final = HELD + TRAITS
YARN: Final = HIDDEN + TRAITS
TOP: Final = YARN + YARNS
OURS: Final = TOP + NUMBERS
THEIRS: Final = OURS + 9
NEXT: Final = THEIRS + 9
SIZE: Final = NEXT + 6
LEFT: Final = SIZE + 6
FEW: Final = LEFT + 1
PILE: Final = FEW + 12
EMPTY: Final = PILE + 1
CHOICES: Final = EMPTY + 1
PAIRED: Final = CHOICES + 5 * 18
COVERED: Final = PAIRED + 8
ROWS: Final = COVERED + 1
"""Where the rows of the first layer begin: of the traits of its own cards and of those that are not seen, the
yarn, the number on top, both clans' points, who comes next, the sizes of the hands, the cards left to lay,
how few they are, the pile, whether it is empty, the last two choices of the other seats, how many unseen
cards pair the top, and how many its own hand can pair."""


class Learned(NamedTuple):
    """The weights of a net, for the cards of one box."""

    first: FractionGrid
    held: FractionGrid
    hidden: FractionGrid
    """The first layer for each kind of card, in its own hand and unseen."""
    bias: Sequence[float]
    second: Sequence[FractionGrid]
    second_bias: FractionGrid
    last: FractionGrid
    last_bias: Sequence[float]


@lru_cache(maxsize=16)
def learned(seats: int, cards: str) -> Learned:
    """Return the net for a table of this many seats with these cards."""
    raw = files(__package__).joinpath(f"learned{seats}.bin").read_bytes()
    row = iter(struct.unpack(f"<{len(raw) // 2}e", raw))
    first = _next(row, ROWS * WIDE)
    faces = box(cards).faces
    return Learned(
        grid(first, WIDE),
        grid(_added(first, faces, HELD), WIDE),
        grid(_added(first, faces, HIDDEN), WIDE),
        weights(_next(row, WIDE)),
        grids(_next(row, YARNS * WIDE * DEEP), WIDE, DEEP),
        grid(_next(row, YARNS * DEEP), DEEP),
        grid(_next(row, YARNS * DEEP), DEEP),
        weights(_next(row, YARNS)),
    )


def traits(face: Face) -> Iterator[int]:
    """Give the traits of a card; one that it has twice is given twice."""
    yield face.number
    for way in face.ways:
        for effect in way:
            at = NUMBERS + DEEDS.index((effect.do, effect.far))
            if face.holds(own=True):
                yield at
            if face.holds(own=False):
                yield at + len(DEEDS)
    if face.together:
        yield TRAITS - 1


def _next(row: Iterator[float], count: int) -> list[float]:
    return [next(row) for _ in range(count)]


def _added(first: list[float], faces: tuple[Face, ...], at: int) -> list[float]:
    """Return for each card the sum of the rows of its traits."""
    return [
        sum(first[(at + trait) * WIDE + i] for trait in traits(face)) for face in faces for i in range(WIDE)
    ]
