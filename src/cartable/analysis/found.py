"""What an analysis finds: plain values, which need none of what finds them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from cartable.analysis.losses import Severity
from cartable.core import Millis, Seat
from cartable.designs import Card, Symbol
from cartable.games.catatac.moves import CatatacMove
from cartable.games.catatac.yarn import Yarn
from cartable.games.karta import Place

Outcome = Literal["first", "beaten", "late", "wrong"]
"""The outcome of a call: it won; another was quicker and both were right; it came too late; it was wrong."""


class RowSwing(Struct, frozen=True):
    """A row of four squares, from its first, and how much more red's odds gain by it with the better card.

    The odds are their logarithm: 1.1 is about three times as likely. Blue's gain is below zero.
    """

    x: int
    y: int
    across: int
    down: int
    swing: float


class KartaMove(Struct, frozen=True):
    """A move, and what the search makes of it."""

    step: int
    """Which entry of the log it is, from 1."""
    position: str
    """How it was before, as `karta/game` writes it."""
    game: int
    """Which game of a series, from 0."""
    seat: Seat
    played: Place
    better: Place | None
    """The best placement there was, where it is another."""
    before: float
    """Red's chance to win, with the best card."""
    after: float
    """Red's chance once it was played."""
    loss: float
    """The mover's points of winning chance that it gave away, from 0 to 1."""
    verdict: Severity
    ahead: int
    """How many cards ahead the search saw; it saw the end where so many were left."""
    exact: bool
    """Whether the search saw everything that could follow, so that nothing is a guess."""
    rows: tuple[RowSwing, ...]


class KartaHint(Struct, frozen=True):
    """What a bot would do in this place."""

    better: Place
    rows: tuple[RowSwing, ...]
    """The rows that make the difference to the placement that looks best at first sight."""


class KartaStudy(Struct, frozen=True, tag="karta"):
    """A game of Karta Doppio, gone through."""

    level: str
    moves: tuple[KartaMove, ...]
    accuracy: tuple[float, ...]
    """How close to perfect each seat played, from 0 to 1."""


class CatatacChoice(Struct, frozen=True):
    """A choice between at least two things to do, and what the imagined worlds make of it.

    Chances are White's, as the seat could know them: from its own hand, and what everybody saw.
    """

    step: int
    """Which entry of the log it is, from 1."""
    game: int
    """Which game of a Marathon, from 0."""
    seat: Seat
    played: CatatacMove
    better: CatatacMove | None
    """The best that there was, where it is another; None for waiting too."""
    yarn: Yarn | None
    """Where that leaves the yarn; None where a toss decides."""
    before: float
    """White's chance to win, with the best choice."""
    after: float
    """White's chance with what was chosen."""
    loss: float
    """The points of winning chance that it gave away, from 0 to 1; none where they are within the noise."""
    verdict: Severity
    luck: float
    """What White's chance gained since the choice before: by draws, tosses, and cards that nobody saw."""
    tossed: bool
    """Whether the yarn was tossed since then."""


class CatatacStudy(Struct, frozen=True, tag="catatac"):
    """A game of CATATAC, gone through: skill apart from luck."""

    level: str
    moves: tuple[CatatacChoice, ...]
    accuracy: tuple[float, ...]
    """How close to perfect each seat chose, from 0 to 1."""
    given: tuple[float, ...]
    """What each seat gave away in all, in games."""
    ends: tuple[float | None, ...]
    """White's share of each game: 1 where it won; None where a game was not played to its end."""
    luck: float
    """What luck brought White in all, in games; below zero it favoured Black."""
    tosses: float
    """The part of it that came from tosses."""


class Reaction(Struct, frozen=True):
    """A call, and how long it took."""

    step: int
    """Which entry of the log it is, from 1."""
    seat: Seat
    outcome: Outcome
    cards: tuple[Card, ...]
    called: Symbol | None
    """What was called; None where nobody can know, since another was first."""
    right: Symbol | None
    """What these cards share; None where they do not all share anything."""
    time: Millis
    """What counted, from the cards' turning up: less what was forgiven, with the handicap."""
    forgiven: Millis
    """How much of the network's delay was taken off."""
    held: Millis
    """For how long the verdict was held back, so that somebody further away could have been first."""
    anew: bool
    """Whether one of the cards was turned up since the seat's right call before.

    Where none was, the time tells nothing of how long the seat searched.
    """


class Lateness(Struct, frozen=True):
    """How late a seat finds a symbol, as far as a few times can tell."""

    seat: Seat
    symbol: Symbol
    count: int
    """How often it was found, or missed."""
    share: float
    """How much longer than usual it takes, shrunk towards nothing: 0.2 is a fifth longer."""


class MistakenSymbol(Struct, frozen=True):
    """A symbol that a seat took for the one that was right."""

    seat: Seat
    right: Symbol
    called: Symbol
    count: int


class Pace(Struct, frozen=True):
    """How quick a seat was."""

    seat: Seat
    calls: int
    wrong: int
    median: Millis
    """The time of a right call; half took longer. 0 without any."""
    level: str
    """The level of the bots that is nearest; empty where there were too few right calls to tell."""


class LevelPace(Struct, frozen=True):
    """How long a level of the bots takes on the average, for two cards of this deck."""

    level: str
    time: Millis


class ReflexStudy(Struct, frozen=True, tag="reflex"):
    """A game of speed, gone through."""

    level: str
    reactions: tuple[Reaction, ...]
    paces: tuple[Pace, ...]
    late: tuple[Lateness, ...]
    """The symbols of each seat, those that it finds latest first."""
    mistaken: tuple[MistakenSymbol, ...]
    levels: tuple[LevelPace, ...]


AnyStudy: TypeAlias = KartaStudy | CatatacStudy | ReflexStudy
"""What an analysis of any game finds."""
