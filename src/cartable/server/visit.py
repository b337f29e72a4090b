"""A visit over a socket, from its hello to its end: messages decoded, counted and handed to the table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from cartable.cluster.leases import Neighbour
from cartable.cluster.peers import Unreachable
from cartable.core import Millis, Refused
from cartable.server import messages
from cartable.server.client import Client
from cartable.server.clock import Alarm, Clock
from cartable.server.district import Elsewhere
from cartable.server.limits import BRACKETS, HELLO_MILLIS, MESSAGES_A_SECOND, Bucket, Limits
from cartable.server.lobby import Lobby, Unavailable
from cartable.server.sentences import closing, error, not_allowed
from cartable.server.table import Table
from cartable.server.websocket import TOO_MUCH, WebSocket
from cartable.texts import Language, say

_decoder: msgspec.json.Decoder[messages.FromClient] = msgspec.json.Decoder(messages.FromClient)
_identified = msgspec.json.Decoder(dict[str, object])
_encode = msgspec.json.Encoder().encode

FREE: Final = (messages.Pong, messages.Play)
"""Messages that count only against the socket's own limit."""

Forward = Callable[[Neighbour, WebSocket, bytes], Awaitable[None]]
"""Pipes a socket to another node, with what it has already sent."""
TRIES: Final = 20
PAUSE: Final = 0.1
"""How often, and after how many seconds, to look again for a table whose node does not answer."""


class ServedElsewhere(Exception):
    """Another node had this socket."""


class Visit:
    """One connection, from its hello to its end."""

    def __init__(
        self,
        lobby: Lobby,
        clock: Clock,
        guesses: Limits,
        arranging: Limits,
        asking: Limits,
        address: str,
        socket: WebSocket,
        forward: Forward | None = None,
    ) -> None:
        self._lobby = lobby
        self._clock = clock
        self._guesses = guesses
        self._arranging = arranging
        self._asking = asking
        self._address = address
        self._socket = socket
        self._forward = forward
        self._said = b""
        """The hello, as it came."""
        self._bucket = Bucket(clock, MESSAGES_A_SECOND, 1000)
        self._pongs = Bucket(clock, MESSAGES_A_SECOND, 1000)
        self._language: Language = "en"
        self._table: Table | None = None
        self._client: Client | None = None
        self._patience: Alarm | None = None
        self._finding: asyncio.Task[None] | None = None
        """The search for the table that was named, while it is read."""

    async def stay(self) -> None:
        """Handle messages until the connection ends."""
        self._wait()
        try:
            await self._socket.listen(self.read)
        finally:
            if self._patience:
                self._patience.cancel()
            if self._finding:
                self._finding.cancel()
            if self._table and self._client:
                self._table.gone(self._client)

    def read(self, text: bytes) -> None:
        """Handle one message."""
        read = self._clock.now()
        try:
            request = _decoder.decode(text if len(text) <= BRACKETS else _shallow(text))
        except (ValueError, RecursionError):
            if self._bucket.take():
                self._tell(error(_id(text), "error.message", self._language))
            else:
                self._flooded(None)
            return
        if not (self._pongs if isinstance(request, messages.Pong) else self._bucket).take(read):
            self._flooded(getattr(request, "id", None))
        elif self._table and self._client and self._client.here:
            if isinstance(request, FREE) or self._allowed(request):
                self._table.receive(self._client, request, read)
        elif isinstance(request, messages.Hello) and self._client is None and self._finding is None:
            self._said = text
            self._hello(request)
        elif not isinstance(request, messages.Pong):
            self._tell(error(request.id, "error.hello", self._language))

    def _allowed(self, request: messages.Request) -> bool:
        """Return whether this may be asked now; whatever everyone hears of, or takes time, is limited."""
        limits = self._asking if isinstance(request, messages.Ask | messages.Hint) else self._arranging
        if limits.take(self._address):
            return True
        self._tell(error(request.id, "error.rate", self._language))
        return False

    def _wait(self) -> None:
        """Wait again for someone to come to a table."""
        if self._patience:
            self._patience.cancel()
        self._patience = self._clock.at(Millis(self._clock.now() + HELLO_MILLIS), self._waited)

    def _waited(self) -> None:
        if self._client is None:
            self._tell(error(None, "error.hello", self._language))
            self._socket.close(TOO_MUCH)
        elif not self._client.here:
            # Meanwhile its table is gone, or cannot write.
            self._tell(closing("closing.error", self._language, again=True))
            self._socket.close()

    def _hello(self, hello: messages.Hello) -> None:
        self._wait()
        self._language = hello.language
        if hello.version != messages.VERSION:
            self._tell(messages.Reload(messages.VERSION, say("error.version", self._language)))
            self._socket.close()
            return
        if table := self._lobby.at_hand(hello.code):
            self._join(table, hello)
        else:
            self._finding = asyncio.get_running_loop().create_task(self._find(hello))

    async def _find(self, hello: messages.Hello) -> None:
        try:
            table = await self._found(hello)
        except ServedElsewhere:
            return
        except Unavailable as resting:
            self._tell(closing(resting.key, self._language, resting.again))
            self._socket.close()
            return
        finally:
            self._finding = None
        if table is None:
            self._guessed(error(hello.id, "error.no-table", self._language))
        else:
            self._join(table, hello)

    async def _found(self, hello: messages.Hello) -> Table | None:
        """Return the table here; raise ServedElsewhere once all is said at another node."""
        for _ in range(TRIES):
            try:
                return await self._lobby.find(hello.code, self._address)
            except Elsewhere as elsewhere:
                if self._forward is None:
                    # One hop is enough: whoever sent it here will soon know better.
                    break
                if self._patience:
                    self._patience.cancel()
                try:
                    await self._forward(elsewhere.node, self._socket, self._said)
                except Unreachable:
                    self._wait()
                    await asyncio.sleep(PAUSE)
                    continue
                self._socket.hang_up()
                raise ServedElsewhere from None
        raise Unavailable("closing.moved", again=True)

    def _join(self, table: Table, hello: messages.Hello) -> None:
        self._table = table
        try:
            table.join(self._socket, hello, self._comes)
        except Refused as refused:
            answer = not_allowed(hello.id, refused, self._language)
            if refused.key == "table.unknown":
                self._guessed(answer)
            else:
                self._tell(answer)

    def _comes(self, client: Client) -> None:
        self._client = client

    def _guessed(self, answer: messages.Error | messages.Refused) -> None:
        """Answer a code or token that does not exist, unless someone is guessing."""
        if self._guesses.take(self._address):
            self._tell(answer)
        else:
            self._tell(error(answer.id, "error.too-many", self._language))
            self._socket.close(TOO_MUCH)

    def _flooded(self, id: int | None) -> None:
        self._tell(error(id, "error.rate", self._language))
        self._socket.close(TOO_MUCH)

    def _tell(self, message: messages.Message) -> None:
        self._socket.send(_encode(message))


def _shallow(text: bytes) -> bytes:
    """Return a message unless it is nested too deeply to be read, here or by a game."""
    if text.count(b"[") + text.count(b"{") > BRACKETS:
        raise ValueError("nested too deep")
    return text


def _id(text: bytes) -> int | None:
    """Return the number of a request that was not understood."""
    try:
        number = _identified.decode(_shallow(text)).get("id")
    except (ValueError, RecursionError):
        return None
    return number if isinstance(number, int) and 0 <= number < 2**53 else None
