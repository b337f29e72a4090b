"""What a cluster costs: the same load on a file, on PostgreSQL, on two nodes, and through the wrong node.

Calls fall due at a fixed rate, so that every run does the same work; counted is the CPU time of the servers,
not what they could carry at most: a server, a database and whoever loads them do not fit side by side on a
few cores. A process that has less to do spends more on each call, since it sleeps and wakes up more often for
each: so two nodes with half the calls each are compared with one that has all, and with one that has half.
The runs take turns, and the middle one of each kind counts, so that whatever else the machine does
meets all kinds.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from typing import Any, Final

import msgspec
from aiohttp import ClientSession, ClientWebSocketResponse
from msgspec import Struct

from cartable.cluster import roll
from cartable.lab.load import Run
from cartable.lab.machine import memory
from cartable.lab.nodes import Engine, Nodes, database
from cartable.lab.traffic import GAME
from cartable.server import messages
from cartable.server.postgres.database import Database

KINDS: Final = ("file", "database", "half", "two nodes", "forwarded")
HOPS: Final = 150
"""How many questions are asked at both nodes in each round."""
APART: Final = 0.03
"""How many seconds lie between two pairs: nobody may ask more often."""

_message = msgspec.json.Decoder(messages.FromServer).decode


class Cost(Struct, frozen=True):
    """What one kind of run took."""

    cpu: float
    """Milliseconds of CPU time of all servers for each call."""
    database_cpu: float | None
    """Milliseconds of the database's CPU time; None if we cannot look at it."""
    p50: float
    """Milliseconds from when a call was due to the view that follows it."""
    p99: float


class Costs(Struct, frozen=True):
    """What each kind of run took, and the ratios that follow."""

    tables: int
    rate: int
    rounds: int
    runs: dict[str, Cost]
    database_to_file: float
    """CPU per call of a node over a database, relative to a server over a file: 1.5 at most."""
    half_to_one: float
    """CPU per call of a node with half the calls, relative to one with all of them."""
    two_to_one: float
    """CPU per call of two nodes with half the calls each, relative to one with all of them: 1.15 at most."""
    two_to_half: float
    """The same relative to one node with half the calls: what a second node itself adds."""
    p99_to_file: float
    """The p99 over a database, relative to a file: 2 at most."""
    own_millis: float
    """How long a question takes at the table's own node (median)."""
    other_millis: float
    """How long it takes through another node (median)."""
    forwarded_millis: float
    """How much longer it takes there (median of all pairs): 1 at most."""
    load: float
    """How many processes wanted a core of this machine, on average, at the end."""
    cores: int


def costs(tables: int = 40, rate: int = 200, seconds: float = 10, rounds: int = 3, url: str = "") -> Costs:
    """Measure all of them this many times."""
    with database(url) as engine, tempfile.TemporaryDirectory() as folder:
        taken, hops = asyncio.run(_costs(engine, Path(folder), tables, rate, seconds, rounds))
    runs = {kind: _middle(taken[kind]) for kind in KINDS}
    file, one, half, two, _ = (runs[kind] for kind in KINDS)
    return Costs(
        tables,
        rate,
        rounds,
        runs,
        round(one.cpu / file.cpu, 2),
        round(half.cpu / one.cpu, 2),
        round(two.cpu / one.cpu, 2),
        round(two.cpu / half.cpu, 2),
        round(one.p99 / file.p99, 2),
        round(median(own for own, _ in hops), 2),
        round(median(other for _, other in hops), 2),
        round(median(other - own for own, other in hops), 2),
        round(os.getloadavg()[0], 1),
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
    )


