"""What a client is told: answers to what it asked, the table, the game."""

from __future__ import annotations

from msgspec import Raw, Struct

from cartable.core import DeckSpec, Millis, Result, Seat, Share, Value
from cartable.fair import Score
from cartable.server.messages.words import DayRun, Emoji, Id, Phase, Practice, Terms


class Message(Struct, frozen=True, tag=str.lower):
    """Something the server tells; every field is always there."""


class Welcome(Message, frozen=True):
    """The answer to `Hello`; the whole table and the whole game follow at once."""

    version: int
    id: Id
    code: str
    member: int
    token: str
    """Keep it: it brings one back to one's seats."""


class Reload(Message, frozen=True):
    """This client speaks another version: load the page again. The connection is closed."""

    version: int
    text: str


class Done(Message, frozen=True):
    """It happened, and is written down for good."""

    id: Id


class Late(Message, frozen=True):
    """A call came when what it is about had changed, or lost to an earlier press; it costs nothing."""

    id: Id


class Refused(Message, frozen=True):
    """Not allowed now, by this rule; nothing happened. `key` and `values` find the catalogue's sentence."""

    id: Id
    rule: str
    key: str
    values: dict[str, int | str]
    text: str


class Error(Message, frozen=True):
    """Not understood, or not possible; `text` says what to do. `id` is None where the message had none."""

    id: Id | None
    key: str
    text: str


class Answered(Message, frozen=True):
    """The answer to a question to the game."""

    id: Id
    answer: Raw


class Ping(Message, frozen=True):
    """Answer with `Pong` at once."""

    nonce: str


class Alive(Message, frozen=True):
    """The server is still there: sent where it has said nothing for two seconds."""


class Reacted(Message, frozen=True):
    """Somebody said something."""

    member: int
    seat: Seat | None
    reaction: Emoji


class Closing(Message, frozen=True):
    """The server closes the connection; `again` tells whether to come back, with the same token."""

    key: str
    text: str
    again: bool


class Person(Struct, frozen=True):
    """Somebody at the table, seated or watching."""

    member: int
    name: str
    here: bool
    tv: bool
    unverified: bool
    """Whether the client's times do not fit its pings (FAIR-10)."""


class Chair(Struct, frozen=True):
    """A seat and who has it: a person, a bot, a bot in a person's place, or nobody."""

    seat: Seat
    team: int
    name: str
    member: int | None
    bot: str
    away: bool
    """Whether its person is gone, and no bot plays for them."""
    spare: bool
    """Whether it may be given to a bot now: its person is gone for longer than the table's patience."""
    ready: bool
    """Whether it is ready for the next game; a bot always is."""
    handicap: Millis
    resigned: bool
    draw: bool
    """Whether it agrees to a draw."""
    score: int
    """Games won at this table (SPOT-9)."""
    dealt: str
    """Whom a hidden hand was dealt to, where somebody else holds it now (TABLE-6).

    After any game: who began it where a bot has ended it. Empty elsewhere.
    """
    given: int | None
    """Who may take the seat over in this game though its cards are hidden; the host says so."""
    weaker: bool
    """Whether its bot has thought less in this game than its level should, for want of time or of numba."""
    face: int
    """The face that its person chose; 0: one that goes with the name."""


class Hindrance(Struct, frozen=True):
    """Why a game cannot begin now: the rule, and what finds the catalogue's sentence."""

    rule: str
    key: str
    values: dict[str, int | str]


class Table(Message, frozen=True):
    """All there is to know of the table but the game itself; sent whole whenever something of it changes."""

    now: Millis
    code: str
    phase: Phase
    host: int | None
    locked: bool
    game: str
    options: dict[str, Value]
    """A text among them is told as `sha256:` and its hash; `GET /api/tables/{code}/texts/{hash}` has it."""
    deck: DeckSpec | None
    theme: str
    terms: Terms
    chairs: tuple[Chair, ...]
    persons: tuple[Person, ...]
    games: int
    """How many games were begun at this table."""
    hindrance: Hindrance | None
    """Why `start` would be refused now; None where it would not, and in a game."""
    resumes: Millis | None
    """In how many milliseconds a paused game goes on, once that is decided."""
    commitment: str
    """The SHA-256 of the latest game's secret (TABLE-12), as it was told in `next` before the game began."""
    seed: str
    """The seed that all of the game's chance came from, once the game is over."""
    shares: tuple[Share, ...]
    """What the pages added to the latest game's shuffle; a number is empty where one said nothing in time."""
    secret: str
    """The server's own part of it, once the game is over."""
    next: str
    """The SHA-256 of the next game's secret."""
    adding: tuple[int, ...]
    """Whose pages are to send `add` now, each once: the host has asked to start."""
    practice: Practice | None
    """The moment of a finished game from which it is played on (TABLE-13)."""
    record: str
    """The record of the last finished game, by its id."""
    outdated: bool
    """Whether that game was ended, without a winner, because its rules have changed since it began."""
    day: DayRun | None
    """The day whose deck is played (TABLE-16)."""


class Reveal(Struct, frozen=True):
    """Cards that were not seen before; ids only, the art is there already (FAIR-1, FAIR-2)."""

    number: int
    """It goes up with every reveal of a connection, and is what `Play.reveal` and `Pong.reveal` name."""
    cards: tuple[int, ...]


class Sight(Struct, frozen=True):
    """What a seat sees: None stands for a spectator, and for every seat where all see the same."""

    seat: Seat | None
    view: Raw
    events: tuple[Raw, ...]
    """What happened since the last message, oldest first."""
    moves: tuple[Raw, ...] | None
    """Every move the seat may make; None in reflex games, where it is telling, or where they are many."""


class Verdict(Struct, frozen=True):
    """How a contest was decided: everybody's milliseconds, and what was forgiven (FAIR-11)."""

    winner: Seat
    tied: tuple[Seat, ...]
    scores: tuple[Score, ...]


class Game(Message, frozen=True):
    """The whole of what a connection may see of the game, and what happened since the last such message."""

    number: int
    """Which game of the table it is, from 1."""
    moves: int
    """How many moves were made that everybody may know of."""
    now: Millis
    reveal: Reveal | None
    """Set where cards appear: paint, then start the reaction clock of this number."""
    sights: tuple[Sight, ...]
    """One for each seat the connection holds, or a single one for all; none while the cards are covered."""
    until: Millis | None
    """When the turn's time is up."""
    takeback: Seat | None
    """The seat that may take its last move back now."""
    verdicts: tuple[Verdict, ...]
    expired: tuple[Seat, ...]
    """The seats whose time ran out since the last message (TABLE-11)."""
    result: Result | None


FromServer = (
    Welcome
    | Reload
    | Done
    | Late
    | Refused
    | Error
    | Answered
    | Ping
    | Alive
    | Reacted
    | Closing
    | Table
    | Game
)
