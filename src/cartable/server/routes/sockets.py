"""The door to the sockets."""

from __future__ import annotations

from functools import partial

from aiohttp import web

from cartable.cluster.leases import Neighbour
from cartable.cluster.peers import Full, TooMany
from cartable.cluster.seal import Sent
from cartable.server.district import District
from cartable.server.door import Capacity, Guest
from cartable.server.limits import ARRANGED, ARRANGED_MILLIS, ASKED, SOCKETS_AN_ADDRESS, Sockets
from cartable.server.lobby import Unavailable
from cartable.server.routes.desk import CLIENT, Desk
from cartable.server.routes.replies import Fault
from cartable.server.visit import Visit
from cartable.server.websocket import Handshake, WebSocket


class SocketRoutes:
    """The door to the sockets, and how many each address has open."""

    def __init__(self, desk: Desk, district: District | None, capacity: Capacity) -> None:
        self._desk = desk
        self._capacity = capacity
        self._district = district
        self._arranging = desk.limits(ARRANGED, ARRANGED_MILLIS)
        self._asking = desk.limits(ASKED, ARRANGED_MILLIS)
        self._open: dict[str, Sockets] = {}

    @property
    def count(self) -> int:
        """How many sockets are open."""
        return sum(sockets.count for sockets in self._open.values())

    async def socket(self, request: web.Request) -> web.StreamResponse:
        """Turn a request into a socket, and stay as long as it is open."""
        desk, address = self._desk, self._desk.who(request)
        forward = None
        if self._district and CLIENT not in request:
            forward = partial(self._pipe, self._district, address, request.headers.get("Host", ""))
        sockets = self._open.setdefault(address, Sockets(desk.clock, desk.settings.limits))
        if desk.settings.limits and sockets.count >= SOCKETS_AN_ADDRESS:
            raise Fault(429, "error.too-many")
        sockets.count += 1
        try:
            ws = Handshake(compress=False)
            await ws.prepare(request)
            if (transport := request.transport) is not None:
                before = transport.get_protocol()
                if isinstance(before, Guest):
                    before.became_socket()
                socket = WebSocket(transport, before, desk.clock, sockets.frames)
                limits = desk.guesses, self._arranging, self._asking
                visit = Visit(desk.lobby, desk.clock, *limits, address, socket, forward)
                await visit.stay()
        finally:
            sockets.count -= 1
            if not sockets.count:
                del self._open[address]
        return ws

    async def _pipe(
        self, district: District, address: str, host: str, node: Neighbour, socket: WebSocket, said: bytes
    ) -> None:
        """Pipe a socket to the node that has its table; raise Unavailable where no more are let in."""
        try:
            with self._capacity.pipe():
                await district.peers.pipe(node, Sent("GET", "/ws", host, address), socket, said)
        except Full:
            raise Unavailable("error.full", again=True) from None
        except TooMany:
            raise Unavailable("error.too-many", again=True) from None
