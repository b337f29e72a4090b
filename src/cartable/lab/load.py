"""How much a server carries: a load client of its own against a server in another process, one core each.

Raw: as many calls as can be, the arbiter off. Paced: every table at human pace, everything on; measured
is the time from the last thing a verdict waited for (the call, or a rival's answer to a ping) to its arrival.
"""

from __future__ import annotations

import asyncio
import base64
import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from random import Random
from typing import Any, Final
from urllib.request import Request, urlopen

import msgspec
from msgspec import Struct

from cartable.core import DeckSpec
from cartable.designs import Card, deck
from cartable.games.spot.calls import Call
from cartable.games.spot.spread import SpotView
from cartable.server import messages
from cartable.server.settings import Settings

SEATS: Final = 4
CLASSIC: Final = DeckSpec(7, 55)
LONG: Final = DeckSpec(31, 993)
"""A deck for games that are not over in a second at full speed."""
SEARCH: Final = (900, 180, 700)
"""A seat's time to find the match, ex-Gaussian, in milliseconds (docs/fairness.md)."""

_decode = msgspec.json.Decoder(messages.FromServer).decode
_encode = msgspec.json.encode
_view = msgspec.json.Decoder(SpotView).decode


class Load(Struct, frozen=True):
    """What a server carried."""

    tables: int
    seconds: float
    calls: int
    calls_a_second: int
    p50: float
    """Milliseconds beyond the hold, in the middle."""
    p99: float
    table_kb: float
    connection_kb: float
    grown_kb: float
    """What each table grew by from the middle of the run to its end."""
    server_cpu: float
    """The part of one core that the server used."""
    calls_a_cpu_second: int
    """What one core would carry that has nothing else to do: the figure for a machine that is busy."""


class Seat(asyncio.Protocol):
    """One client: a socket, cut down to what a load client needs."""

    def __init__(self, room: Room, number: int) -> None:
        self.room = room
        self.number = number
        self.ready = asyncio.get_running_loop().create_future()
        self._open = False
        self._buffer = bytearray()
        self._ids = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def send(self, kind: Callable[..., Any], **fields: Any) -> int:
        """Send a request; return its number."""
        self._ids += 1
        self.write(_encode(kind(self._ids, **fields)))
        return self._ids

    def write(self, message: bytes) -> None:
        """Send a frame, masked with zeros as the protocol allows."""
        length = len(message)
        head = bytes((0x81, 0x80 | length)) if length < 126 else b"\x81\xfe" + length.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + message)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            head, found, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head, head
            self._open = True
            self._buffer = bytearray(rest)
            self.send(
                messages.Hello, version=messages.VERSION, code=self.room.code, token=self.room.token(self)
            )
        view = bytes(self._buffer)
        start = 0
        while len(view) - start >= 2:
            length, body = view[start + 1], start + 2
            if length == 126:
                length, body = int.from_bytes(view[start + 2 : start + 4], "big"), start + 4
            if len(view) < body + length:
                break
            self.room.heard(self, view[body : body + length])
            start = body + length
        del self._buffer[:start]

    def connection_lost(self, exc: Exception | None) -> None:
        self.room.lost += 1

    def close(self) -> None:
        """Hang up."""
        self._transport.abort()


class Room:
    """A table of four, and the people who play there."""

    def __init__(self, opened: messages.Opened, run: Run, number: int) -> None:
        self.code = opened.code
        self.lost = 0
        self.seats: list[Seat] = []
        self._host = opened.token
        self._run = run
        self._random = Random(number)
        self._calls: dict[tuple[int, bytes], float] = {}
        """When each call was sent, or (later) a rival answered a ping."""
        self._painted = 0.0
        self._reveal = 0
        self._moves = -1
        self._timer: asyncio.TimerHandle | None = None

    def token(self, seat: Seat) -> str:
        """Return the host's token for the first seat."""
        return self._host if seat.number == 0 else ""

    def heard(self, seat: Seat, text: bytes) -> None:
        """Take a message in; all but one seat only count."""
        kind = text[9:13]
        if kind == b"ping":
            self._pong(seat, text)
        elif kind == b"game" and seat.number == 0:
            self._game(_decode(text))
        elif kind in (b"done", b"late"):
            if sent := self._calls.pop((seat.number, text[20:-1]), None):
                self._run.took(time.perf_counter() - sent)
        elif kind == b"welc":
            seat.send(messages.Sit, seat=seat.number)
            seat.ready.set_result(None)

    def _pong(self, seat: Seat, text: bytes) -> None:
        now = time.perf_counter()
        clock = int((now - self._painted) * 1000) if self._reveal else None
        pong = messages.Pong(_decode(text).nonce, self._reveal or None, clock)
        seat.write(_encode(pong))
        self._calls = dict.fromkeys(self._calls, now)

    def _game(self, game: messages.Game) -> None:
        if game.result is not None:
            self._moves = -1
            if not self._run.over:
                self.seats[0].send(messages.Start)
            return
        if game.reveal:
            self._reveal, self._painted = game.reveal.number, time.perf_counter()
        if game.moves == self._moves:
            return
        self._moves = game.moves
        view = _view(game.sights[0].view)
        if view.flips is None and not self._run.over:
            self._plan(view)

    def _plan(self, view: SpotView) -> None:
        if view.faceoff:
            caller = int(view.faceoff[0])
            cards: tuple[Card, ...] = tuple(view.table)
        else:
            caller = self._random.randrange(SEATS)
            cards = view.middle, view.tops[caller]
        move = Call(deck(self._run.spec.order, self._run.spec.cards).shared(cards[0], cards[1]), cards)
        if not self._run.paced:
            self._call(self.seats[caller], move)
            return
        mu, sigma, tau = SEARCH
        # The quickest of four is the one who calls; the others are still searching.
        wait = min(self._random.gauss(mu, sigma) + self._random.expovariate(1 / tau) for _ in range(SEATS))
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(max(wait, 300) / 1000, self._call, self.seats[caller], move)

    def _call(self, seat: Seat, move: Call) -> None:
        now = time.perf_counter()
        reaction = int((now - self._painted) * 1000) if self._run.paced else None
        raw = msgspec.Raw(_encode(move))
        reveal = self._reveal or None
        number = seat.send(messages.Play, seat=seat.number, move=raw, reveal=reveal, reaction=reaction)
        self._calls[seat.number, b"%d" % number] = now


