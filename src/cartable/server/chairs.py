"""The people who came to a table, and its chairs: who sits where, and as whom."""

from __future__ import annotations

from hashlib import blake2b

from msgspec import Struct

from cartable.core import Millis
from cartable.server.rows import (
    Botted,
    Given,
    Handicapped,
    Offered,
    Readied,
    Sat,
    Stood,
    Teamed,
)

ChairRow = Sat | Given | Stood | Botted | Teamed | Handicapped | Readied | Offered
"""The rows about one chair."""


class Person(Struct):
    """Someone who came to the table."""

    name: str
    key: str
    tv: bool
    face: int = 0


class Chair(Struct):
    """A seat, and who has it."""

    member: int | None = None
    name: str = ""
    face: int = 0
    bot: str = ""
    team: int | None = None
    handicap: Millis = Millis(0)
    score: int = 0
    resigned: bool = False
    draw: bool = False
    ready: bool = False
    dealt: str = ""
    """The name of whoever sat here when the latest game began."""
    owner: tuple[int | None, str] = (None, "")
    """The person and the bot who sat here then."""
    given: int | None = None
    """Who may take it over in this game, though its cards are hidden."""

    @property
    def empty(self) -> bool:
        """Whether nobody has it."""
        return self.member is None and not self.bot

    @property
    def other(self) -> bool:
        """Whether whoever plays here is not who holds the screen; they may have a face and no name."""
        return bool(self.name or self.face)

    def follow(self, row: ChairRow) -> None:
        """Apply a row about this chair."""
        self.ready = self.ready and not isinstance(row, Sat | Stood | Teamed)
        match row:
            case Sat(_, member, name, face):
                self.member, self.name, self.face, self.bot = member, name, face, ""
            case Given(_, member):
                self.given = member
            case Stood():
                self.member, self.name, self.face = None, "", 0
            case Botted(_, bot):
                self.bot = bot
            case Teamed(_, team):
                self.team = team
            case Handicapped(_, millis):
                self.handicap = millis
            case Readied(_, ready):
                self.ready = ready
            case Offered(_, agree):
                self.draw = agree

    def begin(self, name: str, fresh: bool) -> None:
        """Begin a game with whoever sits here, called `name`; a `fresh` match forgets the score."""
        self.resigned = self.draw = self.ready = False
        self.score = 0 if fresh else self.score
        self.dealt, self.given = name, None
        self.owner = self.member, self.bot


def key_of(token: str) -> str:
    """Return the hash of a token; only its owner has the token itself."""
    return blake2b(token.encode(), digest_size=16).hexdigest()
