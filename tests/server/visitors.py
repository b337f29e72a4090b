"""A real server on real sockets, with time that passes faster, and people who behave as people do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType
from msgspec import Raw

from cartable.core import Chance, Millis, Rules, Seat, Setup
from cartable.games import GAMES
from cartable.server import messages as m
from cartable.server.clock import Alarm
from cartable.server.door import listening
from cartable.server.files import Files
from cartable.server.lobby import Lobby
from cartable.server.routes import Routes
from cartable.server.settings import Settings
from cartable.server.sqlite import SqliteStore
from cartable.server.store import written
from cartable.server.studies import Studies
from cartable.server.think import Thinkers

ADMIN = "administration"

STILL = 0.001
"""The speed of a clock that hardly moves: what is allowed so often a minute is not allowed again."""

PRANKS = (
    "the same move",
    "gone",
    "nonsense",
    "an old move",
    "another's seat",
    "no seat",
    "the same message",
    "no move",
    "not the host",
    "a second hello",
)
"""What wild people do, one after the other."""

_from_server: msgspec.json.Decoder[Any] = msgspec.json.Decoder(m.FromServer)


class FastClock:
    """The loop's clock, running some times as fast, and ahead by what a test has skipped."""

    def __init__(self, speed: float) -> None:
        self._loop = asyncio.get_running_loop()
        self._speed = speed
        self.skipped = 0

    def now(self) -> Millis:
        return Millis(int(self._loop.time() * 1000 * self._speed) + self.skipped)

    def at(self, when: Millis, do: Callable[[], None]) -> Alarm:
        return self._loop.call_at((when - self.skipped + 0.5) / 1000 / self._speed, do)


class Served:
    """A server that runs."""

    def __init__(
        self,
        server: Routes,
        store: SqliteStore,
        clock: FastClock,
        url: str,
        http: ClientSession,
        complaints: list[Exception],
    ) -> None:
        self.server = server
        self.store = store
        self.clock = clock
        self.url = url
        self.http = http
        self.complaints = complaints

    async def open(self, game: str = "spot/tower", **fields: Any) -> m.Opened:
        """Open a table."""
        body = msgspec.json.encode(m.NewTable(game, **fields))
        async with self.http.post(f"{self.url}/api/tables", data=body) as answer:
            assert answer.status == 201, await answer.text()
            return msgspec.json.decode(await answer.read(), type=m.Opened)


@asynccontextmanager
async def serving(
    folder: Path, speed: float = 1, most_pages: int = 0, **settings: Any
) -> AsyncIterator[Served]:
    """Run a server while the block lasts, on a disk that has room for so many pages (0: for all)."""
    store = SqliteStore(folder, asyncio.get_running_loop().call_soon_threadsafe, most_pages)
    try:
        async with serving_on(store, folder, speed, **settings) as served:
            yield served
    finally:
        await store.close()


@asynccontextmanager
async def serving_on(
    store: Any, folder: Path, speed: float = 1, files: Files | None = None, **settings: Any
) -> AsyncIterator[Served]:
    """Run a server on a store while the block lasts."""
    chosen = Settings(port=0, local=True, data=str(folder), **settings)
    clock, think = FastClock(speed), Thinkers()
    complaints: list[Exception] = []
    draw, studies = Random(1).randbytes, Studies()
    lobby = Lobby(store, clock, think, complain=complaints.append, draw=draw, studied=studies.expect)
    server = Routes(chosen, store, lobby, clock, ADMIN, studies, files)
    if speed > 1:
        # Whoever asks is as slow as the machine, however fast the table's time runs.
        server.door.clock = FastClock(1)
    try:
        async with (
            listening(server.app(), server.door, "127.0.0.1", 0, grace=1) as port,
            ClientSession() as http,
        ):
            yield Served(server, store, clock, f"http://127.0.0.1:{port}", http, complaints)
            lobby.stop()
            await written(store)
            await lobby.finish()
    finally:
        think.close()


