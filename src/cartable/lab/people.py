"""Honest people at a hundred tables: they play, speak, look away, come back, and note what is not answered.

Every table has an address of its own kind of household, so that no honest address comes near its limits. What
people at a table with hidden cards are sent is kept until the game is over, and then held against its log.
"""

from __future__ import annotations

import asyncio
import os
from array import array
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from socket import SHUT_RDWR
from time import perf_counter
from typing import Any, Final

import msgspec
from aiohttp import ClientError, ClientSession, ClientWebSocketResponse, TCPConnector, WSMsgType
from msgspec import Raw, Struct, field

from cartable.bots import names
from cartable.core import Chance, Seat, decode
from cartable.games import GAMES
from cartable.lab.leaks import Leak, Past
from cartable.server import messages as m

HOUSEHOLDS: Final = 50
"""How many addresses the honest people have."""
PACE: Final = (0.6, 2.0)
"""How many seconds pass between two actions of somebody."""
STAYS: Final = (10.0, 60.0)
AWAY: Final = (0.3, 3.0)
"""How many seconds somebody stays, and stays away."""
PATIENCE: Final = 15.0
"""What is not answered after this many seconds never will be."""
STILL: Final = 120
"""If nobody could move for this many seconds, nobody can."""
SNOOPS: Final = "127.0.1.1"
"""The addresses of those who try to see others' hands."""
LOOKING: Final = 12
"""How many games at most wait to be looked through; the others are only counted."""
SAMPLE: Final = 40
"""How many messages of each person and game are remade in another deal; all are checked against the log."""

_from_server: msgspec.json.Decoder[Any] = msgspec.json.Decoder(m.FromServer)
_encode = msgspec.json.encode


class Seen(Struct):
    """What honest people saw of a server."""

    answered: int = 0
    unanswered: list[str] = []
    cut_off: list[str] = []
    """Connections that ended though nobody wanted to go."""
    moves: int = 0
    games: int = 0
    looked_through: int = 0
    leaks: list[str] = []
    times: array[float] = field(default_factory=lambda: array("f", ()))
    """Seconds to each answer that waits for nobody: all but calls that are compared, and questions."""


