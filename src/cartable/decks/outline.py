"""Outlines: the real edge of a picture, as polygons that the card drawing keeps apart."""

from __future__ import annotations

import msgspec

from cartable.decks import bitmap
from cartable.decks.bitmap import Ring

UNIT = 1000
"""An outline is measured in thousandths of the diameter of the smallest circle around it."""


class Outline(msgspec.Struct, frozen=True, array_like=True):
    """The filled silhouette of a picture; (0, 0) is the middle of the smallest circle around it.

    The picture itself, a square, lies at (left, top) with this side, in the same units.
    """

    left: int
    top: int
    side: int
    rings: tuple[tuple[int, ...], ...]

    @property
    def polygons(self) -> tuple[Ring, ...]:
        """The rings as corners."""
        return tuple(tuple(zip(ring[::2], ring[1::2], strict=True)) for ring in self.rings)

    @property
    def area(self) -> int:
        """The area inside the rings, in square units."""
        return sum(map(bitmap.twice_area, self.polygons)) // 2

    @property
    def path(self) -> str:
        """The rings as the `d` of an SVG path."""
        return "".join("M" + "L".join(f"{x} {y}" for x, y in ring) + "Z" for ring in self.polygons)
