"""How much a server can carry: a load client against a server in another process, one core each.

Raw: a call at every table as soon as the last one is decided, by arrival. The arbiter is off (reveals are
neither numbered nor staggered, no call is held), and in all runs so are the limits on one address; rules,
the durable commit before anyone is told, a whole view to each seat and the pings are as in play. The time is
measured from a call to the view that follows it.

Open: the same, but calls fall due at fixed times, whether the last ones are decided or not. The time is
measured from when a call was due, so that a server that stops is late for all that fell due meanwhile.

Paced: everything on. All four search at human pace, and whoever has not seen the next card presses too.
Measured is the time from the moment at which the verdict could fall, by the evidence that the server itself
wrote down, to its arrival; where it fell on a message of a client, from the sending of that message.
"""

from __future__ import annotations

import asyncio
import base64
import gc
import multiprocessing
import os
import sqlite3
import tempfile
import time
from collections import deque
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext
from functools import partial
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.request import Request, urlopen

import msgspec
from aiohttp import ClientSession, ClientTimeout
from msgspec import Raw, Struct
from msgspec.structs import replace

from cartable.cluster.peers import framed
from cartable.core import NO_EVIDENCE, DeckSpec, Played
from cartable.designs import Card, deck
from cartable.fair import Contest, Press, Promise, evidence_of
from cartable.games.reflex.calls import Call
from cartable.games.spot.spread import SpotView
from cartable.lab.files import files, levels
from cartable.server import messages
from cartable.server.packing import every_row
from cartable.server.rows import GameBegan, decode
from cartable.server.settings import Settings
from cartable.server.sqlite_file import FILE

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


class Load(Struct, frozen=True):
    """What a server carried."""

    tables: int
    seconds: float
    calls: int
    """Calls that were decided."""
    calls_a_second: int
    p50: float
    """Milliseconds beyond the hold (median)."""
    p99: float
    longest_stop: float
    """The longest time, in milliseconds, during which nobody at any table was sent anything."""
    file_bytes: int
    """How much the server's files grew per call."""
    log_ahead_mb: float
    """Its write-ahead log at its largest."""
    table_kb: float
    connection_kb: float
    grown_kb: float
    """How much each table grew in the second half of the run."""
    server_cpu: float
    """The server's share of one core."""
    calls_a_cpu_second: int
    """What one core with nothing else to do would carry: the figure for a busy machine."""
    judged: int = 0
    """Moves of finished games that were analysed meanwhile."""


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

    def __init__(self, opened: messages.Opened, run: Run, number: int) -> None:
        self.code = opened.code
        self.lost = 0
        self.seats: list[LoadClient] = []
        self.told: dict[tuple[int, int], float] = {}
        """When the view after each move of each game arrived."""
        self.sent: dict[tuple[int, int], float] = {}
        """When each seat told each state of its reaction clock."""
        self._host = opened.token
        self._run = run
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
        return seat.number > 0 and not self._run.paced and seat.ready.done()

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
        self._run.heard(now)
        if game.reveal:
            seat.reveal, seat.painted = game.reveal.number, now
        if seat.number == 0:
            if self._run.paced:
                self.told.setdefault((game.number, game.moves), now)
            elif game.moves > self._moves > 0 and self._called:
                self._run.took(now - self._called)
            self._moves, self._called = game.moves, 0.0
            if game.result is not None and not self._run.over:
                seat.send(messages.Start)
        view = _view(game.sights[0].view)
        if view.flips is not None or game.result is not None or self._run.over:
            seat.sees = ()
            self._resting = True
            self._due.clear()
        elif self._run.paced:
            self._search(seat, view)
        else:
            self._resting, self._view = False, view
            if not self._run.rate:
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
        raw = Raw(_encode(Call(self._run.deck.shared(cards[0], cards[1]), cards)))
        if not self._run.paced:
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


