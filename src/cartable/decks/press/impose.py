"""Imposition: which card goes where on which page, so that fronts and backs meet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal

import msgspec

from cartable.decks.press.faces import AnyFace, Piece

Paper = Literal["a4", "letter"]
Backs = Literal["none", "duplex", "fold"]

PAPERS: dict[Paper, tuple[float, float]] = {"a4": (210, 297), "letter": (215.9, 279.4)}

_MARGIN = 3
_FOLD = 2


class Options(msgspec.Struct, frozen=True):
    """How to print: `duplex` turns the sheet over its long edge, `fold` glues fronts and backs together."""

    paper: Paper = "a4"
    size: float | None = None
    """The diameter or height of the deck's cards in millimetres; None: the box's own size."""
    bleed: float = 1.5
    """How far colours extend beyond the cut, so that scissors and printers need not be exact."""
    marks: bool = True
    backs: Backs = "duplex"


class Cell(msgspec.Struct, frozen=True):
    """A face on a page: the upper left corner of the cut card, in millimetres."""

    x: float
    y: float
    face: AnyFace


class Page(msgspec.Struct, frozen=True, tag="cards", tag_field="type"):
    """A page of cards; `fold` is where to fold it, from the left, where it is to be folded."""

    cells: tuple[Cell, ...]
    fold: float = 0


class Grid(msgspec.Struct, frozen=True):
    """Rows and columns of cards of one size, in the middle of a page or of its left half."""

    columns: int
    rows: int
    left: float
    top: float
    across: float
    down: float

    def spot(self, number: int) -> tuple[float, float]:
        """Return where the card of this number lies, row by row."""
        row, column = divmod(number, self.columns)
        return self.left + column * self.across, self.top + row * self.down


def grid(width: float, height: float, options: Options) -> Grid:
    """Fit as many cards of this size as go on the paper; ValueError when not even one does."""
    page_width, page_height = PAPERS[options.paper]
    folded = options.backs == "fold"
    # A folded sheet has its fronts on the left half; a strip beside the fold keeps backs and fronts apart.
    room = page_width / 2 - _MARGIN - _FOLD if folded else page_width - 2 * _MARGIN
    across, down = (side + 2 * options.bleed for side in (width, height))
    columns = int(room // across)
    rows = int((page_height - 2 * _MARGIN) // down)
    if columns < 1 or rows < 1:
        raise ValueError(
            f"a card of {width:g} by {height:g} mm does not fit on {options.paper} paper"
            + (" folded in two: print it without fold, or smaller" if folded else ": print it smaller")
        )
    used = columns * across
    left = (page_width / 2 - _FOLD - used if folded else (page_width - used) / 2) + options.bleed
    top = (page_height - rows * down) / 2 + options.bleed
    return Grid(columns, rows, left, top, across, down)


def pages(pieces: Sequence[Piece], options: Options) -> Iterator[Page]:
    """Lay out cards, those of one size and kind together, each page followed by the page of its backs."""
    for (width, height, backed), group in groupby(
        pieces, key=lambda piece: (piece.front.width, piece.front.height, piece.back is not None)
    ):
        alone = options if backed else msgspec.structs.replace(options, backs="none")
        lattice = grid(width, height, alone)
        rest = list(group)
        per_page = lattice.columns * lattice.rows
        while rest:
            now, rest = rest[:per_page], rest[per_page:]
            yield from _sheet(now, lattice, alone)


def _sheet(pieces: Sequence[Piece], lattice: Grid, options: Options) -> Iterator[Page]:
    page_width, _ = PAPERS[options.paper]
    fronts, backs = [], []
    for number, piece in enumerate(pieces):
        x, y = lattice.spot(number)
        fronts.append(Cell(x, y, piece.front))
        if piece.back is not None:
            # Turned over its long edge or folded down the middle, left and right of the sheet change places.
            backs.append(Cell(page_width - x - piece.back.width, y, piece.back))
    if options.backs == "fold":
        yield Page((*fronts, *backs), fold=page_width / 2)
        return
    yield Page(tuple(fronts))
    if options.backs == "duplex":
        yield Page(tuple(backs))
