"""Tables: open one, find it, forget it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from aiohttp import web

from cartable.server import messages
from cartable.server.limits import EXERCISED_A_MINUTE
from cartable.server.lobby import HandOver
from cartable.server.longhand import checked, text_of
from cartable.server.portrait import found
from cartable.server.routes.desk import Desk
from cartable.server.routes.replies import FOR_EVER, Fault, body_of, json, qr
from cartable.server.sentences import unwritable
from cartable.server.table import Table


class TableRoutes:
    """Tables: open one, find it, forget it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._checked = desk.limits(EXERCISED_A_MINUTE)

    async def open(self, request: web.Request) -> web.StreamResponse:
        """Open a table."""
        wanted = await body_of(request, messages.NewTable)
        self._desk.count(request, self._desk.opening)
        return await self.opened(request, partial(self._desk.lobby.open, wanted))

    async def opened(
        self, request: web.Request, opening: Callable[[HandOver, str], Awaitable[None]]
    ) -> web.StreamResponse:
        """Open a table as `opening` says; answer with it once it is durable."""
        desk = self._desk
        opened: asyncio.Future[messages.Opened] = asyncio.get_running_loop().create_future()

        def then(table: Table, member: int, token: str) -> None:
            if not opened.done():
                link = self._link(request, table)
                opened.set_result(messages.Opened(table.book.code, link, member, token))

        # Tried though nothing could be written last time: there may be room again, and this finds out.
        patience = 1 if desk.store.full else 10
        await opening(then, desk.who(request))
        try:
            return json(await asyncio.wait_for(opened, patience), status=201)
        except TimeoutError:
            raise Fault(507, unwritable(desk.store.full), why=desk.store.full or "–") from None

    async def found(self, request: web.Request) -> web.StreamResponse:
        """Describe a table to somebody who has not come in."""
        table = await self._desk.table(request)
        return json(found(table.book, table.presence, self._link(request, table)))

    async def qr(self, request: web.Request) -> web.StreamResponse:
        """Draw the QR code of a table's link."""
        return qr(self._link(request, await self._desk.table(request)))

    async def text(self, request: web.Request) -> web.StreamResponse:
        """Answer the text of an option, by its hash."""
        found = text_of((await self._desk.table(request)).book.agreement, request.match_info["hash"])
        if found is None:
            raise Fault(404, "error.no-page")
        return web.Response(text=found, headers=FOR_EVER)

    async def check(self, request: web.Request) -> web.StreamResponse:
        """Say what is wrong with the text of an option."""
        self._desk.count(request, self._checked)
        return json(checked(await body_of(request, messages.TextCheck)))

    async def all(self, request: web.Request) -> web.StreamResponse:
        """List every table, for the administrator."""
        self._desk.admin(request)
        return json([{"code": code, "used": used} for code, used in await self._desk.store.tables()])

    async def forget(self, request: web.Request) -> web.StreamResponse:
        """Delete a table, for the administrator."""
        self._desk.admin(request)
        if not await self._desk.lobby.remove(request.match_info["code"]):
            raise self._desk.unknown(request, 404, "error.no-table")
        await self._desk.written()
        return web.Response(status=204)

    def _link(self, request: web.Request, table: Table) -> str:
        return f"{self._desk.base(request)}/t/{table.book.code}"
