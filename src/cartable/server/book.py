"""The book: a table as its log tells it, by the same code whether the rows are new or read again."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b, sha256
from typing import Any

from msgspec import Struct

from cartable.core import (
    TABLE,
    Event,
    Game,
    Millis,
    Note,
    Played,
    Replaced,
    Resigned,
    Result,
    Seat,
    TakenBack,
    carried,
    seated,
)
from cartable.games import GAMES
from cartable.server import messages
from cartable.server.rows import (
    Agreement,
    Botted,
    Configured,
    Ended,
    GameBegan,
    Handicapped,
    Hosted,
    Left,
    Locked,
    MemberCame,
    Offered,
    Paused,
    Readied,
    Renamed,
    Resumed,
    Row,
    Sat,
    Stood,
    Stunned,
    TableOpened,
    Teamed,
    decode,
)

AnyGame = Game[Any, Any, Any, Any]


class Person(Struct):
    """Somebody who came to the table."""

    name: str
    key: str
    tv: bool


class Chair(Struct):
    """A seat, and who has it."""

    member: int | None = None
    name: str = ""
    bot: str = ""
    team: int | None = None
    handicap: Millis = Millis(0)
    score: int = 0
    resigned: bool = False
    draw: bool = False
    ready: bool = False

    @property
    def empty(self) -> bool:
        """Whether nobody has it."""
        return self.member is None and not self.bot


class Book:
    """Everything about a table that outlives the process."""

    def __init__(self, code: str, agreement: Agreement) -> None:
        self.code = code
        self.agreement = agreement
        self.phase: messages.Phase = "gathering"
        self.persons: dict[int, Person] = {}
        self.newest = 0
        self.host: int | None = None
        self.locked = False
        self.chairs: list[Chair] = []
        self.game: AnyGame | None = None
        self.playing = agreement.game
        """The name of the game that was begun last."""
        self.games = 0
        self.signs = 0
        """How many moves of the latest game were between two seats alone: nobody else learns of any."""
        self.lapsed = False
        """Whether an offer of a draw lapsed, and people were not yet told."""
        self.record = ""
        self.rows = 0
        self.first = 0
        """The row that the latest game began with."""
        self.at = Millis(0)
        """The latest time that a row speaks of."""

    @classmethod
    def read(cls, rows: Iterable[bytes]) -> Book:
        """Return the book that these rows tell."""
        lines = iter(rows)
        opened = decode(next(lines), next(iter(GAMES)))
        assert isinstance(opened, TableOpened)
        book = cls(opened.code, opened.agreement)
        book.rows = 1
        for line in lines:
            book.apply(decode(line, book.playing))
        return book

    def apply(self, row: Row) -> tuple[Event, ...]:
        """Let a row happen, new or read again; return the game's events."""
        self.rows += 1
        match row:
            case Played():
                return self._played(row)
            case MemberCame(member, name, key, tv):
                self.persons[member] = Person(name, key, tv)
                self.newest = member
            case Renamed(member, name):
                self.persons[member].name = name
            case Left(member):
                self._left(member)
            case Hosted(member):
                self.host = member
            case Locked(locked):
                self.locked = locked
            case Sat() | Stood() | Botted() | Teamed() | Handicapped() | Readied() | Offered():
                self._seating(row)
            case Configured(agreement):
                self.agreement = agreement
                self.phase = "gathering"
                self._forget_ready()
            case GameBegan():
                self._begin(row)
            case Paused(at):
                self.phase, self.at = "paused", at
            case Resumed(at):
                self.phase, self.at = "playing", at
            case Ended(record):
                self._end(record)
            case Stunned(at):
                self.at = at
            case TableOpened():
                raise ValueError("a table is opened once")
            case _:
                self.noted(row)
        return ()

    def noted(self, note: Note) -> None:
        """Write an entry of the table's own into the game."""
        assert self.game is not None
        self.game.note(note)
        self.at = self.game.now
        if isinstance(note, Resigned):
            self.chairs[note.seat].resigned = True
        if isinstance(note, Replaced):
            self.chairs[note.seat].bot = note.bot
        if isinstance(note, TakenBack):
            self._forget_offers()

    def drain(self, events: tuple[Event, ...]) -> list[Played[Any]]:
        """Return the moves that led to these events, and forget them: memory stays flat."""
        game = self.game
        assert game is not None
        moves = [entry for entry in game.log if isinstance(entry, Played)]
        if moves:
            game.log = [entry for entry in game.log if not isinstance(entry, Played)]
            self.rows += len(moves)
            self.at = game.now
        if events and all(event.seen(None) is None for event in events):
            self.signs += len(moves)
        else:
            self._forget_offers()
        return moves

    @property
    def moves(self) -> int:
        """How many moves of the latest game everybody knows of."""
        return self.game.moves_made - self.signs if self.game else 0

    @property
    def result(self) -> Result | None:
        """The result of the latest game, None before its end."""
        return None if self.game is None else self.game.result

    @property
    def takeback(self) -> Seat | None:
        """The seat that may take its last move back now, where the table allows it."""
        return self.game.takeback if self.game and self.agreement.terms.takeback else None

    @property
    def under_way(self) -> bool:
        """Whether a game is being played, or paused."""
        return self.phase in ("playing", "paused")

    @property
    def commitment(self) -> str:
        """The hash of the latest game's seed."""
        return "" if self.game is None else sha256(self.game.seed).hexdigest()

    def seats_of(self, member: int) -> tuple[Seat, ...]:
        """Return the seats that somebody plays from."""
        return tuple(
            [Seat(seat) for seat, chair in enumerate(self.chairs) if chair.member == member and not chair.bot]
        )

    def plays(self, member: int, seat: Seat) -> bool:
        """Tell whether somebody plays from a seat."""
        if not 0 <= seat < len(self.chairs):
            return False
        chair = self.chairs[seat]
        return chair.member == member and not chair.bot

    def teams(self) -> tuple[int, ...]:
        """Return each seat's team: as chosen, or as is usual where nothing was."""
        chairs = self.chairs
        if self.under_way:
            assert self.game is not None
            return self.game.setup.teams
        shapes = self.agreement.info.shapes.get(len(chairs))
        usual = seated(shapes[0]) if shapes else tuple(range(len(chairs)))
        return tuple(
            team if chair.team is None else chair.team for chair, team in zip(chairs, usual, strict=True)
        )

    def member_with(self, key: str) -> int | None:
        """Return who has the token with this hash."""
        return next((member for member, person in self.persons.items() if person.key == key), None)

    def _played(self, row: Played[Any]) -> tuple[Event, ...]:
        assert self.game is not None
        if row.seat == TABLE:
            events = self.game.advance(row.at)
        else:
            events = self.game.play(row.seat, row.move, row.at, row.evidence)
        self.rows -= 1  # `drain` counts the moves
        self.drain(events)
        return events

    def _forget_offers(self) -> None:
        for chair in self.chairs:
            if chair.draw:
                chair.draw = False
                self.lapsed = True

    def _forget_ready(self) -> None:
        for chair in self.chairs:
            chair.ready = False

    def _left(self, member: int) -> None:
        del self.persons[member]
        if self.host == member:
            self.host = None
        for chair in self.chairs:
            if chair.member == member:
                chair.member = None
                chair.ready = False

    def _seating(self, row: Sat | Stood | Botted | Teamed | Handicapped | Readied | Offered) -> None:
        if row.seat == len(self.chairs):
            self.chairs.append(Chair())
        chair = self.chairs[row.seat]
        chair.ready = chair.ready and not isinstance(row, Sat | Stood | Teamed)
        match row:
            case Sat(_, member, name):
                chair.member, chair.name, chair.bot = member, name, ""
            case Stood():
                chair.member, chair.name = None, ""
            case Botted(_, bot):
                chair.bot = bot
            case Teamed(_, team):
                chair.team = team
            case Handicapped(_, millis):
                chair.handicap = millis
            case Readied(_, ready):
                chair.ready = ready
            case Offered(_, agree):
                chair.draw = agree

    def _begin(self, row: GameBegan) -> None:
        self.chairs = [chair for chair in self.chairs if not chair.empty]
        for chair in self.chairs:
            chair.resigned = chair.draw = False
            chair.score = 0 if row.fresh else chair.score
        self._forget_ready()
        self.game = Game(GAMES[row.game], row.setup, bytes.fromhex(row.seed))
        self.playing = row.game
        self.phase = "playing"
        self.games += 1
        self.signs = 0
        self.first = self.rows - 1
        self.at = row.at

    def _end(self, record: str) -> None:
        assert self.game is not None
        assert self.game.result is not None
        won = carried((), self.game.result)
        for chair, team in zip(self.chairs, self.game.setup.teams, strict=True):
            chair.score += won[team]
        self.phase = "over"
        self.record = record


def key_of(token: str) -> str:
    """Return the hash by which a token is known; the token itself is nowhere but with its owner."""
    return blake2b(token.encode(), digest_size=16).hexdigest()
