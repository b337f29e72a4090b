"""Printing: decks and boxes as PDF, PNG, SVG and sheets for Tabletop Simulator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from math import ceil

import msgspec

from cartable.decks.layout import Shape
from cartable.decks.pack import PACKS, pack
from cartable.decks.press import catatac, karta
from cartable.decks.press.box import SMALLEST, Printout, largest
from cartable.decks.press.catatac import catatac_box
from cartable.decks.press.faces import AnyFace, Piece
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
    """Yield sheets for Tabletop Simulator, one kind of piece on each, and what lies behind them.

    That is one back, or a sheet of backs in the same places where they differ, or nothing.
    """
    groups: dict[tuple[object, float, float], list[Piece]] = {}
    for piece in box.pieces:
        groups.setdefault((type(piece.front), piece.front.width, piece.front.height), []).append(piece)
    columns, rows = _TABLETOP
    per_sheet = columns * rows - 1
    number = 0
    for (_, width, _), pieces in groups.items():
        dpi = int(_TABLETOP_SIDE // columns / width * 25.4)
        fronts = [piece.front for piece in pieces]
        backs = [piece.back for piece in pieces if piece.back is not None]
        different = len(set(backs)) > 1
        drawn = _drawn(box, [*fronts, *backs], dpi)
        for start in range(0, len(pieces), per_sheet):
            number += 1
            now = slice(start, start + per_sheet)
            yield f"sheet-{number}.png", _pasted([drawn[face] for face in fronts[now]])
            if different:
                yield f"sheet-{number}-backs.png", _pasted([drawn[face] for face in backs[now]])
            elif backs:
                yield f"sheet-{number}-back.png", drawn[backs[0]]


def _drawn(box: Printout, faces: Sequence[AnyFace], dpi: int) -> dict[AnyFace, bytes]:
    """Draw faces as PNGs, each of them once."""
    once = tuple(dict.fromkeys(faces))
    job = Job(title=box.title, bleed=0, single=True, outlines=box.outlines, faces=once)
    return dict(zip(once, typeset(job, box.pictures, "png", dpi), strict=True))


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
