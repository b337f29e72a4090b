"""The door: every connection is counted from its first moment, and has limited time to say what it wants.

The HTTP library behind it sees a connection only once something was said.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from http import HTTPStatus
from typing import Any, Final, TypeVar, cast

import msgspec
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from cartable.cluster.peers import Full
from cartable.core import Millis
from cartable.server import messages
from cartable.server.clock import Alarm, Clock
from cartable.server.faults import trace
from cartable.server.limits import (
    CONNECTIONS_AN_ADDRESS,
    HEAD_MILLIS,
    IDLE_SECONDS,
    KNOCKS,
    KNOCKS_MILLIS,
    REQUEST_MILLIS,
    Limits,
)
from cartable.server.origins import HEADERS, household, policy
from cartable.texts import say

log = logging.getLogger("cartable")

T = TypeVar("T")

BACKLOG: Final = 1024
AT_ONCE: Final = 16
"""How many are accepted, or attempted if no descriptor is left, before other work has its turn."""
TURNED_AWAY: Final = 64
"""How many of those turned away are told why at the same time; the others are cut off."""
RESERVED: Final = 64
"""Descriptors reserved for everything but connections: the log, bots, drawings."""
WANTED: Final = 1 << 16
"""More descriptors than this are never needed."""
LINGER_MILLIS: Final = 2_000
"""How long someone may take to read the last answer."""


_HEADERS: Final = {
    **HEADERS,
    "Content-Security-Policy": policy(""),
    "Content-Type": "application/json; charset=utf-8",
}


class Capacity:
    """How many connections a server has descriptors for, whichever way they come or go."""

    def __init__(self, descriptors: int) -> None:
        # An answer may hold a file open, so each connection that is no socket counts twice.
        self.most_asking = descriptors // 4
        self.most = max(16, descriptors - self.most_asking - TURNED_AWAY - RESERVED)
        self.taken = 0
        self.asking = 0
        """Those of them that are not sockets."""
        self.turned_away = 0

    @property
    def full(self) -> bool:
        """Whether no more connections are let in."""
        return self.taken >= self.most or self.asking >= self.most_asking

    @contextmanager
    def pipe(self) -> Iterator[None]:
        """Take a descriptor for a pipe to another node; raise Full."""
        if self.taken >= self.most:
            raise Full
        self.taken += 1
        try:
            yield
        finally:
            self.taken -= 1


class Door:
    """Lets connections in, up to a limit per address, while there is room."""

    def __init__(self, clock: Clock, limits: bool, proxies: Collection[str], capacity: Capacity) -> None:
        self.clock = clock
        self.capacity = capacity
        self.behind: Callable[[], asyncio.Protocol] = asyncio.Protocol
        """What answers a connection; `listening` sets it."""
        self.knocks = Limits(clock, KNOCKS, KNOCKS_MILLIS, limits)
        self._limits = limits
        self._proxies = proxies
        self._inside: Counter[str] = Counter()
        self._guests: set[Guest] = set()

    def __call__(self) -> Guest:
        return Guest(self)

    def enter(self, guest: Guest, address: str) -> str:
        """Let someone in, or return the key of the sentence that says why not."""
        self._guests.add(guest)
        if self.capacity.full:
            return "error.full"
        home = household(address)
        counts = self._limits and address not in self._proxies
        if counts and (self._inside[home] >= CONNECTIONS_AN_ADDRESS or not self.knocks.take(home)):
            return "error.too-many"
        guest.home = home
        self._inside[home] += 1
        self.capacity.taken += 1
        self.capacity.asking += 1
        return ""

    def moved_on(self) -> None:
        """Note that a connection has become a socket and sends no more requests."""
        self.capacity.asking -= 1

    def turn_away(self) -> bool:
        """Return whether someone who is turned away can be told why."""
        self.capacity.turned_away += 1
        return self.capacity.turned_away <= TURNED_AWAY

    def leave(self, guest: Guest) -> None:
        """Note that a connection has ended."""
        self._guests.discard(guest)
        if guest.home is None:
            self.capacity.turned_away -= 1
            return
        self.capacity.taken -= 1
        self.capacity.asking -= guest.asks
        self._inside[guest.home] -= 1
        if not self._inside[guest.home]:
            del self._inside[guest.home]

    def close(self) -> None:
        """Close every connection that is still open."""
        for guest in list(self._guests):
            guest.cut_off()


class Guest(asyncio.Protocol):
    """A connection until it ends or a socket takes it over."""

    def __init__(self, door: Door) -> None:
        self.home: str | None = None
        """Whose it is; None: it was not let in."""
        self.asks = True
        """Whether it is not a socket yet."""
        self._door = door
        self._transport: asyncio.Transport | None = None
        self._behind: asyncio.Protocol | None = None
        self._alarm: Alarm | None = None
        self._refusal = ""
        self._told = False
        self.leaving: Callable[[], object] | None = None
        """What to do if it ends before its request is answered."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        self._refusal = self._door.enter(self, str(peer[0]) if peer else "")
        if not self._refusal:
            self._set_alarm(HEAD_MILLIS, self._slow)
        elif self._door.turn_away():
            self._set_alarm(LINGER_MILLIS, self.cut_off)
        else:
            self.cut_off()

    def data_received(self, data: bytes) -> None:
        if self._refusal:
            self._say_goodbye(503 if self._refusal == "error.full" else 429)
            return
        if self._behind is None and self._transport is not None:
            self._behind = self._door.behind()
            self._behind.connection_made(self._transport)
        if self._behind is not None:
            self._behind.data_received(data)

    def eof_received(self) -> bool | None:
        return self._behind.eof_received() if self._behind else None

    def pause_writing(self) -> None:
        if self._behind:
            self._behind.pause_writing()

    def resume_writing(self) -> None:
        if self._behind:
            self._behind.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._alarm:
            self._alarm.cancel()
        self._transport = None
        self._door.leave(self)
        if self.leaving:
            self.leaving()
        if self._behind:
            self._behind.connection_lost(exc)

    def asked(self) -> None:
        """Note that a whole request is there, or that its answer is still being sent."""
        self._set_alarm(REQUEST_MILLIS, self.cut_off)

    def became_socket(self) -> None:
        """Stop the countdown: it may stay."""
        if self._alarm:
            self._alarm.cancel()
        if self.asks:
            self.asks = False
            self._door.moved_on()

    def cut_off(self) -> None:
        """End the connection at once."""
        if self._transport:
            self._transport.abort()

    def _slow(self) -> None:
        if self._behind is None:
            self.cut_off()
        else:
            self._refusal = "error.slow"
            self._say_goodbye(408)

    def _say_goodbye(self, status: int) -> None:
        """Say why this ends, and read nothing more."""
        if self._transport and not self._told and not self._transport.is_closing():
            self._told = True
            # A whole request may have come just now: it is not answered as well.
            if isinstance(self._behind, web.RequestHandler):
                self._behind.transport = None
            self._transport.write(_answer(status, self._refusal))
            # Half closed: cut off while something comes in, the answer could be lost on its way.
            self._transport.write_eof()
            self._set_alarm(LINGER_MILLIS, self.cut_off)

    def _set_alarm(self, millis: int, do: Callable[[], None]) -> None:
        if self._alarm:
            self._alarm.cancel()
        clock = self._door.clock
        self._alarm = clock.at(Millis(clock.now() + millis), do)


