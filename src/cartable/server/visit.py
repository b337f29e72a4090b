"""A visit over a socket, from its hello to its end: messages decoded, counted and brought to the table."""

from __future__ import annotations

import msgspec

from cartable.core import Refused
from cartable.server import messages
from cartable.server.client import Client
from cartable.server.clock import Clock
from cartable.server.limits import MESSAGES_A_SECOND, Bucket, Limits
from cartable.server.lobby import Lobby, Unavailable
from cartable.server.sentences import closing, error, refusal
from cartable.server.table import Table
from cartable.server.websocket import TOO_MUCH, WebSocket
from cartable.texts import Language, say

_decoder: msgspec.json.Decoder[messages.FromClient] = msgspec.json.Decoder(messages.FromClient)
_identified = msgspec.json.Decoder(dict[str, object])
_encode = msgspec.json.Encoder().encode


class Visit:
    """One connection, from its hello to its end."""

    def __init__(self, lobby: Lobby, clock: Clock, guesses: Limits, address: str, socket: WebSocket) -> None:
        self._lobby = lobby
        self._clock = clock
        self._guesses = guesses
        self._address = address
        self._socket = socket
        self._bucket = Bucket(clock, MESSAGES_A_SECOND, 1000)
        self._pongs = Bucket(clock, MESSAGES_A_SECOND, 1000)
        self._language: Language = "en"
        self._table: Table | None = None
        self._client: Client | None = None

    async def stay(self) -> None:
        """Take messages in until the connection ends."""
        try:
            await self._socket.listen(self.read)
        finally:
            if self._table and self._client:
                self._table.gone(self._client)

    def read(self, text: bytes) -> None:
        """Take one message in."""
        read = self._clock.now()
        try:
            request = _decoder.decode(text)
        except (msgspec.MsgspecError, UnicodeError):
            if self._bucket.take():
                self._tell(error(_id(text), "error.message", self._language))
            else:
                self._flooded(None)
            return
        if not (self._pongs if isinstance(request, messages.Pong) else self._bucket).take():
            self._flooded(getattr(request, "id", None))
        elif self._table and self._client:
            self._table.receive(self._client, request, read)
        elif isinstance(request, messages.Hello) and self._table is None:
            self._hello(request)
        elif not isinstance(request, messages.Pong):
            self._tell(error(request.id, "error.hello", self._language))

    def _hello(self, hello: messages.Hello) -> None:
        self._language = hello.language
        if hello.version != messages.VERSION:
            self._tell(messages.Reload(messages.VERSION, say("error.version", self._language)))
            self._socket.close()
            return
        try:
            table = self._lobby.find(hello.code)
        except Unavailable as resting:
            self._tell(closing(resting.key, self._language, resting.again))
            self._socket.close()
            return
        if table is None:
            allowed = self._guesses.take(self._address)
            self._tell(error(hello.id, "error.no-table" if allowed else "error.too-many", self._language))
            if not allowed:
                self._socket.close()
            return
        try:
            table.join(self._socket, hello, self._came)
        except Refused as refused:
            self._tell(refusal(hello.id, refused, self._language))
            return
        self._table = table

    def _came(self, client: Client) -> None:
        self._client = client

    def _flooded(self, id: int | None) -> None:
        self._tell(error(id, "error.rate", self._language))
        self._socket.close(TOO_MUCH)

    def _tell(self, message: messages.Message) -> None:
        self._socket.send(_encode(message))


def _id(text: bytes) -> int | None:
    """Return the number of a request that is otherwise not understood."""
    try:
        number = _identified.decode(text).get("id")
    except (msgspec.MsgspecError, UnicodeError):
        return None
    return number if isinstance(number, int) and 0 <= number < 2**53 else None
