"""What a client asks of its table."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Raw, Struct

from cartable.core import DeckSpec, Value
from cartable.server.messages.words import Emoji, FaceNumber, Id, SeatNumber, Short, Terms
from cartable.texts import Language


class Request(Struct, frozen=True, forbid_unknown_fields=True, tag=str.lower):
    """Something a client wants; each is answered once, by done, refused, late, answered or error."""

    id: Id


class Hello(Request, frozen=True):
    """Join a table: the first message of every connection, and the only one before the welcome."""

    version: int
    code: Short
    token: Short = ""
    """The token of an earlier welcome; empty for a newcomer."""
    name: Annotated[str, Meta(max_length=200)] = ""
    tv: bool = False
    """Whether this is a shared screen, which holds no seat."""
    language: Language = "en"
    """The language of the sentences in answers."""
    page: Id = 0
    """A random number that the page draws when it loads: a request that it repeats after a lost connection,
    with the same id, is done once and answered as before. 0: nothing is repeated."""
    adds: bool = False
    """Whether the page answers `Table.adding` with `Add`; a start waits only for pages that do."""
    face: FaceNumber = 0


class Rename(Request, frozen=True):
    """Change your name or face."""

    name: Annotated[str, Meta(max_length=200)]
    face: FaceNumber = 0


class Sit(Request, frozen=True):
    """Take an empty seat, or get your own back from a bot; the number after the last adds a seat.

    You leave your other seats, unless `also` is set: then one screen holds several. `name` and `face` are
    those of somebody else at your screen; with `also`, each screen names a face without a name in its own
    language.
    """

    seat: SeatNumber
    name: Annotated[str, Meta(max_length=200)] = ""
    also: bool = False
    face: FaceNumber = 0


class Give(Request, frozen=True):
    """Let somebody take over a seat whose cards are hidden, in this game; the host's (TABLE-6)."""

    seat: SeatNumber
    member: int


class Stand(Request, frozen=True):
    """Leave a seat: between games it is then empty, during a game a bot may take it at once."""

    seat: SeatNumber


class Bot(Request, frozen=True):
    """Give a seat to a bot of this name, or remove the bot (empty name); the host's."""

    seat: SeatNumber
    bot: Short


class Team(Request, frozen=True):
    """Put a seat into a team; its own person's or the host's. None: the default for this number of seats."""

    seat: SeatNumber
    team: Annotated[int, Meta(ge=0, le=63)] | None


class Handicap(Request, frozen=True):
    """Add a delay to a seat's calls, for mixed ages; the host's."""

    seat: SeatNumber
    millis: Annotated[int, Meta(ge=0, le=5_000)]


class Configure(Request, frozen=True):
    """Choose what is played next; the host's. Anything left out gets its default."""

    game: Short
    options: dict[str, Value] = {}
    """A text that the table already has can be named as `Table` names it."""
    deck: DeckSpec | None = None
    theme: Short = ""
    """The pictures, by a name from `GET /api/themes`; empty: those of the game's own box."""
    terms: Terms = Terms()


class Ready(Request, frozen=True):
    """Say that a seat's player is ready for the next game, or no longer; only that player's, between games.

    The host can start without it. New settings, a change of seat or team, and a new game reset it.
    """

    seat: SeatNumber
    ready: bool = True


class Start(Request, frozen=True):
    """Start the game, or the next; the host's. Empty seats are removed; `fresh` clears the running score."""

    fresh: bool = False


class Add(Request, frozen=True):
    """Add a random number to the shuffle of the game that is about to start (TABLE-12).

    Send it once when `Table.adding` names you, and always the same number for the same commitment:
    `commitment` is the `Table.next` that it answers.
    """

    commitment: Annotated[str, Meta(max_length=64)]
    number: Annotated[str, Meta(max_length=32, pattern="^[0-9a-f]{32}$")]


class Play(Request, frozen=True):
    """Make a move of the game.

    A call says how long after a reveal was painted it was pressed: `reveal` is the reveal's number, and
    `reaction` the milliseconds from the frame after the one that showed it to the press (FAIR-3). Use the
    latest reveal that changed one of the call's cards; the server converts from any other.

    A move that is sent again says in `moves` what it answered: in a game with turns it is refused if others
    have been made since.
    """

    seat: SeatNumber
    move: Raw
    reveal: Id | None = None
    reaction: Annotated[int, Meta(ge=0, le=86_400_000)] | None = None
    moves: Id | None = None


class Ask(Request, frozen=True):
    """Ask the game a question, such as where a card may lie; answered by `Answered`."""

    seat: SeatNumber
    question: Raw


class Hint(Request, frozen=True):
    """Ask what a bot would do in your place, alone with bots (TABLE-14); `Answered` has a `KartaHint`."""

    seat: SeatNumber


class Pause(Request, frozen=True):
    """Stop the table's clock; the host's. In a reflex game the cards are covered meanwhile."""


class Resume(Request, frozen=True):
    """Resume after a short countdown; the host's."""


class Resign(Request, frozen=True):
    """Resign for a seat; a team is out when all its seats have; bots do not play on alone (TABLE-2)."""

    seat: SeatNumber


class Draw(Request, frozen=True):
    """Offer or accept a draw, withdraw that, or decline; it is a draw when every person's seat agrees."""

    seat: SeatNumber
    agree: bool = True


class TakeBack(Request, frozen=True):
    """Take back a seat's last move, before anybody answers it (TABLE-9)."""

    seat: SeatNumber


class Abandon(Request, frozen=True):
    """End the game without a winner; the host's."""


class Leave(Request, frozen=True):
    """Leave the table for good: seats, name and, for the host, the host's powers pass on."""


class Remove(Request, frozen=True):
    """Remove somebody; the host's."""

    member: int


class Lock(Request, frozen=True):
    """Let nobody new in, or open the table again; the host's."""

    locked: bool


class Host(Request, frozen=True):
    """Hand the host's powers to somebody; the host's."""

    member: int


class React(Request, frozen=True):
    """Send one of eight reactions; everyone sees it who has not muted them."""

    reaction: Emoji
    seat: SeatNumber | None = None


class Pong(Struct, frozen=True, forbid_unknown_fields=True, tag="pong"):
    """Answer a ping at once, with the reaction clock (FAIR-6); the only message that gets no answer.

    The clock is the milliseconds since the latest reveal was painted.
    """

    nonce: Short
    reveal: Id | None = None
    clock: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None


FromClient = (
    Hello
    | Rename
    | Sit
    | Give
    | Stand
    | Bot
    | Team
    | Handicap
    | Configure
    | Ready
    | Start
    | Add
    | Play
    | Ask
    | Hint
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
