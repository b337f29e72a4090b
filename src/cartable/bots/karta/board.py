"""A fast board: one small number a square, and what a card changes in the windows of four around it.

A square is 0 where no card lies, else 1 empty, 2 red or 3 blue, and 4 more where it is locked. A window is
four squares in a row, read as one number of twelve bits. The board is wide enough for any game: sixteen cards
in one line and the windows beyond them fit on either side of the middle. The first square, which no card
reaches, is 1 where cards touch by a corner too.
"""

from __future__ import annotations

from typing import Final

from cartable.bots.compiled import Numbers, blank, compiled, numbers
from cartable.games.karta import CARDS, WAYS, face

SIDE: Final = 128
MIDDLE: Final = SIDE // 2 * SIDE + SIDE // 2
LOCKED: Final = 4

CELLS: Final = 6
STAMPS: Final = len(CARDS) * len(WAYS)
"""A stamp is a card laid in one of its ways: its number is the card's times eight plus the way's."""

WINDOWS: Final = 8**4
"""How many numbers a window can be."""

REDS: Final = 0o2222
BLUES: Final = 0o3333
"""Four dots in a row, locks aside; both as a mask and as the window."""

SECOND: Final = 1
LAST: Final = len(CARDS) - 1
"""The turns with rules of their own, counted from 0 (KARTA-10, KARTA-11)."""

AXES: Final = (1, SIDE, SIDE + 1, SIDE - 1)
SHAPES: Final = ((2, 3), (3, 2))
"""Columns and rows of a card that stands, and of one that lies."""


def _lines(columns: int, rows: int) -> list[int]:
    """Return each line through a card: its first square from the corner, its step, its squares."""
    squares = {x + y * SIDE for x in range(columns) for y in range(rows)}
    found: list[int] = []
    for step in AXES:
        for first in sorted(square for square in squares if square - step not in squares):
            count = 1
            while first + count * step in squares:
                count += 1
            found += (first, step, count)
    return found


def _marks(card: int, way: int) -> list[int]:
    return [" .RB".index(mark) for row in face(CARDS[card], *WAYS[way]) for mark in row]


STAMP: Final = numbers(
    (mark for stamp in range(STAMPS) for mark in _marks(*divmod(stamp, len(WAYS)))), "int8"
)
"""The squares of every stamp as one reads."""

OFFSETS: Final = numbers(
    x + y * SIDE for columns, rows in SHAPES for y in range(rows) for x in range(columns)
)
"""The squares of a standing card from its corner, then those of a lying one."""

LINES: Final = numbers(number for shape in SHAPES for number in _lines(*shape))
"""The lines through a standing card, then those through a lying one."""

LINE_COUNT: Final = len(LINES) // len(SHAPES) // 3


def empty(corner: bool = False) -> Numbers:
    """Return a board without cards."""
    grid = blank(SIDE * SIDE, "int8")
    grid[0] = int(corner)
    return grid


@compiled
def shape_of(stamp: int) -> int:
    """Return 0 where the card stands, 1 where it lies."""
    return stamp >> 1 & 1


@compiled
def over(mark: int, below: int) -> int:
    """Return a square after a card's square, 1 to 3, was laid on it (KARTA-9)."""
    if below == 0:
        return mark
    return LOCKED | (below if mark == 1 else mark)


@compiled
def lay(grid: Numbers, stamp: int, corner: int, saved: Numbers, at: int) -> int:
    """Lay a card, save the six squares below, and return by how many dots red gains on blue."""
    offset, gained = CELLS * shape_of(stamp), 0
    for i in range(CELLS):
        square = corner + OFFSETS[offset + i]
        below = grid[square]
        after = over(STAMP[CELLS * stamp + i], below)
        saved[at + i] = below
        grid[square] = after
        gained += lead(after) - lead(below)
    return gained


@compiled
def lift(grid: Numbers, shape: int, corner: int, saved: Numbers, at: int) -> None:
    """Put the six saved squares back."""
    for i in range(CELLS):
        grid[corner + OFFSETS[CELLS * shape + i]] = saved[at + i]


