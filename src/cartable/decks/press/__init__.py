"""Printing: decks and boxes as PDF, PNG, SVG and sheets for Tabletop Simulator."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from math import ceil

import msgspec

from cartable.decks.layout import Shape
from cartable.decks.pack import PACKS, pack
from cartable.decks.press import catatac, karta
from cartable.decks.press.box import SMALLEST, Printout, largest
from cartable.decks.press.catatac import catatac_box
from cartable.decks.press.faces import Piece
from cartable.decks.press.impose import PAPERS, Options, pages
from cartable.decks.press.island import island_box
from cartable.decks.press.karta import karta_box
from cartable.decks.press.spot import deck_box
from cartable.decks.press.typeset import Job, typeset

__all__ = [
    "BOXES", "CUTS", "SMALLEST", "Cut", "Options", "Printout", "box_of", "deck_box", "largest", "pdf", "png",
    "sheets", "svg", "tabletop",
]  # fmt: skip

BOXES = ("spot", "island", "catatac", "karta")


class Cut(msgspec.Struct, frozen=True):
    """The one shape that a box's cards can have, and their one width and height, if they have one."""

    shape: Shape
    size: tuple[float, float] | None = None


CUTS = {
    "island": Cut("round"),
    "catatac": Cut("rectangle", catatac.SIZE),
    "karta": Cut("rectangle", karta.SIZE),
}
"""The boxes whose cards cannot have every shape and size."""

_TABLETOP = 10, 7
"""Tabletop Simulator takes ten columns and seven rows, the last place left for what hides the cards."""

_TABLETOP_SIDE = 4096


def box_of(name: str, options: Options, shape: Shape = "round") -> Printout:
    """Return a box of the project by its name; ValueError names them."""
    if name == "island":
        return island_box(options)
    if name == "catatac":
        return catatac_box()
    if name == "karta":
        return karta_box()
    if name in PACKS:
        return deck_box(pack(name), "Spot it!", options, shape)
    raise ValueError(f"no box is called {name!r}; there are {', '.join(dict.fromkeys((*BOXES, *PACKS)))}")


def sheets(box: Printout, options: Options) -> Job:
    """Return a box as pages: its cards with their backs, then what is to be read."""
    return Job(
        title=box.title,
        bleed=options.bleed,
        marks=options.marks,
        paper=PAPERS[options.paper],
        pages=(*pages(box.pieces, options), *box.readings),
        outlines=box.outlines,
    )


def pdf(box: Printout, options: Options) -> bytes:
    """Print a box."""
    return typeset(sheets(box, options), box.pictures)[0]


def png(box: Printout, options: Options, dpi: int = 300) -> Iterator[tuple[str, bytes]]:
    """Yield every side of every card as a file name and a PNG."""
    names, job = _single(box, options.bleed)
    return zip(names, typeset(job, box.pictures, "png", dpi), strict=True)


def svg(box: Printout, options: Options) -> Iterator[tuple[str, bytes]]:
    """Yield every side of every card as a file name and an SVG."""
    names, job = _single(box, options.bleed)
    return zip(names, typeset(job, box.pictures, "svg"), strict=True)


def tabletop(box: Printout) -> Iterator[tuple[str, bytes]]:
    """Yield sheets of cards for Tabletop Simulator, those of one size and back together, and their backs."""
    groups: dict[tuple[float, float, object], list[Piece]] = {}
    for piece in box.pieces:
        if piece.back is not None:
            groups.setdefault((piece.front.width, piece.front.height, piece.back), []).append(piece)
    columns, rows = _TABLETOP
    number = 0
    for pieces in groups.values():
        width = _TABLETOP_SIDE // columns
        job = Job(
            title=box.title, bleed=0, single=True, outlines=box.outlines,
            faces=(*(piece.front for piece in pieces), *(piece.back for piece in pieces[:1] if piece.back)),
        )  # fmt: skip
        *fronts, back = typeset(job, box.pictures, "png", int(width / pieces[0].front.width * 25.4))
        per_sheet = columns * rows - 1
        for start in range(0, len(fronts), per_sheet):
            number += 1
            yield f"sheet-{number}.png", _pasted(fronts[start : start + per_sheet])
            yield f"sheet-{number}-back.png", back


def _single(box: Printout, bleed: float) -> tuple[list[str], Job]:
    """Return a job with each face once, and what their files are called; equal backs are drawn once."""
    found = {piece.front: piece.name for piece in reversed(box.pieces)}
    found |= {piece.back: f"{piece.name}-back" for piece in reversed(box.pieces) if piece.back is not None}
    faces = tuple(reversed(found))
    job = Job(title=box.title, bleed=bleed, single=True, faces=faces, outlines=box.outlines)
    return [found[face] for face in faces], job


def _pasted(pictures: list[bytes]) -> bytes:
    """Lay pictures of one size side by side, ten in a row."""
    from PIL import Image  # Here: no other form needs it.

    columns, _ = _TABLETOP
    images = [Image.open(BytesIO(picture)) for picture in pictures]
    width, height = images[0].size
    sheet = Image.new("RGBA", (columns * width, ceil(len(images) / columns) * height))
    for number, image in enumerate(images):
        sheet.paste(image, (number % columns * width, number // columns * height))
    out = BytesIO()
    sheet.save(out, "PNG", optimize=False)
    return out.getvalue()
