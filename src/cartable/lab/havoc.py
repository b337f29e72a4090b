"""Havoc in a cluster: nodes are killed, stopped, drained and cut off while people play on all of them.

Three servers, each a process of its own, over a real PostgreSQL; each reaches it through a proxy that can cut
its lines or leave them half open. People play at a few tables through whichever node they meet, their calls
are compared by reaction and held for rivals, and they remember each that was confirmed; at one table they
take turns. At the end the logs are read: what was confirmed must be there, nothing twice, and each reveal
must have one winner at most.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from functools import partial
from random import Random
from typing import Any, Final

import msgspec
from aiohttp import ClientSession
from msgspec import Struct

from cartable.cluster import roll
from cartable.cluster.leases import Roll
from cartable.cluster.shards import shard_of
from cartable.core import NO_EVIDENCE, Played
from cartable.fair import evidence_of
from cartable.lab.kill import DECK, GAME, SEATS
from cartable.lab.nodes import Engine, Nodes, database
from cartable.lab.proxies import Way
from cartable.lab.wanderers import Proxy, Wanderer
from cartable.server import messages as m
from cartable.server.book import Book
from cartable.server.postgres.store import PostgresStore
from cartable.server.rows import GameBegan, decode
from cartable.server.shared_store import shared

NAMES: Final = ("ada", "ben", "cyd")
TABLES: Final = 8
TURNS: Final = "karta"
"""What is played at the last of them: a game with turns, where a move sent twice must not count twice."""
KINDS: Final = (
    "kill",
    "stop",
    "silence",
    "drain",
    "handover",
    "cut",
    "half-open",
    "sessions",
    "restart",
)
"""What happens to a node, or the database.

