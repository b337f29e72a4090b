"""A socket of a page once it is open: its frames read and written here, on the transport itself (RFC 6455).

The library shakes hands and then stands aside: a message in is one call, with no queue and no task to wake,
and a message to a table is one write each, an answer in the same write as the view it belongs to.
The game of `bench/peers` in memory costs 44 µs a call on it, 57 on aiohttp's own sockets, 40 on picows, which
would need a port of its own, or a door that reads first bytes, to save 3 % of a call with rules and a log.
There is no compression: it would cost a third of the speed. Every frame counts, whatever it is: a socket that
sends too many is closed, and one whose address sends too many is not read for a while.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import lru_cache
from struct import Struct
from typing import Final

from aiohttp import web

from cartable.cluster.peers import FarEnd
from cartable.core import Millis
from cartable.server.clock import Alarm, Clock
from cartable.server.limits import FRAMES_A_SECOND, LOT, MESSAGE_BYTES, Lots

BACKLOG: Final = 1 << 20
"""A client that leaves this many bytes unread is dropped; it comes back and is sent everything again."""
GRACE: Final = 2.0
"""How many seconds the other side has to say goodbye as well."""
SHORT: Final = 125
"""The longest length that fits into a frame's second byte, and the longest control frame."""
MASKED: Final = 0x80
LAST: Final = 0x80
MORE, TEXT, BINARY = 0, 1, 2
WHOLE, CLOSE, PING, PONG = LAST | TEXT, LAST | 8, LAST | 9, LAST | 10
"""The first byte of a frame: what it is, and whether it ends a message."""
DONE, BROKEN, NOT_TEXT, NOT_UTF_8, TOO_MUCH, TOO_LONG = 1000, 1002, 1003, 1007, 1008, 1009
"""Why a socket is closed."""
GOODBYES: Final = (range(1000, 1004), range(1007, 1015), range(3000, 5000))
"""The codes that the other side may give as its reason."""


class Handshake(web.WebSocketResponse):
    """The library's part: it shakes hands and leaves closing to us."""

    async def write_eof(self) -> None:  # type: ignore[override]
        """Write nothing: on a socket that is closed it would fail, and keep itself alive by its failure."""


