"""A table to which everything happens: lines break, requests are sent again, commits fail, the server dies.

After every step the book is held against its log, and what each client was told last against the book; no
request is done twice, and whoever sends one again is answered as before.
`python -m tests.server.chaos --steps 1000000` goes on for longer than the tests do; a seed that fails is
printed, and `--game NAME --seed N` replays it.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import Counter, deque
from itertools import count
from random import Random
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import asdict, replace

from cartable.bots import names
from cartable.core import Chance, Millis, Refused, Seat, commitment
from cartable.games import GAMES
from cartable.lab.hand_clock import HandClock
from cartable.server import messages
from cartable.server.book import Book
from cartable.server.client import Client
from cartable.server.lobby import Lobby
from cartable.server.portrait import portrait
from cartable.server.table import Table
from tests.server.fakes import MemoryStore, at_once, found

PAGE = 1
LATELY = 12
"""Nobody sends older requests again: a page has fewer waiting for an answer."""

_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(messages.FromServer)


class RestlessPerson:
    """Somebody with a browser, and the connection they have now."""

    def __init__(self, name: str, tv: bool) -> None:
        self.name = name
        self.tv = tv
        self.token = ""
        self.line: Wire | None = None
        self.sent: deque[tuple[int, messages.Request]] = deque(maxlen=LATELY)
        """Their latest requests, each with the member they were then."""


class Wire:
    """A connection, and what it was told last."""

    def __init__(self, person: RestlessPerson) -> None:
        self.person = person
        self.coming: Client | None = None
        self.table: messages.Table | None = None
        self.game: messages.Game | None = None
        self.member = 0
        self.asked: dict[int, str] = {}
        self.owed: Counter[int] = Counter()
        """How many answers to each request may come yet."""
        self.expected: dict[int, type[messages.Message]] = {}
        """The answer to what was sent again, though it is done."""
        self.pings: list[str] = []
        self.reveal: int | None = None
        self.open = True

    @property
    def client(self) -> Client | None:
        """Who was let in."""
        return self.coming if self.coming and self.coming.here else None

    def send(self, *texts: bytes) -> None:
        for text in texts:
            told = _decoder.decode(text)
            match told:
                case messages.Welcome():
                    self.person.token, self.member = told.token, told.member
                case messages.Table():
                    self.table = told
                case messages.Game():
                    self.game = told
                    self.reveal = told.reveal.number if told.reveal else self.reveal
                case messages.Ping():
                    self.pings.append(told.nonce)
                case messages.Closing():
                    if not told.again and told.key != "closing.elsewhere":
                        self.person.token = ""
            if (id := getattr(told, "id", None)) is not None:
                assert id in self.asked, f"an answer to nothing: {told}"
                assert self.owed[id], f"one more answer to {self.asked[id]}: {told}"
                self.owed[id] -= 1
                if id in self.expected:
                    assert type(told) is self.expected[id], f"another answer to {self.asked[id]}: {told}"

    def note(self, request: messages.Request) -> None:
        """Note that something is asked."""
        self.asked[request.id] = type(request).__name__
        self.owed[request.id] += 1

    def close(self) -> None:
        self.open = False


class Chaos:
    """One table of one game; everything is drawn from one seed."""

    def __init__(self, game: str, seed: int) -> None:
        self.game = game
        self.random = Random(seed)
        self.clock = HandClock()
        self.store = MemoryStore()
        self.people: list[RestlessPerson] = []
        self.steps = 0
        self.again = 0
        """How many requests were sent again though they were done."""
        self._ids = count(1)
        self.faults: list[Exception] = []
        self.lobby = self._lobby()
        self.code = ""
        wanted = messages.NewTable(game, terms=messages.Terms(patience=30, takeback=True))
        asyncio.run(self.lobby.open(wanted, self._opened))

    def step(self) -> None:
        """Let something happen, and compare."""
        self.steps += 1
        deeds = {
            self._come: 6,
            self._break: 1.5,
            self._ask: 8,
            self._further: 12,
            self._play: 30,
            self._pong: 20,
            self._turn: 20,
            self._store: 10,
            self._add: 6,
            self._again: 8,
            self._die: 0.3,
        }
        self.random.choices(list(deeds), list(deeds.values()))[0]()
        for person in self.people:
            if person.line and not person.line.open:
                self._end(person)
        if self.faults:
            raise self.faults[0]
        self._compare()

    # What happens

    def _lobby(self) -> Lobby:
        lobby = Lobby(self.store, self.clock, at_once, draw=self.random.randbytes)
        lobby.distrust = lambda code, fault: self.faults.append(fault)  # type: ignore[method-assign]
        return lobby

    def _opened(self, table: Table, member: int, token: str) -> None:
        self.code = table.book.code
        host = RestlessPerson("Host", False)
        host.token = token
        self.people.append(host)

    def _come(self) -> None:
        gone = [person for person in self.people if person.line is None]
        person = self.random.choice(gone or self.people)
        if len(self.people) < 6 and self.random.random() < 0.3:
            person = RestlessPerson(f"P{len(self.people)}", self.random.random() < 0.1)
            self.people.append(person)
        table = found(self.lobby, self.code)
        assert table
        wire = Wire(person)
        hello = messages.Hello(
            next(self._ids),
            messages.VERSION,
            self.code,
            person.token,
            person.name,
            person.tv,
            page=PAGE,
            adds=self.random.random() < 0.5,
        )
        wire.note(hello)
        before, person.line = person.line, wire
        try:
            table.join(wire, hello, lambda client: setattr(wire, "coming", client))
        except Refused:
            person.line = before
            if not person.token:
                return
            person.token = ""

    def _break(self) -> None:
        self._end(self.random.choice(self.people))

    def _end(self, person: RestlessPerson) -> None:
        wire, person.line = person.line, None
        table = self.lobby.tables.get(self.code)
        if wire and table and wire.coming:
            table.gone(wire.coming)

    def _here(self) -> tuple[Wire, Table] | None:
        wires = [person.line for person in self.people if person.line and person.line.client]
        table = self.lobby.tables.get(self.code)
        return (self.random.choice(wires), table) if wires and table else None

    def _send(self, kind: type[messages.Request], wire: Wire, table: Table, **fields: Any) -> None:
        request = kind(next(self._ids), **fields)
        wire.person.sent.append((wire.member, request))
        self._receive(wire, table, request)

    def _receive(self, wire: Wire, table: Table, request: Any) -> None:
        wire.note(request)
        assert wire.client
        table.receive(wire.client, request, self.clock.now())

    def _again(self) -> None:
        """Let somebody send one of their latest requests again, over the same line or the next."""
        if not (found := self._here()):
            return
        wire, table = found
        sent = [request for member, request in wire.person.sent if member == wire.member]
        if not sent:
            return
        book = table.book
        asked = book.asked.get(wire.member, {})
        done = [request for request in sent if (PAGE, request.id) in asked]
        request = self.random.choice(done if done and self.random.random() < 0.7 else sent)
        late = asked.get((PAGE, request.id))
        written = [by for by in self.store.kept.asked(table.home) if by.request == request.id]
        if written and wire.member in book.persons:
            assert late == written[0].late, "what is written is not remembered"
        if late is None:
            self._receive(wire, table, request)
            return
        self.again += 1
        wire.expected[request.id] = messages.Late if late else messages.Done
        rows = book.rows
        self._receive(wire, table, request)
        assert book.rows == rows, f"{request} is done twice"

    def _ask(self) -> None:
        if not (found := self._here()):
            return
        wire, table = found
        draw, chairs = self.random, len(table.book.chairs)
        seat = Seat(draw.randrange(chairs + 1))
        bots = names(table.book.agreement.info.box)
        host = next((p.line for p in self.people if p.line and p.line.member == table.book.host), None)
        wishes: tuple[tuple[type[messages.Request], dict[str, Any]], ...] = (
            (messages.Sit, {"seat": seat, "also": draw.random() < 0.4, "name": draw.choice(("", "Kid"))}),
            (messages.Sit, {"seat": Seat(chairs)}),
            (messages.Stand, {"seat": seat}),
            (messages.Bot, {"seat": seat, "bot": draw.choice(("random", "", bots[0]))}),
            (messages.Give, {"seat": seat, "member": draw.randrange(6)}),
            (messages.Team, {"seat": seat, "team": draw.choice((None, 0, 1, 2))}),
            (messages.Handicap, {"seat": seat, "millis": draw.choice((0, 500))}),
            (messages.Ready, {"seat": seat, "ready": draw.random() < 0.8}),
            (messages.Start, {"fresh": draw.random() < 0.2}),
            (messages.Start, {}),
            (messages.Start, {}),
            (messages.Pause, {}),
            (messages.Resume, {}),
            (messages.Resign, {"seat": seat}),
            (messages.Draw, {"seat": seat, "agree": draw.random() < 0.7}),
            (messages.TakeBack, {"seat": seat}),
            (messages.Rename, {"name": draw.choice(("Ada", "", "Zoé"))}),
            (messages.Lock, {"locked": draw.random() < 0.2}),
            (messages.React, {"reaction": "wow"}),
            (messages.Host, {"member": draw.randrange(6)}),
        )
        rare: tuple[tuple[type[messages.Request], dict[str, Any]], ...] = (
            (messages.Abandon, {}),
            (messages.Leave, {}),
            (messages.Remove, {"member": draw.randrange(6)}),
            (messages.Configure, {"game": self.game, "terms": messages.Terms(patience=30, takeback=True)}),
        )
        kind, fields = draw.choice(rare if draw.random() < 0.06 else wishes)
        if host and host.client and draw.random() < 0.6:
            wire = host
        self._send(kind, wire, table, **fields)

    def _further(self) -> None:
        """Bring a game about: everybody sits down, bots fill up, the host starts."""
        table = self.lobby.tables.get(self.code)
        if table is None or table.book.phase == "playing":
            return
        book = table.book
        wires = [person.line for person in self.people if person.line and person.line.client]
        host = next((wire for wire in wires if wire.client and wire.client.member == book.host), None)
        standing = [
            wire
            for wire in wires
            if wire.client and not book.seats_of(wire.client.member) and not wire.person.tv
        ]
        taken = sum(not chair.empty for chair in book.chairs)
        if book.phase == "paused" and host:
            self._send(messages.Resume, host, table)
        elif standing and self.random.random() < 0.5:
            free = [seat for seat, chair in enumerate(book.chairs) if chair.empty] or [len(book.chairs)]
            self._send(messages.Sit, self.random.choice(standing), table, seat=Seat(free[0]))
        elif host and taken not in book.agreement.info.seats:
            free = [seat for seat, chair in enumerate(book.chairs) if chair.empty] or [len(book.chairs)]
            self._send(messages.Bot, host, table, seat=Seat(free[0]), bot="random")
        elif host:
            self._send(messages.Start, host, table)

    def _add(self) -> None:
        """Let somebody add a number to the shuffle: asked or not, twice, or for another one."""
        if not (found := self._here()):
            return
        wire, table = found
        wanted = commitment(table.book.next_secret) if self.random.random() < 0.9 else "0" * 64
        number = self.random.choice(("1", "2")) * 32
        self._send(messages.Add, wire, table, commitment=wanted, number=number)

    def _play(self) -> None:
        table = self.lobby.tables.get(self.code)
        game = table.book.game if table else None
        if table is None or game is None or not table.book.under_way:
            return
        chance = Chance(self.random.randbytes(8), 0)
        wires = [person.line for person in self.people if person.line]
        for wire in self.random.sample(wires, len(wires)):
            for seat in table.book.seats_of(wire.client.member) if wire.client else ():
                move = game.rules.sample(game.state, seat, chance)
                if move is not None:
                    raw = Raw(msgspec.json.encode(move))
                    reaction = self.random.choice((None, 90, 400, 900, 2_000))
                    moves = self.random.choice((None, table.book.moves))
                    fields = {"seat": seat, "move": raw, "reveal": wire.reveal, "reaction": reaction}
                    self._send(messages.Play, wire, table, **fields, moves=moves)
                    return

    def _pong(self) -> None:
        for person in self.people:
            table = self.lobby.tables.get(self.code)
            if person.line and person.line.client and table and self.random.random() < 0.8:
                wire, client = person.line, person.line.client
                pings, wire.pings = wire.pings, []
                for nonce in pings:
                    clock = None if wire.reveal is None else self.random.randrange(3_000)
                    table.receive(client, messages.Pong(nonce, wire.reveal, clock), self.clock.now())

    def _turn(self) -> None:
        self.clock.turn(
            self.random.choices((1, 7, 60, 300, 1_000, 4_000, 40_000), (4, 4, 4, 4, 4, 3, 0.2))[0]
        )

    def _store(self) -> None:
        drawn = self.random.random()
        if drawn < 0.3:
            self.store.slow = True
        elif drawn < 0.98:
            self.store.slow = False
            self.store.sync()
        else:
            self.store.failure = OSError("no room")
            self.store.sync()
            self.store.failure = None

    def _die(self) -> None:
        """End the server as a power cut does; people come back to a new one."""
        self.store.lose()
        for person in self.people:
            person.line = None
        self.clock = HandClock()
        self.lobby = self._lobby()

    # What must hold

    def _compare(self) -> None:
        assert self.lobby.faults.resting == 0
        table = self.lobby.tables.get(self.code)
        if table is None or not table.settled:
            return
        book, home = table.book, table.home
        rows = self.store.logs[home]
        asks = Counter((by.member, by.page, by.request) for by in self.store.kept.asked(home))
        assert max(asks.values(), default=1) == 1, "a request is written down twice"
        results = {listed.record: listed.result for listed in self.store.kept.listed(home)}
        again = Book.read(rows, results)
        for asked in self.store.kept.asked(home):
            again.heard(asked)
        assert again.rows == book.rows == len(rows), "the book has other rows than the log"
        ours, logged = _told(book), _told(again)
        wrong = {name: (ours[name], logged.get(name)) for name in ours if ours[name] != logged.get(name)}
        assert not wrong, f"the book says what the log does not: {wrong}"
        for person in self.people:
            if person.line and person.line.client and person.line.open:
                self._compare_wire(person.line, table)

    def _compare_wire(self, wire: Wire, table: Table) -> None:
        client = wire.client
        assert client
        if client._outbox or client.over or table.presence.clients.get(client.member) is not client:
            return
        assert wire.table
        looks = portrait(table.book, table.presence, Millis(0), None, 0)
        differences = _differences(_timeless(wire.table), _timeless(looks))
        assert not differences, f"somebody was told of another table: {differences}"
        book = table.book
        if book.began is None:
            return
        assert wire.game
        assert wire.game.number == book.games
        assert wire.game.result == book.result
        game = book.game if book.under_way else book.final()
        assert game
        if wire.game.sights:
            for sight in wire.game.sights:
                assert (
                    sight.seat is None
                    or sight.seat in book.sees_from(client.member)
                    or book.phase != "playing"
                )
                if sight.seat in (None, *book.sees_from(client.member)):
                    shown = msgspec.json.encode(game.rules.view(game.state, sight.seat))
                    assert bytes(sight.view) == shown, "somebody sees an old game"


def _timeless(table: messages.Table) -> messages.Table:
    """Return a table without what changes as time passes."""
    chairs = tuple(replace(chair, spare=False) for chair in table.chairs)
    return replace(table, now=Millis(0), resumes=None, chairs=chairs)


def _differences(one: messages.Table, other: messages.Table) -> dict[str, Any]:
    ours, theirs = asdict(one), asdict(other)
    return {name: (ours[name], theirs[name]) for name in ours if ours[name] != theirs[name]}


def _told(book: Book) -> dict[str, Any]:
    """Return all that a book says."""
    said = {
        name: value
        for name, value in vars(book).items()
        if name not in ("game", "signs", "lapsed", "marked", "_unplayed", "result", "at")
    }
    said["chairs"] = [asdict(chair) for chair in book.chairs]
    said["persons"] = {member: asdict(person) for member, person in book.persons.items()}
    said["held"] = {member: seats for member, seats in book.held.items() if book.under_way}
    if book.under_way:
        assert book.game
        said["state"] = book.game.rules.write(book.game.state)
        said["moves"] = book.game.moves_made, book.signs
    said["result"] = book.result
    return said


def run(game: str, seed: int, steps: int) -> Chaos:
    """Let so many things happen to a table; say which seed failed, and at which step."""
    chaos = Chaos(game, seed)
    try:
        for _ in range(steps):
            chaos.step()
    except Exception as fault:
        raise AssertionError(f"{game}, seed {seed}, step {chaos.steps}: {fault!r}") from fault
    return chaos


def main() -> None:
    """Go on with new seeds until so many steps are done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--each", type=int, default=500)
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--seed", type=int)
    chosen = parser.parse_args()
    games = [chosen.game] if chosen.game else list(GAMES)
    done = again = 0
    for seed in count(chosen.seed or 0):
        for game in games:
            chaos = run(game, seed, chosen.each)
            done += chaos.steps
            again += chaos.again
        sys.stdout.write(f"seed {seed}: {done} steps, {again} requests sent again\n")
        sys.stdout.flush()
        if done >= chosen.steps or chosen.seed is not None:
            return


if __name__ == "__main__":
    main()
