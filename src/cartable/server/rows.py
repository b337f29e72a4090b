"""The rows of a table's log: everything that ever happened to it, in order, and nothing else.

Moves and notes of a game are rows as they stand in the game's own log (`Played`, `Resigned`, …).
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from cartable.core import DeckSpec, Game, Info, Millis, Note, Played, Result, Seat, Setup, Shuffle, Value
from cartable.fair import Press
from cartable.games import GAMES
from cartable.server import messages
from cartable.server.decoders import decoder


class Daily(Struct, frozen=True):
    """A try at the deck of a day (TABLE-16)."""

    day: int
    """Counted from 1970."""
    key: str
    """Whose it is."""
    counted: bool
    """Whether it is the first of its device that day."""


class Agreement(Struct, frozen=True):
    """What the table plays, and how."""

    game: str
    options: dict[str, Value]
    deck: DeckSpec | None
    theme: str
    terms: messages.Terms
    practice: messages.Practice | None = None
    """The moment of a finished game from which it is played on (TABLE-13)."""
    day: Daily | None = None
    """The day whose deck it is (TABLE-16)."""

    @property
    def info(self) -> Info:
        """The game's own data."""
        return GAMES[self.game].info


class Asked(Struct, frozen=True):
    """Who asked for a row: a person, on a page, by a request; and whether they were told it came late."""

    member: int
    page: int
    request: int
    late: bool = False


class TableRow(Struct, frozen=True, tag=str.lower):
    """One row."""


class TableOpened(TableRow, frozen=True, tag="opened"):
    """The table was opened."""

    code: str
    agreement: Agreement
    secret: str = ""
    """What the secrets of its games are made of (TABLE-12), hexadecimal; empty with earlier servers."""


class MemberCame(TableRow, frozen=True, tag="came"):
    """Someone new came; `key` is the hash of the token that brings them back."""

    member: int
    name: str
    key: str
    tv: bool
    face: int = 0
    """The face they chose; 0, and in the rows of earlier servers: one that goes with the name."""


class Renamed(TableRow, frozen=True):
    """Someone changed their name or their face."""

    member: int
    name: str
    face: int = 0


class Left(TableRow, frozen=True):
    """Someone left for good, or was removed."""

    member: int


class Hosted(TableRow, frozen=True):
    """Someone became the host."""

    member: int


class Locked(TableRow, frozen=True):
    """The table was locked or unlocked."""

    locked: bool


class Sat(TableRow, frozen=True):
    """Someone sat down: themselves, or, where there is a name or a face, somebody at their screen."""

    seat: Seat
    member: int
    name: str
    face: int = 0


class Given(TableRow, frozen=True):
    """The host lets someone take over a seat whose cards are hidden (TABLE-6)."""

    seat: Seat
    member: int


class Stood(TableRow, frozen=True):
    """A seat was left."""

    seat: Seat


class Botted(TableRow, frozen=True):
    """A bot took a seat, in its person's place where there is one, or (empty name) left it."""

    seat: Seat
    bot: str


class Teamed(TableRow, frozen=True):
    """A seat was put into a team."""

    seat: Seat
    team: int | None


class Handicapped(TableRow, frozen=True):
    """A seat's calls are delayed."""

    seat: Seat
    millis: Millis


class Configured(TableRow, frozen=True):
    """What is to be played was agreed."""

    agreement: Agreement


class Readied(TableRow, frozen=True):
    """A seat is ready for the next game, or no longer."""

    seat: Seat
    ready: bool


class GameBegan(TableRow, frozen=True, tag="began"):
    """A game began; the empty chairs were put away."""

    at: Millis
    game: str
    version: int
    setup: Setup
    seed: str
    fresh: bool
    order: tuple[int, ...] = ()
    """The chairs that play, in the order in which they sit now; empty: as they sat."""
    shuffle: Shuffle | None = None
    """What the seed is made of (TABLE-12); missing in the rows of earlier servers."""
    position: str = ""
    """Where it began, if not with a deal (TABLE-13)."""

    def dealt(self) -> Game[Any, Any, Any, Any]:
        """Return the game as it began; raise Refused where rules cannot deal it."""
        return Game(GAMES[self.game], self.setup, bytes.fromhex(self.seed), self.position)

    @property
    def playable(self) -> bool:
        """Whether today's rules play it exactly as it was begun."""
        return self.game in GAMES and GAMES[self.game].info.plays(self.version)


class Stunned(TableRow, frozen=True):
    """A seat pressed before it can have seen the cards (FAIR-4); the press is on the process's own clock."""

    at: Millis
    seat: Seat
    until: Millis
    press: Press | dict[str, int | None]
    """Rows of earlier servers have an object here, with the names of its fields."""


class Veiled(TableRow, frozen=True):
    """A seat answered, and nobody else is told before this time; the answer is played only then."""

    at: Millis
    seat: Seat
    until: Millis
    question: tuple[int, ...]


class Offered(TableRow, frozen=True):
    """A seat agrees to a draw, or no longer."""

    seat: Seat
    agree: bool


class Paused(TableRow, frozen=True):
    """The table's clock was stopped."""

    at: Millis


class Resumed(TableRow, frozen=True):
    """The table's clock resumes."""

    at: Millis


class Ended(TableRow, frozen=True):
    """A game ended and became a record; an `outdated` one because its rules have changed since it began."""

    record: str
    result: Result | None = None
    """Missing in the rows of earlier servers: the record's listing has it."""
    outdated: bool = False


OwnRow = (
    TableOpened
    | MemberCame
    | Renamed
    | Left
    | Hosted
    | Locked
    | Sat
    | Given
    | Stood
    | Botted
    | Teamed
    | Handicapped
    | Configured
    | Readied
    | GameBegan
    | Stunned
    | Veiled
    | Offered
    | Paused
    | Resumed
    | Ended
)
Row = OwnRow | Played[Any] | Note

BEGAN: Final = b'{"type":"began"'
ENDED: Final = b'{"type":"ended"'
PLAYED: Final = b'{"type":"played"'
"""How the rows begin that are told apart without decoding them."""

encode = msgspec.json.Encoder().encode


def decode(line: bytes, game: str = "") -> Row:
    """Return a row of a table where this game is played; without a game, moves stay undecoded (Raw)."""
    return _decoder(game).decode(line)


@cache
def _decoder(game: str) -> msgspec.json.Decoder[Row]:
    move: Any = GAMES[game].move_type if game else Raw
    played: Any = Played[move]
    return decoder(OwnRow | Note | played)