class Run:
    """One measurement."""

    def __init__(self, port: int, paced: bool) -> None:
        self.port = port
        self.paced = paced
        self.spec = CLASSIC if paced else LONG
        self.over = False
        self.calls = 0
        self.times: list[float] = []

    def took(self, seconds: float) -> None:
        """Count a call."""
        self.calls += 1
        self.times.append(seconds)

    async def measure(self, tables: int, seconds: float, memory: Callable[[], tuple[int, float]]) -> Load:
        """Open tables, seat everybody, play, and look at the server's memory on the way."""
        empty, _ = memory()
        rooms = [Room(_opened(self.port, self.spec), self, number) for number in range(tables)]
        opened, _ = memory()
        loop = asyncio.get_running_loop()
        for room in rooms:
            for number in range(SEATS):
                made = partial(Seat, room, number)
                _, seat = await loop.create_connection(made, "127.0.0.1", self.port)
                room.seats.append(seat)
                await seat.ready
        await asyncio.sleep(1)
        connected, _ = memory()
        for number, room in enumerate(rooms):
            room.seats[0].send(messages.Start)
            if self.paced and number % 20 == 0:
                await asyncio.sleep(0.05)
        # The countdown before the first cards, and the burst of pings on joining, are no part of it.
        await asyncio.sleep(5)
        begun, cpu = memory()
        self.calls, self.times = 0, []
        start = time.perf_counter()
        await asyncio.sleep(seconds / 2)
        middle, _ = memory()
        await asyncio.sleep(seconds / 2)
        took = time.perf_counter() - start
        calls, times = self.calls, sorted(self.times)
        end, cpu_end = memory()
        self.over = True
        if lost := sum(room.lost for room in rooms):
            raise RuntimeError(f"{lost} connections were lost")
        for room in rooms:
            for seat in room.seats:
                seat.close()
        per = SEATS * tables
        return Load(
            tables=tables,
            seconds=round(took, 1),
            calls=calls,
            calls_a_second=int(calls / took),
            p50=round(times[len(times) // 2] * 1000, 2),
            p99=round(times[len(times) * 99 // 100] * 1000, 2),
            table_kb=round((opened - empty + begun - connected) / tables, 1),
            connection_kb=round((connected - opened) / per, 1),
            grown_kb=round((end - middle) / tables, 1),
            server_cpu=round((cpu_end - cpu) / took, 2),
            calls_a_cpu_second=int(calls / (cpu_end - cpu)),
        )


def measure(paced: bool, tables: int, seconds: float) -> Load:
    """Measure a server of its own in a folder of its own, on one core; this process takes another."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with tempfile.TemporaryDirectory() as folder:
        process = context.Process(target=_serve, args=(theirs, folder, paced), daemon=True)
        process.start()
        try:
            port = ours.recv()
            _pin(1)
            assert process.pid is not None
            pid = process.pid
            return asyncio.run(Run(port, paced).measure(tables, seconds, lambda: _memory(pid)))
        finally:
            process.terminate()
            process.join()


def _serve(pipe: Connection, folder: str, arbiter: bool) -> None:
    from cartable.server.run import run

    _pin(0)
    settings = Settings(port=0, local=True, data=folder, arbiter=arbiter, limits=False)
    asyncio.run(run(settings, lambda started: pipe.send(started.port)))


def _opened(port: int, spec: DeckSpec) -> messages.Opened:
    body = _encode(messages.NewTable("spot/tower", deck=spec))
    with urlopen(Request(f"http://127.0.0.1:{port}/api/tables", body, method="POST")) as answer:
        return msgspec.json.decode(answer.read(), type=messages.Opened)


def _pin(core: int) -> None:
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[core % len(cores)]})


def _memory(pid: int) -> tuple[int, float]:
    """Return a process's memory in kB and its processor time in seconds, from what Linux tells."""
    with open(f"/proc/{pid}/statm") as sizes, open(f"/proc/{pid}/stat") as times:
        resident = int(sizes.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
        fields = times.read().rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])
    return resident, ticks / os.sysconf("SC_CLK_TCK")
