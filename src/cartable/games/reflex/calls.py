"""Calls and what comes of them, and what the table does by itself."""

from __future__ import annotations

from typing import Final

from cartable.core import Event, Millis, Move, Number, Seat
from cartable.designs import Card, Symbol

PENALTY: Final = Number("penalty", default=2_000, low=0, high=10_000, unit="ms")
"""How long a wrong call freezes (SPOT-5)."""


class Call(Move, frozen=True):
    """Name the symbol that these cards share, the contested ones first (SPOT-2, SPOT-10)."""

    symbol: Symbol
    cards: tuple[Card, ...]


class Flip(Move, frozen=True):
    """Turn all cards up at once; the table's own move."""


class Thaw(Move, frozen=True):
    """Let a frozen seat call again; the table's own move."""

    seat: Seat


ReflexMove = Call | Flip | Thaw

MIDDLE: Final = Seat(-1)
"""How an event says that a card went to the middle, and to no seat."""


class Took(Event, frozen=True):
    """A call was right and first; `to` is the seat that has what it won, or MIDDLE."""

    seat: Seat
    symbol: Symbol
    cards: tuple[Card, ...]
    to: Seat


class LateCall(Event, frozen=True, tag="late"):
    """A call came when what it is about had changed; it costs nothing (SPOT-4)."""

    seat: Seat
    cards: tuple[Card, ...]

    def late_for(self, seat: Seat) -> bool:
        return seat == self.seat


class Wrong(Event, frozen=True):
    """A call named a symbol that the cards do not all share (SPOT-5)."""

    seat: Seat
    symbol: Symbol
    cards: tuple[Card, ...]
    until: Millis


class Flipped(Event, frozen=True):
    """All cards were turned up."""


class Thawed(Event, frozen=True):
    """A seat may call again."""

    seat: Seat


ReflexEvent = Took | LateCall | Wrong | Flipped | Thawed
