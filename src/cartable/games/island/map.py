"""The island: 19 places in a hexagon of side 3, its coast, its centre and its six ports (ISLE-10, ISLE-12).

A cell is a pair (q, r): r is the row from top to bottom, q counts along it, and the middle is (0, 0). In the
plane, with cells of width 1, the centre of a cell is at x = q + r / 2, y = r · √3 / 2. Places are
numbered in rows of 3-4-5-4-3, from the top left; ports clockwise, from the one next to place 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

Hex: TypeAlias = tuple[int, int]

RADIUS: Final = 2

CLOCKWISE: Final[tuple[Hex, ...]] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The steps to the six neighbours: east first, then clockwise."""

CORNER: Final[Hex] = (0, -RADIUS)
"""The top left corner, whence a walk round the coast sets out eastward."""


def bits(places: Iterable[int]) -> int:
    """Return places as the bits of a number."""
    return sum(1 << place for place in places)


def _around(cell: Hex) -> tuple[Hex, ...]:
    return tuple((cell[0] + q, cell[1] + r) for q, r in CLOCKWISE)


def _walk() -> tuple[Hex, ...]:
    """Walk once round the coast, clockwise."""
    q, r = CORNER
    cells: list[Hex] = []
    for step in CLOCKWISE:
        for _ in range(RADIUS):
            cells.append((q, r))
            q, r = q + step[0], r + step[1]
    return tuple(cells)


CELLS: Final[tuple[Hex, ...]] = tuple(  # ISLE-10
    (q, r) for r in range(-RADIUS, RADIUS + 1) for q in range(-RADIUS, RADIUS + 1) if abs(q + r) <= RADIUS
)
"""The cell of each place."""

NEIGHBOURS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(sorted(CELLS.index(near) for near in _around(cell) if near in CELLS)) for cell in CELLS
)
"""The places that touch each place."""

NEAR: Final[tuple[int, ...]] = tuple(bits((place, *near)) for place, near in enumerate(NEIGHBOURS))
"""Each place and its neighbours, as bits."""

COAST: Final[tuple[int, ...]] = tuple(map(CELLS.index, _walk()))
"""The coast, clockwise from the top left corner."""

MIDDLE: Final = CELLS.index((0, 0))

CENTRES: Final[dict[str, int]] = {"7": NEAR[MIDDLE], "1": bits([MIDDLE])}
"""What the centre of the island is, by the words of the option `centre`, as bits (ISLE-13)."""

PORTS: Final[tuple[tuple[int, int], ...]] = tuple(
    (COAST[corner], COAST[corner + 1]) for corner in range(0, len(COAST), RADIUS)
)
"""The two coast places that each port touches: a corner and the next one clockwise (ISLE-12)."""
