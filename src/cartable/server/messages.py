"""What goes over the wire: one WebSocket a client, every message a tagged struct, nothing unknown accepted.

A client sends `FromClient` and is sent `FromServer`; `docs/protocol.md` has an example of each. Times are
whole milliseconds on the table's own clock, which stands still while the table is paused; `now` says what it
shows. Moves, events, views, questions and answers are the game's own (`Raw` here):
`python -m cartable.server.schema` prints the form of all of them.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Raw, Struct

from cartable.core import DeckSpec, Info, Millis, Result, Seat, Value
from cartable.fair import Score
from cartable.texts import Language

VERSION: Final = 1
"""The protocol's version; it goes up whenever a client of the version before would misunderstand."""

Reaction = Literal["bravo", "laugh", "wow", "oops", "sad", "hurry", "again", "thanks"]
"""All that can be said at a table."""
Phase = Literal["gathering", "playing", "paused", "over"]
"""Before a game, in it, in it while the clock stands still, and after it."""
Fairness = Literal["home", "internet", "strict"]
"""How far the arbiter trusts clients, and how long it waits for them (docs/fairness.md)."""

Id = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""A request's number, chosen by the client, which its answer repeats."""
Short = Annotated[str, Meta(max_length=64)]
SeatNumber = Annotated[Seat, Meta(ge=0, le=63)]


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on beside the game's own options."""

    fairness: Fairness = "home"
    patience: Annotated[int, Meta(ge=0, le=86_400)] = 60
    """After how many seconds a seat whose person is gone may be given to a bot."""
    turn: Annotated[int, Meta(ge=0, le=86_400)] = 0
    """How many seconds a turn may take in a game that has turns; 0: as long as one likes."""
    takeback: bool = False
    """Whether the last move may be taken back where the game allows it (TABLE-9)."""


# From the client


class Request(Struct, frozen=True, forbid_unknown_fields=True, tag=str.lower):
    """Something a client wants; each is answered once, by done, refused, late, answered or error."""

    id: Id


class Hello(Request, frozen=True):
    """Come to a table: the first message of every connection, and the only one before the welcome."""

    version: int
    code: Short
    token: Short = ""
    """Who one is, from an earlier welcome; empty for a newcomer."""
    name: Annotated[str, Meta(max_length=200)] = ""
    tv: bool = False
    """Whether this is a screen for everybody, which holds no seat."""
    language: Language = "en"
    """The language of the sentences in answers."""


class Rename(Request, frozen=True):
    """Be called otherwise."""

    name: Annotated[str, Meta(max_length=200)]


class Sit(Request, frozen=True):
    """Take an empty seat, or one's own back from a bot; the number after the last pulls up one more.

    It leaves the seats one has, unless `also`: then one screen holds several. `name` is that of who sits
    there, where it is not the name of who holds the screen.
    """

    seat: SeatNumber
    name: Annotated[str, Meta(max_length=200)] = ""
    also: bool = False


class Stand(Request, frozen=True):
    """Leave a seat; between games it is empty then, in a game a bot may take it at once."""

    seat: SeatNumber


class Bot(Request, frozen=True):
    """Give a seat to a bot of this name, or (empty name) take the bot away; the host's."""

    seat: SeatNumber
    bot: Short


class Team(Request, frozen=True):
    """Put a seat into a team; its own person's or the host's. None: as is usual for the number of seats."""

    seat: SeatNumber
    team: Annotated[int, Meta(ge=0, le=63)] | None


class Handicap(Request, frozen=True):
    """Add a delay to a seat's calls, for mixed ages; the host's."""

    seat: SeatNumber
    millis: Annotated[int, Meta(ge=0, le=5_000)]


class Configure(Request, frozen=True):
    """Choose what is played next; the host's. What is left out has its default."""

    game: Short
    options: dict[str, Value] = {}
    deck: DeckSpec | None = None
    theme: Short = ""
    """The pictures, by a name of `GET /api/themes`; empty: those of the game's own box."""
    terms: Terms = Terms()


