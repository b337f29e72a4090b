"""Which pictures could be mistaken for one another: silhouettes laid over each other at every angle.

Two pictures are brought to the same area and laid centre on centre, in black and white, 48 by 48 points.
The overlap is the part that both cover of what either covers, in percent, at the turn and small shift where
it is largest. Below `OVERLAP` the shapes differ. From there on the insides must differ: the lightness (L*,
0 to 100, so that colour does not help) is compared point by point at that turn, and its mean difference
must reach `INSIDE`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import msgspec
from PIL import Image

from cartable.decks.tracing import bits_of, raster, solid

OVERLAP = 80
INSIDE = 12

_SIDE = 48
_LARGE = 144
_AREA = 0.36
_TURNS = 24
_SHIFTS = tuple((dx, dy) for dx in (0, -1, 1, -2, 2) for dy in (0, -1, 1, -2, 2))


class Pair(msgspec.Struct, frozen=True):
    """How much two pictures, given by their places in the list, look alike."""

    first: int
    second: int
    overlap: int
    inside: int
    """How much the insides differ; 100, uncompared, where the shapes differ."""

    @property
    def alike(self) -> bool:
        """Whether someone could mistake one for the other."""
        return self.overlap >= OVERLAP and self.inside < INSIDE


def compared(pictures: Sequence[str]) -> list[Pair]:
    """Compare each two of these square SVGs, the most alike first."""
    looks = [_Look(svg) for svg in pictures]
    pairs = [_pair(i, looks[i], j, looks[j]) for i, j in combinations(range(len(looks)), 2)]
    return sorted(pairs, key=lambda pair: (-pair.overlap, pair.inside))


class _Look:
    """A picture at 48 points: its silhouette at each turn, and its lightness."""

    def __init__(self, svg: str) -> None:
        large = raster(svg, _LARGE)
        mask = solid(large)
        points = [i for i, value in enumerate(mask.tobytes()) if value]
        x = sum(i % _LARGE for i in points) / len(points)
        y = sum(i // _LARGE for i in points) / len(points)
        zoom = (len(points) / _AREA) ** 0.5 / _SIDE
        frame = (zoom, 0, x - zoom * _SIDE / 2, 0, zoom, y - zoom * _SIDE / 2)
        white = Image.new("RGBA", large.size, "white")
        white.alpha_composite(large)
        size = (_SIDE, _SIDE)
        bilinear = Image.Resampling.BILINEAR
        self.mask = mask.transform(size, Image.Transform.AFFINE, frame, resample=bilinear)
        self.light = (
            white.convert("L")
            .transform(size, Image.Transform.AFFINE, frame, resample=bilinear, fillcolor=255)
            .point(_lightness)
        )
        self.turned = [
            bits_of(
                self.mask.rotate(360 * turn / _TURNS, resample=bilinear).point(
                    lambda v: 255 if v > 127 else 0
                )
            )
            for turn in range(_TURNS)
        ]


def _pair(i: int, a: _Look, j: int, b: _Look) -> Pair:
    still = a.turned[0]
    best, best_turn, best_shift = 0.0, 0, (0, 0)
    for turn, moving in enumerate(b.turned):
        # Shifts change little: only the turns that come near are looked at closely.
        rough = _overlap(still, moving)
        if rough < 0.5 or rough < best - 0.15:
            best = max(best, rough)
            continue
        for dx, dy in _SHIFTS:
            by = dy * _SIDE + dx
            overlap = _overlap(still, moving << by if by >= 0 else moving >> -by)
            if overlap > best:
                best, best_turn, best_shift = overlap, turn, (dx, dy)
    overlap = round(100 * best)
    return Pair(i, j, overlap, _inside(a, b, best_turn, best_shift) if overlap >= OVERLAP else 100)


def _overlap(a: int, b: int) -> float:
    return (a & b).bit_count() / (a | b).bit_count()


def _inside(a: _Look, b: _Look, turn: int, shift: tuple[int, int]) -> int:
    """Return the mean difference of lightness where both pictures are."""
    moved = b.light.rotate(
        360 * turn / _TURNS, resample=Image.Resampling.BILINEAR, translate=shift, fillcolor=100
    ).tobytes()
    there = b.mask.rotate(360 * turn / _TURNS, resample=Image.Resampling.BILINEAR, translate=shift).tobytes()
    here = a.mask.tobytes()
    both = [k for k in range(_SIDE * _SIDE) if here[k] > 127 and there[k] > 127]
    light = a.light.tobytes()
    return round(sum(abs(light[k] - moved[k]) for k in both) / max(1, len(both)))


def _lightness(value: float) -> float:
    """Turn a grey of 0 to 255 into L*, 0 to 100."""
    y = value / 255
    linear = y / 12.92 if y <= 0.04045 else ((y + 0.055) / 1.055) ** 2.4
    return 116 * linear ** (1 / 3) - 16 if linear > 0.008856 else 903.3 * linear
