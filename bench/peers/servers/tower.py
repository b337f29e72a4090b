"""One room of the Tower, for the peers in Python; load.c mirrors the fixed order of its deck."""

from __future__ import annotations

from typing import Any


def _deck(q: int) -> list[list[int]]:
    first = [[0, *(1 + j + i * q for j in range(q))] for i in range(q + 1)]
    rest = [[i + 1, *(q + 1 + q * k + (i * k + j) % q for k in range(q))] for i in range(q) for j in range(q)]
    return first + rest


CARDS = _deck(7)
SETS = [frozenset(card) for card in CARDS]


class Room:
    """A table in memory."""

    def __init__(self, seats: int) -> None:
        self.hands = list(range(seats))
        self.top = seats
        self.scores = [0] * seats
        self.calls = 0
        self.by = -1
        self.members: dict[int, Any] = {}

    def claim(self, seat: int, symbol: int) -> bool:
        """Take the top card where the symbol is right; say whether it was."""
        if SETS[self.hands[seat]] & SETS[self.top] != {symbol}:
            return False
        self.hands[seat] = self.top
        while self.top in self.hands:
            self.top = (self.top + 1) % len(CARDS)
        self.scores[seat] += 1
        self.calls += 1
        self.by = seat
        return True

    def view(self) -> dict[str, Any]:
        """Return what everybody is told."""
        hands = [CARDS[hand] for hand in self.hands]
        top = CARDS[self.top]
        return {
            "t": "state",
            "seq": self.calls,
            "by": self.by,
            "top": top,
            "hands": hands,
            "scores": self.scores,
        }


_rooms: dict[int, Room] = {}


def room(number: int, seats: int) -> Room:
    """Return a room, new where nobody has been there."""
    if number not in _rooms:
        _rooms[number] = Room(seats)
    return _rooms[number]