async def _costs(
    engine: Engine, folder: Path, tables: int, rate: int, seconds: float, rounds: int
) -> tuple[dict[str, list[Cost]], list[tuple[float, float]]]:
    taken: dict[str, list[Cost]] = {kind: [] for kind in KINDS}
    hops: list[tuple[float, float]] = []
    alone, nodes = Nodes("", data=str(folder)), Nodes(engine.url)
    try:
        await alone.start("file")
        file = _port(alone, "file")
        for _ in range(rounds):
            await nodes.start("one")
            one = _port(nodes, "one")
            for kind, cluster, name, port, share in (
                ("file", alone, "file", file, 1),
                ("database", nodes, "one", one, 1),
                ("half", nodes, "one", one, 2),
            ):
                run = Run(port, False, folder, rate=rate // share)
                taken[kind].append(await _taken(cluster, {run: [name]}, engine, tables // share, seconds))
            await nodes.start("two")
            two = _port(nodes, "two")
            await _shared_out(engine.url, 2)
            both = {
                Run(port, False, folder, rate=rate // 2): [name]
                for name, port in (("one", one), ("two", two))
            }
            taken["two nodes"].append(await _taken(nodes, both, engine, tables // 2, seconds))
            hops += await _hops(nodes.addresses["one"], nodes.addresses["two"])
            piped = {Run(one, False, folder, rate=rate, door=two): ["one", "two"]}
            taken["forwarded"].append(await _taken(nodes, piped, engine, tables, seconds))
            for name in ("one", "two"):
                await nodes.stop(name)
    finally:
        alone.close()
        nodes.close()
    return taken, hops


async def _hops(owner: str, other: str) -> list[tuple[float, float]]:
    """Return how many milliseconds a question takes at the table's own node, and at another, in pairs."""
    async with ClientSession() as http:
        body = msgspec.json.encode(messages.NewTable(GAME))
        async with http.post(f"{owner}/api/tables", data=body) as answer:
            opened = msgspec.json.decode(await answer.read(), type=messages.Opened)
        # Somebody who is there says hello again: that is refused at once, and nothing is written.
        hello = msgspec.json.encode(messages.Hello(1, messages.VERSION, opened.code)).decode()
        lines = [await http.ws_connect(f"{address}/ws") for address in (owner, other)]
        for line in lines:
            await line.send_str(hello)
            await _told(line, messages.Welcome)
        pairs = []
        for number in range(HOPS):
            took = [0.0, 0.0]
            # In turns: the first question of a pair meets nodes that sleep, and the second does not.
            for place in (0, 1) if number % 2 else (1, 0):
                start = time.perf_counter()
                await lines[place].send_str(hello)
                await _told(lines[place], messages.Refused)
                took[place] = (time.perf_counter() - start) * 1000
            pairs.append((took[0], took[1]))
            await asyncio.sleep(APART)
        for line in lines:
            await line.close()
        return pairs


async def _told(line: ClientWebSocketResponse, kind: type) -> None:
    """Wait for a message of a kind, and answer pings meanwhile."""
    while not isinstance(message := _message(await line.receive_str()), kind):
        if isinstance(message, messages.Ping):
            await line.send_str(msgspec.json.encode(messages.Pong(message.nonce)).decode())


class Meter:
    """Looks at servers and the database when a run does: six times, the fourth as it begins to count."""

    def __init__(self, pids: list[int], engine: Engine) -> None:
        self._pids = pids
        self._engine = engine
        self._cpu: list[float] = []
        self._database: list[float] = []

    def __call__(self) -> tuple[int, float]:
        """Return their memory in kB and their CPU time in seconds, together."""
        found = [memory(pid) for pid in self._pids]
        self._cpu.append(sum(cpu for _, cpu in found))
        self._database.append(_family_cpu(self._engine.pid) if self._engine.pid else 0.0)
        return sum(kilobytes for kilobytes, _ in found), self._cpu[-1]

    @property
    def cpu(self) -> float:
        """What the servers took while the run counted."""
        return self._cpu[-1] - self._cpu[3]

    @property
    def database(self) -> float:
        """What the database took meanwhile."""
        return self._database[-1] - self._database[3]


async def _taken(
    nodes: Nodes, runs: dict[Run, list[str]], engine: Engine, tables: int, seconds: float
) -> Cost:
    """Run several side by side, each with the servers that it loads."""
    meters = [Meter([nodes.pid(name) for name in names], engine) for names in runs.values()]
    loads = await asyncio.gather(
        *(run.measure(tables, seconds, meter) for run, meter in zip(runs, meters, strict=True))
    )
    calls = sum(load.calls for load in loads)
    return Cost(
        round(sum(meter.cpu for meter in meters) * 1000 / calls, 3),
        round(meters[0].database * 1000 / calls, 3) if engine.pid else None,
        _worst(load.p50 for load in loads),
        _worst(load.p99 for load in loads),
    )


def _worst(values: Iterable[float]) -> float:
    return round(max(values), 2)


def _middle(some: list[Cost]) -> Cost:
    stored = [cost.database_cpu for cost in some if cost.database_cpu is not None]
    return Cost(
        round(median(cost.cpu for cost in some), 3),
        round(median(stored), 3) if stored else None,
        round(median(cost.p50 for cost in some), 2),
        round(median(cost.p99 for cost in some), 2),
    )


def _port(nodes: Nodes, name: str) -> int:
    return int(nodes.addresses[name].rpartition(":")[2])


async def _shared_out(url: str, count: int) -> None:
    """Wait until this many nodes have divided all shards among them."""
    db: Any = await Database(url).connect()
    try:
        async with asyncio.timeout(60):
            while True:
                found = await roll.read(db)
                shares = Counter(owned.life for owned in found.shards)
                if len(shares) == count and max(shares.values()) - min(shares.values()) <= 1:
                    return
                await asyncio.sleep(0.05)
    finally:
        await db.close()


def _family_cpu(pid: int) -> float:
    """Return the CPU time in seconds of a process and its children, those that ended included."""
    ticks = 0
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if pid in (int(entry.name), int(fields[1])):
                ticks += int(fields[11]) + int(fields[12])
                ticks += int(fields[13]) + int(fields[14]) if int(entry.name) == pid else 0
    return ticks / os.sysconf("SC_CLK_TCK")
