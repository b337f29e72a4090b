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
import gc
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import Request, urlopen

import msgspec
from aiohttp import ClientSession, ClientTimeout
from msgspec import Struct

from cartable.core import DeckSpec
from cartable.fair import Press
from cartable.lab.files import files, levels
from cartable.lab.machine import memory, pinned
from cartable.lab.served import served, unlimited
from cartable.lab.traffic import GAME, SEATS, BotRoom, LoadClient, Room, Traffic
from cartable.lab.verdicts import decidable, first_told, verdicts
from cartable.server import messages
from cartable.server.sqlite_file import FILE


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
        self._traffic = Traffic(paced, rate)
        self._thinking = thinking
        self._files = [files(number) for number in range(analyses)]
        self._port = port
        self._door = door or port
        """Where the sockets are opened: at another server than the tables, perhaps."""
        self._folder = folder
        self._judged = 0

    async def measure(self, tables: int, seconds: float, memory: Callable[[], tuple[int, float]]) -> Load:
        """Open tables, seat everyone, play, and look at the server's memory on the way."""
        traffic = self._traffic
        empty, _ = memory()
        rooms = [Room(_opened(self._port, traffic.spec), traffic, number) for number in range(tables)]
        opened, _ = memory()
        for room in rooms:
            for number in range(SEATS):
                await self._come(room, number)
        thinkers = [await self._bots() for _ in range(self._thinking)]
        await asyncio.sleep(1)
        connected, _ = memory()
        for number, room in enumerate(rooms):
            room.seats[0].send(messages.Start)
            if traffic.paced and number % 20 == 0:
                await asyncio.sleep(0.05)
        # The countdown before the first cards, and the burst of pings on joining, are no part of it,
        # nor is any pause of this process.
        gc.collect()
        gc.disable()
        await asyncio.sleep(4)
        begun, cpu = memory()
        file, ahead = _sizes(self._folder)
        start = time.monotonic()
        traffic.count_from(start)
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
        times, traffic.over = traffic.times.copy(), True
        if lost := sum(room.lost for room in rooms):
            few = "" if traffic.paced else ": at so few tables each sends more than one socket may; take more"
            raise RuntimeError(f"{lost} connections were lost{few}")
        for room in (*rooms, *thinkers):
            for seat in room.seats:
                seat.close()
        if traffic.paced:
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
            longest_stop=round(traffic.silence * 1000, 1),
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
        rate = self._traffic.rate
        for number in count() if rate else ():
            due = start + number / (rate or 1)
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
        room = BotRoom(_opened(self._port, None, "karta"), self._traffic, 0)
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
    serve = partial(unlimited, arbiter=paced, pinned=thinking is None)
    with TemporaryDirectory() as folder, served(folder, serve) as server:
        run = Run(server.port, paced, Path(folder), thinking or 0, rate, analyses=analyses)
        with pinned(1) if thinking is None else nullcontext():
            return asyncio.run(run.measure(tables, seconds, lambda: memory(server.pid)))


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


def _sizes(folder: Path) -> tuple[int, int]:
    """Return how large the server's file is, and its write-ahead log."""
    sizes = [path.stat().st_size if path.exists() else 0 for path in (folder / FILE, folder / f"{FILE}-wal")]
    return sizes[0], sizes[1]


def _opened(port: int, spec: DeckSpec | None, game: str = GAME) -> messages.Opened:
    body = msgspec.json.encode(messages.NewTable(game, deck=spec))
    with urlopen(Request(f"http://127.0.0.1:{port}/api/tables", body, method="POST")) as answer:
        return msgspec.json.decode(answer.read(), type=messages.Opened)
