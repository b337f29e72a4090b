"""What tables are tested with: a clock turned by hand, a store in memory, connections that keep all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from cartable.core import Millis, Rules, Seat
from cartable.fair import Tally
from cartable.games import GAMES
from cartable.lab.hand_clock import HandClock
from cartable.server import messages
from cartable.server.asking import Asking
from cartable.server.book import Book
from cartable.server.client import Client
from cartable.server.clock import Clock
from cartable.server.lobby import Lobby
from cartable.server.reading import read
from cartable.server.rota import NOBODYS, Whose
from cartable.server.rows import Asked, TableOpened, encode
from cartable.server.seating import agreement
from cartable.server.store import Append, DayTry, Filed, Finish, Heading, Store, Then, unheard
from cartable.server.table import Table
from cartable.server.think import Far, Think

M = TypeVar("M", bound=messages.Message)

_from_server: msgspec.json.Decoder[Any] = msgspec.json.Decoder(messages.FromServer)


class MemoryStore:
    """A store that is durable at once, or when a test says so, or never."""

    def __init__(self) -> None:
        self.logs: dict[int, list[bytes]] = {}
        self.codes: dict[str, int] = {}
        self.finished: dict[str, tuple[int, Finish]] = {}
        self.asks: list[tuple[int, int, Asked]] = []
        self.marks: dict[int, bytes] = {}
        self.tries: dict[tuple[int, str], DayTry] = {}
        self.drawn = "5e" * 32
        """The secret of all that it keeps."""
        self.full = ""
        self.commits = self.appended = 0
        self.kept = MemoryReads(self)
        self.slow = False
        self.failure: Exception | None = None
        self._waiting: list[Append] = []

    async def open(self, code: str) -> int | None:
        return None if code in self.codes else self.enter(code)

    def enter(self, code: str) -> int:
        self.logs[len(self.logs) + 1] = []
        self.codes[code] = len(self.logs)
        return len(self.logs)

    def append(self, append: Append) -> None:
        self._waiting.append(append)
        if not self.slow:
            self.sync()

    def sync(self) -> None:
        """Make durable what waits, then call back."""
        while self._waiting:
            one = self._waiting.pop(0)
            home = one.home
            if self.failure is None:
                assert one.number == len(self.logs[home])
                self.logs[home] += one.rows
                self.asks += [(home, one.number + place, by) for place, by in sorted(one.asked.items())]
                if one.mark is not None:
                    self.marks[home] = one.mark
                if finish := one.finish:
                    self.finished[finish.listed.record] = home, finish
                    if tried := finish.counted:
                        kept = replace(self.tries[tried.day, tried.key], record=finish.listed.record)
                        self.tries[tried.day, tried.key] = kept
            one.then(self.failure)

    def lose(self) -> None:
        """Forget what was not yet durable, as a crash does."""
        self._waiting.clear()

    async def find(self, code: str) -> int | None:
        return self.codes.get(code)

    async def code(self, home: int) -> str:
        return next((code for code, of in self.codes.items() if of == home), "")

    async def read(self, home: int, first: int = 0, last: int | None = None) -> list[bytes]:
        return self.kept.read(home, first, last)

    async def asked(self, home: int, first: int = 0) -> list[Asked]:
        return self.kept.asked(home, first)

    async def mark(self, home: int) -> bytes | None:
        return self.marks.get(home)

    async def tables(self) -> list[tuple[str, int]]:
        raise AssertionError("tables do not list tables")

    async def idle(self, days: int) -> list[tuple[str, int]]:
        return []

    def mark_day(self) -> None: ...

    def touch(self, home: int) -> None: ...

    def forget(self, home: int, then: Then = unheard) -> None: ...

    async def listed(self, home: int) -> list[messages.Listed]:
        return self.kept.listed(home)

    async def heading(self, record: str) -> Heading | None:
        filed = self.kept.record(record)
        return Heading(filed.home, len(filed.rows), filed.listed) if filed else None

    async def record(self, record: str) -> Filed | None:
        return self.kept.record(record)

    def again(self, record: str, listed: messages.Listed) -> None: ...

    async def delete(self, record: str) -> None: ...

    async def secret(self) -> str:
        return self.drawn

    async def try_day(self, wanted: DayTry, most: int) -> DayTry | None:
        if sum(day == wanted.day for day, _ in self.tries) < most:
            self.tries.setdefault((wanted.day, wanted.key), wanted)
        return await self.tried(wanted.day, wanted.key)

    async def tried(self, day: int, key: str) -> DayTry | None:
        return self.tries.get((day, key))

    async def unmeasured(self, day: int) -> list[DayTry]:
        ended = [tried for tried in self.tries.values() if tried.day == day and tried.record]
        return [tried for tried in ended if tried.why is None]

    def measured(self, found: DayTry) -> None:
        self.tries[found.day, found.key] = found

    async def day_list(self, day: int, most: int) -> list[DayTry]:
        listed = [tried for tried in self.tries.values() if tried.day == day and tried.why == ""]
        return sorted(listed, key=lambda tried: (tried.millis, tried.key))[:most]

    async def quicker(self, day: int, millis: int) -> int:
        return sum(tried.millis < millis for tried in await self.day_list(day, 1 << 30))

    def forget_days(self, before: int, older: int, most: int) -> None: ...

    def renew(self) -> None: ...

    async def close(self) -> None: ...


class MemoryReads:
    """What a store in memory has, for whoever need not wait for it."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    def read(self, home: int, first: int = 0, last: int | None = None) -> list[bytes]:
        return self._store.logs[home][first : None if last is None else last + 1]

    def asked(self, home: int, first: int = 0) -> list[Asked]:
        return [by for of, number, by in self._store.asks if of == home and number >= first]

    def listed(self, home: int) -> list[messages.Listed]:
        return [finish.listed for of, finish in self._store.finished.values() if of == home]

    def record(self, record: str) -> Filed | None:
        home, finish = self._store.finished[record]
        return Filed(home, self.read(home, finish.first, finish.last), finish.listed)


