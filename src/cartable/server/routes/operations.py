"""What whoever runs the server asks: is it well, and how busy is it."""

from __future__ import annotations

from aiohttp import web

from cartable.server.district import District
from cartable.server.metrics import exposition
from cartable.server.routes.desk import Desk
from cartable.server.routes.replies import Fault
from cartable.server.routes.sockets import SocketRoutes
from cartable.server.sentences import unwritable


class OperationRoutes:
    """What whoever runs the server asks: is it well, and how busy is it."""

    def __init__(self, desk: Desk, sockets: SocketRoutes, district: District | None) -> None:
        self._desk = desk
        self._sockets = sockets
        self._district = district

    async def health(self, request: web.Request) -> web.StreamResponse:
        """Say whether the server can serve, and which tables it cannot."""
        store, lobby = self._desk.store, self._desk.lobby
        if store.full:
            raise Fault(503, unwritable(store.full), why=store.full)
        told = "ok\n"
        if self._district:
            if self._district.stopping or not self._district.sure:
                raise Fault(503, "closing.stop" if self._district.stopping else "closing.storage")
            told += f"node {self._district.name}: {self._district.shards} shards\n"
        if resting := lobby.faults.resting:
            told += f"tables at rest after faults: {resting}\n"
        if damaged := len(lobby.faults.damaged):
            told += f"damaged tables: {damaged}\n"
        return web.Response(text=told)

    async def metrics(self, request: web.Request) -> web.StreamResponse:
        """Answer the server's figures, for the administrator."""
        self._desk.admin(request)
        counted = exposition(self._desk.lobby, self._desk.store, self._sockets.count, self._district)
        return web.Response(text=counted)
