"""Large screens that wait to be given a table."""

from __future__ import annotations

from aiohttp import web

from cartable.server import messages
from cartable.server.admission import admission
from cartable.server.chairs import key_of
from cartable.server.routes.desk import Desk
from cartable.server.routes.replies import bearer, body_of, json
from cartable.server.screens import LENGTH, WAITS, Screens


class ScreenRoutes:
    """Large screens that wait to be given a table."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._screens = Screens(desk.clock)

    async def wait(self, request: web.Request) -> web.StreamResponse:
        """Give a screen a code to show, and a secret to ask with."""
        self._desk.count(request, self._desk.opening)
        secret = None
        while secret is None:
            # Of a shard that is served here, so that every node knows whom to ask about the screen.
            code = await self._desk.lobby.drawn(LENGTH)
            secret = self._screens.wait(code)
        return json(messages.Screen(code, secret, WAITS // 1000), status=201)

    async def show(self, request: web.Request) -> web.StreamResponse:
        """Give a screen a table, if somebody at that table asks."""
        wanted = await body_of(request, messages.ShowTable)
        await self._desk.lobby.settled(request.match_info["screen"])
        shown = await self._admitted(request, wanted.table)
        if not self._screens.show(request.match_info["screen"], shown.table, shown.token):
            raise self._desk.unknown(request, 404, "error.no-screen")
        return web.Response(status=204)

    async def shown(self, request: web.Request) -> web.StreamResponse:
        """Tell a screen which table it has been given, if any."""
        await self._desk.lobby.settled(request.match_info["screen"])
        shown = self._screens.asked(request.match_info["screen"], request.match_info["secret"])
        if shown is None:
            raise self._desk.unknown(request, 404, "error.no-screen")
        return json(messages.Shown(*shown))

    async def here(self, request: web.Request) -> web.StreamResponse:
        """Let somebody of a table show it on their own screen."""
        return json(await self._admitted(request, request.match_info["code"]))

    async def _admitted(self, request: web.Request, code: str) -> messages.Shown:
        """Return a table for the asker's own screen, if they belong to the table."""
        lobby = self._desk.lobby
        book = await lobby.book(code)
        member = book.member_with(key_of(bearer(request))) if book else None
        if book is None or member is None:
            raise self._desk.unknown(request, 401, "error.token")
        return messages.Shown(book.code, admission(book, member, lobby.wall()))