`stop` and `silence` are SIGSTOP, for less or longer than a life lasts; `drain` is a planned stop; `handover`
takes a table away from its node while a call is held there; `sessions` ends every session of the database,
`restart` the whole of it.
"""
ENDING: Final = ("kill", "drain", "cut", "half-open", "silence")
"""What ends the life of a node; one that is stopped for a second survives."""
STOPS: Final = (1.0, 2.5)
SILENCES: Final = (5.0, 5.0, 5.0, 30.0)
CALLS: Final = 12
"""How many confirmed calls lie between two of them."""
SETTLED: Final = 0.3
WATCH: Final = 0.01
"""How often to look who owns what, in seconds."""
LONGEST: Final = 120.0
"""Any longer wait is a failure."""
BY: Final = {"application_name": "lab"}
"""Another name, so that what happens to the nodes does not happen to the watcher."""


class Mishap(Struct, frozen=True):
    """One of them, and how many seconds everything took."""

    number: int
    kind: str
    node: str
    noticed: float | None
    """Until the others knew that the node was gone; None if it was not meant to go."""
    owned: float | None
    """Until all its shards were theirs."""
    first: float
    """Until a call was answered at the first of its tables."""
    back: float
    """Until everyone had a call answered."""
    pause: float
    """How long somebody had no table in front of them, at worst."""


class Havoc(Struct, frozen=True):
    """The outcome of a run."""

    times: int
    confirmed: int
    lost: int
    """Confirmed calls that the log does not have: there must be none."""
    turns: int
    """Those of the confirmed that were moves in a game with turns."""
    twice: int
    """Requests that were done more than once, and moves in turns that nobody made: there must be none."""
    forgotten: int
    """Returns to a table that had lost something confirmed: there must be none."""
    epochs: int
    """Epochs of a shard with two owners: there must be none."""
    winners: int
    """Verdicts about cards that had been won before: there must be none."""
    held: int
    """Calls that were held while their table was handed over."""
    noticed: dict[str, float]
    """Seconds until a node was known to be gone, by what happened (p95)."""
    owned: dict[str, float]
    """Until every shard had an owner again."""
    first: dict[str, float]
    """Until a call was answered again at the first table of the node."""
    back: dict[str, float]
    """Until everyone had a call answered again."""
    pauses: dict[str, float]
    """How long somebody had no table in front of them, at worst each time."""
    slowest: dict[str, Mishap]
    """The mishap after which it took longest until everyone was back, by what happened."""
    counts: dict[str, int]

    @property
    def well(self) -> bool:
        """Whether nothing happened that must not."""
        return not (self.lost or self.twice or self.forgotten or self.epochs or self.winners)


class Owners:
    """Keeps looking who owns what."""

    def __init__(self, connect: Callable[[], Awaitable[Any]]) -> None:
        self.doubled = 0
        self.free = 0
        """How many shards no living node owns."""
        self.lives: dict[str, int] = {}
        """The nodes that are alive."""
        self._connect = connect
        self._owners: list[int] = []
        self._known: dict[tuple[int, int], int] = {}
        self._news = asyncio.Event()

    def owner(self, code: str) -> str:
        """Return the name of the node that has a table; empty if none has."""
        life = self._owners[shard_of(code)]
        return next((name for name, alive in self.lives.items() if alive == life), "")

    async def seen(self) -> None:
        """Wait until it has looked once more."""
        self._news.clear()
        await self._news.wait()

    async def watch(self) -> None:
        """Look until cancelled; if the database is away, continue once it is back."""
        while True:
            try:
                db = await self._connect()
                try:
                    while True:
                        self._saw(await roll.read(db))
                        self._news.set()
                        await asyncio.sleep(WATCH)
                finally:
                    db.terminate()
            except Exception:
                await asyncio.sleep(5 * WATCH)

    def _saw(self, found: Roll) -> None:
        self.lives = {node.name: node.life for node in found.nodes if not node.expired}
        alive = set(self.lives.values())
        self.free = sum(owned.life not in alive for owned in found.shards)
        self._owners = [owned.life for owned in found.shards]
        for shard, owned in enumerate(found.shards):
            self.doubled += self._known.setdefault((shard, owned.epoch), owned.life) != owned.life


def havoc(
    times: int,
    seed: int = 1,
    url: str = "",
    longest: float = 30,
    kinds: tuple[str, ...] = KINDS,
    told: Callable[[Mishap], None] = lambda mishap: None,
) -> Havoc:
    """Do it n times; a stop takes at most `longest` seconds, and each time is reported."""
    with database(url) as engine:
        # A database that others started is not ours to restart.
        kinds = tuple(kind for kind in kinds if kind != "restart" or engine.restart)
        return asyncio.run(Mischief(engine, Random(seed), longest).run(times, kinds, told))


class Mischief:
    """One run."""

    def __init__(self, engine: Engine, random: Random, longest: float) -> None:
        self._engine = engine
        self._random = random
        self._longest = longest
        self._nodes = Nodes(engine.url, arbiter=True)
        self._ways = {name: Way(engine.url) for name in NAMES}
        self._through: dict[str, str] = {}
        self._people: list[Wanderer] = []
        self._mishaps: list[Mishap] = []
        self._held = 0
        self._asleep = False

    async def run(self, times: int, kinds: tuple[str, ...], told: Callable[[Mishap], None]) -> Havoc:
        """Start everything, run it, and read the outcome."""
        store = await shared(self._engine.url)
        self._connect = partial(store.database.connect, BY)
        self._owners = Owners(self._connect)
        tasks: list[asyncio.Task[None]] = []
        ways = AsyncExitStack()
        try:
            for name, way in self._ways.items():
                self._through[name] = await ways.enter_async_context(way.open())
            for name in NAMES:
                await self._nodes.start(name, self._through[name])
            async with ClientSession() as http:
                for number in range(TABLES):
                    self._people += await _opened(http, self._nodes, number, self._random)
                proxy = Proxy(self._nodes)
                tasks = [asyncio.create_task(person.live(http, proxy)) for person in self._people]
                tasks.append(asyncio.create_task(proxy.check(http)))
                tasks.append(asyncio.create_task(self._owners.watch()))
                await self._in_play()
                for number in range(times):
                    mishap = await self._once(number + 1, kinds[number % len(kinds)])
                    self._mishaps.append(mishap)
                    told(mishap)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
            return await self._read(store, times)
        finally:
            for task in tasks:
                task.cancel()
            self._nodes.close()
            await ways.aclose()
            await store.close()

    async def _once(self, number: int, kind: str) -> Mishap:
        people, before = self._people, sum(person.calls for person in self._people)
        caller = await self._hold() if kind == "handover" else None
        # A node where somebody plays: others hold nothing that could be lost.
        table = caller or self._random.choice(people)
        name = self._owners.owner(table.code) or self._random.choice(NAMES)
        life = self._owners.lives.get(name, 0)
        its = [person for person in people if self._owners.owner(person.code) == name] or people
        for person in people:
            person.pauses.clear()
        start = time.perf_counter()
        gone = asyncio.create_task(self._gone(name, life)) if kind in ENDING else None
        again = await self._befall(kind, name)
        noticed, owned = await gone if gone else (None, None)
        if caller:
            async with asyncio.timeout(LONGEST):
                while self._owners.owner(caller.code) in ("", name):
                    await asyncio.sleep(WATCH)
        for person in people:
            person.quiet = False
            person.in_play.clear()
        await self._in_play()
        back = time.perf_counter()
        first = min(person.back for person in its)
        if again:
            await self._nodes.start(name, self._through[name])
        async with asyncio.timeout(LONGEST):
            while sum(person.calls for person in people) < before + CALLS:
                await asyncio.sleep(0.01)
        await asyncio.sleep(SETTLED)
        longest = max((pause for person in people for pause in person.pauses), default=0.0)
        if caller:
            await self._drain(name, False)
        # One thing after the other: whatever was stopped is awake, and all are there again.
        async with asyncio.timeout(LONGEST):
            while self._asleep or self._owners.free or len(self._owners.lives) < len(NAMES):
                await asyncio.sleep(WATCH)
        return Mishap(
            number,
            kind,
            name,
            None if noticed is None else round(noticed - start, 3),
            None if owned is None else round(owned - start, 3),
            round(first - start, 3),
            round(back - start, 3),
            round(longest, 3),
        )

    async def _befall(self, kind: str, name: str) -> bool:
        """Make something happen to a node; return whether it has to be started again."""
        match kind:
            case "kill":
                self._nodes.send(name, signal.SIGKILL)
                return True
            case "drain":
                self._nodes.send(name, signal.SIGTERM)
                await self._nodes.gone(name)
                return True
            case "stop" | "silence":
                self._nodes.send(name, signal.SIGSTOP)
                wake = min(self._longest, self._random.choice(STOPS if kind == "stop" else SILENCES))
                self._asleep = True
                asyncio.get_running_loop().call_later(wake, self._wake, name)
            case "handover":
                await self._drain(name, True)
            case "cut":
                self._ways[name].cut()
            case "half-open":
                self._ways[name].swallow(questions=True, answers=True)
            case "sessions":
                db = await self._connect()
                await db.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE application_name = 'cartable' AND pid <> pg_backend_pid()"
                )
                db.terminate()
            case "restart":
                assert self._engine.restart is not None
                await asyncio.to_thread(self._engine.restart)
        return False

    def _wake(self, name: str) -> None:
        self._asleep = False
        self._nodes.send(name, signal.SIGCONT)

    async def _hold(self) -> Wanderer:
        """Wait until a call is held at a table; return whose it is."""
        async with asyncio.timeout(LONGEST):
            while True:
                caller = self._random.choice([person for person in self._people if person.game == GAME])
                rivals = [
                    other for other in self._people if other.code == caller.code and other is not caller
                ]
                for rival in rivals:
                    # For whoever says nothing, a call is held for as long as one ever is.
                    rival.quiet = True
                caller.called.clear()
                await caller.called.wait()
                if caller.waits and self._owners.owner(caller.code):
                    self._held += 1
                    return caller
                for rival in rivals:
                    rival.quiet = False

    async def _drain(self, name: str, draining: bool) -> None:
        db = await self._connect()
        await roll.drain(db, name, draining)
        db.terminate()

    async def _gone(self, name: str, life: int) -> tuple[float, float]:
        """Wait until a life is over, and all its shards are others'; return when each was so."""
        owners = self._owners
        async with asyncio.timeout(LONGEST):
            while owners.lives.get(name) == life:
                await owners.seen()
            noticed = time.perf_counter()
            while owners.free:
                await owners.seen()
        return noticed, time.perf_counter()

    async def _in_play(self) -> None:
        async with asyncio.timeout(LONGEST):
            await asyncio.gather(*(person.in_play.wait() for person in self._people))

    async def _read(self, store: PostgresStore, times: int) -> Havoc:
        confirmed = lost = turns = twice = winners = 0
        for person in self._people:
            home = await store.find(person.code)
            assert home is not None
            lines = await store.read(home)
            Book.read(lines)
            rows = [decode(line, person.game) for line in lines]
            if person.seat == 0:
                asked = Counter((some.member, some.page, some.request) for some in await store.asked(home))
                twice += sum(count - 1 for count in asked.values())
                winners += _again(rows)
            made = [row for row in rows if isinstance(row, Played) and row.seat == person.seat]
            log = iter(msgspec.json.encode(move.move) for move in made)
            confirmed += len(person.confirmed)
            lost += sum(move not in log for move in person.confirmed)
            if person.game == TURNS:
                turns += len(person.confirmed)
                twice += max(0, len(made) - len(person.confirmed) - person.waits)
        return Havoc(
            times,
            confirmed,
            lost,
            turns,
            twice,
            sum(person.forgotten for person in self._people),
            self._owners.doubled,
            winners,
            self._held,
            self._mosts("noticed"),
            self._mosts("owned"),
            self._mosts("first"),
            self._mosts("back"),
            self._mosts("pause"),
            {kind: max(some, key=lambda one: one.back) for kind, some in self._kinds().items()},
            {kind: len(some) for kind, some in self._kinds().items()},
        )

    def _kinds(self) -> dict[str, list[Mishap]]:
        found: dict[str, list[Mishap]] = {}
        for mishap in self._mishaps:
            found.setdefault(mishap.kind, []).append(mishap)
        return found

    def _mosts(self, figure: str) -> dict[str, float]:
        """Return the 95th percentile of each kind."""
        found = {}
        for kind, mishaps in self._kinds().items():
            some = sorted(value for one in mishaps if (value := getattr(one, figure)) is not None)
            if some:
                found[kind] = some[min(len(some) - 1, int(len(some) * 0.95))]
        return found


def _again(rows: list[Any]) -> int:
    """Return how many verdicts of a table were about cards that an earlier one of the same game was about."""
    doubled, decided = 0, set[tuple[int, ...]]()
    for row in rows:
        if isinstance(row, GameBegan):
            decided.clear()
        elif isinstance(row, Played) and row.evidence != NO_EVIDENCE:
            about = evidence_of(row.evidence).about
            doubled += about in decided
            decided.add(about)
    return doubled


async def _opened(http: ClientSession, nodes: Nodes, number: int, random: Random) -> list[Wanderer]:
    address = list(nodes.addresses.values())[number % len(nodes.addresses)]
    game = TURNS if number == TABLES - 1 else GAME
    body = msgspec.json.encode(m.NewTable(game, deck=DECK if game == GAME else None))
    async with http.post(f"{address}/api/tables", data=body) as answer:
        opened = msgspec.json.decode(await answer.read(), type=m.Opened)
    return [
        Wanderer(opened.code, seat, opened.token if seat == 0 else "", Random(random.random()), game)
        for seat in range(SEATS)
    ]
