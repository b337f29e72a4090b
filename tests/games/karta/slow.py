"""The same table written the slow and obvious way, to compare with: a dictionary of squares."""

from __future__ import annotations

from cartable.games.karta import CardRows, Place, face

Squares = dict[tuple[int, int], str]
"""What lies on each square, the lowest card first, as in `RB`: a blue dot over a red one."""

SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
CORNERS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
AXES = ((1, 0), (0, 1), (1, 1), (1, -1))


def covered(shown: CardRows, x: int, y: int) -> dict[tuple[int, int], str]:
    """Return what a card puts on which square."""
    return {(x + i, y + j): dot for j, row in enumerate(shown) for i, dot in enumerate(row)}


def laid(squares: Squares, place: Place) -> Squares:
    """Return the squares with a card on top."""
    card = covered(face(place.card, place.turned, place.over), place.x, place.y)
    return {**squares, **{at: squares.get(at, "") + dot for at, dot in card.items()}}


def may_lie(squares: Squares, turn: int, shown: CardRows, x: int, y: int, corner: bool = False) -> bool:
    """Return whether a card may lie there at this turn, counted from 0, where a corner is contact or not."""
    card = covered(shown, x, y)
    if turn == 0:
        return (x, y) == (0, 0)
    overlaps = any(at in squares for at in card)
    beside = (*SIDES, *CORNERS) if corner else SIDES
    touches = any((i + across, j + down) in squares for i, j in card for across, down in beside)
    if not (overlaps or touches) or any(len(squares.get(at, "")) == 2 for at in card):
        return False
    if turn == 1:
        return not (
            squares.keys() == card.keys() or any(squares.get(at) == "R" and card[at] == "B" for at in card)
        )
    return overlaps or turn < 15


def corners(squares: Squares, turn: int, shown: CardRows, corner: bool = False) -> set[tuple[int, int]]:
    """Return all corners where a card may lie."""
    across = [x for x, _ in squares] or [0]
    down = [y for _, y in squares] or [0]
    return {
        (x, y)
        for x in range(min(across) - 4, max(across) + 5)
        for y in range(min(down) - 4, max(down) + 5)
        if may_lie(squares, turn, shown, x, y, corner)
    }


def dot(layers: str) -> str:
    """Return what is seen on a square."""
    return layers.replace(".", "")[-1:]


def tokens(squares: Squares, colour: str) -> int:
    """Count the lines of a colour, `R` or `B`, by walking along every run from its beginning."""
    seen = {at for at, layers in squares.items() if dot(layers) == colour}
    count = 0
    for x, y in seen:
        for across, down in AXES:
            if (x - across, y - down) not in seen:
                length = 0
                while (x + length * across, y + length * down) in seen:
                    length += 1
                count += length // 4
    return count
