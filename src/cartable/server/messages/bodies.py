"""The bodies of requests and answers over HTTP."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Raw, Struct

from cartable.core import DeckSpec, Info, Millis, Result, Seat, Value
from cartable.server.messages.told import Verdict
from cartable.server.messages.words import Phase, Short, Terms


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/tables`: open a table; what is left out has its default."""

    game: Short
    options: dict[str, Value] = {}
    deck: DeckSpec | None = None
    theme: Short = ""
    terms: Terms = Terms()
    name: Annotated[str, Meta(max_length=200)] = ""
    """The host's name."""


class Opened(Struct, frozen=True):
    """The answer: the code to tell others, the link with it, and the host's own token for `Hello`."""

    code: str
    link: str
    member: int
    token: str


class Found(Struct, frozen=True):
    """`GET /api/tables/{code}`: what somebody at the door is told."""

    code: str
    game: str
    phase: Phase
    seated: int
    persons: int
    locked: bool


class Shelf(Struct, frozen=True):
    """`GET /api/games`: what can be played here, and with whom."""

    version: int
    games: tuple[Info, ...]
    bots: dict[str, tuple[str, ...]]
    """The bots of each box."""


class Deck(Struct, frozen=True):
    """`GET /api/decks/{order}/{cards}`: the symbols on every card; it never changes."""

    order: int
    symbols: int
    """How many different symbols there are."""
    cards: tuple[tuple[int, ...], ...]


class Look(Struct, frozen=True):
    """Pictures for decks, as `GET /api/themes` lists them: a theme, or a deck of the server's own."""

    name: str
    """What `Configure.theme` calls it; an own deck's lasts as long as nothing but its title changes."""
    en: str
    fr: str
    order: int
    """The largest order that it has symbols for; an own deck was made with it."""
    cards: int
    """How many cards, and symbols, a whole deck of that order has."""
    own: bool


class Listed(Struct, frozen=True):
    """A finished game as `GET /api/tables/{code}/records` lists it."""

    record: str
    game: str
    finished: int
    """Seconds since 1970, by the server's clock."""
    names: tuple[str, ...]
    """Who sat where."""
    result: Result


class Frame(Struct, frozen=True):
    """One step of `GET /api/records/{record}/frames`: a record played again as a spectator sees it."""

    at: Millis
    seat: Seat | None
    """Who moved; None where it was the table, or an entry of the table's own."""
    entry: Raw
    """The entry of the log."""
    events: tuple[Raw, ...]
    view: Raw
    verdict: Verdict | None


class Problem(Struct, frozen=True):
    """The body of every HTTP answer that is no success."""

    key: str
    text: str
    rule: str = ""