class Ready(Request, frozen=True):
    """Say that a seat's person is ready for the next game, or no longer; its own person's, between games.

    The host can begin without it. A new agreement, another seat or team, and a game take it back.
    """

    seat: SeatNumber
    ready: bool = True


class Start(Request, frozen=True):
    """Begin the game, or the next; the host's. Empty seats are put away; `fresh` clears the running score."""

    fresh: bool = False


class Play(Request, frozen=True):
    """Make a move of the game.

    A call says how long after the paint of which reveal it was pressed: `reveal` is that number, and
    `reaction` the milliseconds from the frame after the one that showed it to the press (FAIR-3). Best is the
    latest reveal that changed one of the call's cards; the server converts from any other.
    """

    seat: SeatNumber
    move: Raw
    reveal: Id | None = None
    reaction: Annotated[int, Meta(ge=0, le=86_400_000)] | None = None


class Ask(Request, frozen=True):
    """Ask the game a question, such as where a card may lie; answered by `Answered`."""

    seat: SeatNumber
    question: Raw


class Pause(Request, frozen=True):
    """Stop the table's clock; the host's. In a reflex game the cards are covered meanwhile."""


class Resume(Request, frozen=True):
    """Let the clock go on after a short countdown; the host's."""


class Resign(Request, frozen=True):
    """Give up a seat's game; a team is out when all its seats have (TABLE-2)."""

    seat: SeatNumber


class Draw(Request, frozen=True):
    """Offer or accept a draw, or take that back; the game is drawn when every person's seat agrees."""

    seat: SeatNumber
    agree: bool = True


class TakeBack(Request, frozen=True):
    """Take a seat's last move back, before anybody answers it (TABLE-9)."""

    seat: SeatNumber


class Abandon(Request, frozen=True):
    """End the game level, without a winner; the host's."""


class Leave(Request, frozen=True):
    """Go away for good: seats, name and, for the host, the host's powers pass on."""


class Remove(Request, frozen=True):
    """Send somebody away; the host's."""

    member: int


class Lock(Request, frozen=True):
    """Let nobody new in, or open the table again; the host's."""

    locked: bool


class Host(Request, frozen=True):
    """Hand the host's powers to somebody; the host's."""

    member: int


class React(Request, frozen=True):
    """Say one of eight things; everybody hears it who has not muted it."""

    reaction: Reaction
    seat: SeatNumber | None = None


class Pong(Struct, frozen=True, forbid_unknown_fields=True, tag="pong"):
    """Answer a ping at once, with the reaction clock (FAIR-6); the one message that gets no answer.

    The clock is the milliseconds since the latest reveal was painted.
    """

    nonce: Short
    reveal: Id | None = None
    clock: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None


FromClient = (
    Hello
    | Rename
    | Sit
    | Stand
    | Bot
    | Team
    | Handicap
    | Configure
    | Ready
    | Start
    | Play
    | Ask
    | Pause
    | Resume
    | Resign
    | Draw
    | TakeBack
    | Abandon
    | Leave
    | Remove
    | Lock
    | Host
    | React
    | Pong
)


# From the server


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


class Reacted(Message, frozen=True):
    """Somebody said something."""

    member: int
    seat: Seat | None
    reaction: Reaction


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
    """Whether its person is gone."""
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


class Table(Message, frozen=True):
    """All there is to know of the table but the game itself; sent whole whenever something of it changes."""

    now: Millis
    code: str
    phase: Phase
    host: int | None
    locked: bool
    game: str
    options: dict[str, Value]
    deck: DeckSpec | None
    theme: str
    terms: Terms
    chairs: tuple[Chair, ...]
    persons: tuple[Person, ...]
    games: int
    """How many games were begun at this table."""
    resumes: Millis | None
    """In how many milliseconds a paused game goes on, once that is decided."""
    commitment: str
    """The SHA-256 of the game's secret seed, told as the game begins."""
    seed: str
    """The seed itself, once the game is over."""
    record: str
    """The record of the last finished game, by its id."""


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
    result: Result | None


FromServer = (
    Welcome | Reload | Done | Late | Refused | Error | Answered | Ping | Reacted | Closing | Table | Game
)


# Over HTTP


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
