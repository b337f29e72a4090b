"""The sixteen see-through cards: two columns and three rows of squares, one red dot and two blue in front."""

from __future__ import annotations

from itertools import permutations
from typing import Final, Literal, NewType, TypeAlias

KartaCard = NewType("KartaCard", int)
Colour = Literal["red", "blue"]

CardRows: TypeAlias = tuple[str, ...]
"""A card as it is seen, row by row from the top: `R` a red dot, `B` a blue one, `.` an empty square."""

_OTHER_COLOUR = str.maketrans("RB", "BR")


def turned_over(face: CardRows) -> CardRows:
    """Return the card seen from behind: mirrored, and every dot of the other colour (KARTA-2)."""
    return tuple(row.translate(_OTHER_COLOUR) for row in mirrored(face))


def mirrored(face: CardRows) -> CardRows:
    """Return the mirror image, left for right."""
    return tuple(row[::-1] for row in face)


def turned(face: CardRows, quarters: int) -> CardRows:
    """Return the card turned clockwise by some quarters (KARTA-6)."""
    for _ in range(quarters):
        face = tuple("".join(column) for column in zip(*reversed(face), strict=True))
    return face


def alike(face: CardRows) -> set[CardRows]:
    """Return the faces that count as the same card: half a turn, and mirror images (KARTA-3)."""
    return {turned(of, quarters) for of in (face, mirrored(face)) for quarters in (0, 2)}


def _fronts() -> tuple[CardRows, ...]:
    printed = {(a + b, c + d, e + f) for a, b, c, d, e, f in permutations("...BBR")}  # KARTA-1
    return tuple(sorted({min(alike(face)) for face in printed}))  # KARTA-3


FRONTS: Final = _fronts()
"""The front of every card; a card's number is its place here (house: of each class the smallest as text)."""

CARDS: Final = tuple(KartaCard(card) for card in range(len(FRONTS)))

OWN_BACKS: Final = (True, False)
"""Whether red's cards, and blue's, lie with their backs up: two dots of one's own colour show (KARTA-4)."""

WAYS: Final = tuple((quarters, over) for quarters in range(4) for over in (False, True))
"""The ways to lay a card: quarters clockwise, and whether its back is up (KARTA-6)."""


def face(card: KartaCard, quarters: int, over: bool) -> CardRows:
    """Return the card turned clockwise by some quarters, and before that turned over if its back is up."""
    front = FRONTS[card]
    return turned(turned_over(front) if over else front, quarters)
