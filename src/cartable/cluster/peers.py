"""Talking to another node: HTTP about its tables, and the bytes of sockets, piped unchanged."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from typing import Final, Protocol, cast

from aiohttp import ClientError, ClientSession, ClientTimeout, TCPConnector
from msgspec import Struct
from yarl import URL

from cartable.cluster.leases import Neighbour
from cartable.cluster.seal import HEADER, Receiver, Sent, seal

PATIENCE: Final = 3.0
"""How many seconds another node may take to answer a new socket."""
ANSWER: Final = 15.0
"""How many seconds it may take to answer a request."""
ASKED_AT_ONCE: Final = 100
"""How many connections requests may have to other nodes, those kept alive for the next one included."""
HEAD: Final = 8_192
PASSED_ON: Final = ("Authorization", "Accept-Language", "Content-Type", "Origin")
"""The headers of a request that are passed on."""
BROUGHT_BACK: Final = ("Content-Type", "Content-Disposition", "Cache-Control", "Content-Encoding")

_FRAME: Final = 0x81
"""A whole text message."""
_MASKED: Final = 0x80


class Unreachable(Exception):
    """The other node does not answer."""


class Full(Exception):
    """There is no room for another connection, here or at the other node."""


class TooMany(Exception):
    """The other node lets no more connections of this address in."""


class Brought(Struct, frozen=True):
    """What another node answered."""

    status: int
    headers: dict[str, str]
    body: bytes


class Peers:
    """Speaks to other nodes in this one's name."""

    def __init__(
        self, name: str, secret: bytes, clock: Callable[[], int] = lambda: time.time_ns() // 1_000_000
    ) -> None:
        self.sockets = 0
        """How many sockets are piped to other nodes now."""
        self.forwarded = 0
        """How many requests and sockets went to other nodes."""
        self._name = name
        self._secret = secret
        self._clock = clock
        self._http: ClientSession | None = None
        self._far: dict[FarEnd, int] = {}
        """The pipes, and the lives of the nodes that they lead to."""
        self._waits: dict[asyncio.Timeout, int] = {}
        """The requests that wait for an answer from another node, with that node's life."""
        self._over = False

    async def ask(self, node: Neighbour, sent: Sent, headers: Mapping[str, str]) -> Brought:
        """Have another node answer a request; raise Unreachable if it does not."""
        if self._http is None:
            self._http = ClientSession(
                connector=TCPConnector(limit=ASKED_AT_ONCE), timeout=ClientTimeout(), auto_decompress=False
            )
        self.forwarded += 1
        carried = {name: headers[name] for name in PASSED_ON if name in headers}
        carried |= {"Host": sent.host, HEADER: self._seal(node, sent)}
        try:
            async with (
                self._patience(node, ANSWER),
                self._http.request(
                    sent.method,
                    URL(f"http://{node.address}{sent.target}", encoded=True),
                    headers=carried,
                    data=sent.body or None,
                    allow_redirects=False,
                    skip_auto_headers=("Accept-Encoding", "User-Agent"),
                ) as answer,
            ):
                brought = {name: answer.headers[name] for name in BROUGHT_BACK if name in answer.headers}
                return Brought(answer.status, brought, await answer.read())
        except (ClientError, OSError, TimeoutError) as error:
            raise Unreachable(node.name) from error

    async def pipe(self, node: Neighbour, sent: Sent, socket: Piped, first: bytes) -> None:
        """Pipe a socket to another node until either end closes; raise Unreachable before anything is piped.

        Raise Full or TooMany where the other node answers and does not let it in.
        `first` is what the socket has already said.
        """
        host, _, port = node.address.rpartition(":")
        far = FarEnd(socket)
        loop = asyncio.get_running_loop()
        self.forwarded += 1
        self.sockets += 1
        try:
            async with self._patience(node, PATIENCE):
                await loop.create_connection(lambda: far, host.strip("[]"), int(port))
                far.write(self._handshake(node, sent))
                await far.open
            if not self._over:
                far.write(framed(first))
                socket.divert(far)
                self._far[far] = node.life
                await far.over
        except (OSError, TimeoutError, ValueError) as error:
            raise Unreachable(node.name) from error
        finally:
            self.sockets -= 1
            self._far.pop(far, None)
            far.close()

    def hang_up(self) -> None:
        """End every pipe, now and later: whoever is behind one comes back by another node."""
        self._over = True
        for far in self._far:
            far.close()

    def mourn(self, lives: Collection[int]) -> None:
        """End every pipe and request to nodes with these lives: nobody will answer."""
        for far in [far for far, life in self._far.items() if life in lives]:
            far.abort()
        now = asyncio.get_running_loop().time()
        for patience, life in self._waits.items():
            if life in lives and not patience.expired():
                patience.reschedule(now)

    async def close(self) -> None:
        """Close the connections that requests took; `hang_up` ends the pipes."""
        if self._http:
            await self._http.close()

    @asynccontextmanager
    async def _patience(self, node: Neighbour, seconds: float) -> AsyncIterator[None]:
        """Wait for a node, at most this long, and not at all once it is gone."""
        async with asyncio.timeout(seconds) as patience:
            self._waits[patience] = node.life
            try:
                yield
            finally:
                del self._waits[patience]

    def _seal(self, node: Neighbour, sent: Sent) -> str:
        return seal(self._secret, sent, self._name, Receiver(node.name, node.life), self._clock())

    def _handshake(self, node: Neighbour, sent: Sent) -> bytes:
        headers = {
            "Host": sent.host,
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            # Nobody checks the answer: the seal says who speaks.
            "Sec-WebSocket-Key": "Y2FydGFibGUtbm9kZXMhIQ==",
            HEADER: self._seal(node, sent),
        }
        lines = [f"GET {sent.target} HTTP/1.1", *map(": ".join, headers.items())]
        return "\r\n".join((*lines, "", "")).encode("latin-1")


