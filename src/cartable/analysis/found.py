"""What an analysis finds: plain values, which need none of what finds them."""

from __future__ import annotations

from msgspec import Struct

from cartable.analysis.losses import Verdict
from cartable.core import Seat
from cartable.games.karta import Place


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
    verdict: Verdict
    ahead: int
    """How many cards ahead the search saw; it saw the end where so many were left."""
    exact: bool
    """Whether the search saw all that could follow, so that nothing of it is a guess."""
    rows: tuple[RowSwing, ...]


class KartaStudy(Struct, frozen=True):
    """A game of Karta Doppio, gone through."""

    level: str
    moves: tuple[KartaMove, ...]
    accuracy: tuple[float, ...]
    """How close to perfect each seat played, from 0 to 1."""
