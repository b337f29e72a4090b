"""Tracing: from a picture to its outline; playing does not need it, as outlines are kept.

`python -m cartable.decks.tracing` traces the outlines of all themes again, when a picture has changed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from io import BytesIO

import msgspec
import resvg_py
from PIL import Image, ImageFilter

from cartable.decks import bitmap
from cartable.decks.bitmap import Ring
from cartable.decks.outline import UNIT, Outline
from cartable.decks.theme import OUTLINES, THEMES, picture, theme

_SIDE = 192
_BORDER = 8
_SOLID = 48
_ROUGHNESS = 1.3
_SPECK = 12


def raster(svg: str, side: int) -> Image.Image:
    """Draw a square SVG with transparency at this many pixels."""
    png = resvg_py.svg_to_bytes(svg_string=svg, width=side, height=side)
    return Image.open(BytesIO(bytes(png))).convert("RGBA")


def solid(image: Image.Image) -> Image.Image:
    """Return where a picture is opaque, as a black-and-white picture of the same size."""
    return image.getchannel("A").point(lambda alpha: 255 if alpha >= _SOLID else 0)


def bits_of(mask: Image.Image) -> int:
    """Return a black-and-white picture as one number (see `bitmap`); its width must be a multiple of 8."""
    return int.from_bytes(mask.convert("1", dither=Image.Dither.NONE).tobytes().translate(_MIRROR), "little")


def outline(svg: str) -> Outline:
    """Trace the outline of a square SVG; raise ValueError if nothing of it is visible."""
    inner = _SIDE - 2 * _BORDER
    canvas = Image.new("L", (_SIDE, _SIDE))
    canvas.paste(solid(raster(svg, inner)), (_BORDER, _BORDER))
    # Close small gaps, so that loose hairs and dots count as one shape, and stay a point outside the edge.
    closed = canvas.filter(ImageFilter.MaxFilter(7)).filter(ImageFilter.MinFilter(5))
    whole = bitmap.filled(bits_of(closed), _SIDE, _SIDE)
    kept = [piece for piece in bitmap.pieces(whole, _SIDE) if piece.bit_count() >= _SPECK]
    if not kept:
        raise ValueError("nothing of the picture is visible")
    rings = [_simplified(bitmap.outer_ring(piece, _SIDE)) for piece in kept]
    x, y, radius = _circle([corner for ring in rings for corner in ring])
    scale = UNIT / (2 * radius)
    return Outline(
        left=round((_BORDER - x) * scale),
        top=round((_BORDER - y) * scale),
        side=round(inner * scale),
        rings=tuple(
            tuple(round(value) for cx, cy in ring for value in ((cx - x) * scale, (cy - y) * scale))
            for ring in rings
        ),
    )


_MIRROR = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def _simplified(ring: Ring) -> list[tuple[float, float]]:
    """Drop the corners that lie near the line between their neighbours (Douglas-Peucker)."""
    points: list[tuple[float, float]] = list(ring)
    far = max(range(len(points)), key=lambda i: math.dist(points[0], points[i]))
    return _thinned(points[: far + 1])[:-1] + _thinned([*points[far:], points[0]])[:-1]


def _thinned(line: list[tuple[float, float]]) -> list[tuple[float, float]]:
    (x0, y0), (x1, y1) = line[0], line[-1]
    length = math.hypot(x1 - x0, y1 - y0)
    worst, where = 0.0, 0
    for i, (x, y) in enumerate(line[1:-1], 1):
        off = abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / length
        if off > worst:
            worst, where = off, i
    if worst <= _ROUGHNESS:
        return [line[0], line[-1]]
    return _thinned(line[: where + 1])[:-1] + _thinned(line[where:])


def _circle(points: Sequence[tuple[float, float]]) -> tuple[float, float, float]:
    """Find the smallest circle around the points, by steps towards the farthest that grow ever smaller."""
    x = sum(point[0] for point in points) / len(points)
    y = sum(point[1] for point in points) / len(points)
    for step in range(1, 2000):
        far = max(points, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)
        x += (far[0] - x) / (step + 1)
        y += (far[1] - y) / (step + 1)
    return x, y, max(math.dist((x, y), point) for point in points)


def trace(names: Iterable[str] = THEMES) -> None:
    """Trace the outlines of these themes again."""
    OUTLINES.mkdir(exist_ok=True)
    for name in names:
        rows = (
            f'"{emblem.id}":' + msgspec.json.encode(outline(picture(emblem))).decode()
            for emblem in theme(name).emblems
        )
        (OUTLINES / f"{name}.json").write_text("{" + ",\n".join(rows) + "}\n", "utf-8")


if __name__ == "__main__":
    trace()
