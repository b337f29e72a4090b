"""The rows of a table's log: everything that ever happened to it, in order, and nothing else.

Moves and notes of a game are rows as they stand in the game's own log (`Played`, `Resigned`, …).
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from cartable.core import DeckSpec, Info, Millis, Note, Played, Seat, Setup, Value
from cartable.fair import Press
from cartable.games import GAMES
from cartable.server.messages import Terms
from cartable.server.reading import decoder


class Agreement(Struct, frozen=True):
    """What is to be played, and how."""

    game: str
    options: dict[str, Value]
    deck: DeckSpec | None
    theme: str
    terms: Terms

    @property
    def info(self) -> Info:
        """The game's own data."""
        return GAMES[self.game].info


class Entry(Struct, frozen=True, tag=str.lower):
    """One row."""


class Opened(Entry, frozen=True):
    """The table was opened."""

    code: str
    agreement: Agreement


class Came(Entry, frozen=True):
    """Somebody new came; `key` is the hash of the token that brings them back."""

    member: int
    name: str
    key: str
    tv: bool


class Renamed(Entry, frozen=True):
    """Somebody is called otherwise."""

    member: int
    name: str


class Left(Entry, frozen=True):
    """Somebody left for good, or was sent away."""

    member: int


class Hosted(Entry, frozen=True):
    """Somebody became the host."""

    member: int


class Locked(Entry, frozen=True):
    """The table was locked or unlocked."""

    locked: bool


class Sat(Entry, frozen=True):
    """Somebody sat down; an empty name means their own."""

    seat: Seat
    member: int
    name: str


class Stood(Entry, frozen=True):
    """A seat was left."""

    seat: Seat


class Botted(Entry, frozen=True):
    """A bot took a seat, in its person's place where there is one, or (empty name) left it."""

    seat: Seat
    bot: str


class Teamed(Entry, frozen=True):
    """A seat was put into a team."""

    seat: Seat
    team: int | None


class Handicapped(Entry, frozen=True):
    """A seat's calls are delayed."""

    seat: Seat
    millis: Millis


class Configured(Entry, frozen=True):
    """What is to be played was agreed."""

    agreement: Agreement


class Readied(Entry, frozen=True):
    """A seat is ready for the next game, or no longer."""

    seat: Seat
    ready: bool


class Began(Entry, frozen=True):
    """A game began; the empty chairs were put away."""

    at: Millis
    game: str
    version: int
    setup: Setup
    seed: str
    fresh: bool


class Stunned(Entry, frozen=True):
    """A seat pressed before it can have seen the cards (FAIR-4); the press is on the process's own clock."""

    at: Millis
    seat: Seat
    until: Millis
    press: Press


class Offered(Entry, frozen=True):
    """A seat agrees to a draw, or no longer."""

    seat: Seat
    agree: bool


class Paused(Entry, frozen=True):
    """The table's clock was stopped."""

    at: Millis


class Resumed(Entry, frozen=True):
    """The table's clock goes on."""

    at: Millis


class Ended(Entry, frozen=True):
    """A game ended and became a record."""

    record: str


OwnEntry = (
    Opened
    | Came
    | Renamed
    | Left
    | Hosted
    | Locked
    | Sat
    | Stood
    | Botted
    | Teamed
    | Handicapped
    | Configured
    | Readied
    | Began
    | Stunned
    | Offered
    | Paused
    | Resumed
    | Ended
)
Row = OwnEntry | Played[Any] | Note

encode = msgspec.json.Encoder().encode


def decode(line: bytes, game: str) -> Row:
    """Return a row of a table where this game is played."""
    return _decoder(game).decode(line)


@cache
def _decoder(game: str) -> msgspec.json.Decoder[Row]:
    played: Any = Played[GAMES[game].move_type]  # type: ignore[misc]
    return decoder(OwnEntry | Note | played)
