"""Black-and-white pictures held in one whole number: bit y * width + x is the point (x, y)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Ring = tuple[tuple[int, int], ...]
"""A closed polygon; the last corner joins the first."""

_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))


def spread(bits: int, width: int) -> int:
    """Grow a picture by one point in the eight directions; it must not touch its border columns."""
    bits |= bits << 1 | bits >> 1
    return bits | bits << width | bits >> width


def flood(start: int, within: int, width: int) -> int:
    """Return what can be reached from `start` by side steps without leaving `within`."""
    reached = start & within
    while True:
        wider = (reached | reached << 1 | reached >> 1 | reached << width | reached >> width) & within
        if wider == reached:
            return reached
        reached = wider


def filled(bits: int, width: int, height: int) -> int:
    """Return the picture with its holes filled; its border must be empty."""
    everything = (1 << width * height) - 1
    return everything & ~flood(1, everything & ~bits, width)


def pieces(bits: int, width: int) -> Iterator[int]:
    """Yield the parts of a picture that do not touch each other along a side."""
    while bits:
        piece = flood(bits & -bits, bits, width)
        yield piece
        bits &= ~piece


def outer_ring(piece: int, width: int) -> Ring:
    """Walk once round a piece along the sides of its points and return the corners met."""
    first = (piece & -piece).bit_length() - 1
    start = (first % width, first // width)
    x, y = start
    heading = 0
    corners: list[tuple[int, int]] = []
    while True:
        # The piece lies to the right of the walk: turn left where it allows, else right where it ends.
        ahead_left = _point(piece, width, x, y, heading, left=True)
        ahead_right = _point(piece, width, x, y, heading, left=False)
        turn = -1 if ahead_left and ahead_right else 0 if ahead_right else 1
        if turn:
            corners.append((x, y))
            heading = (heading + turn) % 4
        dx, dy = _STEPS[heading]
        x, y = x + dx, y + dy
        if (x, y) == start:
            return (start, *corners)


def runs_of(row: int) -> Iterator[tuple[int, int]]:
    """Yield (first x, length) of each run of set bits in a row."""
    x = 0
    while row:
        zeros = (row & -row).bit_length() - 1
        x += zeros
        row >>= zeros
        length = (~row & (row + 1)).bit_length() - 1
        yield x, length
        row >>= length
        x += length


def cover(rings: Sequence[Sequence[tuple[int, int]]], cell: int) -> list[int]:
    """Return, row by row, every cell that polygons apart from each other touch, inside or edge.

    Coordinates are whole and not negative.
    """
    rows = max(y for ring in rings for _, y in ring) // cell + 1
    touched = [0] * rows
    inside = [0] * rows
    for ring in rings:
        x0, y0 = ring[-1]
        for corner in ring:
            x1, y1 = corner
            if y0 > y1:
                x0, y0, x1, y1 = x1, y1, x0, y0
            dx, dy = x1 - x0, y1 - y0
            row, last = y0 // cell, y1 // cell
            x = x0
            while True:
                beyond = x1 if row == last else x0 + dx * (row * cell + cell - y0) // dy
                low, high = (x, beyond) if x < beyond else (beyond, x)
                touched[row] |= (2 << high // cell) - (1 << low // cell)
                # Where an edge crosses the middle of a row, all cells to its left change sides.
                if y0 <= row * cell + cell // 2 < y1:
                    inside[row] ^= (1 << (low + high) // 2 // cell) - 1
                if row == last:
                    break
                x = beyond
                row += 1
            x0, y0 = corner
    return [edge | within for edge, within in zip(touched, inside, strict=True)]


def twice_area(ring: Ring) -> int:
    """Return twice the area of a polygon."""
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True)))


def _point(piece: int, width: int, x: int, y: int, heading: int, *, left: bool) -> bool:
    """Return whether the point ahead of the corner (x, y), to the left or right of the walk, is set."""
    column, row = (
        ((x, y - 1) if left else (x, y)),
        ((x, y) if left else (x - 1, y)),
        ((x - 1, y) if left else (x - 1, y - 1)),
        ((x - 1, y - 1) if left else (x, y - 1)),
    )[heading]
    return column >= 0 and row >= 0 and bool(piece >> row * width + column & 1)
