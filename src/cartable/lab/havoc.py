"""Havoc in a cluster: nodes are killed, stopped, drained and cut off while people play on all of them.

Three servers, each a process of its own, over a real PostgreSQL; each reaches it through a proxy that can cut
its lines or leave them half open. People play at a few tables through whichever node they meet, ask again
what was not answered, and remember each call that was confirmed. At the end the logs are read: what was
confirmed must be there, and nothing twice.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any, Final
from urllib.parse import parse_qs, quote, urlsplit

import msgspec
from aiohttp import ClientError, ClientSession, WSMsgType
from msgspec import Raw, Struct

from cartable.cluster import roll
from cartable.core import Chance, Played, Seat
from cartable.games import GAMES
from cartable.lab.kill import DECK, GAME, SEATS
from cartable.lab.nodes import Nodes, database
from cartable.server import messages as m
from cartable.server.book import Book
from cartable.server.rows import decode
from cartable.server.shared import shared

NAMES: Final = ("ada", "ben", "cyd")
TABLES: Final = 6
KINDS: Final = ("kill", "stop", "drain", "cut", "half-open", "restart")
"""What befalls a node; `drain` is a planned stop, `restart` ends every session of the database at once."""
ENDING: Final = ("kill", "drain", "cut", "half-open")
"""What ends the life of a node; one that was stopped for a second lives on."""
CALLS: Final = 12
"""So many confirmed calls lie between two of them."""
SETTLED: Final = 0.3
WATCH: Final = 0.01
"""So often it is looked who owns what, in seconds."""

_decode = msgspec.json.Decoder(m.FromServer).decode


class Havoc(Struct, frozen=True):
    """How it went."""

    times: int
    confirmed: int
    lost: int
    """Confirmed calls that the log does not have: there must be none."""
    twice: int
    """Requests that were done more than once: there must be none."""
    forgotten: int
    """Returns to a table that had lost something it had told: there must be none."""
    epochs: int
    """Epochs of a shard with two owners: there must be none."""
    owned: dict[str, float]
    """Seconds until every shard had an owner again, by what happened, 95 of 100 times."""
    back: dict[str, float]
    """Seconds until everybody was back in play, by what happened, 95 of 100 times."""
    counts: dict[str, int]

    @property
    def well(self) -> bool:
        """Whether nothing happened that must not."""
        return not (self.lost or self.twice or self.forgotten or self.epochs)


class Way:
    """A node's way to the database, which can be cut or left half open."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        asked = parse_qs(parts.query)
        self._parts = parts
        self._socket = asked.get("host", [""])[0]
        self._port = parts.port or int(asked.get("port", ["5432"])[0])
        self._lines: set[asyncio.StreamWriter] = set()
        self._deaf: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> str:
        """Listen, and return the address of the database behind it."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        who = quote(self._parts.username or "postgres")
        if self._parts.password:
            who += f":{self._parts.password}"
        return f"postgresql://{who}@127.0.0.1:{port}{self._parts.path}?sslmode=disable"

    def cut(self) -> None:
        """Cut every line."""
        for line in list(self._lines):
            line.transport.abort()

    def deafen(self) -> None:
        """Let nothing through any more on the lines that there are."""
        self._deaf |= self._lines

    def close(self) -> None:
        if self._server:
            self._server.close()
        self.cut()
        for task in self._tasks:
            task.cancel()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self._socket.startswith("/"):
                path = f"{self._socket}/.s.PGSQL.{self._port}"
                there, back = await asyncio.open_unix_connection(path)
            else:
                there, back = await asyncio.open_connection(self._parts.hostname, self._port)
        except OSError:
            writer.transport.abort()
            return
        self._lines |= {writer, back}
        for source, target in ((reader, back), (there, writer)):
            task = asyncio.create_task(self._pass(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while content := await source.read(1 << 16):
                if target not in self._deaf:
                    target.write(content)
                    await target.drain()
        target.transport.abort()
        self._lines.discard(target)
        self._deaf.discard(target)


class Wanderer:
    """Somebody who plays one seat, through whichever node is there, and asks again what nobody answered."""

    def __init__(self, code: str, seat: int, token: str, random: Random) -> None:
        self.code = code
        self.seat = seat
        self.token = token
        self.confirmed: list[bytes] = []
        self.forgotten = 0
        self.in_play = asyncio.Event()
        self.calls = 0
        self._page = random.randrange(1, 1 << 40)
        self._random = random
        self._unanswered: dict[int, Any] = {}
        self._ids = 0
        self._games = 0
        self._member = 0
        self._shown: m.Game | None = None
        self._seen = 0

    async def live(self, http: ClientSession, nodes: Nodes) -> None:
        """Play on and on."""
        while True:
            address = self._random.choice(list(nodes.addresses.values()))
            with suppress(ClientError, OSError, TimeoutError):
                async with asyncio.timeout(3):
                    ws = await http.ws_connect(f"{address}/ws", heartbeat=1.0)
                try:
                    hello = m.Hello(self._id(), m.VERSION, self.code, self.token, page=self._page)
                    await ws.send_str(_text(hello))
                    async for frame in ws:
                        if frame.type is WSMsgType.TEXT:
                            for answer in self._heard(_decode(frame.data)):
                                await ws.send_str(_text(answer))
                finally:
                    await ws.close()
            await asyncio.sleep(0.05 + 0.1 * self._random.random())

    def _heard(self, message: Any) -> list[Any]:
        match message:
            case m.Welcome():
                self.token, self._member = message.token, message.member
                return list(self._unanswered.values())
            case m.Table():
                if message.games != self._games:
                    self._games, self._seen = message.games, 0
                chairs = [chair.member for chair in message.chairs]
                if message.phase not in ("gathering", "over"):
                    return []
                if self._member not in chairs:
                    # The seats are taken in their order.
                    sits = len(chairs) >= self.seat and not self._unanswered
                    return [self._asked(m.Sit(self._id(), Seat(self.seat)))] if sits else []
                return [m.Start(self._id())] if self.seat == 0 and len(chairs) == SEATS else []
            case m.Ping():
                return [m.Pong(message.nonce)]
            case m.Game():
                self.forgotten += message.moves < self._seen
                self._seen, self._shown = message.moves, message
                return self._call()
            case m.Done() | m.Late():
                asked = self._unanswered.pop(message.id, None)
                if isinstance(asked, m.Play):
                    self.confirmed.append(bytes(asked.move))
                    self.calls += 1
                    self.in_play.set()
                return self._call()
            case m.Refused() | m.Error():
                self._unanswered.pop(message.id or 0, None)
        return []

    def _call(self) -> list[Any]:
        game = self._shown
        if game is None or any(isinstance(asked, m.Play) for asked in self._unanswered.values()):
            return []
        rules = GAMES[GAME]
        view = msgspec.json.decode(game.sights[0].view, type=rules.view_type)
        setup = rules.info.setup(SEATS, deck=DECK)
        move = rules.sample(rules.imagine(view, setup, Chance(b"", 0)), Seat(self.seat), Chance(b"", 0))
        if move is None:
            return []
        return [self._asked(m.Play(self._id(), Seat(self.seat), Raw(msgspec.json.encode(move))))]

    def _asked(self, message: Any) -> Any:
        self._unanswered[message.id] = message
        return message

    def _id(self) -> int:
        self._ids += 1
        return self._ids


class Owners:
    """Looks who owns what, again and again."""

    def __init__(self) -> None:
        self.doubled = 0
        self.free = 0
        """How many shards belong to nobody who is alive."""
        self.lives: dict[str, int] = {}
        """The nodes that are alive."""
        self._known: dict[tuple[int, int], int] = {}

    async def watch(self, db: Any) -> None:
        while True:
            found = await roll.read(db)
            self.lives = {node.name: node.life for node in found.nodes if not node.expired}
            alive = set(self.lives.values())
            self.free = sum(owned.life not in alive for owned in found.shards)
            for shard, owned in enumerate(found.shards):
                self.doubled += self._known.setdefault((shard, owned.epoch), owned.life) != owned.life
            await asyncio.sleep(WATCH)


def havoc(
    times: int, seed: int = 1, url: str = "", longest: float = 30, kinds: tuple[str, ...] = KINDS
) -> Havoc:
    """Do it so many times; a stop takes `longest` seconds at most."""
    with database(url) as found:
        return asyncio.run(_havoc(found, times, Random(seed), longest, kinds))


async def _havoc(url: str, times: int, random: Random, longest: float, kinds: tuple[str, ...]) -> Havoc:
    nodes, ways, owners = Nodes(url), {name: Way(url) for name in NAMES}, Owners()
    store = await shared(url)
    # By another name, so that what befalls the nodes does not befall whoever looks.
    db, watched = [await store.database.connect({"application_name": "lab"}) for _ in range(2)]
    tasks: list[asyncio.Task[None]] = []
    owned: dict[str, list[float]] = {}
    back: dict[str, list[float]] = {}
    try:
        through = {name: await way.open() for name, way in ways.items()}
        for name in NAMES:
            await nodes.start(name, through[name])
        async with ClientSession() as http:
            people = [
                person for number in range(TABLES) for person in await _opened(http, nodes, number, random)
            ]
            tasks = [asyncio.create_task(person.live(http, nodes)) for person in people]
            tasks.append(asyncio.create_task(owners.watch(watched)))
            await _in_play(people)
            for number in range(times):
                kind = kinds[number % len(kinds)]
                name = random.choice(NAMES)
                before = sum(person.calls for person in people)
                life = owners.lives.get(name, 0)
                start = time.perf_counter()
                again = await _befall(kind, name, nodes, ways[name], db, random, longest)
                for person in people:
                    person.in_play.clear()
                if kind in ENDING:
                    owned.setdefault(kind, []).append(await _owned(owners, name, life, start))
                await _in_play(people)
                back.setdefault(kind, []).append(time.perf_counter() - start)
                if again:
                    await nodes.start(name, through[name])
                async with asyncio.timeout(120):
                    while sum(person.calls for person in people) < before + CALLS:
                        await asyncio.sleep(0.01)
                await asyncio.sleep(SETTLED)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        confirmed = lost = twice = 0
        for person in people:
            home = await store.find(person.code)
            assert home is not None
            rows = await store.read(home)
            Book.read(rows)
            if person.seat == 0:
                asked = Counter((some.member, some.page, some.request) for some in await store.asked(home))
                twice += sum(count - 1 for count in asked.values())
            moves = [row for row in (decode(line, GAME) for line in rows) if isinstance(row, Played)]
            log = iter(msgspec.json.encode(move.move) for move in moves if move.seat == person.seat)
            confirmed += len(person.confirmed)
            lost += sum(move not in log for move in person.confirmed)
    finally:
        for task in tasks:
            task.cancel()
        nodes.close()
        for way in ways.values():
            way.close()
        for line in (db, watched):
            line.terminate()
        await store.close()
    return Havoc(
        times,
        confirmed,
        lost,
        twice,
        sum(person.forgotten for person in people),
        owners.doubled,
        {kind: _most(some) for kind, some in owned.items()},
        {kind: _most(some) for kind, some in back.items()},
        {kind: len(some) for kind, some in back.items()},
    )


async def _befall(
    kind: str, name: str, nodes: Nodes, way: Way, db: Any, random: Random, longest: float
) -> bool:
    """Let something befall a node; return whether it has to be started again."""
    match kind:
        case "kill":
            nodes.send(name, signal.SIGKILL)
            await nodes.gone(name)
            return True
        case "drain":
            nodes.send(name, signal.SIGTERM)
            await nodes.gone(name)
            return True
        case "stop":
            nodes.send(name, signal.SIGSTOP)
            wake = min(longest, random.choice((1.0, 2.5, 5.0, 30.0)))
            asyncio.get_running_loop().call_later(wake, nodes.send, name, signal.SIGCONT)
        case "cut":
            way.cut()
        case "half-open":
            way.deafen()
        case "restart":
            await db.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cartable'"
            )
    return False


async def _owned(owners: Owners, name: str, life: int, start: float) -> float:
    """Wait until a life is over, and all its shards are others'."""
    async with asyncio.timeout(120):
        while owners.free or owners.lives.get(name) == life:
            await asyncio.sleep(WATCH)
    return time.perf_counter() - start


async def _in_play(people: list[Wanderer]) -> None:
    async with asyncio.timeout(120):
        await asyncio.gather(*(person.in_play.wait() for person in people))


async def _opened(http: ClientSession, nodes: Nodes, number: int, random: Random) -> list[Wanderer]:
    address = list(nodes.addresses.values())[number % len(nodes.addresses)]
    body = msgspec.json.encode(m.NewTable(GAME, deck=DECK))
    async with http.post(f"{address}/api/tables", data=body) as answer:
        opened = msgspec.json.decode(await answer.read(), type=m.Opened)
    return [
        Wanderer(opened.code, seat, opened.token if seat == 0 else "", Random(random.random()))
        for seat in range(SEATS)
    ]


def _most(some: list[float]) -> float:
    """Return what 95 of 100 are not above."""
    return round(sorted(some)[min(len(some) - 1, int(len(some) * 0.95))], 3)


def _text(message: Any) -> str:
    return msgspec.json.encode(message).decode()
