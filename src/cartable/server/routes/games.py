"""The games, the forms of their moves, and the rules of those that a plugin brings."""

from __future__ import annotations

from aiohttp import web

from cartable.bots import names
from cartable.games import GAMES
from cartable.server import messages
from cartable.server.forms import forms
from cartable.server.routes.replies import Fault, json
from cartable.texts import Language, brought
from cartable.texts.rulebook import brought_page


async def every_game(request: web.Request, day: bool) -> web.StreamResponse:
    """List every game, its bots, and the texts that plugins bring; say whether there is a deck of the day."""
    games = tuple(rules.info for rules in GAMES.values())
    boxes = {info.box: names(info.box) for info in games}
    texts: dict[str, dict[Language, str]] = {
        key: {"en": sentence.en, "fr": sentence.fr} for key, sentence in brought().items()
    }
    return json(messages.Shelf(messages.VERSION, games, boxes, texts, day))


async def forms_of(request: web.Request) -> web.StreamResponse:
    """Say what a game's moves look like."""
    game = request.match_info["game"]
    if game not in GAMES:
        raise Fault(404, "error.no-game")
    return json(forms(game))


async def rules_of(request: web.Request) -> web.StreamResponse:
    """Answer a page of rules that a plugin brings."""
    language: Language = "fr" if request.match_info["language"] == "fr" else "en"
    page = brought_page(request.match_info["page"], language)
    if page is None:
        raise Fault(404, "error.no-page")
    return web.Response(text=page, content_type="text/markdown")