def found(lobby: Lobby, code: str) -> Table | None:
    """Return a table of a lobby, where no loop runs."""
    return lobby.at_hand(code) or asyncio.run(lobby.find(code))


def at_once(
    work: Callable[..., Any], then: Callable[[Any], None], far: Far | None = None, whose: Whose = NOBODYS
) -> Callable[[], object]:
    """Think without leaving the place."""
    try:
        found = work(1.0) if far else work()
    except Exception as error:
        found = error
    then(found)
    return lambda: None


class FakeHouse:
    """What tables share, all of it fake."""

    def __init__(self) -> None:
        self.fake = HandClock()
        self.memory = MemoryStore()
        self.clock: Clock = self.fake
        self.store: Store = self.memory
        self.think: Think = at_once
        self.arbiter = True
        self.asking = Asking()
        self.draw: Callable[[int], bytes] = Random(1).randbytes
        self.today = 1_700_000_000
        """The seconds since 1970."""
        self.wall: Callable[[], int] = lambda: self.today
        self.failures: list[Exception] = []
        self.over: list[str] = []
        """The games that ended with people there."""

    def unwritten(self, failure: Exception) -> None:
        self.failures.append(failure)

    def distrust(self, code: str, fault: Exception) -> None:
        raise fault

    def tallied(self, tally: Tally) -> None:
        self.tally = tally

    def finished(self, game: str) -> None:
        self.over.append(game)

    def table(
        self,
        game: str = "spot/tower",
        options: dict[str, Any] | None = None,
        code: str = "CODE",
        address: str = "",
        **terms: Any,
    ) -> Table:
        """Open a table."""
        agreed = agreement(messages.NewTable(game, options or {}, terms=messages.Terms(**terms)))
        home = self.memory.enter(code)
        book = Book(code, agreed)
        book.secret = self.draw(32).hex()
        book.rows = 1
        self.store.append(Append(home, 0, [encode(TableOpened(code, agreed, book.secret))], lambda _: None))
        return Table(self, home, book, written=1, address=address)

    def again(self, table: Table) -> Table:
        """Return the table as a new process reads it."""
        rows = self.memory.kept.read(table.home)
        return Table(self, table.home, Book.read(rows), written=len(rows))

    def reread(self, table: Table) -> Table:
        """Return the table as a new process reads it, from its latest mark on."""
        book = asyncio.run(read(self.store, table.home))
        assert book
        return Table(self, table.home, book, written=book.rows)


