"""Outlines: the polygons really go round the pictures."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageDraw

from cartable.decks import bitmap
from cartable.decks.outline import Outline
from cartable.decks.theme import THEMES, outlines, picture, theme
from cartable.decks.tracing import outline, raster


def svg(body: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">{body}</svg>'


def uncovered(shape: Outline, drawing: str) -> float:
    """Return the part of a picture's visible points that lie outside its outline, by a painter of its own."""
    painted = Image.new("L", (1000, 1000))
    for ring in shape.polygons:
        ImageDraw.Draw(painted).polygon([(x + 500, y + 500) for x, y in ring], fill=255, outline=255)
    visible = Image.new("L", (1000, 1000))
    visible.paste(raster(drawing, shape.side).getchannel("A"), (shape.left + 500, shape.top + 500))
    shown = visible.point(lambda alpha: 255 if alpha > 100 else 0)
    return ImageChops.subtract(shown, painted).histogram()[255] / shown.histogram()[255]


def test_a_rectangle_keeps_its_corners() -> None:
    shape = outline(svg('<rect x="10" y="50" width="100" height="20"/>'))
    assert [len(ring) for ring in shape.polygons] == [4]
    xs, ys = zip(*shape.polygons[0], strict=True)
    # A rectangle of five to one within a circle of diameter 1000.
    assert max(xs) - min(xs) == pytest.approx(978, abs=12)
    assert max(ys) - min(ys) == pytest.approx(207, abs=12)


def test_holes_are_filled_and_parts_far_apart_stay_apart() -> None:
    frame = outline(svg('<circle cx="64" cy="64" r="40" fill="none" stroke="red" stroke-width="6"/>'))
    assert len(frame.polygons) == 1
    assert frame.area == pytest.approx(785398, rel=0.05)
    pair = outline(svg('<circle cx="20" cy="64" r="15"/><circle cx="108" cy="64" r="15"/>'))
    assert len(pair.polygons) == 2


@pytest.mark.parametrize("name", THEMES)
def test_hardly_a_point_of_a_picture_lies_outside_its_outline(name: str) -> None:
    for emblem, shape in list(zip(theme(name).emblems, outlines(name), strict=True))[::8]:
        assert uncovered(shape, picture(emblem)) < 0.01, emblem.id


@pytest.mark.parametrize("name", THEMES)
def test_every_outline_is_that_of_its_drawing(name: str) -> None:
    kept = zip(theme(name).emblems, outlines(name), strict=True)
    stale = [emblem.id for emblem, shape in kept if outline(picture(emblem)) != shape]
    assert stale == [], "run python -m cartable.decks.tracing"


def test_every_outline_fits_its_circle() -> None:
    for name in THEMES:
        for shape in outlines(name):
            far = max(x * x + y * y for ring in shape.polygons for x, y in ring)
            assert 490**2 <= far <= 506**2


def test_the_cells_of_a_polygon_are_all_that_it_touches() -> None:
    triangle = [(4, 4), (35, 4), (4, 35)]
    assert bitmap.cover([triangle], 8) == [0b11111, 0b1111, 0b111, 0b11, 0b1]


def test_a_walk_round_a_piece_meets_its_corners() -> None:
    # An L of three points, in a picture eight wide.
    piece = 1 << 8 + 1 | 1 << 16 + 1 | 1 << 16 + 2
    assert bitmap.outer_ring(piece, 8) == ((1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (1, 3))


def test_a_picture_falls_into_its_pieces() -> None:
    assert list(bitmap.pieces(0b1011, 8)) == [0b11, 0b1000]
    assert list(bitmap.runs_of(0b1101110)) == [(1, 3), (5, 2)]