@compiled
def lead(square: int) -> int:
    """Return 1 for a red dot, -1 for a blue one, else 0."""
    dot = square & 3
    return (dot == 2) - (dot == 3)


@compiled
def fits(grid: Numbers, shape: int, corner: int, turn: int) -> bool:
    """Return whether a card of this shape may lie here, whatever its dots (KARTA-7, KARTA-8, KARTA-11)."""
    overlaps, touches = 0, False
    for i in range(CELLS):
        square = corner + OFFSETS[CELLS * shape + i]
        below = grid[square]
        if below & LOCKED:
            return False
        overlaps += below != 0
        touches = touches or (
            grid[square - 1] + grid[square + 1] + grid[square - SIDE] + grid[square + SIDE] != 0
        )
        if grid[0] and not touches:
            above, below = square - SIDE, square + SIDE
            touches = grid[above - 1] + grid[above + 1] + grid[below - 1] + grid[below + 1] != 0
    if turn == SECOND and overlaps == CELLS:
        return False
    return overlaps > 0 or (touches and turn != LAST)


@compiled
def spares(grid: Numbers, stamp: int, corner: int) -> bool:
    """Return whether the card puts no blue dot over a red one (KARTA-10)."""
    offset = CELLS * shape_of(stamp)
    for i in range(CELLS):
        if STAMP[CELLS * stamp + i] == 3 and grid[corner + OFFSETS[offset + i]] & 3 == 2:
            return False
    return True


@compiled
def around(grid: Numbers, weights: Numbers, row: int, shape: int, corner: int) -> tuple[int, int]:
    """Return the weights of all windows with a square of a card here, and red's lead in tokens there."""
    weight, tokens = 0, 0
    for line in range(3 * LINE_COUNT * shape, 3 * LINE_COUNT * (shape + 1), 3):
        first, step, count = corner + LINES[line], LINES[line + 1], LINES[line + 2]
        square = first - 3 * step
        window = grid[square] << 6 | grid[square + step] << 3 | grid[square + 2 * step]
        three = window & 0o333
        # A run of three may go on beyond what is read here, and be a line before the card and after it.
        long = three == 0o222 or three == 0o333
        square = first
        for _ in range(count + 3):
            window = (window << 3 | grid[square]) & (WINDOWS - 1)
            weight += weights[row + window]
            dots = window & BLUES
            long = long or dots in (REDS, BLUES)
            square += step
        three = window & 0o333
        if long or three == 0o222 or three == 0o333:
            tokens += runs(grid, first, step, count)
    return weight, tokens


@compiled
def runs(grid: Numbers, first: int, step: int, count: int) -> int:
    """Return red's lead in tokens from the runs through these squares or the ones next to them (KARTA-15)."""
    square, end = first - step, 1 + count
    dot = grid[square] & 3
    while dot > 1 and grid[square - step] & 3 == dot:
        square -= step
        end += 1
    tokens, length, at = 0, 0, 0
    while at <= end or dot > 1:
        now = grid[square] & 3
        if now != dot:
            if dot > 1:
                tokens += length // 4 * (1 if dot == 2 else -1)
            if at > end:
                break
            dot, length = now, 0
        length += 1
        square += step
        at += 1
    return tokens


@compiled
def backwards(window: int) -> int:
    """Return a window read from its other end."""
    return (window & 7) << 9 | (window >> 3 & 7) << 6 | (window >> 6 & 7) << 3 | window >> 9


@compiled
def weighed(grid: Numbers, weights: Numbers, row: int, left: int, top: int, right: int, bottom: int) -> int:
    """Return the weights of all windows on the board; the cards lie between these columns and rows."""
    weight = 0
    for step in AXES:
        for y in range(top - 3, bottom + 4):
            for x in range(left - 3, right + 4):
                square = y * SIDE + x
                window = (
                    grid[square] << 9
                    | grid[square + step] << 6
                    | grid[square + 2 * step] << 3
                    | grid[square + 3 * step]
                )
                weight += weights[row + window]
    return weight
