"""What decks look like, for clients: all pictures, names and places of a deck in one lasting answer."""

from __future__ import annotations

import gzip
from functools import cache

import msgspec
from msgspec import Struct

from cartable.decks.layout import Place
from cartable.decks.pack import themed
from cartable.decks.theme import THEMES, theme


class Look(Struct, frozen=True):
    """A theme as `GET /api/themes` lists it."""

    name: str
    en: str
    fr: str
    symbols: int
    """How many symbols it has, and so which orders it is enough for."""


class Sticker(Struct, frozen=True):
    """A symbol: names, square picture (SVG), where that lies round the middle of its outline, the outline."""

    en: str
    fr: str
    picture: str
    left: int
    top: int
    side: int
    path: str


class Drawn(Struct, frozen=True):
    """`GET /api/decks/{order}/{cards}/{theme}`: a deck's symbols, and where they lie on each round card."""

    emblems: tuple[Sticker, ...]
    cards: tuple[tuple[Place, ...], ...]


@cache
def looks() -> bytes:
    """Return the themes there are, as JSON."""
    return msgspec.json.encode(
        [Look(name, theme(name).en, theme(name).fr, len(theme(name).emblems)) for name in THEMES]
    )


@cache
def drawn(name: str, order: int, cards: int) -> bytes:
    """Return a deck in a theme as JSON, compressed; ValueError says which themes and orders there are.

    Laying out a deck takes a second or so: it is done once, away from the event loop.
    """
    pack = themed(name, order, cards)
    stickers = tuple(
        Sticker(emblem.en, emblem.fr, picture, outline.left, outline.top, outline.side, outline.path)
        for emblem, picture, outline in zip(pack.emblems, pack.pictures, pack.outlines, strict=True)
    )
    return gzip.compress(msgspec.json.encode(Drawn(stickers, pack.drawing.cards)), 6, mtime=0)
