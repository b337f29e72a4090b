"""What a client could make of its pings: a cue to guess on."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from random import Random
from typing import Final

from cartable.core import Chance
from cartable.fair import HOME, pause
from cartable.fair.lag import BURST

SINCE_PING: Final = (70, 300, 1000)
SINCE_REVEAL: Final = (600, 1000, 1500, 2200)
"""Bounds in ms between the classes by which a client that learns from its pings tells them apart."""
ENOUGH: Final = 20
"""It knows a class after this many."""
SYMBOLS: Final = 8
"""A guess names one of this many symbols on a card."""


class Cue:
    """What a client makes of its pings: it learns which of them are a hold's, and guesses on those."""

    def __init__(self, sure: float, secret: bytes, random: Random) -> None:
        self._sure = sure
        self._random = random
        self._chance = Chance(secret, 0)
        self._next = 0.0
        """How long after a reveal's common moment the next ping that is no hold's is sent."""
        self._last = 0.0
        """How long after it, or before, the last one came."""
        self._learnt: dict[tuple[int, int], list[int]] = {}
        self._marks: list[tuple[tuple[int, int], bool]] = []

    def until(self, sent: float) -> Iterator[float]:
        """Yield when pings were sent that are no hold's, up to a time."""
        while self._next < sent:
            yield self._next
            self._next += pause(BURST, self._chance, in_play=True)

    def guesses(self, came: float, hold: bool) -> bool:
        """Take a ping in; return whether to guess on it."""
        kind = (bisect_right(SINCE_PING, came - self._last), bisect_right(SINCE_REVEAL, came))
        self._last = came
        self._marks.append((kind, hold))
        of, holds = self._learnt.get(kind, (0, 0))
        return came > HOME.suspicious and of >= ENOUGH and holds >= self._sure * of

    def right(self) -> bool:
        """Return whether a symbol named without looking is the right one."""
        return self._random.randrange(SYMBOLS) == 0

    def over(self, closed: float) -> None:
        """Learn from a reveal that is over; the next follows at once."""
        for kind, hold in self._marks:
            learnt = self._learnt.setdefault(kind, [0, 0])
            learnt[0] += 1
            learnt[1] += hold
        self._marks.clear()
        list(self.until(closed))
        self._next -= closed
        self._last -= closed