class Evening:
    """All honest people at one server."""

    def __init__(self, port: int, seed: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.seen = Seen()
        self.closing = False
        """Whether nobody asks for anything any more, except to finish games with hidden cards."""
        self.over = False
        self.rooms: list[Company] = []
        self._seed = seed
        self._homes: dict[str, ClientSession] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._fetching: list[asyncio.Task[None]] = []
        """Finished games on their way here, to be looked through."""
        self._looking: set[Future[str]] = set()
        self._judge = ProcessPoolExecutor(1, get_context("spawn"), _give_way)

    def home(self, address: str) -> ClientSession:
        """Return the browsers at an address."""
        if address not in self._homes:
            self._homes[address] = ClientSession(connector=TCPConnector(local_addr=(address, 0), limit=0))
        return self._homes[address]

    async def begin(self, tables: int) -> None:
        """Open tables of all games in turn, and let people join."""
        games = list(GAMES)
        for number in range(tables):
            # Every third has hidden cards, or plays in turns.
            game = ("catatac", "karta")[number // 3 % 2] if number % 3 == 0 else games[number % len(games)]
            room = await self._open(game, number)
            self.rooms.append(room)
            for person in (*room.people, *room.snoops):
                self.do(person.live())
        self.do(self._watch())
        self.do(self._passers_by())

    def do(self, what: Coroutine[Any, Any, None]) -> None:
        """Do something alongside the rest; a fault in it ends the evening."""
        task = asyncio.create_task(what)
        self._tasks.add(task)

    def fetch(self, record: Coroutine[Any, Any, None]) -> None:
        """Fetch a finished game; the evening waits for it."""
        self._fetching = [task for task in self._fetching if not task.done() or task.exception()]
        self._fetching.append(asyncio.create_task(record))

    async def moving(self) -> None:
        """Wait until somebody has moved at every table, or until nobody ever will."""
        for _ in range(STILL):
            if all(room.moves for room in self.rooms):
                break
            self.fails()
            await asyncio.sleep(1)

    async def end(self) -> None:
        """Wait until everyone has their answers, then look through the rest."""
        self.closing = True
        for _ in range(int(4 * PATIENCE)):
            await asyncio.sleep(1)
            self._give_up(PATIENCE)
            if not any(person.waits for room in self.rooms for person in room.people):
                break
        self._give_up(0)
        await asyncio.gather(*self._fetching)
        self.fails()
        self.over = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for home in self._homes.values():
            await home.close()
        await asyncio.to_thread(self._judge.shutdown)
        self._judged()

    def judge(self, record: bytes, heard: list[tuple[list[list[bytes]], tuple[int, ...]]]) -> None:
        """Have a finished game searched for what somebody must not know."""
        self._judged()
        if len(self._looking) < LOOKING:
            self._looking.add(self._judge.submit(leak, record, heard))

    def fails(self) -> None:
        """Raise what went wrong in an experiment itself."""
        for task in [task for task in self._tasks if task.done()]:
            self._tasks.remove(task)
            if fault := task.exception():
                raise fault

    def _judged(self) -> None:
        for done in [looked for looked in self._looking if looked.done()]:
            self._looking.remove(done)
            self.seen.looked_through += 1
            if found := done.result():
                self.seen.leaks.append(found)

    async def _open(self, game: str, number: int) -> Company:
        home = self.home(household(number))
        body = _encode(m.NewTable(game))
        async with home.post(f"{self.url}/api/tables", data=body) as answer:
            opened = msgspec.json.decode(await answer.read(), type=m.Opened)
        return Company(self, game, number, opened, Random(f"{self._seed} {number}"))

    async def _watch(self) -> None:
        """Note what is not answered."""
        while not self.closing:
            await asyncio.sleep(1)
            self.fails()
            self._give_up(PATIENCE)

    def _give_up(self, seconds: float) -> None:
        for room in self.rooms:
            for person in room.people:
                person.give_up(seconds)

    async def _passers_by(self) -> None:
        """Let strangers load the page and look in at tables, as somebody with a link does."""
        random = Random(self._seed)
        while not self.closing:
            await asyncio.sleep(random.uniform(0.1, 0.5))
            room, home = random.choice(self.rooms), self.home(household(random.randrange(HOUSEHOLDS)))
            for path in ("/health", "/api/games", f"/api/tables/{room.code}"):
                start = perf_counter()
                try:
                    async with asyncio.timeout(PATIENCE), home.get(self.url + path) as answer:
                        await answer.read()
                except (ClientError, OSError, TimeoutError) as error:
                    self.seen.unanswered.append(f"GET {path}: {type(error).__name__}")
                    continue
                self.seen.answered += 1
                self.seen.times.append(perf_counter() - start)
                if answer.status != 200:
                    self.seen.unanswered.append(f"GET {path}: {answer.status}")


class Company:
    """A table, its people and what they were sent."""

    def __init__(self, evening: Evening, game: str, number: int, opened: m.Opened, random: Random) -> None:
        self.evening = evening
        self.code = opened.code
        self.number = number
        self.game = game
        self.rules = GAMES[game]
        self.random = random
        self.moves = 0
        levels = names(self.rules.info.box)
        self.bot = levels[number % len(levels)]
        self.seats = 4 if 4 in self.rules.info.seats else 2
        people = 1 if game == "karta" and number % 2 else 2
        self.people = [Honest(self, household(number), token) for token in (opened.token, "")[:people]]
        self.snoops = [Snoop(self, SNOOPS)] if self.rules.info.hidden else []

    def stranger(self, person: m.Person, chairs: tuple[m.Chair, ...]) -> bool:
        """Return whether this is a stranger who is here, or sits here."""
        known = {own.member for own in self.people}
        sits = any(chair.member == person.member for chair in chairs)
        return person.member not in known and (person.here or sits)

    async def over(self, table: m.Table) -> None:
        """Look through a game that has ended, if something was hidden in it."""
        seen = self.evening.seen
        seen.games += 1
        if not self.rules.info.hidden or not table.record:
            return
        home = self.evening.home(household(self.number))
        async with home.get(f"{self.evening.url}/api/records/{table.record}") as answer:
            record = await answer.read()
        everybody = (*self.people, *self.snoops)
        self.evening.judge(record, [(person.heard(table.games), person.held) for person in everybody])


class Honest:
    """Somebody with a browser who is at one table, on and off."""

    stays = STAYS

    def __init__(self, room: Company, address: str, token: str = "") -> None:
        self.room = room
        self.address = address
        self.token = token
        self.member = 0
        self.held: tuple[int, ...] = ()
        self.kept: list[tuple[int, list[bytes]]] = []
        """What came, by connection, with the number of the game that it is from."""
        self._seen = room.evening.seen
        self._random = room.random
        self._waiting: dict[int, tuple[str, float]] = {}
        self._ids = 0
        self._table: m.Table | None = None
        self._game: m.Game | None = None
        self._reveal: tuple[int, float] | None = None
        self._ws: ClientWebSocketResponse | None = None
        self._ended = 0

    @property
    def waits(self) -> bool:
        """Whether something is not yet answered, or a game with hidden cards not yet over."""
        hides = self.room.rules.info.hidden and self is self.room.people[0]
        return bool(self._waiting) or (hides and self._playing)

    async def live(self) -> None:
        """Come and go until the evening is over."""
        home = self.room.evening.home(self.address)
        while not self.room.evening.over:
            try:
                await self._visit(home)
            except (ClientError, OSError) as error:
                self._cut_off(type(error).__name__)
            self._waiting.clear()
            self._ws = None
            await asyncio.sleep(self._random.uniform(*AWAY))

    def heard(self, game: int) -> list[list[bytes]]:
        """Return what came of one game, by connection, and forget it."""
        told = [sent for number, sent in self.kept if number == game]
        self.kept = [(number, sent) for number, sent in self.kept if number > game]
        return told

    def give_up(self, seconds: float) -> None:
        """Count what has waited for longer as unanswered."""
        now = perf_counter()
        for id, (kind, since) in list(self._waiting.items()):
            if now - since > seconds:
                del self._waiting[id]
                self._seen.unanswered.append(f"{kind} at {self.room.game}")

    async def _visit(self, home: ClientSession) -> None:
        async with home.ws_connect(f"{self.room.evening.url}/ws") as ws:
            self._ws, self._reveal, self._game = ws, None, None
            self.kept.append((0, []))
            await self._ask(m.Hello, version=m.VERSION, code=self.room.code, token=self.token, name="Ada")
            acting = asyncio.create_task(self._act())
            try:
                async with asyncio.timeout(self._random.uniform(*self.stays)):
                    async for frame in ws:
                        if frame.type is WSMsgType.TEXT:
                            await self._hear(frame.data.encode())
                self._cut_off(str(ws.close_code))
            except TimeoutError:
                if self._random.random() < 0.5 and (socket := ws.get_extra_info("socket")):
                    # As a phone does that leaves the house.
                    socket.shutdown(SHUT_RDWR)
            finally:
                acting.cancel()

    def _cut_off(self, why: str) -> None:
        self._seen.cut_off.append(f"{self.room.game}: {why}")

    async def _hear(self, text: bytes) -> None:
        message = _from_server.decode(text)
        if not isinstance(message, m.Ping):
            self._keep(message.number if isinstance(message, m.Game) else None, text)
        if (id := getattr(message, "id", None)) is not None and (asked := self._waiting.pop(id, None)):
            self._answered(*asked, message)
        match message:
            case m.Ping():
                await self._send(m.Pong(message.nonce, *self._clock()))
            case m.Welcome():
                self.token, self.member = message.token, message.member
            case m.Game():
                self._game = message
                if message.reveal:
                    self._reveal = message.reveal.number, perf_counter()
            case m.Table():
                self._tabled(message)

    def _answered(self, kind: str, since: float, answer: m.Message) -> None:
        self._seen.answered += 1
        if kind not in ("Ask", "Hello") and not (kind == "Play" and self.room.rules.info.reflex):
            self._seen.times.append(perf_counter() - since)
        if kind == "Play" and isinstance(answer, m.Done | m.Late):
            self._seen.moves += 1
            self.room.moves += 1

    def _keep(self, game: int | None, text: bytes) -> None:
        if self.room.rules.info.hidden:
            number, sent = self.kept[-1] if self.kept else (0, [])
            if not self.kept or (game is not None and game != number):
                self.kept.append((game or 0, [text]))
            else:
                sent.append(text)

    @property
    def _playing(self) -> bool:
        return self._table is not None and self._table.phase == "playing"

    def _tabled(self, table: m.Table) -> None:
        before, self._table = self._table, table
        if table.phase == "playing":
            self.held = tuple(chair.seat for chair in table.chairs if chair.member == self.member)
        if table.phase == "over" and table.games > self._ended and self is self.room.people[0]:
            self._ended = table.games
            if before and before.games == table.games:
                self.room.evening.fetch(self.room.over(table))

    async def _act(self) -> None:
        """Do something now and then."""
        while True:
            await asyncio.sleep(self._random.uniform(*PACE))
            table = self._table
            if not self.member or table is None or len(self._waiting) > 1:
                continue
            if self.room.evening.closing:
                if self.room.rules.info.hidden and self._playing and self.member == table.host:
                    await self._ask(m.Abandon)
            elif table.phase != "playing":
                await self._further(table)
            elif table.locked and self.member == table.host:
                await self._ask(m.Lock, locked=False)
            else:
                await self._play()

    async def _further(self, table: m.Table) -> None:
        """Help to start the next game."""
        mine = [chair for chair in table.chairs if chair.member == self.member]
        empty = [chair.seat for chair in table.chairs if chair.member is None and not chair.bot]
        free = empty[0] if empty else Seat(len(table.chairs))
        seated = sum(chair.member is not None or chair.bot != "" for chair in table.chairs)
        own = [person.member for person in self.room.people]
        if not mine:
            await self._ask(m.Sit, seat=free)
        elif self.member != table.host:
            await self._ask(m.Ready, seat=mine[0].seat, ready=True)
        elif 0 in own:
            await self._ask(m.React, reaction="hurry")
        elif not table.locked:
            await self._ask(m.Lock, locked=True)
        elif strangers := [person for person in table.persons if self.room.stranger(person, table.chairs)]:
            await self._ask(m.Remove, member=strangers[0].member)
        elif not {chair.member for chair in table.chairs}.issuperset(own):
            await self._ask(m.React, reaction="hurry")
        elif seated < self.room.seats:
            await self._ask(m.Bot, seat=free, bot=self.room.bot)
        else:
            await self._ask(m.Start)

    async def _play(self) -> None:
        game = self._game
        chosen = self._random.random()
        if chosen < 0.1:
            await self._ask(m.React, reaction=self._random.choice(("wow", "bravo", "oops")))
        elif chosen < 0.13:
            await self._ask(m.Rename, name=self._random.choice(("Ada", "Zoé", "Bob")))
        elif chosen < 0.2 and game and (asked := self._question(game)):
            seat, question = asked
            await self._ask(m.Ask, seat=seat, question=Raw(_encode(question)))
        elif game and game.sights and game.result is None and self.held:
            seat = Seat(self._random.choice(self.held))
            if (move := self._chosen(game, seat)) is not None:
                reveal, clock = self._clock()
                await self._ask(m.Play, seat=seat, move=Raw(_encode(move)), reveal=reveal, reaction=clock)

    def _question(self, game: m.Game) -> tuple[Seat, dict[str, Any]] | None:
        """Return what a page asks for somebody, and for which seat; None where it asks nothing now."""
        if self.room.rules.question_type is None or not self.held or not game.sights:
            return None
        if self.room.game == "catatac":
            return Seat(self.held[0]), {"type": "what"}
        view = msgspec.json.decode(game.sights[0].view, type=self.room.rules.view_type).game
        own = next((side for side in (view.red, view.blue) if side.seat == view.turn), None)
        if own is None or own.seat not in self.held or not own.hand:
            return None
        card, turned = self._random.choice(own.hand), self._random.randrange(4)
        return own.seat, {"type": "where", "card": card, "turned": turned, "over": own.over}

    def _chosen(self, game: m.Game, seat: Seat) -> Any:
        sight = next((sight for sight in game.sights if sight.seat in (seat, None)), None)
        if sight is None:
            return None
        if sight.moves is not None:
            return self._random.choice(sight.moves) if sight.moves else None
        rules, table = self.room.rules, self._table
        assert table
        view = msgspec.json.decode(sight.view, type=rules.view_type)
        teams = [chair.team for chair in table.chairs]
        setup = rules.info.setup(teams=teams, deck=table.deck, options=table.options)
        chance = Chance(self._random.randbytes(8), 0)
        return rules.sample(rules.imagine(view, setup, chance), seat, chance)

    def _clock(self) -> tuple[int | None, int | None]:
        """Return the latest reveal, and how long it has been on this screen."""
        if self._reveal is None:
            return None, None
        number, painted = self._reveal
        return number, int((perf_counter() - painted) * 1000)

    async def _ask(self, kind: Callable[..., m.Request], **fields: Any) -> None:
        self._ids += 1
        self._waiting[self._ids] = getattr(kind, "__name__", ""), perf_counter()
        await self._send(kind(self._ids, **fields))

    async def _send(self, message: Any) -> None:
        if self._ws and not self._ws.closed:
            await self._ws.send_str(_encode(message).decode())


class Snoop(Honest):
    """A stranger with a code who tries to get at somebody's hidden cards, and never should."""

    stays = (3.0, 12.0)

    async def _act(self) -> None:
        while True:
            await asyncio.sleep(self._random.uniform(0.05, 0.3))
            table = self._table
            if not self.member or table is None or len(self._waiting) > 8:
                continue
            seat = Seat(self._random.randrange(len(table.chairs) + 1))
            await self._ask(m.Sit, seat=seat, also=self._random.random() < 0.8)
            await self._ask(m.Ask, seat=seat, question=Raw(b'{"type":"what"}'))
            await self._ask(m.Stand, seat=seat)
            if self._random.random() < 0.1:
                self.token = ""

    def _answered(self, kind: str, since: float, answer: m.Message) -> None:
        if kind in ("Sit", "Ask") and self._playing and not isinstance(answer, m.Refused | m.Error):
            self._seen.leaks.append(f"a stranger is answered {type(answer).__name__} to {kind}")
        if kind == "Hello" and not isinstance(answer, m.Welcome):
            self.token = ""

    def _tabled(self, table: m.Table) -> None:
        self._table = table

    def _cut_off(self, why: str) -> None:
        """Be sent away, as strangers are before a game."""


def household(number: int) -> str:
    """Return an honest address."""
    return f"127.0.0.{10 + number % HOUSEHOLDS}"


def leak(record: bytes, heard: list[tuple[list[list[bytes]], tuple[int, ...]]]) -> str:
    """Return what somebody was sent of a finished game that they must not know, or nothing."""
    past = Past(decode(record, GAMES))
    for connections, seats in heard:
        try:
            every = 1 + sum(map(len, connections)) // SAMPLE
            past.hold_against(connections, tuple(map(Seat, seats)), every)
        except Leak as found:
            return str(found)
        secret = past.seed.hex().encode()
        told = (text for sent in connections for text in sent if b'"phase":"over"' not in text)
        if any(secret in text for text in told):
            return "the seed of a game that is under way"
    return ""


def _give_way() -> None:
    os.nice(15)
