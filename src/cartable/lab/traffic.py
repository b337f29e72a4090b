"""The traffic of a load: tables of four, and clients cut down to what they need to call and to be told."""

from __future__ import annotations

import asyncio
import base64
import os
import time
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Raw

from cartable.cluster.peers import framed
from cartable.core import DeckSpec
from cartable.designs import Card, deck
from cartable.games.reflex.calls import Call
from cartable.games.spot.spread import SpotView
from cartable.server import messages

SEATS: Final = 4
CLASSIC: Final = DeckSpec(7, 55)
LONG: Final = DeckSpec(31, 993)
"""A deck for games that are not over in a second at full speed."""
SEARCH: Final = (900, 180, 700)
"""A seat's time to find the match, ex-Gaussian, in milliseconds (docs/fairness.md)."""
QUICKEST: Final = 300
"""Nobody presses sooner, in milliseconds."""
GAME: Final = "spot/tower"
PING: Final = b'{"type":"ping","nonce":"'
NONCE: Final = 8

_game = msgspec.json.Decoder(messages.Game).decode
_encode = msgspec.json.encode
_view = msgspec.json.Decoder(SpotView).decode


class Traffic:
    """How calls are made at all tables of a run, and how the server kept up so far."""

    def __init__(self, paced: bool, rate: int | None = None) -> None:
        self.paced = paced
        self.rate = rate
        """How many calls fall due per second; None: each as soon as the last one is decided."""
        self.spec = CLASSIC if paced else LONG
        self.deck = deck(self.spec.order, self.spec.cards)
        self.over = False
        self.times: list[float] = []
        """How many seconds each call took."""
        self.silence = 0.0
        """The longest time, in seconds, during which nobody was sent anything."""
        self._heard = 0.0

    def count_from(self, now: float) -> None:
        """Forget what was before."""
        self.times.clear()
        self.silence, self._heard = 0.0, now

    def heard(self, now: float) -> None:
        """Note that somebody was sent something."""
        self.silence = max(self.silence, now - self._heard)
        self._heard = now

    def took(self, seconds: float) -> None:
        """Count a call that was decided."""
        self.times.append(seconds)


class LoadClient(asyncio.Protocol):
    """One client: a socket, cut down to what a load client needs."""

    def __init__(self, room: Room, number: int) -> None:
        self.room = room
        self.number = number
        self.ready = asyncio.get_running_loop().create_future()
        self.reveal = 0
        self.painted = 0.0
        self.sees: tuple[Card, ...] = ()
        """The cards among which it searches."""
        self.timer: asyncio.TimerHandle | None = None
        self._open = False
        self._buffer = b""
        self._ids = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def send(self, kind: Callable[..., Any], **fields: Any) -> None:
        """Send a request."""
        self._ids += 1
        self.write(_encode(kind(self._ids, **fields)))

    def write(self, message: bytes) -> None:
        """Send a frame."""
        self._transport.write(framed(message))

    def data_received(self, data: bytes) -> None:
        if self._open and self.room.overhears(self):
            # A mere watcher takes its bytes off the socket and looks for pings: the core is for the load.
            if (found := data.find(PING)) >= 0:
                self.room.pinged(self, data[found:])
            return
        buffer = self._buffer + data if self._buffer else data
        if not self._open:
            head, found_end, rest = buffer.partition(b"\r\n\r\n")
            if not found_end:
                self._buffer = buffer
                return
            assert b" 101 " in head, head
            self._open = True
            buffer = rest
            token = self.room.token(self)
            self.send(messages.Hello, version=messages.VERSION, code=self.room.code, token=token)
        start, end = 0, len(buffer)
        while end - start >= 2:
            length, body = buffer[start + 1], start + 2
            if length == 126:
                length, body = int.from_bytes(buffer[start + 2 : start + 4], "big"), start + 4
            if end < body + length:
                break
            self.room.heard(self, buffer[body : body + length])
            start = body + length
        self._buffer = buffer[start:]

    def connection_lost(self, exc: Exception | None) -> None:
        self.room.lost += 1

    def close(self) -> None:
        """Close the connection."""
        if self.timer:
            self.timer.cancel()
        self._transport.abort()


