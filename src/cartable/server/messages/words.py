"""What both sides say in their messages."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from cartable.core import Millis, Seat, Team

VERSION: Final = 3
"""The protocol's version; it goes up whenever a client of the version before would misunderstand."""

Emoji = Literal["bravo", "laugh", "wow", "oops", "sad", "hurry", "again", "thanks", "cooperate"]
"""All that can be said at a table; that one can cooperate is said to one's own team alone (CTC-25)."""
Phase = Literal["gathering", "playing", "paused", "over"]
"""Before a game, in it, in it while the clock stands still, and after it."""
Fairness = Literal["home", "internet", "strict"]
"""How far the arbiter trusts clients, and how long it waits for them (docs/fairness.md)."""

Id = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""A request's number, chosen by the client, which its answer repeats."""
Short = Annotated[str, Meta(max_length=64)]
SeatNumber = Annotated[Seat, Meta(ge=0, le=63)]
FaceNumber = Annotated[int, Meta(ge=0, le=24)]
"""One of the faces that people choose from; 0: one that goes with the name."""


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on besides the game's own options."""

    fairness: Fairness = "home"
    patience: Annotated[int, Meta(ge=0, le=86_400)] = 60
    """After how many seconds a seat whose person is gone may be given to a bot."""
    turn: Annotated[int, Meta(ge=0, le=86_400)] = 0
    """How many seconds a turn may take in a game that has turns; 0: as long as one likes."""
    forfeit: bool = False
    """Whether whoever's time runs out loses the game, as with a chess clock (TABLE-11)."""
    takeback: bool = False
    """Whether the last move may be taken back where the game allows it (TABLE-9)."""
    hints: bool = False
    """Whether who plays alone against bots may ask what they would do (TABLE-14)."""


class Ghost(Struct, frozen=True):
    """A finished run to play against (SPOT-16): whose it is and its times, and nothing of its cards."""

    name: str
    """Empty where nobody is to learn it, and for a file."""
    bot: str
    """The bot that played it; empty for a person."""
    splits: tuple[Millis, ...]
    """What each card took, in order."""
    verified: bool
    """Whether it was played here, and the arbiter believed its times."""


Unlisted = Literal["", "given-up", "interrupted", "unverified", "late"]
"""Why a try at the deck of the day is not listed; empty where it is (TABLE-17)."""


class DayRun(Struct, frozen=True):
    """A table where somebody plays the deck of a day (TABLE-16)."""

    date: str
    ends: int
    """When the day ends, in seconds since 1970: until then seed, secret and record are sealed."""
    counted: bool
    """Whether it is the first try of its device; others are for fun."""


class Practice(Struct, frozen=True):
    """A moment of a finished game from which a table plays on (TABLE-13), or a run played again (SPOT-16)."""

    position: str
    """As one line of text; what nobody had drawn is shuffled anew. Never told: it holds every hand."""
    version: int
    """The version of the rules that it was read with."""
    teams: tuple[Team, ...]
    """The team of each seat."""
    record: str
    """The game's record; empty for a file."""
    step: int
    """The step of its replay."""
    ghost: Ghost | None = None
    """The run that is played against; None where people play on."""