class WebSocket(asyncio.Protocol):
    """The way to one client; `before` spoke on the transport until now, and is told when it ends."""

    __slots__ = (
        "_before",
        "_begun",
        "_clock",
        "_closing",
        "_ended",
        "_far",
        "_held",
        "_loop",
        "_lot",
        "_lots",
        "_read",
        "_rest",
        "_together",
        "_transport",
    )

    def __init__(
        self,
        transport: asyncio.Transport,
        before: asyncio.BaseProtocol,
        clock: Clock,
        together: Lots | None = None,
    ) -> None:
        self._transport = transport
        self._before = before
        self._clock = clock
        self._together = together
        """How much all sockets of its address may send."""
        self._lots = Lots(clock, FRAMES_A_SECOND)
        self._lot = 0
        """How many frames are left of its lot."""
        self._held: Alarm | None = None
        # Above it `pause_writing` is called.
        transport.set_write_buffer_limits(high=BACKLOG)
        self._loop = asyncio.get_running_loop()
        self._ended = self._loop.create_future()
        self._read: Callable[[bytes], None] = _unread
        self._rest = b""
        """What came after the last whole frame."""
        self._begun: bytes | None = None
        """The part received so far of a message in several frames."""
        self._closing: asyncio.TimerHandle | None = None
        self._far: FarEnd | None = None
        """The other node's end, to which everything said here goes."""

    async def listen(self, read: Callable[[bytes], None]) -> None:
        """Handle messages until the connection ends."""
        self._read = read
        self._transport.set_protocol(self)
        await self._ended

    def send(self, *messages: bytes) -> None:
        if self._closing or self._transport.is_closing():
            return
        if len(messages) == 1:
            self._transport.write(_framed(messages[0]))
        else:
            self._transport.write(b"".join(map(_framed, messages)))

    def close(self, code: int = DONE) -> None:
        if self._closing is None and not self._transport.is_closing():
            self._transport.write(_head(CLOSE, 2) + code.to_bytes(2, "big"))
            self._closing = self._loop.call_later(GRACE, self._transport.abort)

    def divert(self, far: FarEnd) -> None:
        """From now on hand whatever comes to another node."""
        self._far = far
        far.write(self._rest)
        self._rest = b""

    def carry(self, data: bytes) -> None:
        """Bring bytes of another node to the client."""
        if not self._transport.is_closing():
            self._transport.write(data)

    def hold(self, held: bool) -> None:
        """Read nothing while the other node reads too slowly."""
        if not self._transport.is_closing():
            (self._transport.pause_reading if held else self._transport.resume_reading)()

    def hang_up(self) -> None:
        """End the connection once all is sent: another node has said goodbye, or died."""
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        if self._far:
            self._far.write(data)
            return
        if self._rest:
            data = self._rest + data
        start, end = 0, len(data)
        while end - start >= 6:
            length, body = data[start + 1] - MASKED, start + 6
            if length > SHORT:
                wide = 2 if length == SHORT + 1 else 8
                length, body = int.from_bytes(data[start + 2 : start + 2 + wide], "big"), body + wide
            if length < 0 or (body <= end and length > MESSAGE_BYTES):
                self._shut(BROKEN if length < 0 else TOO_LONG)
                return
            if body + length > end or (self._lot == 0 and not self._another_lot()):
                break
            self._lot -= 1
            head, mask, start = data[start], data[body - 4 : body], body + length
            payload = _unmasked(mask, data[body:start], length)
            if head == WHOLE and self._begun is None and not self._closing and payload.isascii():
                self._read(payload)
            else:
                self._frame(head, payload)
        self._rest = data[start:]

    def pause_writing(self) -> None:
        self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        for waiting in filter(None, (self._closing, self._held)):
            waiting.cancel()
        self._before.connection_lost(exc)
        # Whoever reads knows the socket.
        self._read = _unread
        if not self._ended.done():
            self._ended.set_result(None)

    def _another_lot(self) -> bool:
        """Read more frames, if this socket and its address may send more now."""
        if self._together and (wait := self._together.wait()):
            self._hold(wait)
            return False
        if self._lots.wait():
            self._shut(TOO_MUCH)
            return False
        self._lot = LOT
        return True

    def _hold(self, millis: Millis) -> None:
        if self._held is None and not self._transport.is_closing():
            self._transport.pause_reading()
            self._held = self._clock.at(Millis(self._clock.now() + millis), self._go_on)

    def _go_on(self) -> None:
        self._held = None
        if not self._transport.is_closing():
            self._transport.resume_reading()
            self.data_received(b"")

    def _shut(self, code: int) -> None:
        """Close, and read nothing more."""
        self.close(code)
        if not self._transport.is_closing():
            self._transport.pause_reading()

    def _message(self, payload: bytes) -> None:
        if _utf_8(payload):
            self._read(payload)
        else:
            self.close(NOT_UTF_8)

    def _frame(self, head: int, payload: bytes) -> None:
        """Read what is not a whole message."""
        if head == CLOSE and len(payload) <= SHORT:
            self.close(_answer(payload))
            self._transport.close()
        elif head == PING and len(payload) <= SHORT:
            if not self._closing:
                self._transport.write(_head(PONG, len(payload)) + payload)
        elif head != PONG or len(payload) > SHORT:
            self._piece(head, payload)

    def _piece(self, head: int, payload: bytes) -> None:
        """Read a message, or part of one, that is not text in a single frame."""
        kind = head & ~LAST
        if self._closing:
            return
        if kind == BINARY:
            self.close(NOT_TEXT)
        elif kind != (TEXT if self._begun is None else MORE):
            self.close(BROKEN)
        else:
            whole = (self._begun or b"") + payload
            self._begun = None if head & LAST else whole
            if len(whole) > MESSAGE_BYTES:
                self.close(TOO_LONG)
            elif head & LAST:
                self._message(whole)


_short, _long, _longest = (Struct(form).pack for form in ("!BB", "!BBH", "!BBQ"))


@lru_cache(maxsize=8)
def _framed(message: bytes) -> bytes:
    """Return a message as a frame; what goes to everyone at a table is framed once."""
    return _head(WHOLE, len(message)) + message


def _head(first: int, length: int) -> bytes:
    """Return the header of a frame, unmasked as a server's are."""
    if length <= SHORT:
        return _short(first, length)
    if length < 1 << 16:
        return _long(first, SHORT + 1, length)
    return _longest(first, SHORT + 2, length)


def _answer(goodbye: bytes) -> int:
    """Return the code that answers a goodbye: its own, unless that breaks the protocol."""
    if not goodbye:
        return DONE
    code = int.from_bytes(goodbye[:2], "big")
    if len(goodbye) == 1 or not any(code in some for some in GOODBYES):
        return BROKEN
    return code if _utf_8(goodbye[2:]) else NOT_UTF_8


def _utf_8(payload: bytes) -> bool:
    try:
        payload.decode()
    except UnicodeDecodeError:
        return False
    return True


def _unmasked(mask: bytes, payload: bytes, length: int) -> bytes:
    key = (mask * (length // 4 + 1))[:length]
    return (int.from_bytes(payload) ^ int.from_bytes(key)).to_bytes(length)


def _unread(message: bytes) -> None:
    """Ignore it: nobody listens yet."""
