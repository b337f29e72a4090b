"""A table in a storm, and those who come to it with a browser, on and off."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from socket import SHUT_RDWR
from time import perf_counter
from typing import Any, Final

import msgspec
from aiohttp import ClientError, ClientSession, ClientWebSocketResponse, WSMsgType

from cartable.bots import names
from cartable.games import GAMES
from cartable.lab.evening import Evening
from cartable.server import messages as m

STAYS: Final = (10.0, 60.0)
AWAY: Final = (0.3, 3.0)
"""How many seconds somebody stays, and stays away."""

_from_server: msgspec.json.Decoder[Any] = msgspec.json.Decoder(m.FromServer)
_encode = msgspec.json.encode


class Company:
    """A table, its people and what they were sent."""

    def __init__(self, evening: Evening, game: str, number: int, code: str, random: Random) -> None:
        self.evening = evening
        self.code = code
        self.number = number
        self.game = game
        self.rules = GAMES[game]
        self.random = random
        self.moves = 0
        levels = names(self.rules.info.box)
        self.bot = levels[number % len(levels)]
        self.seats = 4 if 4 in self.rules.info.seats else 2
        self.people: list[StormGuest] = []
        self.snoops: list[StormGuest] = []

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
        home = self.evening.home(self.people[0].address)
        async with home.get(f"{self.evening.url}/api/records/{table.record}") as answer:
            record = await answer.read()
        everybody = (*self.people, *self.snoops)
        self.evening.judge(record, [(person.heard(table.games), person.held) for person in everybody])


class StormGuest(ABC):
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

    def _keep(self, game: int | None, text: bytes) -> None:
        if self.room.rules.info.hidden:
            number, sent = self.kept[-1] if self.kept else (0, [])
            if not self.kept or (game is not None and game != number):
                self.kept.append((game or 0, [text]))
            else:
                sent.append(text)

    @abstractmethod
    async def _act(self) -> None:
        """Do something now and then."""

    @abstractmethod
    def _answered(self, kind: str, since: float, answer: m.Message) -> None:
        """Take an answer in, to what was asked at a time."""

    @abstractmethod
    def _tabled(self, table: m.Table) -> None:
        """Take in what the table looks like."""

    @abstractmethod
    def _cut_off(self, why: str) -> None:
        """Learn that the connection has ended."""

    @property
    def _playing(self) -> bool:
        return self._table is not None and self._table.phase == "playing"

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