class Run:
    """One measurement."""

    def __init__(
        self,
        port: int,
        paced: bool,
        folder: Path,
        thinking: int = 0,
        rate: int | None = None,
        door: int | None = None,
        analyses: int = 0,
    ) -> None:
        self.paced = paced
        self.rate = rate
        """How many calls fall due per second; None: each as soon as the last one is decided."""
        self._thinking = thinking
        self._files = [files(number) for number in range(analyses)]
        self.over = False
        self.spec = CLASSIC if paced else LONG
        self.deck = deck(self.spec.order, self.spec.cards)
        self._port = port
        self._door = door or port
        """Where the sockets are opened: at another server than the tables, perhaps."""
        self._folder = folder
        self._times: list[float] = []
        self._judged = 0
        self._heard = 0.0
        self._silence = 0.0

    def heard(self, now: float) -> None:
        """Note that somebody was sent something."""
        self._silence = max(self._silence, now - self._heard)
        self._heard = now

    def took(self, seconds: float) -> None:
        """Count a call that was decided."""
        self._times.append(seconds)

    async def measure(self, tables: int, seconds: float, memory: Callable[[], tuple[int, float]]) -> Load:
        """Open tables, seat everyone, play, and look at the server's memory on the way."""
        empty, _ = memory()
        rooms = [Room(_opened(self._port, self.spec), self, number) for number in range(tables)]
        opened, _ = memory()
        for room in rooms:
            for number in range(SEATS):
                await self._come(room, number)
        thinkers = [await self._bots() for _ in range(self._thinking)]
        await asyncio.sleep(1)
        connected, _ = memory()
        for number, room in enumerate(rooms):
            room.seats[0].send(messages.Start)
            if self.paced and number % 20 == 0:
                await asyncio.sleep(0.05)
        # The countdown before the first cards, and the burst of pings on joining, are no part of it,
        # nor is any pause of this process.
        gc.collect()
        gc.disable()
        await asyncio.sleep(4)
        begun, cpu = memory()
        self._times.clear()
        file, ahead = _sizes(self._folder)
        self._heard = start = time.monotonic()
        self._silence = 0.0
        calls_due = asyncio.create_task(self._let_fall_due(rooms, start))
        studying = [asyncio.create_task(self._study(number)) for number in range(len(self._files))]
        middle = begun
        for half in range(2):
            until = start + seconds * (half + 1) / 2
            while (left := until - time.monotonic()) > 0:
                await asyncio.sleep(min(left, 1))
                ahead = max(ahead, _sizes(self._folder)[1])
            middle = middle if half else memory()[0]
        end = time.monotonic()
        calls_due.cancel()
        for study in studying:
            if study.done():
                study.result()  # It never ends by itself: what it raises is why.
            study.cancel()
        finally_, cpu_end = memory()
        file = _sizes(self._folder)[0] - file
        gc.enable()
        times, self.over = self._times.copy(), True
        if lost := sum(room.lost for room in rooms):
            few = "" if self.paced else ": at so few tables each sends more than one socket may; take more"
            raise RuntimeError(f"{lost} connections were lost{few}")
        for room in (*rooms, *thinkers):
            for seat in room.seats:
                seat.close()
        if self.paced:
            times = [took for told, took in _beyond(self._folder, rooms) if start <= told < end]
        times.sort()
        calls = len(times)
        return Load(
            tables=tables,
            seconds=round(end - start, 1),
            calls=calls,
            calls_a_second=int(calls / (end - start)),
            p50=round(times[calls // 2] * 1000, 2),
            p99=round(times[calls * 99 // 100] * 1000, 2),
            longest_stop=round(self._silence * 1000, 1),
            file_bytes=round(file / calls),
            log_ahead_mb=round(ahead / 1e6, 1),
            table_kb=round((opened - empty + begun - connected) / tables, 1),
            connection_kb=round((connected - opened) / SEATS / tables, 1),
            grown_kb=round((finally_ - middle) / tables, 1),
            server_cpu=round((cpu_end - cpu) / (end - start), 2),
            calls_a_cpu_second=int(calls / (cpu_end - cpu)),
            judged=self._judged,
        )

    async def _let_fall_due(self, rooms: list[Room], start: float) -> None:
        """Let calls fall due at each table in turn, evenly; those missed while this process slept at once."""
        for number in count() if self.rate else ():
            due = start + number / (self.rate or 1)
            if (wait := due - time.monotonic()) > 0:
                await asyncio.sleep(wait)
            rooms[number % len(rooms)].fall_due(due)

    async def _study(self, number: int) -> None:
        """Have one game after another analysed, as deep as this machine can."""
        address = f"http://127.0.0.1:{self._port}/api/study?level={levels()[-1]}"
        async with ClientSession(timeout=ClientTimeout(total=None)) as http:
            for file in self._files[number]:
                async with http.post(address, data=file) as answer:
                    answer.raise_for_status()
                    # A line may be longer than what is read as one.
                    async for part in answer.content.iter_any():
                        self._judged += part.count(b"\n")

    async def _bots(self) -> Room:
        """Open a table where two expert bots play Karta Doppio."""
        room = BotRoom(_opened(self._port, None, "karta"), self, 0)
        await self._come(room, 0)
        return room

    async def _come(self, room: Room, number: int) -> None:
        loop = asyncio.get_running_loop()
        _, seat = await loop.create_connection(partial(LoadClient, room, number), "127.0.0.1", self._door)
        room.seats.append(seat)
        await seat.ready


def measure(
    paced: bool,
    tables: int,
    seconds: float,
    thinking: int | None = None,
    rate: int | None = None,
    analyses: int = 0,
) -> Load:
    """Measure a server of its own in a folder of its own, on one core; this process takes another.

    With a number for `thinking` nobody is kept to a core: that many tables of expert bots play alongside, and
    as many people as `analyses` says have games analysed. `rate` is how many calls fall due per second.
    """
    with served(paced, thinking is None) as server:
        run = Run(server.port, paced, server.folder, thinking or 0, rate, analyses=analyses)
        with pinned(1) if thinking is None else nullcontext():
            return asyncio.run(run.measure(tables, seconds, lambda: memory(server.pid)))


class ServedHere(Struct, frozen=True):
    """A server in a process of its own."""

    port: int
    pid: int
    folder: Path


@contextmanager
def served(arbiter: bool, pinned: bool) -> Iterator[ServedHere]:
    """Run a server in a folder of its own while the block lasts, perhaps kept to one core."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with tempfile.TemporaryDirectory() as folder:
        # Not a daemon: the processes of bots and analyses are its children.
        process = context.Process(target=_serve, args=(theirs, folder, arbiter, pinned))
        process.start()
        try:
            port = ours.recv()
            assert process.pid is not None
            yield ServedHere(port, process.pid, Path(folder))
        finally:
            process.terminate()
            process.join()


def decidable(evidence: Contest) -> tuple[float, Press | Promise | None]:
    """Return when a verdict could fall, on the server's clock in seconds, and the message on which it did.

    There is none where it fell because time had passed.
    """
    said: list[Press | Promise] = [*evidence.presses, *evidence.promises]
    said.sort(key=lambda message: message.read)
    known = replace(evidence, presses=(), promises=())
    for message, later in zip(said, (*said[1:], None), strict=True):
        known = known.heard(message) if isinstance(message, Press) else known.promised(message)
        if known.presses and (later is None or known.due < later.read):
            waited = known.due > message.read
            return max(known.due, message.read) / 1000, None if waited else message
    raise ValueError("a verdict needs a call")


def _beyond(folder: Path, rooms: list[Room]) -> Iterator[tuple[float, float]]:
    """Yield for every verdict when it arrived, and how long after it could fall.

    The server's clock is the machine's own, which this process reads as well.
    """
    known = {room.code: room for room in rooms}
    for code, played, evidence in verdicts(folder, known):
        if (told := first_told(known[code].told, played)) is None:
            continue
        could, message = decidable(evidence)
        if message is not None:
            clock = message.reaction if isinstance(message, Press) else message.clock
            could = min(could, known[code].sent.get((message.seat, clock or 0), could))
        yield told, told - could


def first_told(told: Mapping[tuple[int, int], float], played: tuple[int, int]) -> float | None:
    """Return when a move was told of: with the calls that lost to it, which are moves of their own."""
    game, move = played
    views = (told.get((game, later)) for later in range(move, move + SEATS))
    return next((at for at in views if at is not None), None)


def verdicts(folder: Path, codes: Container[str]) -> Iterator[tuple[str, tuple[int, int], Contest]]:
    """Yield the evidence of all verdicts at these tables: the code, the number of game and move, and it."""
    with closing(sqlite3.connect(folder / FILE)) as db:
        games = moves = 0
        for code, number, line in every_row(db):
            # Bots at the other tables play another game.
            if code not in codes:
                continue
            row = decode(line, GAME)
            if number == 0:
                games = 0
            if isinstance(row, GameBegan):
                games, moves = games + 1, 0
            elif isinstance(row, Played):
                moves += 1
                if row.evidence != NO_EVIDENCE:
                    yield code, (games, moves), evidence_of(row.evidence)


def _sizes(folder: Path) -> tuple[int, int]:
    """Return how large the server's file is, and its write-ahead log."""
    sizes = [path.stat().st_size if path.exists() else 0 for path in (folder / FILE, folder / f"{FILE}-wal")]
    return sizes[0], sizes[1]


def _cards(view: SpotView, seat: int) -> tuple[Card, ...]:
    """Return the cards that a seat compares."""
    return view.table if view.faceoff else (view.middle, view.tops[seat])


def _serve(pipe: Connection, folder: str, arbiter: bool, pinned: bool) -> None:
    from cartable.server.run import serve

    if pinned:
        pin(0)
    settings = Settings(port=0, local=True, data=folder, arbiter=arbiter, limits=False, warm=False)
    serve(settings, lambda started: pipe.send(started.port))


def _opened(port: int, spec: DeckSpec | None, game: str = GAME) -> messages.Opened:
    body = _encode(messages.NewTable(game, deck=spec))
    with urlopen(Request(f"http://127.0.0.1:{port}/api/tables", body, method="POST")) as answer:
        return msgspec.json.decode(answer.read(), type=messages.Opened)


def pin(core: int) -> None:
    """Pin this process to one core, if the system can."""
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[core % len(cores)]})


@contextmanager
def pinned(core: int) -> Iterator[None]:
    """Stay on one core while the block lasts, if the system can."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    pin(core)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def memory(pid: int) -> tuple[int, float]:
    """Return a process's memory in kB and its CPU time in seconds, from what Linux tells."""
    with open(f"/proc/{pid}/statm") as sizes, open(f"/proc/{pid}/stat") as times:
        resident = int(sizes.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
        fields = times.read().rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])
    return resident, ticks / os.sysconf("SC_CLK_TCK")
