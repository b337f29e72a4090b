"""Typesetting: jobs for the template `press.typ`, and what comes out of it."""

from __future__ import annotations

import shutil
import string
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import msgspec

from cartable.decks.outline import Outline
from cartable.decks.press.faces import AnyFace, Symbols
from cartable.decks.press.impose import Page

_HERE = Path(__file__).parent
_FONTS = _HERE.parents[1] / "static" / "fonts"


_NO_SIGN = "\U0010ffff"
"""A code point that Unicode promises never to assign."""


class SymbolList(msgspec.Struct, frozen=True, tag="symbols", tag_field="type"):
    """A page of pictures with their names: number, English, French."""

    title: str
    names: tuple[tuple[int, str, str], ...]
    columns: int
    side: float
    gap: float


class Contact(msgspec.Struct, frozen=True, tag="contact", tag_field="type"):
    """A page as long as it needs to be, with all pictures and their names: number, English, French."""

    title: str
    names: tuple[tuple[int, str, str], ...]
    columns: int


class Figure(msgspec.Struct, frozen=True):
    """A picture of pieces as they lie on the table, in millimetres of the table, and what it shows."""

    width: float
    height: float
    scale: float
    pieces: tuple[tuple[AnyFace, float, float], ...]
    """What lies there, from below, with its upper left corner."""
    caption: str
    lines: tuple[tuple[float, float, float, float], ...] = ()
    """Lines over the pieces, from one end to the other."""


class Reading(msgspec.Struct, frozen=True, tag="text", tag_field="type"):
    """A page to read: figures, then headings and texts."""

    title: str
    sections: tuple[tuple[str, str], ...]
    figures: tuple[Figure, ...] = ()
    sketches: tuple[int, ...] = ()
    """The number of the picture next to each section; none, or one for each."""
    foot: str = ""
    """What explains a mark in the texts."""


class Certificate(msgspec.Struct, frozen=True, tag="certificate", tag_field="type"):
    """A page that says why a deck is correct: two of its cards, sentences, bars with labels and counts."""

    title: str
    deck: str
    cards: tuple[Symbols, Symbols]
    example: str
    sentences: tuple[str, ...]
    heading: str
    bars: tuple[tuple[str, int], ...]
    foot: str


AnyPage = Page | SymbolList | Contact | Reading | Certificate


class Job(msgspec.Struct, frozen=True):
    """All that the template needs: pages, or single faces each on a page of its own size."""

    title: str
    bleed: float
    marks: bool = False
    paper: tuple[float, float] = (0, 0)
    pages: tuple[AnyPage, ...] = ()
    faces: tuple[AnyFace, ...] = ()
    outlines: tuple[Outline, ...] = ()
    single: bool = False


def typeset(
    job: Job, pictures: Sequence[str], form: Literal["pdf", "png", "svg"] = "pdf", dpi: int = 300
) -> list[bytes]:
    """Return the document as one PDF, or as one PNG or SVG per page."""
    with TemporaryDirectory(prefix="cartable-") as name:
        folder = Path(name)
        shutil.copy(_HERE / "press.typ", folder)
        shutil.copytree(_HERE / "icons", folder / "icons")
        (folder / "pictures").mkdir()
        for number, picture in enumerate(pictures):
            (folder / "pictures" / f"{number}.svg").write_text(picture, "utf-8")
        (folder / "job.json").write_bytes(msgspec.json.encode(job))
        return compiled(folder / "press.typ", form, dpi)


def undrawable(text: str) -> set[str]:
    """Return the characters of a text that no font has."""
    signs = sorted({*text} - {*string.printable})
    with TemporaryDirectory(prefix="cartable-") as name:
        folder = Path(name)
        (folder / "signs.json").write_bytes(msgspec.json.encode([_NO_SIGN, *signs]))
        (folder / "signs.typ").write_text('#for sign in json("signs.json") { page(sign) }', "utf-8")
        # Typst draws all that it has no letter for as the same box.
        box, *drawn = compiled(folder / "signs.typ", "svg", 72)
    return {sign for sign, page in zip(signs, drawn, strict=True) if page == box}


def compiled(template: Path, form: Literal["pdf", "png", "svg"], dpi: int) -> list[bytes]:
    """Run Typst on a template, which may read the files of its own folder and no others."""
    if not any(_FONTS.glob("*.ttf")):
        raise ValueError(
            "the fonts are not built yet: run `npm ci && npm run build` in web/, or install again"
        )
    import typst  # Here, as resvg: only what is typeset needs them.

    made: object = typst.compile(
        str(template),
        root=str(template.parent),
        font_paths=[str(_FONTS)],
        ignore_system_fonts=True,
        # Typst's own PNGs have jagged edges where a picture is turned: its SVGs are drawn by resvg instead.
        format="pdf" if form == "pdf" else "svg",
    )
    pages = [page for page in (made if isinstance(made, list) else [made]) if isinstance(page, bytes)]
    if form == "png":
        import resvg_py

        return [bytes(resvg_py.svg_to_bytes(svg_string=page.decode(), dpi=float(dpi))) for page in pages]
    return pages
