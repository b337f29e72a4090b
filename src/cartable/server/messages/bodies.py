"""The bodies of requests and answers over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from cartable.analysis import AnyStudy, DeckRun, RowSwing
from cartable.analysis import KartaHint as KartaHint
from cartable.analysis import KartaMove as KartaMove
from cartable.analysis.puzzles import Kind
from cartable.core import DeckSpec, Info, Millis, Result, Seat, Shuffle, Team, Value
from cartable.games.karta import CARDS, KartaView, Place
from cartable.server.messages.told import Verdict
from cartable.server.messages.words import FaceNumber, Ghost, Phase, SeatNumber, Short, Terms, Unlisted
from cartable.texts import Language

Position = Annotated[str, Meta(max_length=400)]
"""A position of Karta Doppio as one line of text."""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/tables`: open a table; what is left out has its default."""

    game: Short
    options: dict[str, Value] = {}
    deck: DeckSpec | None = None
    theme: Short = ""
    terms: Terms = Terms()
    name: Annotated[str, Meta(max_length=200)] = ""
    """The host's name."""
    face: FaceNumber = 0


class PlayOn(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/records/{record}/practice`: open a table at a moment of a finished game (TABLE-13)."""

    step: Annotated[int, Meta(ge=0, le=1_000_000)]
    """The frame of its replay, 0 for the opening."""
    seat: SeatNumber = Seat(0)
    """Whose place the host takes."""
    bot: Short = ""
    """Who plays all other seats; empty: people who come."""
    name: Annotated[str, Meta(max_length=200)] = ""
    """The host's name."""
    face: FaceNumber = 0


class Chase(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/records/{record}/ghost`: play the cards of a run again, against it (SPOT-16)."""

    name: Annotated[str, Meta(max_length=200)] = ""
    """The host's name."""
    face: FaceNumber = 0


class Challenge(Struct, frozen=True):
    """`GET /api/records/{record}/ghost`: the run to beat."""

    game: str
    deck: DeckSpec | None
    theme: str
    ghost: Ghost


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
    link: str
    """The table's address as others reach it."""


class Shelf(Struct, frozen=True):
    """`GET /api/games`: what can be played here, and with whom."""

    version: int
    games: tuple[Info, ...]
    bots: dict[str, tuple[str, ...]]
    """The bots of each box."""
    texts: dict[str, dict[Language, str]]
    """What games of other packages say: nobody could build it into a client."""
    day: bool
    """Whether there is a deck of the day (TABLE-16)."""


class Form(Struct, frozen=True, omit_defaults=True):
    """What kind of value stands somewhere in a view, a move or an event."""

    kind: Literal[
        "number", "text", "flag", "seat", "team", "time", "choice", "list", "row", "map", "record", "any"
    ]
    """A `time` is one of the table's clock, in milliseconds; `any` is JSON of which no more is known."""
    of: tuple[Form, ...] = ()
    """A list's: what it holds; a row's: each in turn; a map's: the keys and the values."""
    shapes: tuple[str, ...] = ()
    """A record's: the shapes it may have, which its `type` tells apart."""
    words: tuple[str | int, ...] = ()
    """A choice's."""
    empty: bool = False
    """Whether it may be null."""


class Blank(Struct, frozen=True):
    """A field of a record."""

    name: str
    form: Form
    needed: bool


class Shape(Struct, frozen=True):
    """A record: the `type` it has, where it has one, and its other fields."""

    type: str
    fields: tuple[Blank, ...]


class Forms(Struct, frozen=True):
    """`GET /api/forms/{game}`: what all that a game tells and is told looks like; it is enough to show it."""

    view: Form
    move: Form
    event: Form
    shapes: dict[str, Shape]
    question: Form | None = None
    answer: Form | None = None


class TextCheck(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/check`: what is wrong with the text of an option; the answer is a list of `Hindrance`s.

    Where it is one line's fault, `line` in the values says which.
    """

    game: Short
    option: Short
    text: str


class Deck(Struct, frozen=True):
    """`GET /api/decks/{order}/{cards}`: the symbols on every card; it never changes."""

    order: int
    symbols: int
    """How many different symbols there are."""
    cards: tuple[tuple[int, ...], ...]


class Look(Struct, frozen=True):
    """Pictures for decks, as `GET /api/themes` lists them: a theme, or a deck of the server's own."""

    name: str
    """What `Configure.theme` calls it; a custom deck's lasts as long as nothing but its title changes."""
    en: str
    fr: str
    order: int
    """The largest order that it has symbols for; a custom deck was made with it."""
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
    damaged: bool = False
    """Whether its beginning was lost, so that it cannot be played again."""
    bots: tuple[str, ...] = ()
    """The bot of each seat, empty for a person; nothing where nobody noted it."""
    faces: tuple[int, ...] = ()
    """The face that each seat's person chose; nothing where nobody noted it."""
    theme: str = ""
    """The pictures it was played with, as in `Configure`."""
    practice: bool = False
    """Whether it was played on from a moment of another game (TABLE-13): it has no score."""
    nameless: bool = False
    """Whether this is how it is shown to those who are not to learn who played: by an id of its own."""
    sealed: int = 0
    """Until when nobody is shown it (TABLE-16), in seconds since 1970."""
    host: int | None = None
    """Who hosted when the game ended, and may delete it; nothing where nobody did, or nobody noted it."""


class Nameless(Struct, frozen=True):
    """The answer to `POST /api/records/{record}/nameless`: the same game by another id, without names."""

    record: str
    link: str


class Glimpse(Struct, frozen=True):
    """What one seat saw of a step."""

    view: Raw
    events: tuple[Raw, ...]


class Frame(Struct, frozen=True):
    """One step of a replay."""

    at: Millis
    seat: Seat | None
    """Who moved; None where it was the table, or an entry of the table's own."""
    entry: Raw
    """The entry of the log; null for the opening."""
    events: tuple[Raw, ...]
    """What happened, as a spectator saw it."""
    view: Raw
    """How it was then, as a spectator saw it."""
    seats: tuple[Glimpse, ...]
    """What each seat saw, the first seat first; nothing where everyone sees the same."""
    verdict: Verdict | None


class Replay(Struct, frozen=True):
    """`GET /api/records/{record}/replay`, and the answer to `POST /api/replay`: a game step by step."""

    game: str
    options: dict[str, Value]
    deck: DeckSpec | None
    theme: str
    teams: tuple[Team, ...]
    """The team of each seat."""
    names: tuple[str, ...]
    """Who sat where; empty where the file does not say."""
    bots: tuple[str, ...]
    faces: tuple[int, ...]
    """The face that each person chose, 0: one that goes with the name; empty where nobody noted it."""
    finished: int
    """Seconds since 1970, by the server's clock; 0 where the file does not say."""
    link: str
    """Where others can watch it; empty for a file."""
    commitment: str
    """What was promised before it began (TABLE-12): the SHA-256 of the secret, or of the seed without one."""
    seed: str
    """What all chance of it came from; it was replayed from it."""
    shuffle: Shuffle | None
    """What the seed is made of, which was checked; None where it was chosen alone."""
    practice: bool
    """Whether it was played on from a moment of another game (TABLE-13)."""
    playable: bool
    """Whether it can be played on from its moments."""
    run: DeckRun | None
    """The times of a deck that somebody went through alone (SPOT-15)."""
    result: Result | None
    frames: tuple[Frame, ...]
    """The opening first."""


class Studied(Struct, frozen=True):
    """A line of `GET /api/records/{record}/study` and `POST /api/study`: how many moves are judged.

    The last line has the study, or the problem that ended it.
    """

    done: int
    of: int
    study: AnyStudy | None = None
    plain: bool = False
    """Whether the server has no numba, and so cannot look deeper."""
    problem: Problem | None = None
    """Why no study comes any more, after the first line."""


class KartaWhere(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/karta/where`: where a card may lie in a position, turned so; the answer is an `Outlook`."""

    position: Position
    card: Annotated[int, Meta(ge=0, lt=len(CARDS))]
    turned: Annotated[int, Meta(ge=0, le=3)]
    over: bool


class KartaTry(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/karta/judge`: what a placement is worth in a position; the answer is a `KartaMove`."""

    position: Position
    place: Place
    level: Literal["hard", "expert"] = "hard"


class KartaPuzzle(Struct, frozen=True):
    """`GET /api/puzzles/{puzzle}`: a position with one way on."""

    id: str
    """The same for as long as it ships."""
    kind: Kind
    level: int
    """From 1, the easiest, to 5."""
    position: str
    line: tuple[Place, ...]
    """The solver's placements, with the other side's between them."""
    views: tuple[KartaView, ...]
    """The position, and what is seen after each placement of the line."""
    positions: tuple[str, ...]
    """The same as text."""
    rows: tuple[RowSwing, ...]


class DayWish(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/day`: open a table for the deck of the day, or the one where a counted try goes on."""

    device: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
    """Random digits that the page keeps; the first try of a device counts (TABLE-17)."""


class DayEntry(Struct, frozen=True):
    """A try in the list of a day."""

    place: int
    names: dict[Language, str]
    """What it is called there: made up, never typed."""
    face: str
    """What a face is drawn from."""
    millis: int
    own: bool
    """Whether it is this device's."""
    record: str
    """Empty until the day has ended."""


class DayList(Struct, frozen=True):
    """The best tries of a day, and its seed once it has ended."""

    date: str
    commitment: str
    """The SHA-256 of the secret, told before anybody plays (TABLE-16)."""
    secret: str
    """Empty until the day has ended; the seed is the SHA-256 of its 64 digits."""
    entries: tuple[DayEntry, ...]


class DayOwn(Struct, frozen=True):
    """A device's own counted try."""

    entry: DayEntry | None
    """None until it has ended, and where it is not listed."""
    why: Unlisted | None
    """Why it is not listed; None while it goes on."""


class DayPage(Struct, frozen=True):
    """`GET /api/day`: the deck of today, with `Authorization: Bearer DEVICE` what this device did."""

    now: int
    """The server's time, in seconds since 1970."""
    ends: int
    """When the day ends."""
    own: DayOwn | None
    lists: tuple[DayList, ...]
    """Today first, then yesterday where somebody played."""


class DayTimes(Struct, frozen=True):
    """`GET /api/day/{record}`: how long a try took; it says nothing of the cards."""

    millis: int
    """All in all; 0 where it did not come to the end of the deck."""
    splits: tuple[Millis, ...]
    """Card by card."""
    why: Unlisted


class Screen(Struct, frozen=True):
    """The answer to `POST /api/screens`: a television waits, and shows the code for this many seconds."""

    code: str
    secret: str
    """With it the television asks what it was shown."""
    seconds: int


class ShowTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/screens/CODE`: show a table there, once; needs the token of somebody at the table."""

    table: str


class Shown(Struct, frozen=True):
    """`GET /api/screens/CODE/SECRET`: the table that a television was shown; empty before."""

    table: str
    token: str = ""
    """What the screen says hello with, once and within a minute, where the host shows the table: it is let in
    even if the table is locked. The same comes from `POST /api/tables/CODE/screen`."""


class Problem(Struct, frozen=True):
    """The body of every HTTP answer that is no success."""

    key: str
    text: str
    rule: str = ""
