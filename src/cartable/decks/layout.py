"""Where each symbol lies on each card, how large and how turned: fixed by a seed, drawn by anyone.

A card is a grid of cells held in one whole number. A symbol, at a size and a turn, is the set of cells that
its outline touches. All places where it fits among the others are found at once: the free cells, shifted by
each run of cells in the symbol, are laid over each other, and what is left is where the whole symbol is on
free cells. So a symbol can be lifted and put back larger, again and again. Whole numbers only: the same on
every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, reduce
from itertools import takewhile
from math import isqrt
from operator import or_
from typing import Literal

import msgspec

from cartable.core.chance import Chance
from cartable.decks import bitmap
from cartable.decks.bitmap import Ring
from cartable.decks.outline import Outline

Shape = Literal["round", "hexagon", "rectangle"]

DIAMETER = 1000
"""Places and sizes are in thousandths of a round card's diameter, a hexagon's width, a rectangle's height."""

TURNS = 24
"""A turn is one of 24 steps of 15 degrees, clockwise."""

CORNERS: dict[Shape, Ring] = {
    "hexagon": ((250, 67), (750, 67), (1000, 500), (750, 933), (250, 933), (0, 500)),
    "rectangle": ((142, 0), (858, 0), (858, 1000), (142, 1000)),
}
"""The corners of the cards that are not round; a rectangle is as wide as a poker card."""

DISC = 785398
"""The area of a round card, in square units."""

_CELL = 8
_GRID = DIAMETER // _CELL
# The spare columns stay empty, so that no run of cells goes on in the next row.
_WIDTH = _GRID + 3
_RIM = 24
_TRIES = 84
_BREATH = 7
_UNIT = 4096
_QUARTER = (4096, 3956, 3547, 2896, 2048, 1060, 0)
_NEAR_TURNS = (1, 2, 3, 4, 6, 9, 12, 15, 18, 20, 21, 22, 23)


class SymbolPlace(msgspec.Struct, frozen=True, array_like=True):
    """A symbol on a card: its middle, the diameter of the circle around it, and its turn."""

    symbol: int
    x: int
    y: int
    size: int
    turn: int


class Drawing(msgspec.Struct, frozen=True):
    """How all cards of a deck are drawn; the places of a card are in the order of its symbols."""

    shape: Shape
    cards: tuple[tuple[SymbolPlace, ...], ...]


class Figures(msgspec.Struct, frozen=True):
    """How well cards are filled: areas in thousandths of the card, sizes in thousandths of its diameter."""

    covered: int
    covered_least: int
    smallest: int
    largest: int
    spread: int
    """The largest symbol of a card in percent of its smallest, on average."""


def draw(
    cards: Sequence[Sequence[int]], outlines: Sequence[Outline], seed: bytes, shape: Shape = "round"
) -> Drawing:
    """Draw every card of a deck; each depends on the seed, its number and its own symbols only."""
    figures = [_Figure(outline) for outline in outlines]
    free = _free(shape)
    # DECK-8: sizes and turns differ from card to card, outlines do not.
    return Drawing(
        shape,
        tuple(
            _Card([figures[symbol] for symbol in symbols], free, Chance(seed, number)).places(symbols)
            for number, symbols in enumerate(cards)
        ),
    )