class Line:
    """A connection, with the client at its other end."""

    def __init__(
        self,
        house: FakeHouse,
        table: Table,
        name: str = "",
        token: str = "",
        tv: bool = False,
        page: int = 0,
        adds: bool = False,
        face: int = 0,
    ) -> None:
        self.house = house
        self.table = table
        self.sent: list[tuple[Millis, messages.Message]] = []
        self.raw: list[bytes] = []
        self.closed = False
        self.client: Client | None = None
        self._id = 0
        self.hello = messages.Hello(
            1, messages.VERSION, "CODE", token, name, tv, page=page, adds=adds, face=face
        )
        table.join(self, self.hello, self._comes)

    def send(self, *messages: bytes) -> None:
        for message in messages:
            self.raw.append(message)
            self.sent.append((self.house.clock.now(), _from_server.decode(message)))

    def close(self) -> None:
        self.closed = True

    def ask(self, kind: type[messages.Request], /, read: Millis | None = None, **fields: Any) -> Any:
        """Send a request; return its answer, or None where there is none yet."""
        self._id += 1
        request = kind(100 + self._id, **fields)
        assert self.client
        at = self.house.clock.now() if read is None else read
        self.table.receive(self.client, request, at)  # type: ignore[arg-type]
        return self.answer(request.id)

    def play(self, seat: int, move: object, reaction: int | None = None, reveal: int | None = None) -> Any:
        """Make a move; a reaction is told with the latest reveal."""
        if reaction is not None and reveal is None:
            reveal = self.reveal
        raw = Raw(msgspec.json.encode(move))
        return self.ask(messages.Play, seat=Seat(seat), move=raw, reveal=reveal, reaction=reaction)

    @property
    def answered(self) -> Any:
        """The answer to the latest request, or None where there is none yet."""
        return self.answer(100 + self._id)

    def answer(self, id: int) -> Any:
        """Return the answer to a request."""
        for _, message in self.sent:
            if getattr(message, "id", None) == id:
                return message
        return None

    def pong(self, clock: int | None = None, reveal: int | None = None) -> None:
        """Answer every ping."""
        assert self.client
        answered = getattr(self, "_answered", 0)
        pings = [message for _, message in self.sent if isinstance(message, messages.Ping)]
        for ping in pings[answered:]:
            known = self.reveal if reveal is None else reveal
            pong = messages.Pong(ping.nonce, known if clock is not None else None, clock)
            self.table.receive(self.client, pong, self.house.clock.now())
        self._answered = len(pings)

    def all(self, kind: type[M]) -> list[M]:
        """Return every message of a kind."""
        return [message for _, message in self.sent if isinstance(message, kind)]

    def last(self, kind: type[M]) -> M:
        """Return the latest message of a kind."""
        return self.all(kind)[-1]

    @property
    def reveal(self) -> int | None:
        """The number of the latest reveal."""
        numbers = [game.reveal.number for game in self.all(messages.Game) if game.reveal]
        return numbers[-1] if numbers else None

    @property
    def token(self) -> str:
        return self.all(messages.Welcome)[0].token

    def view(self, rules: Rules[Any, Any, Any, Any]) -> Any:
        """Return the latest view of the game."""
        return msgspec.json.decode(self.last(messages.Game).sights[0].view, type=rules.view_type)

    def _comes(self, client: Client) -> None:
        self.client = client


def tower_call(table: Table, seat: int) -> Any:
    """Return a seat's right call."""
    game = table.book.game
    assert game is not None
    return next(iter(GAMES[table.book.playing].moves(game.state, Seat(seat))))


def seated(house: FakeHouse, table: Table, count: int) -> list[Line]:
    """Seat people, each with a screen of their own."""
    lines = [Line(house, table, f"P{number}") for number in range(count)]
    for seat, line in enumerate(lines):
        assert isinstance(line.ask(messages.Sit, seat=Seat(seat)), messages.Done)
    return lines
