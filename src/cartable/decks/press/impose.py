"""Imposition: which card goes where on which page, so that fronts and backs meet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal

import msgspec

from cartable.decks.press.faces import AnyFace, Film, Piece

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
    """A face on a page: the upper left corner of what it takes of the page, in millimetres."""

    x: float
    y: float
    face: AnyFace
    quarters: int = 0
    """How many quarters it is turned, clockwise."""

    @property
    def width(self) -> float:
        """How wide it is as it lies."""
        return self.face.height if self.quarters % 2 else self.face.width

    @property
    def height(self) -> float:
        """How high it is as it lies."""
        return self.face.width if self.quarters % 2 else self.face.height


class Page(msgspec.Struct, frozen=True, tag="cards", tag_field="type"):
    """A page of cards; `fold` is where to fold it, from the left, where it is to be folded."""

    cells: tuple[Cell, ...]
    fold: float = 0


class Grid(msgspec.Struct, frozen=True):
    """How cards of one size fill a page, or its left half: upright, or all turned onto their left side."""

    columns: int
    rows: int
    left: float
    across: float
    down: float
    turned: bool


class Strip(msgspec.Struct, frozen=True):
    """Cards of one size side by side."""

    pieces: tuple[Piece, ...]
    lattice: Grid
    backs: Backs


def room(options: Options) -> tuple[float, float]:
    """Return the width and height that fronts may take of a page, with their bleed."""
    width, height = PAPERS[options.paper]
    # A folded sheet has its fronts on the left half; a strip along the fold keeps backs and fronts apart.
    across = width / 2 - _MARGIN - _FOLD if options.backs == "fold" else width - 2 * _MARGIN
    return across, height - 2 * _MARGIN


def grid(width: float, height: float, options: Options) -> Grid:
    """Fit as many cards of this size as go on the paper; ValueError when not even one does."""
    best = max((_grid(width, height, options, turned) for turned in (False, True)), key=_held)
    if not _held(best):
        raise ValueError(
            f"a card of {width:g} by {height:g} mm does not fit on {options.paper} paper"
            + (
                " folded in two: print it without fold, or smaller"
                if options.backs == "fold"
                else ": print it smaller"
            )
        )
    return best


def pages(pieces: Sequence[Piece], options: Options) -> Iterator[Page]:
    """Lay out cards row by row, those of one size together, each page followed by the page of its backs."""
    _, height = room(options)
    for _, together in groupby(
        _rows(pieces, options),
        # What is folded shares no page with what is not, nor film with paper.
        key=lambda row: (row.backs == "fold", isinstance(row.pieces[0].front, Film)),
    ):
        now: list[Strip] = []
        for row in together:
            if sum(laid.lattice.down for laid in (*now, row)) > height:
                yield from _sheet(now, options)
                now = []
            now.append(row)
        yield from _sheet(now, options)


def _grid(width: float, height: float, options: Options, turned: bool) -> Grid:
    page_width, _ = PAPERS[options.paper]
    folded = options.backs == "fold"
    width_left, height_left = room(options)
    across, down = (side + 2 * options.bleed for side in ((height, width) if turned else (width, height)))
    columns, rows = int(width_left // across), int(height_left // down)
    used = columns * across
    left = (page_width / 2 - _FOLD - used if folded else (page_width - used) / 2) + options.bleed
    return Grid(columns, rows, left, across, down, turned)


def _held(lattice: Grid) -> int:
    return lattice.columns * lattice.rows


def _rows(pieces: Sequence[Piece], options: Options) -> Iterator[Strip]:
    for (width, height, backs), group in groupby(
        pieces, key=lambda piece: (piece.front.width, piece.front.height, _backs(piece, options.backs))
    ):
        lattice = grid(width, height, msgspec.structs.replace(options, backs=backs))
        rest = tuple(group)
        for start in range(0, len(rest), lattice.columns):
            yield Strip(rest[start : start + lattice.columns], lattice, backs)


def _backs(piece: Piece, asked: Backs) -> Backs:
    if piece.back is None:
        return "none"
    return "duplex" if asked == "none" and piece.two_faced else asked


def _sheet(rows: Sequence[Strip], options: Options) -> Iterator[Page]:
    page_width, page_height = PAPERS[options.paper]
    fronts, backs = [], []
    y = (page_height - sum(row.lattice.down for row in rows)) / 2 + options.bleed
    for row in rows:
        x, turned = row.lattice.left, row.lattice.turned
        for piece in row.pieces:
            front = Cell(x, y, piece.front, 3 if turned else 0)
            fronts.append(front)
            if piece.back is not None and row.backs != "none":
                # Turned over its long edge or folded down the middle, left and right of the sheet change
                # places: what had its top to the left has it to the right.
                backs.append(Cell(page_width - x - front.width, y, piece.back, 1 if turned else 0))
            x += row.lattice.across
        y += row.lattice.down
    if rows[0].backs == "fold":
        yield Page((*fronts, *backs), fold=page_width / 2)
        return
    yield Page(tuple(fronts))
    if backs:
        yield Page(tuple(backs))