def figures(drawing: Drawing, outlines: Sequence[Outline]) -> Figures:
    """Measure how a deck is drawn."""
    area = DISC if drawing.shape == "round" else bitmap.twice_area(CORNERS[drawing.shape]) // 2
    covered = [
        sum(outlines[place.symbol].area * place.size**2 for place in card) // (area * 1000)
        for card in drawing.cards
    ]
    sizes = [[place.size for place in card] for card in drawing.cards]
    count = len(sizes)
    return Figures(
        covered=sum(covered) // count,
        covered_least=min(covered),
        smallest=min(map(min, sizes)),
        largest=max(map(max, sizes)),
        spread=sum(100 * max(card) // min(card) for card in sizes) // count,
    )


def turned(outline: Outline, place: SymbolPlace) -> list[Ring]:
    """Return the outline as it lies on the card."""
    return [
        tuple((place.x + x, place.y + y) for x, y in ring)
        for ring in _scaled(_rotated(outline, place.turn), place.size)
    ]


class _Cells(msgspec.Struct, frozen=True):
    """A symbol at a size and a turn: the cells it touches, from the upper left one, and its middle."""

    runs: tuple[tuple[int, int], ...]
    wide: int
    """The cells and their neighbours, shifted by one cell down and right."""
    width: int
    height: int
    column: int
    row: int


class _Figure:
    """A symbol with its cells at each size and turn, made when first asked for."""

    def __init__(self, outline: Outline) -> None:
        self.area = outline.area
        self._outline = outline
        self._rotated: dict[int, list[Ring]] = {}
        self._cells: dict[tuple[int, int], _Cells] = {}

    def cells(self, level: int, turn: int) -> _Cells:
        found = self._cells.get((level, turn))
        if found is None:
            found = self._cells[level, turn] = self._made(_sizes()[level], turn)
        return found

    def _made(self, size: int, turn: int) -> _Cells:
        if turn not in self._rotated:
            self._rotated[turn] = _rotated(self._outline, turn)
        middle = size // 2 // _CELL + 2
        rings = [
            [(x + middle * _CELL, y + middle * _CELL) for x, y in ring]
            for ring in _scaled(self._rotated[turn], size)
        ]
        rows = bitmap.cover(rings, _CELL)
        top = next(y for y, row in enumerate(rows) if row)
        columns = reduce(or_, rows)
        left = (columns & -columns).bit_length() - 1
        rows = [row >> left for row in rows[top:]]
        bits = sum(row << y * _WIDTH for y, row in enumerate(rows))
        runs = ((y * _WIDTH + x, length) for y, row in enumerate(rows) for x, length in bitmap.runs_of(row))
        return _Cells(
            # Long runs rule out most places: they come first.
            runs=tuple(sorted(runs, key=lambda run: -run[1])),
            wide=bitmap.spread(bits << _WIDTH + 1, _WIDTH),
            width=columns.bit_length() - left,
            height=len(rows),
            column=middle - left,
            row=middle - top,
        )


class _Card:
    """A card while it is being laid out."""

    def __init__(self, figures: Sequence[_Figure], free: int, chance: Chance) -> None:
        self._figures = figures
        self._free = free
        self._chance = chance
        count = len(figures)
        # Sizes fall evenly from the largest to half of it; thin symbols are drawn somewhat larger.
        ranks = chance.shuffled(range(count))
        self._weights = [
            (1000 - 500 * rank // (count - 1)) * isqrt(isqrt(400_000 * 10**12 // figure.area)) // 1000
            for rank, figure in zip(ranks, figures, strict=True)
        ]
        weighed = sum(figure.area * weight**2 for figure, weight in zip(figures, self._weights, strict=True))
        scale = isqrt(DISC * 36 // 100 * 10**12 // weighed)
        self._levels = [_level(scale * weight // 1000) for weight in self._weights]
        self._turns = [0] * count
        self._spots = [0] * count
        self._taken = [0] * count
        while not self._scatter():
            self._levels = [max(0, level - 1) for level in self._levels]
        self._grow()
        self._settle()

    def places(self, symbols: Sequence[int]) -> tuple[SymbolPlace, ...]:
        """Return where the symbols lie."""
        found = []
        for i, symbol in enumerate(symbols):
            cells = self._cells(i)
            row, column = divmod(self._spots[i], _WIDTH)
            x, y = (column + cells.column) * _CELL, (row + cells.row) * _CELL
            found.append(SymbolPlace(symbol, x, y, _sizes()[self._levels[i]], self._turns[i]))
        return tuple(found)

    def _scatter(self) -> bool:
        """Put all symbols on the empty card, the largest first and near the edge, if all find a place."""
        self._taken = [0] * len(self._figures)
        for i in sorted(range(len(self._figures)), key=lambda i: -self._levels[i]):
            around = _Room(self._around(i))
            turns = self._chance.shuffled(range(TURNS))[:6]
            if not any(self._put(i, around, self._levels[i], turn) for turn in turns):
                return False
        return True

    def _grow(self) -> None:
        """Lift the symbol that is smallest for its rank and put it back one size larger, if that fits."""
        sizes = _sizes()
        stuck = [0] * len(self._figures)
        for _ in range(_TRIES * len(self._figures) // 8):
            i = min(
                range(len(stuck)),
                key=lambda i: sizes[self._levels[i]] * (100 + 6 * stuck[i]) * 1000 // self._weights[i],
            )
            around = _Room(self._around(i))
            larger = min(self._levels[i] + 1, len(sizes) - 1)
            turn = self._turns[i]
            others = [(turn + self._chance.choice(_NEAR_TURNS)) % TURNS for _ in range(2)]
            if any(self._put(i, around, larger, other) for other in (turn, *others)):
                stuck[i] = 0
            else:
                # Lying elsewhere, it may leave room for another.
                stuck[i] += 1
                self._put(i, around, self._levels[i], turn)

    def _settle(self) -> None:
        """Move each symbol to where it has most room on all sides, so that the gaps are even."""
        for i in range(len(self._figures)):
            free = self._around(i)
            for _ in range(_BREATH):
                free &= free << 1 & free >> 1 & free << _WIDTH & free >> _WIDTH
                if not self._put(i, _Room(free), self._levels[i], self._turns[i]):
                    break

    def _put(self, i: int, around: _Room, level: int, turn: int) -> bool:
        cells = self._figures[i].cells(level, turn)
        fits = around.fits(cells)
        if not fits:
            return False
        self._levels[i], self._turns[i], self._spots[i] = level, turn, self._outermost(fits, cells)
        shift = self._spots[i] - _WIDTH - 1
        self._taken[i] = cells.wide << shift if shift >= 0 else cells.wide >> -shift
        return True

    def _outermost(self, fits: int, cells: _Cells) -> int:
        """Draw four of the places and choose the one farthest from the middle, which stays free longest."""
        length = fits.bit_length()
        best, far = 0, -1
        for _ in range(4):
            skip = self._chance.below(length)
            rest = fits >> skip
            spot = skip + (rest & -rest).bit_length() - 1
            row, column = divmod(spot, _WIDTH)
            distance = (2 * (column + cells.column) - _GRID) ** 2 + (2 * (row + cells.row) - _GRID) ** 2
            if distance > far:
                best, far = spot, distance
        return best

    def _around(self, i: int) -> int:
        taken = 0
        for j, cells in enumerate(self._taken):
            if j != i:
                taken |= cells
        return self._free & ~taken

    def _cells(self, i: int) -> _Cells:
        return self._figures[i].cells(self._levels[i], self._turns[i])


class _Room:
    """The free cells, and for each length asked for the cells where a free run of that length begins."""

    def __init__(self, free: int) -> None:
        self._runs = {1: free}

    def fits(self, cells: _Cells) -> int:
        """Return every cell where the upper left cell of the symbol may lie."""
        fits = _within(cells.width, cells.height)
        runs = self._runs
        for offset, length in cells.runs:
            begins = runs.get(length)
            if begins is None:
                begins = self._begins(length)
            fits &= begins >> offset
            if not fits:
                break
        return fits

    def _begins(self, length: int) -> int:
        half = 1 << (length - 1).bit_length() - 1
        shorter = self._runs[half] if half in self._runs else self._begins(half)
        self._runs[length] = shorter & shorter >> length - half
        return self._runs[length]


@cache
def _sizes() -> tuple[int, ...]:
    """Return the sizes that symbols have, each a twentieth larger than the one before."""

    def rising() -> Iterator[int]:
        size = 40
        while True:
            yield size
            size += max(2, size // 20)

    return tuple(takewhile(lambda size: size <= 580, rising()))


def _level(size: int) -> int:
    return max(0, sum(1 for known in _sizes() if known <= size) - 1)


@cache
def _within(width: int, height: int) -> int:
    """Return the cells from which a box of this size does not leave the grid."""
    row = (1 << _GRID - width + 1) - 1
    return sum(row << y * _WIDTH for y in range(_GRID - height + 1))


@cache
def _free(shape: Shape) -> int:
    """Return the cells that lie wholly on a card, its rim left out."""
    return sum(
        1 << y * _WIDTH + x
        for y in range(_GRID)
        for x in range(_GRID)
        if all(_inside(shape, (x + right) * _CELL, (y + down) * _CELL) for right in (0, 1) for down in (0, 1))
    )


def _inside(shape: Shape, x: int, y: int) -> bool:
    """Return whether a point lies on a card, not nearer to its edge than the rim."""
    if shape == "round":
        half = DIAMETER // 2
        return (x - half) ** 2 + (y - half) ** 2 <= (half - _RIM) ** 2
    corners = CORNERS[shape]
    return all(
        (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) >= _RIM * isqrt((x1 - x0) ** 2 + (y1 - y0) ** 2)
        for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True)
    )


def _rotated(outline: Outline, turn: int) -> list[Ring]:
    """Turn an outline, leaving its corners multiplied by `_UNIT`."""
    cosine, sine = _cosine(turn), _cosine(turn - TURNS // 4)
    return [
        tuple((x * cosine - y * sine, x * sine + y * cosine) for x, y in ring) for ring in outline.polygons
    ]


def _scaled(rings: Sequence[Ring], size: int) -> list[Ring]:
    whole = _UNIT * DIAMETER
    return [tuple((x * size // whole, y * size // whole) for x, y in ring) for ring in rings]


def _cosine(turn: int) -> int:
    turn %= TURNS
    if turn > TURNS // 2:
        turn = TURNS - turn
    return _QUARTER[turn] if turn <= TURNS // 4 else -_QUARTER[TURNS // 2 - turn]
