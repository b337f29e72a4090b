"""Faces: one side of a card as a picture (SVG), the same for the screen, for paper and for files."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from cartable.decks.layout import CORNERS, DIAMETER, TURNS, Place, Shape
from cartable.decks.outline import Outline

EDGE = 7
"""The width of the white edge round each symbol, in thousandths of the card's diameter."""

_IDS = re.compile(r'\b(id="|url\(#|href="#)')


class Face(msgspec.Struct, frozen=True):
    """One side of a card: its size in hundredths of a millimetre with its bleed, and its picture.

    The picture shows the bleed, too: it is `width + 2 * bleed` wide.
    """

    svg: str
    width: int
    height: int
    bleed: int
    shape: Shape = "rectangle"


def sticker(svg: str, outline: Outline, place: Place, mark: str) -> str:
    """Return a symbol with its white edge where it lies; `mark` keeps the ids of pictures apart."""
    edge = 2 * EDGE * DIAMETER // place.size
    line = edge + 3 * DIAMETER // place.size
    path = f'd="{outline.path}" stroke-linejoin="round"'
    box = f'x="{outline.left}" y="{outline.top}" width="{outline.side}" height="{outline.side}"'
    return (
        f'<g transform="translate({place.x} {place.y}) rotate({360 // TURNS * place.turn})'
        f' scale({place.size / DIAMETER:g})">'
        f'<path {path} fill="none" stroke="#00000030" stroke-width="{line}"/>'
        f'<path {path} fill="#fff" stroke="#fff" stroke-width="{edge}"/>'
        f"{marked(svg, mark).replace('<svg ', f'<svg {box} ', 1)}</g>"
    )


def marked(svg: str, mark: str) -> str:
    """Return an SVG whose ids begin with a mark, so that it can stand beside others in one picture."""
    return _IDS.sub(lambda found: found[1] + mark, svg)


def ground(shape: Shape, fill: str) -> str:
    """Return the area of a card, without bleed."""
    if shape == "round":
        half = DIAMETER // 2
        return f'<circle cx="{half}" cy="{half}" r="{half}" {fill}/>'
    return f'<path d="{"M" + "L".join(f"{x} {y}" for x, y in CORNERS[shape]) + "Z"}" {fill}/>'


def symbols(places: Sequence[Place], pictures: Sequence[str], outlines: Sequence[Outline]) -> str:
    """Return all symbols of a card."""
    return "".join(
        sticker(pictures[place.symbol], outlines[place.symbol], place, f"s{place.symbol}-")
        for place in places
    )
