"""Moves that are no calls: a claim of whoever shares a screen (SPOT-12), and the end of practice (SPOT-7)."""

from __future__ import annotations

from typing import Final

from cartable.core import Event, Millis, Move, Seat
from cartable.designs import Card
from cartable.games.reflex.calls import ReflexMove

NAMING: Final = 3_000
"""Milliseconds from a claim to its symbol (SPOT-12)."""


class ClaimCards(Move, frozen=True, tag="claim"):
    """Ask to be heard about the common cards before anybody else; the symbol follows (SPOT-12)."""

    cards: tuple[Card, ...]


class Lapse(Move, frozen=True):
    """End a claim whose symbol was not named in time; the table's own move."""

    seat: Seat


class Claimed(Event, frozen=True):
    """A seat was the first to claim the common cards, and names their symbol by then."""

    seat: Seat
    cards: tuple[Card, ...]
    until: Millis


class Lapsed(Event, frozen=True):
    """A seat named nothing in time, and is frozen as after a wrong call (SPOT-13)."""

    seat: Seat
    until: Millis


class Enough(Move, frozen=True):
    """Say that it is enough of practice (SPOT-7)."""


class HadEnough(Event, frozen=True):
    """A seat said that it is enough, and practice is over (SPOT-7)."""

    seat: Seat


SpotMove = ReflexMove | ClaimCards | Lapse | Enough