def guest_of(request: web.Request) -> Guest | None:
    """Return the connection that a request came by, while it is there."""
    guest = request.transport.get_protocol() if request.transport else None
    return guest if isinstance(guest, Guest) else None


async def while_there(request: web.Request, work: Coroutine[Any, Any, T]) -> T:
    """Return the outcome of some work; cancel it and raise ConnectionResetError if whoever asked leaves."""
    doing, guest = asyncio.ensure_future(work), guest_of(request)
    if guest:
        guest.leaving = doing.cancel
    try:
        await asyncio.wait({doing})
    finally:
        doing.cancel()
        if guest:
            guest.leaving = None
    if doing.cancelled():
        raise ConnectionResetError("nobody waits for it any more")
    return doing.result()


class Answerer(web.RequestHandler):
    """Speaks HTTP; requests it does not understand get the same kind of answer as all others."""

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Return the answer to a request that failed; the fault is logged, but not who asked."""
        if exc is not None and not isinstance(exc, HttpProcessingError | ConnectionError):
            log.error("a request failed\n%s", trace(exc))
        if request.writer.output_size > 0:
            raise ConnectionError("part of an answer is sent already")
        body = _sentence("error.request" if status < 500 else "error.fault")
        response = web.Response(body=body, status=status, headers=_HEADERS)
        response.force_close()
        return response


@asynccontextmanager
async def listening(
    app: web.Application, door: Door, host: str, port: int, grace: float
) -> AsyncIterator[int]:
    """Listen at an address while the block lasts; yield the port."""
    loop = asyncio.get_running_loop()
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=grace)
    await runner.setup()
    assert runner.server is not None
    # None, as the runner says it too: there is no log of who asks for what.
    unlogged: Any = None
    door.behind = partial(
        Answerer, runner.server, loop=loop, access_log=unlogged, keepalive_timeout=IDLE_SECONDS
    )
    try:
        server = await loop.create_server(door, host, port, backlog=AT_ONCE)
        for listens in server.sockets:
            # The loop would otherwise also try to let in as many at once as may wait.
            waiting_line = socket.socket(fileno=listens.fileno())
            waiting_line.listen(BACKLOG)
            waiting_line.detach()
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            server.close()
    finally:
        await runner.cleanup()
        door.close()


def descriptors() -> int:
    """Return how many files and connections may be open at once, raised as far as the system allows."""
    try:
        import resource
    except ImportError:
        # Windows knows no such limit.
        return WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    endless = resource.RLIM_INFINITY
    # macOS says that there is no limit, and then refuses more than the second.
    for most in (WANTED if hard == endless else min(hard, WANTED), 10_240):
        if soft == endless or soft >= most:
            break
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    return WANTED if soft == endless else soft


def _answer(status: int, key: str) -> bytes:
    """Return a whole answer to a request that was not read."""
    body = _sentence(key)
    headers = {**_HEADERS, "Content-Length": str(len(body)), "Retry-After": "60", "Connection": "close"}
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", *map(": ".join, headers.items())]
    return "\r\n".join((*lines, "", "")).encode() + body


def _sentence(key: str) -> bytes:
    """Return what is wrong, in both languages, as the reader's is not known yet."""
    return msgspec.json.encode(messages.Problem(key, f"{say(key, 'en')} / {say(key, 'fr')}"))
