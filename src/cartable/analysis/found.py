"""What an analysis finds: plain values, independent of the code that finds them."""

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

    The odds are their logarithm: 1.1 is about three times as likely. Blue's gain is below zero. With the last
    card it is 1 or -1, the token that the row brings or saves.
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
    """The position before it, as `karta/game` writes it."""
    game: int
    """Which game of a series, from 0."""
    seat: Seat
    played: Place
    better: Place | None
    """The best placement, if it is another one."""
    before: float
    """Red's chance to win with the best card."""
    after: float
    """Red's chance after it was played."""
    loss: float
    """How much of the mover's winning chance it gave away, from 0 to 1."""
    verdict: Severity
    ahead: int
    """How many cards ahead the search saw; it saw the end if no more were left."""
    exact: bool
    """Whether the search saw everything that could follow, so that nothing is a guess."""
    rows: tuple[RowSwing, ...]


class KartaHint(Struct, frozen=True):
    """What a bot would do in this place."""

    better: Place
    rows: tuple[RowSwing, ...]
    """The rows that make the difference to the placement that looks best at first sight; with the last card,
    those that it makes or breaks."""


class KartaGame(Struct, frozen=True):
    """A game of a series, gone through."""

    game: int
    """Which game of the series it is, from 0."""
    accuracy: tuple[float | None, ...]
    """How close to perfect each seat played, from 0 to 1; None where it did not."""


class KartaStudy(Struct, frozen=True, tag="karta"):
    """The analysis of a game of Karta Doppio."""

    level: str
    moves: tuple[KartaMove, ...]
    accuracy: tuple[float, ...]
    """How close to perfect each seat played, from 0 to 1."""
    games: tuple[KartaGame, ...]
    """The same, game by game."""


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
    """The best move, if it is another one; None for waiting too."""
    yarn: Yarn | None
    """Where that leaves the yarn; None where a toss decides."""
    before: float
    """White's chance to win with the best choice."""
    after: float
    """White's chance with what was chosen."""
    loss: float
    """How much winning chance it gave away, from 0 to 1; nothing if that is within the noise."""
    verdict: Severity
    luck: float
    """What White's chance gained since the choice before: by draws, tosses, and cards that nobody saw."""
    tossed: bool
    """Whether the yarn was tossed since then."""


class CatatacGame(Struct, frozen=True):
    """A game of a Marathon, gone through: skill apart from luck."""

    game: int
    """Which game of the Marathon it is, from 0."""
    accuracy: tuple[float | None, ...]
    """How close to perfect each seat chose, from 0 to 1; None where it had no choice."""
    given: tuple[float, ...]
    """What each seat gave away, from 0 to 1 for each of its choices."""
    end: float | None
    """White's share: 1 where it won; None where the game was not played to its end."""
    luck: float
    """What luck brought White; below zero it favoured Black."""
    tosses: float
    """The part of it that came from tosses; the rest came from draws and hidden cards."""


class CatatacStudy(Struct, frozen=True, tag="catatac"):
    """The analysis of a game of CATATAC: skill apart from luck."""

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
    games: tuple[CatatacGame, ...]
    """All this game by game."""


class Reaction(Struct, frozen=True):
    """A call, and how long it took."""

    step: int
    """Which entry of the log it is, from 1."""
    seat: Seat
    outcome: Outcome
    cards: tuple[Card, ...]
    called: Symbol | None
    """The symbol called; None if nobody can know it, because another call was first."""
    right: Symbol | None
    """The symbol that these cards share; None if they do not all share one."""
    time: Millis
    """The time that counted, from when the cards were flipped: less what was forgiven, plus the handicap."""
    forgiven: Millis
    """How much of the network's delay was taken off."""
    held: Millis
    """How long the verdict was held back, so that somebody further away could have been first."""
    anew: bool
    """Whether one of the cards was flipped since the seat's last right call.

    If none was, the time says nothing about how long the seat searched.
    """


class Lateness(Struct, frozen=True):
    """How late a seat finds a symbol, as far as a few times can tell."""

    seat: Seat
    symbol: Symbol
    count: int
    """How often it was found, or missed."""
    share: float
    """How much longer than usual it takes, shrunk towards zero: 0.2 is a fifth longer."""


class MistakenSymbol(Struct, frozen=True):
    """A symbol that a seat mistook for the right one."""

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
    """The median time of a right call; 0 if there are none. Where a level is named, of the calls it is of."""
    level: str
    """The nearest level of the bots; empty if there are too few right calls to tell."""


class LevelPace(Struct, frozen=True):
    """The median time a level of the bots takes for two cards of this deck."""

    level: str
    time: Millis


class ReflexStudy(Struct, frozen=True, tag="reflex"):
    """The analysis of a game of speed."""

    level: str
    reactions: tuple[Reaction, ...]
    paces: tuple[Pace, ...]
    late: tuple[Lateness, ...]
    """The symbols of each seat, the latest found first."""
    mistaken: tuple[MistakenSymbol, ...]
    levels: tuple[LevelPace, ...]


AnyStudy: TypeAlias = KartaStudy | CatatacStudy | ReflexStudy
"""The analysis of any game."""
