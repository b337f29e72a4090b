"""What every request passes through: checks, forwarding to another node, a sentence for every fault."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

from cartable.cluster.leases import Neighbour
from cartable.cluster.peers import Unreachable
from cartable.cluster.seal import HEADER, Sent, Unsealed
from cartable.core import Refused
from cartable.server.district import District, Elsewhere
from cartable.server.door import Door, guest_of
from cartable.server.limits import Bucket
from cartable.server.lobby import Unavailable
from cartable.server.origins import HEADERS, is_host, known_host, policy, same_origin
from cartable.server.routes.desk import CLIENT, Desk
from cartable.server.routes.replies import Fault, language_of, problem
from cartable.server.store import Away, Damaged
from cartable.server.visit import PAUSE, TRIES
from cartable.texts import refusal, say

log = logging.getLogger("cartable")

TOLD: Final = 10
MINUTE: Final = 60_000
"""How many strangers at the nodes' own door are logged, per how many milliseconds: disks can fill up."""
LONGEST: Final = 2_000
"""No valid path is longer."""

Responder = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Entrance:
    """What every request passes through."""

    def __init__(self, desk: Desk, door: Door, district: District | None) -> None:
        self._desk = desk
        self._door = door
        self._district = district
        self._told = Bucket(desk.clock, TOLD, MINUTE)
        public = urlsplit(desk.settings.public_url).hostname
        self._names = {*desk.settings.hosts, *((public,) if public else ())}

    @web.middleware
    async def sealed(self, request: web.Request, handler: Responder) -> web.StreamResponse:
        """Let only other nodes in, and believe them about who asks."""
        assert self._district is not None
        sealed, host = request.headers.get(HEADER, ""), request.headers.get("Host", "")
        body = await request.read()
        try:
            request[CLIENT] = self._district.gate.check(sealed, request.method, request.raw_path, host, body)
        except Unsealed as unsealed:
            if self._told.take():
                log.warning("something knocked where only nodes do: %s", unsealed)
            return problem(403, "error.node", say("error.node", language_of(request)))
        return await handler(request)

    @web.middleware
    async def guarded(self, request: web.Request, handler: Responder) -> web.StreamResponse:
        """Answer a request here or on the node that has its table; explain every fault in words."""
        try:
            self._let_in(request)
            for _ in range(TRIES):
                try:
                    return await handler(request)
                except Elsewhere as elsewhere:
                    if answer := await self._ask(request, elsewhere.node):
                        return answer
                    await asyncio.sleep(PAUSE)
            raise Unavailable("closing.moved", again=True)
        except Fault as fault:
            response = problem(fault.status, fault.key, say(fault.key, language_of(request), **fault.values))
        except Unavailable as resting:
            response = problem(503, resting.key, say(resting.key, language_of(request)))
        except Away:
            response = problem(503, "closing.storage", say("closing.storage", language_of(request)))
        except Damaged:
            response = problem(410, "error.damaged", say("error.damaged", language_of(request)))
        except Refused as refused:
            text = refusal(refused.rule, refused.key, language_of(request), refused.values)
            response = problem(409, refused.key, text, refused.rule)
        except web.HTTPException as error:
            if error.status >= 500 or error.status < 400:
                raise
            key = "error.request" if error.status == 400 else "error.no-page"
            response = problem(error.status, key, say(key, language_of(request)))
        if response.status in (400, 429):
            response.force_close()
        return response

    def _let_in(self, request: web.Request) -> None:
        """Turn away what nobody may ask, whatever it is."""
        if guest := guest_of(request):
            guest.asked()
        self._desk.count(request, self._door.knocks)
        # Not `request.host`: where there is none it looks the machine's name up, and everybody waits.
        host = request.headers.get("Host", "")
        if not is_host(host) or len(request.path) > LONGEST or "\0" in request.path:
            raise Fault(400, "error.request")
        if not known_host(host, self._names):
            raise Fault(421, "error.host", host=host[:100])
        if request.method not in ("GET", "HEAD") or request.path == "/ws":
            try:
                ours = same_origin(request.headers.get("Origin"), host, self._desk.settings.public_url)
            except ValueError:
                raise Fault(400, "error.request") from None
            if not ours:
                raise Fault(403, "error.origin")

    async def _ask(self, request: web.Request, node: Neighbour) -> web.StreamResponse | None:
        """Have another node answer; what came from a node goes no further.

        None: it does not answer, no longer has the table or has another life, so ask again soon.
        """
        if CLIENT in request or self._district is None:
            raise Unavailable("closing.moved", again=True)
        body, host = await request.read(), request.headers.get("Host", "")
        sent = Sent(request.method, request.path_qs, host, self._desk.who(request), body)
        try:
            found = await self._district.peers.ask(node, sent, request.headers)
        except Unreachable:
            return None
        moved = found.status == 503 and b"closing.moved" in found.body
        reborn = found.status == 403 and b"error.node" in found.body
        if moved or reborn:
            return None
        return web.Response(status=found.status, headers=found.headers, body=found.body)


async def dress(request: web.Request, response: web.StreamResponse) -> None:
    """Give an answer the headers that keep a browser safe."""
    response.headers.update(HEADERS)
    response.headers["Content-Security-Policy"] = policy(request.headers.get("Host", ""))