class Visitor:
    """Someone with a browser: answers pings, plays when pinged, and now and then misbehaves."""

    def __init__(
        self,
        served: Served,
        code: str,
        seats: tuple[int, ...],
        seed: int,
        token: str = "",
        wild: bool = False,
        tv: bool = False,
    ) -> None:
        self.served = served
        self.code = code
        self.seats = seats
        self.token = token
        self.wild = wild
        self.tv = tv
        self.sent: list[list[bytes]] = []
        """Everything that came out of the socket, connection by connection."""
        self.replies: dict[str, list[m.Message]] = {}
        """The answers, by the kind of request or prank."""
        self.random = Random(seed)
        self.told: list[m.Game] = []
        self.answers: list[m.Message] = []
        self.table: m.Table | None = None
        self.closings: list[m.Closing] = []
        self.drops = 0
        self.reveal: tuple[int, Millis] | None = None
        self.over = asyncio.Event()
        self.waits: Callable[[], bool] = lambda: False
        """Whether it leaves the next move to others."""
        self._ids = 0
        self._pranks = 0
        self._twice: set[int] = set()
        self._waiting: dict[int, str] = {}
        self._chance = 0
        self._late: bytes | None = None
        self._ws: ClientWebSocketResponse | None = None
        self._seated = asyncio.Event()

    @property
    def rules(self) -> Rules[Any, Any, Any, Any]:
        assert self.table
        return GAMES[self.table.game]

    async def play(self) -> None:
        """Come, sit, play until the game is over; come back whenever the connection is lost."""
        while not self.over.is_set():
            async with self.served.http.ws_connect(f"{self.served.url}/ws") as ws:
                self._ws = ws
                self.sent.append([])
                hello = m.Hello(self._next("hello"), m.VERSION, self.code, self.token, "Ada", self.tv)
                await self._send(hello)
                async for frame in ws:
                    if frame.type is WSMsgType.TEXT:
                        self.sent[-1].append(frame.data.encode())
                        await self._heard(_from_server.decode(frame.data))
                    if ws.closed or self.over.is_set():
                        break
            self._waiting.clear()
            self._twice.clear()

    async def seated(self) -> None:
        """Wait until the seats are taken."""
        await self._seated.wait()

    async def ask(self, kind: type[m.Request], **fields: Any) -> None:
        """Send a request."""
        await self._send(kind(self._next(kind.__name__), **fields))

    async def _heard(self, message: Any) -> None:
        self._note(message)
        match message:
            case m.Welcome():
                self.token = message.token
                for seat in self.seats:
                    await self.ask(m.Sit, seat=seat, also=True)
            case m.Table():
                self.table = message
                mine = {chair.seat for chair in message.chairs if chair.member == self._member()}
                if set(self.seats) <= mine:
                    self._seated.set()
            case m.Game():
                self.told.append(message)
                if message.reveal:
                    self.reveal = message.reveal.number, self.served.clock.now()
                if message.result is not None:
                    await self._after()
                elif not self.rules.info.reflex:
                    await self._move()
            case m.Ping():
                await self._pong(message)
                await self._move()
            case m.Closing():
                self.closings.append(message)

    def _note(self, message: Any) -> None:
        """Keep an answer by what it answers."""
        if (id := getattr(message, "id", None)) is not None:
            assert id in self._waiting, f"an answer to nothing, or a second one: {message}"
            self.replies.setdefault(self._waiting[id], []).append(message)
            if id in self._twice:
                self._twice.remove(id)
            else:
                del self._waiting[id]
            self.answers.append(message)
        elif isinstance(message, m.Error):
            self.replies.setdefault("nonsense", []).append(message)

    def _member(self) -> int | None:
        welcomes = [answer for answer in self.answers if isinstance(answer, m.Welcome)]
        return welcomes[-1].member if welcomes else None

    async def _pong(self, ping: m.Ping) -> None:
        number, painted = self.reveal or (None, Millis(0))
        clock = None if number is None else self.served.clock.now() - painted
        await self._send(m.Pong(ping.nonce, number, clock))

    async def _move(self) -> None:
        if not self.told or not self.told[-1].sights or self.told[-1].result is not None:
            return
        if self.waits() or any(kind == "Play" for kind in self._waiting.values()):
            return
        for seat in self.random.sample(self.seats, len(self.seats)):
            move = self._chosen(Seat(seat))
            if move is not None:
                await self._press(seat, move)
                if self.wild:
                    await self._misbehave(seat, move)
                return

    def _chosen(self, seat: Seat) -> Any:
        game = self.told[-1]
        sight = next((sight for sight in game.sights if sight.seat == seat), game.sights[0])
        if sight.moves is not None:
            return msgspec.json.decode(self.random.choice(sight.moves)) if sight.moves else None
        view = msgspec.json.decode(sight.view, type=self.rules.view_type)
        self._chance += 1
        chance = Chance(b"visitor", self._chance)
        state = self.rules.imagine(view, self.setup(), chance)
        return self.rules.sample(state, seat, chance)

    def setup(self) -> Setup:
        """Return the table's agreement, from what everyone is told."""
        assert self.table
        teams = [chair.team for chair in self.table.chairs]
        return self.rules.info.setup(teams=teams, deck=self.table.deck, options=self.table.options)

    async def _press(self, seat: int, move: Any) -> None:
        raw = Raw(msgspec.json.encode(move))
        number, painted = self.reveal or (None, Millis(0))
        reaction = None if number is None else max(0, self.served.clock.now() - painted)
        await self.ask(m.Play, seat=seat, move=raw, reveal=number, reaction=reaction)

    async def _misbehave(self, seat: int, move: Any) -> None:
        assert self._ws
        raw = Raw(msgspec.json.encode(move))
        late, self._late = self._late, msgspec.json.encode(move)
        if self.random.randrange(2):
            return
        prank = PRANKS[self._pranks % len(PRANKS)]
        self._pranks += 1
        match prank:
            case "the same move":
                await self._send(m.Play(self._next(prank), Seat(seat), raw))
            case "the same message":
                message = m.React(self._next(prank), "wow")
                self._twice.add(message.id)
                await self._send(message)
                await self._send(message)
            case "nonsense":
                for text in ("{", "[]", '{"type":"cheat"}', "\u0000", '"hello"'):
                    await self._ws.send_str(text)
            case "no seat":
                await self._send(m.Play(self._next(prank), Seat(63), raw))
            case "another's seat":
                await self._send(m.Play(self._next(prank), Seat(0), raw))
            case "no move":
                await self._send(m.Play(self._next(prank), Seat(seat), Raw(b'{"type":"nothing"}')))
            case "an old move" if late:
                await self._send(m.Play(self._next(prank), Seat(seat), Raw(late)))
            case "not the host":
                await self._send(m.Start(self._next(prank)))
            case "a second hello":
                await self._send(m.Hello(self._next(prank), m.VERSION, self.code, self.token))
            case "gone":
                self.drops += 1
                await self._ws.close()

    async def _after(self) -> None:
        """Move once more after the end, then go."""
        if not self.seats:
            self.over.set()
            return
        raw = Raw(self._late or b'{"type":"call","symbol":1,"cards":[1,2]}')
        await self._send(m.Play(self._next("after"), Seat(self.seats[0]), raw))
        assert self._ws
        while "after" in self._waiting.values():
            frame = await self._ws.receive()
            if frame.type is not WSMsgType.TEXT:
                break
            self.sent[-1].append(frame.data.encode())
            message = _from_server.decode(frame.data)
            self._note(message)
            if isinstance(message, m.Table):
                self.table = message
        self.over.set()

    async def _send(self, message: Any) -> None:
        assert self._ws
        if not self._ws.closed:
            await self._ws.send_str(msgspec.json.encode(message).decode())

    def _next(self, kind: str) -> int:
        self._ids += 1
        self._waiting[self._ids] = kind
        return self._ids
