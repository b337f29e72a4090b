"""What decks look like, for clients: all pictures, names and places of a deck in one cacheable answer."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from contextlib import suppress
from importlib.util import find_spec
from math import isqrt
from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

from cartable.decks.drawings import Drawings
from cartable.decks.layout import SymbolPlace
from cartable.decks.own import Shelf, Unfit
from cartable.decks.pack import Pack, themed
from cartable.decks.theme import THEMES, theme
from cartable.designs import prime_power
from cartable.server import messages
from cartable.server.files import Files
from cartable.server.store import Away

OWN: Final = "own-"
"""The start of a custom deck's name; its key follows."""
MOST_BYTES: Final = 64 << 20
"""How much of what was drawn is kept in memory."""

Wanted: TypeAlias = tuple[str, int, int]
"""A deck: the name of its pictures, its order, how many cards."""


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
    cards: tuple[tuple[SymbolPlace, ...], ...]


class Pictures:
    """The themes and the decks of a shelf, drawn on demand; what was asked for last is kept in memory."""

    def __init__(
        self, shelf: Shelf, drawings: Drawings, files: Files | None = None, most: int = MOST_BYTES
    ) -> None:
        self._shelf = shelf
        self._drawings = drawings
        self._files = files
        """What is in both, if other servers have it too."""
        self._most = most
        self._kept: OrderedDict[Wanted, bytes] = OrderedDict()
        self._coming: dict[Wanted, asyncio.Task[bytes | None]] = {}

    async def looks(self) -> list[messages.Look]:
        """List the themes, then the decks on the shelf where Pillow is there to scale them."""
        await self._fetch()
        own = await asyncio.to_thread(self._shelf.kept) if find_spec("PIL") else []
        return [
            *(_look(name) for name in THEMES),
            *(
                messages.Look(OWN + one.key, one.name, one.name, one.order, _size(one.order), True)
                for one in own
            ),
        ]

    def kept(self, name: str, order: int, cards: int) -> bytes | None:
        """Return a deck that is in memory."""
        wanted = (name, order, cards)
        if wanted in self._kept:
            self._kept.move_to_end(wanted)
        return self._kept.get(wanted)

    async def drawn(self, name: str, order: int, cards: int) -> bytes | None:
        """Return a deck as JSON, compressed; None if a custom one is gone, ValueError if there can be none.

        Laying out a new deck takes seconds: it is done away from the event loop, once for all who wait.
        """
        wanted = (name, order, cards)
        if (body := self.kept(*wanted)) is not None:
            return body
        if wanted not in self._coming:
            task = self._coming[wanted] = asyncio.create_task(self._make(*wanted))
            task.add_done_callback(lambda done: self._came(wanted, done))
        return await asyncio.shield(self._coming[wanted])

    async def _make(self, name: str, order: int, cards: int) -> bytes | None:
        await self._fetch()
        made = await asyncio.to_thread(self._draw, name, order, cards)
        if self._files:
            with suppress(Away):  # Another server draws it once more, that is all.
                await self._files.give()
        return made

    async def _fetch(self) -> None:
        if self._files:
            with suppress(Away):  # What was there the last time will do.
                await self._files.fetch()

    def _came(self, wanted: Wanted, done: asyncio.Task[bytes | None]) -> None:
        del self._coming[wanted]
        if done.cancelled() or done.exception() or (body := done.result()) is None:
            return
        self._kept[wanted] = body
        while sum(map(len, self._kept.values())) > self._most and len(self._kept) > 1:
            self._kept.popitem(last=False)

    def _draw(self, name: str, order: int, cards: int) -> bytes | None:
        if not name.startswith(OWN):
            _check(order, len(theme(name).emblems))
            pack = themed(name, order, cards)
            return self._encoded(pack, pack.pictures)
        found = next((one for one in self._shelf.kept() if OWN + one.key == name), None)
        if found is None:
            return None
        _check(order, _size(found.order))
        try:
            own = self._shelf.load(found.name)
        except Unfit:  # It went this very moment.
            return None
        return self._encoded(own.pack(order, cards), own.screened()[: _size(order)])

    def _encoded(self, pack: Pack, pictures: tuple[str, ...]) -> bytes:
        stickers = tuple(
            Sticker(emblem.en, emblem.fr, picture, outline.left, outline.top, outline.side, outline.path)
            for emblem, picture, outline in zip(pack.emblems, pictures, pack.outlines, strict=True)
        )
        drawn = Drawn(stickers, self._drawings.of(pack).cards)
        return gzip.compress(msgspec.json.encode(drawn), 6, mtime=0)


def _look(name: str) -> messages.Look:
    found = theme(name)
    order = next(q for q in range(isqrt(len(found.emblems)), 1, -1) if _fits(q, len(found.emblems)))
    return messages.Look(name, found.en, found.fr, order, _size(order), False)


def _fits(order: int, symbols: int) -> bool:
    return _size(order) <= symbols and prime_power(order) is not None


def _check(order: int, symbols: int) -> None:
    """Refuse a deck that there are too few pictures for, before its many thousand cards are made."""
    if _size(order) > symbols:
        raise ValueError(f"{symbols} < {_size(order)}")


def _size(order: int) -> int:
    return order * order + order + 1
