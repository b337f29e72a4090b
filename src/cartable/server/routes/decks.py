"""Decks: which symbols their cards have, and what they look like."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from aiohttp import web

from cartable.core.setup import LARGEST_ORDER
from cartable.designs import deck
from cartable.server import messages
from cartable.server.files import DECKS, DRAWN, Files
from cartable.server.routes.desk import Desk
from cartable.server.routes.replies import FOR_EVER, Fault, json

if TYPE_CHECKING:
    from cartable.server.pictures import Pictures


class DeckRoutes:
    """Decks: which symbols their cards have, and what they look like."""

    def __init__(self, desk: Desk, files: Files) -> None:
        self._desk = desk
        self._files = files

    async def deck(self, request: web.Request) -> web.StreamResponse:
        """Answer which symbols each card of a deck has."""
        order, cards = _size(request)
        try:
            if order > LARGEST_ORDER:
                raise ValueError(f"≤ {LARGEST_ORDER}")
            found = deck(order, cards)
        except ValueError as error:
            raise Fault(404, "error.no-deck", why=str(error)) from error
        symbols = tuple(found.symbols(card) for card in found.cards)
        return json(messages.Deck(order, found.symbol_count, symbols), headers=FOR_EVER)

    async def themes(self, request: web.Request) -> web.StreamResponse:
        """List what a deck can look like, custom decks included."""
        return json(await self._pictures.looks(), headers={"Cache-Control": "no-cache"})

    async def drawn(self, request: web.Request) -> web.StreamResponse:
        """Answer the drawn cards of a deck; they are drawn once and kept."""
        name = request.match_info["theme"]
        order, cards = _size(request)
        try:
            body = self._pictures.kept(name, order, cards)
            if body is None:
                self._desk.count(request, self._desk.opening)
                body = await self._pictures.drawn(name, order, cards)
        except ValueError as error:
            raise Fault(404, "error.no-deck", why=str(error)) from error
        except ModuleNotFoundError as missing:
            raise Fault(501, "error.no-drawing") from missing
        if body is None:
            raise Fault(404, "error.deck-gone")
        headers = {**FOR_EVER, "Content-Encoding": "gzip"}
        return web.Response(body=body, content_type="application/json", headers=headers)

    @cached_property
    def _pictures(self) -> Pictures:
        # What reads pictures takes a second to load, and many a game is played without.
        from cartable.decks.drawings import Drawings
        from cartable.decks.own import Shelf
        from cartable.server.pictures import Pictures

        folder = self._files.folder
        return Pictures(Shelf(folder / DECKS), Drawings(folder / DRAWN), self._files)


def _size(request: web.Request) -> tuple[int, int]:
    return int(request.match_info["order"]), int(request.match_info["cards"])
