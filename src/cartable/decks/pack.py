"""Packs: a deck with its theme and its drawing, ready for the screen and for paper."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from cartable.core.chance import seed_of
from cartable.decks.layout import Drawing, Shape, draw
from cartable.decks.outline import Outline
from cartable.decks.theme import Theme, outlines, picture, theme
from cartable.designs import Deck, deck

PACKS = {
    "spot": ("everyday", 7, 55),
    "island": ("island", 8, 73),
    "backyard": ("backyard", 7, 55),
    "insects": ("insects", 5, 31),
}
"""The packs that come with the project: the theme, the order, the number of cards."""


class Listed(msgspec.Struct, frozen=True):
    """A deck as data that anyone can draw: its symbols, and where they are on its cards."""

    title: str
    order: int
    symbols: tuple[Shown, ...]
    cards: Drawing


class Shown(msgspec.Struct, frozen=True):
    """A symbol as data: `outline` is an SVG path in thousandths of the circle around it, (0, 0) its middle.

    `box` says where its picture, a square SVG, lies in the same units: left, top, side.
    """

    id: str
    en: str
    fr: str
    author: str
    licence: str
    outline: str
    box: tuple[int, int, int]
    picture: str


class Pack:
    """A deck whose symbols are the first ones of a theme."""

    def __init__(
        self, deck: Deck, theme: Theme, pictures: Sequence[str], outlines: Sequence[Outline], seed: bytes
    ) -> None:
        if len(theme.emblems) < deck.symbol_count:
            needed = f"order {deck.order} needs {deck.symbol_count}"
            raise ValueError(f"the theme {theme.name!r} has {len(theme.emblems)} symbols; {needed}")
        self.deck = deck
        self.theme = theme
        self.emblems = theme.emblems[: deck.symbol_count]
        self.pictures = tuple(pictures[: deck.symbol_count])
        self.outlines = tuple(outlines[: deck.symbol_count])
        self.seed = seed

        self._drawings: dict[Shape, Drawing] = {}

    @property
    def drawing(self) -> Drawing:
        """How its round cards are drawn."""
        return self.drawn("round")

    def listed(self, title: str, shape: Shape = "round") -> Listed:
        """Return the deck as data."""
        symbols = []
        for emblem, outline, svg in zip(self.emblems, self.outlines, self.pictures, strict=True):
            source = self.theme.source(emblem)
            box = (outline.left, outline.top, outline.side)
            shown = Shown(
                emblem.id, emblem.en, emblem.fr, source.author, source.licence, outline.path, box, svg
            )
            symbols.append(shown)
        return Listed(title, self.deck.order, tuple(symbols), self.drawn(shape))

    def drawn(self, shape: Shape) -> Drawing:
        """Draw its cards in this shape, once."""
        if shape not in self._drawings:
            cards = [self.deck.symbols(card) for card in self.deck.cards]
            self._drawings[shape] = draw(cards, self.outlines, self.seed, shape)
        return self._drawings[shape]


@cache
def pack(name: str) -> Pack:
    """Return a pack that comes with the project; ValueError names those there are."""
    if name not in PACKS:
        raise ValueError(f"no pack is called {name!r}; there are {', '.join(PACKS)}")
    return themed(*PACKS[name])


def themed(name: str, order: int, cards: int | None = None, seed: int = 1) -> Pack:
    """Return a pack of any order that a theme of the project has symbols for."""
    look = theme(name)
    return Pack(
        deck(order, cards), look, [picture(emblem) for emblem in look.emblems], outlines(name), seed_of(seed)
    )