class Room:
    """A table of four, and the people who play there."""

    def __init__(self, opened: messages.Opened, traffic: Traffic, number: int) -> None:
        self.code = opened.code
        self.lost = 0
        self.seats: list[LoadClient] = []
        self.told: dict[tuple[int, int], float] = {}
        """When the view after each move of each game arrived."""
        self.sent: dict[tuple[int, int], float] = {}
        """When each seat told each state of its reaction clock."""
        self._host = opened.token
        self._traffic = traffic
        self._random = Random(number)
        self._called = 0.0
        self._moves = 0
        self._view: SpotView | None = None
        """What lies there, where nobody has called yet."""
        self._resting = True
        self._due: deque[float] = deque()
        """When calls were due that nobody could make yet."""

    def token(self, seat: LoadClient) -> str:
        """Return the host's token for the first seat."""
        return self._host if seat.number == 0 else ""

    def overhears(self, seat: LoadClient) -> bool:
        """Return whether a seat need not understand what it is told: in a raw run the first one does."""
        return seat.number > 0 and not self._traffic.paced and seat.ready.done()

    def heard(self, seat: LoadClient, text: bytes) -> None:
        """Take a message in."""
        kind = text[9:13]
        if kind == b"game":
            self._game(seat, _game(text))
        elif kind == b"ping":
            self.pinged(seat, text)
        elif kind == b"welc":
            seat.send(messages.Sit, seat=seat.number)
            seat.ready.set_result(None)

    def pinged(self, seat: LoadClient, text: bytes) -> None:
        """Answer a ping with the seat's reaction clock."""
        now = time.monotonic()
        clock = int((now - seat.painted) * 1000) if seat.reveal else None
        nonce = text[len(PING) : len(PING) + NONCE].decode()
        seat.write(_encode(messages.Pong(nonce, seat.reveal or None, clock)))
        if clock is not None:
            self.sent[seat.number, clock] = now

    def _game(self, seat: LoadClient, game: messages.Game) -> None:
        now = time.monotonic()
        self._traffic.heard(now)
        if game.reveal:
            seat.reveal, seat.painted = game.reveal.number, now
        if seat.number == 0:
            if self._traffic.paced:
                self.told.setdefault((game.number, game.moves), now)
            elif game.moves > self._moves > 0 and self._called:
                self._traffic.took(now - self._called)
            self._moves, self._called = game.moves, 0.0
            if game.result is not None and not self._traffic.over:
                seat.send(messages.Start)
        view = _view(game.sights[0].view)
        if view.flips is not None or game.result is not None or self._traffic.over:
            seat.sees = ()
            self._resting = True
            self._due.clear()
        elif self._traffic.paced:
            self._search(seat, view)
        else:
            self._resting, self._view = False, view
            if not self._traffic.rate:
                self.fall_due(now)
            elif self._due:
                self.fall_due(self._due.popleft())

    def fall_due(self, when: float) -> None:
        """Let somebody call, now or once the last call is decided; between two games nothing falls due."""
        view, self._view = self._view, None
        if view is None:
            if not self._resting:
                self._due.append(when)
            return
        caller = self.seats[view.faceoff[0] if view.faceoff else self._random.randrange(SEATS)]
        self._called = when
        self._call(caller, _cards(view, caller.number))

    def _search(self, seat: LoadClient, view: SpotView) -> None:
        cards = _cards(view, seat.number)
        if cards == seat.sees:
            return
        seat.sees = cards
        if seat.timer:
            seat.timer.cancel()
        if not view.faceoff or seat.number in view.faceoff:
            mu, sigma, tau = SEARCH
            wait = self._random.gauss(mu, sigma) + self._random.expovariate(1 / tau)
            loop = asyncio.get_running_loop()
            seat.timer = loop.call_later(max(wait, QUICKEST) / 1000, self._call, seat, cards)

    def _call(self, seat: LoadClient, cards: tuple[Card, ...]) -> None:
        raw = Raw(_encode(Call(self._traffic.deck.shared(cards[0], cards[1]), cards)))
        if not self._traffic.paced:
            seat.send(messages.Play, seat=seat.number, move=raw)
            return
        now = time.monotonic()
        reaction = int((now - seat.painted) * 1000)
        self.sent[seat.number, reaction] = now
        seat.send(messages.Play, seat=seat.number, move=raw, reveal=seat.reveal, reaction=reaction)


class BotRoom(Room):
    """A table of bots; its host only starts it."""

    def heard(self, seat: LoadClient, text: bytes) -> None:
        kind = text[9:13]
        if kind == b"ping":
            self.pinged(seat, text)
        elif kind == b"welc":
            for number in range(2):
                seat.send(messages.Bot, seat=number, bot="expert")
            seat.send(messages.Start)
            seat.ready.set_result(None)


def _cards(view: SpotView, seat: int) -> tuple[Card, ...]:
    """Return the cards that a seat compares."""
    return view.table if view.faceoff else (view.middle, view.tops[seat])
