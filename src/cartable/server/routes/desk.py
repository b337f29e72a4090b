"""The desk: who asks, what they may do, and which table they mean."""

from __future__ import annotations

import hmac
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

from cartable.server.clock import Clock
from cartable.server.limits import GUESSES_A_MINUTE, MINUTE, OPENED_A_MINUTE, Limits
from cartable.server.lobby import Lobby
from cartable.server.origins import household
from cartable.server.routes.replies import Fault, bearer
from cartable.server.settings import Settings
from cartable.server.store import Away, Store, written
from cartable.server.table import Table

CLIENT: Final = "client"
"""The key under which a request from another node holds the asker's address."""


class Desk:
    """Who is asking, what they may do, and which table they mean."""

    def __init__(self, settings: Settings, store: Store, lobby: Lobby, clock: Clock, token: str) -> None:
        self.settings = settings
        self.store = store
        self.lobby = lobby
        self.clock = clock
        self.address = ""
        """Where people find this server; set once it listens."""
        self.opening = self.limits(OPENED_A_MINUTE)
        self.guesses = self.limits(GUESSES_A_MINUTE)
        self._token = token

    def limits(self, most: int, millis: int = MINUTE) -> Limits:
        """Return a limit per address; it holds only where the settings want limits."""
        return Limits(self.clock, most, millis, self.settings.limits)

    def who(self, request: web.Request) -> str:
        """Return the asker's address; a proxy is believed only if it was named."""
        if CLIENT in request:
            return str(request[CLIENT])
        peer = request.remote or ""
        if peer in self.settings.proxies:
            told = household(request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip())
            return told or household(peer)
        return household(peer)

    def count(self, request: web.Request, limits: Limits) -> None:
        """Count a request against the limit of its address."""
        if not limits.take(self.who(request)):
            raise Fault(429, "error.too-many")

    def administers(self, request: web.Request) -> bool:
        """Return whether a request carries the administrator's token."""
        return hmac.compare_digest(bearer(request), self._token)

    def admin(self, request: web.Request) -> None:
        """Turn away everybody but the administrator."""
        if not self.administers(request):
            raise self.unknown(request, 401, "error.token")

    def unknown(self, request: web.Request, status: int, key: str) -> Fault:
        """Return the answer to a guess: a code, a record or a token that does not exist."""
        return Fault(status, key) if self.guesses.take(self.who(request)) else Fault(429, "error.too-many")

    async def table(self, request: web.Request) -> Table:
        """Return the table that a request names."""
        table = await self.lobby.find(request.match_info["code"])
        if table is None:
            raise self.unknown(request, 404, "error.no-table")
        return table

    async def written(self) -> None:
        """Wait until everything asked for so far is durable; raise Away where it could not be written."""
        if failure := await written(self.store):
            raise Away(str(failure)) from failure

    def base(self, request: web.Request) -> str:
        """Return this server's address, as others reach it even if the asker sits at the server itself."""
        if self.settings.public_url:
            return self.settings.public_url.rstrip("/")
        local = urlsplit(f"//{request.host}").hostname in ("localhost", "127.0.0.1", "::1")
        return self.address if local and self.address else f"{request.scheme}://{request.host}"
