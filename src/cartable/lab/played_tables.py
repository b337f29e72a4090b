"""Real tables, played in a moment on a clock turned by hand, and everything they wrote.

Where very many rows are needed, an evening is written again and again, each time as that of another table.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from cartable.core import Chance, DeckSpec, Millis, Seat
from cartable.lab.hand_clock import HandClock
from cartable.server import messages
from cartable.server.client import Client
from cartable.server.lobby import LETTERS, Lobby
from cartable.server.rota import NOBODYS, Whose
from cartable.server.rows import ENDED
from cartable.server.sqlite import SqliteStore
from cartable.server.store import Append, unheard
from cartable.server.table import Table
from cartable.server.think import Far

KINDS: Final[tuple[tuple[str, int, DeckSpec | None], ...]] = (
    ("spot/tower", 4, DeckSpec(7, 55)),
    ("spot/tower", 4, DeckSpec(31, 993)),
    ("catatac", 4, None),
    ("karta", 2, None),
)
"""Game after game of calls, one game of calls that hardly ends, and games of turns."""
SEARCH: Final = 1_200
"""Milliseconds until somebody calls."""
TRIP: Final = 20
"""Milliseconds until a ping is answered, at most."""
CALLERS, APART = 2, 3
"""How many call for the same cards, and how many milliseconds apart."""

_game = msgspec.json.Decoder(messages.Game).decode
_ping = msgspec.json.Decoder(messages.Ping).decode


class PlayedTable(Struct, frozen=True):
    """All that a table wrote."""

    code: str
    appends: tuple[Append, ...]

    @property
    def rows(self) -> int:
        """How many rows those are."""
        last = self.appends[-1]
        return last.number + len(last.rows)

    def of(self, table: int, rows: int) -> Iterator[Append]:
        """Yield this many rows of it, as those of another table with this number."""
        named = {f'"{self.code}"'.encode(): f'"{code_of(table)}"'.encode()}
        for append in self.appends:
            if append.number + len(append.rows) > rows:
                return
            finish, mark = append.finish, append.mark
            if finish:
                own = f"{finish.listed.record}-{table}"
                named[f'"{finish.listed.record}"'.encode()] = f'"{own}"'.encode()
                finish = replace(finish, listed=replace(finish.listed, record=own))
            lines = tuple(
                _renamed(row, named) if number == 0 or row.startswith(ENDED) else row
                for number, row in enumerate(append.rows, append.number)
            )
            yield replace(append, rows=lines, finish=finish, mark=mark and _renamed(mark, named))


def code_of(table: int) -> str:
    """Return the code of the table with this number."""
    letters = ""
    for _ in range(5):
        table, letter = divmod(table, len(LETTERS))
        letters += LETTERS[letter]
    return letters


def evenings(rows: int) -> list[PlayedTable]:
    """Play an evening of each kind until each table has this many rows."""
    return [_evening(*kind, rows) for kind in KINDS]


class _Noted(SqliteStore):
    """A store that notes what tables write, and is durable at once."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, lambda do: do())
        self.noted: list[Append] = []

    def append(self, append: Append) -> None:
        self.noted.append(replace(append, then=unheard))
        append.then(None)


class _Person:
    """Somebody at a table."""

    def __init__(self, table: Table, clock: HandClock, seat: int, token: str) -> None:
        self._table = table
        self._clock = clock
        self._seat = Seat(seat)
        self._client: Client | None = None
        self._ids = 1
        self._pings: list[str] = []
        self._reveal: int | None = None
        self._painted = Millis(0)
        hello = messages.Hello(1, messages.VERSION, table.book.code, token, f"Person {seat}", page=seat + 1)
        table.join(self, hello, self._comes)
        self.ask(messages.Sit, seat=self._seat)

    def send(self, *messages: bytes) -> None:
        for message in messages:
            if message.startswith(b'{"type":"game"'):
                if reveal := _game(message).reveal:
                    self._reveal, self._painted = reveal.number, self._clock.now()
            elif message.startswith(b'{"type":"ping"'):
                self._pings.append(_ping(message).nonce)

    def close(self) -> None:
        raise ValueError("nobody is sent away")

    def ask(self, kind: Callable[..., Any], **fields: Any) -> None:
        """Send a request."""
        assert self._client
        self._ids += 1
        self._table.receive(self._client, kind(self._ids, **fields), self._clock.now())

    def play(self, lots: Chance) -> None:
        """Make a move, where there is one."""
        game = self._table.book.game
        move = game.rules.sample(game.state, self._seat, lots) if game and game.result is None else None
        if move is None:
            return
        reaction = self._reaction
        reveal = None if reaction is None else self._reveal
        raw = Raw(msgspec.json.encode(move))
        self.ask(messages.Play, seat=self._seat, move=raw, reveal=reveal, reaction=reaction)

    def answer(self) -> None:
        """Answer every ping."""
        assert self._client
        pings, self._pings = self._pings, []
        for nonce in pings:
            pong = messages.Pong(nonce, self._reveal, self._reaction)
            self._table.receive(self._client, pong, self._clock.now())

    @property
    def _reaction(self) -> Millis | None:
        return None if self._reveal is None else Millis(self._clock.now() - self._painted)

    def _comes(self, client: Client) -> None:
        self._client = client


def _evening(game: str, seats: int, deck: DeckSpec | None, rows: int) -> PlayedTable:
    with tempfile.TemporaryDirectory() as folder:
        clock, store, random = HandClock(), _Noted(Path(folder)), Random(game)
        opened: list[tuple[Table, str]] = []
        lobby = Lobby(store, clock, at_once, draw=random.randbytes)
        wanted = messages.NewTable(game, deck=deck)
        asyncio.run(lobby.open(wanted, lambda table, _, token: opened.append((table, token))))
        ((table, token),) = opened
        people = [_Person(table, clock, seat, "" if seat else token) for seat in range(seats)]
        host, lots = people[0], Chance(b"evening", 0)

        def wait(millis: int) -> None:
            for _ in range(0, millis, TRIP):
                clock.turn(TRIP)
                for person in people:
                    person.answer()

        while table.book.rows < rows:
            if not table.book.under_way:
                host.ask(messages.Start)
            wait(SEARCH)
            random.shuffle(people)
            for person in people[:CALLERS] if table.book.agreement.info.reflex else people:
                person.play(lots)
                clock.turn(APART)
            wait(TRIP)
        store.stop()
        return PlayedTable(table.book.code, tuple(store.noted))


def at_once(
    work: Callable[..., Any], then: Callable[[Any], None], far: Far | None = None, whose: Whose = NOBODYS
) -> Callable[[], object]:
    """Think at once, in this thread."""
    then(work(1.0) if far else work())
    return lambda: None


def _renamed(line: bytes, names: Mapping[bytes, bytes]) -> bytes:
    for name, other in names.items():
        line = line.replace(name, other)
    return line