class Piped(Protocol):
    """A person's socket that can be piped: what it sends goes elsewhere, and answers come back to it."""

    def divert(self, far: FarEnd) -> None:
        """From now on hand whatever comes to the other node."""
        ...

    def carry(self, data: bytes) -> None:
        """Bring bytes of the other node to the person."""
        ...

    def hold(self, held: bool) -> None:
        """Stop reading for a while, because the other node reads too slowly."""
        ...


class FarEnd(asyncio.Protocol):
    """The other node's end of a pipe."""

    def __init__(self, socket: Piped) -> None:
        loop = asyncio.get_running_loop()
        self.open: asyncio.Future[None] = loop.create_future()
        """Finished once the other node has shaken hands."""
        self.over: asyncio.Future[None] = loop.create_future()
        self._socket = socket
        self._transport: asyncio.Transport | None = None
        self._head = b""

    def write(self, data: bytes) -> None:
        """Send bytes to the other node."""
        if self._transport and not self._transport.is_closing():
            self._transport.write(data)

    def close(self) -> None:
        """End it once what was written has been sent."""
        if self._transport:
            self._transport.close()
        if not self.open.done():
            self.open.cancel()

    def abort(self) -> None:
        """End it at once: nobody reads there."""
        if self._transport:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        if self.open.done():
            self._socket.carry(data)
            return
        self._head += data
        head, end, rest = self._head.partition(b"\r\n\r\n")
        status = head.partition(b"\r\n")[0]
        if end and b" 101 " in status:
            self._head = b""
            self.open.set_result(None)
            if rest:
                self._socket.carry(rest)
        elif end or len(head) > HEAD:
            self.open.set_exception(_refusal(status))

    def pause_writing(self) -> None:
        self._socket.hold(True)

    def resume_writing(self) -> None:
        self._socket.hold(False)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(ConnectionResetError("lost"))
        if not self.over.done():
            self.over.set_result(None)


def _refusal(status: bytes) -> Exception:
    """Return why another node opens no socket, from the first line of its answer."""
    if b" 503 " in status:
        return Full()
    return TooMany() if b" 429 " in status else ConnectionRefusedError("no socket")


def framed(message: bytes) -> bytes:
    """Return a message as a page would send it: masked, with a mask that changes nothing."""
    size = len(message)
    if size < 126:
        head = bytes((_FRAME, _MASKED | size))
    elif size < 1 << 16:
        head = bytes((_FRAME, _MASKED | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((_FRAME, _MASKED | 127)) + size.to_bytes(8, "big")
    return head + b"\0\0\0\0" + message
