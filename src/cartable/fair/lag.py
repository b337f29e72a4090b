"""Lag: what one connection's pings say about it, and whether its calls tell the same story."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from math import log
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from cartable.core import Chance, Millis
from cartable.fair.presets import Preset

KEPT: Final = 30
"""How many round trips, and how many implied lags, are remembered."""
REFILL: Final = Millis(25)
"""What the spike bucket gains at each reveal (FAIR-5)."""
ENOUGH: Final = 20
"""How many calls the rank test waits for (FAIR-10)."""
PAINTING: Final = Millis(70)
"""What an honest implied lag may hold beyond the round trip: two frames of a phone that draws 30 a second."""
STRAY: Final = 4
"""Standard deviations beyond which a story does not fit: by chance, once in 30 000 tests."""
BURST: Final = 10
"""How many quick pings a connection gets on joining."""
USUAL: Final = 2_700
IN_PLAY: Final = 600
LONGEST: Final = 8_000
"""How long the next ping is waited for, on average and at most, where it is not close behind the last.

In play they are so many that whichever comes is at least as likely none of a hold's (FAIR-7).
"""


class Lag(Struct, frozen=True):
    """One connection's measurements; all seats that share the connection share them (and one bucket)."""

    spare: Millis
    """What is left in the spike bucket."""
    trips: tuple[Millis, ...] = ()
    """The last round trips that the server measured, oldest first."""
    implied: tuple[Millis, ...] = ()
    """The lags that the last calls implied, oldest first."""

    @classmethod
    def fresh(cls, preset: Preset) -> Lag:
        """Return the lag of a new connection: nothing measured, a full bucket."""
        return cls(preset.bucket)

    @property
    def median(self) -> Millis:
        """The median round trip, 0 while none is measured."""
        if not self.trips:
            return Millis(0)
        ranked, middle = sorted(self.trips), len(self.trips) // 2
        return Millis((ranked[middle] + ranked[~middle]) // 2)

    @property
    def p95(self) -> Millis:
        """The round trip that 95 in 100 do not exceed (nearest rank), 0 while none is measured."""
        if not self.trips:
            return Millis(0)
        return sorted(self.trips)[-(-95 * len(self.trips) // 100) - 1]

    @property
    def verified(self) -> bool:
        """Whether the calls fit the pings; False is the host's "timing unverified" (FAIR-10)."""
        return len(self.implied) < ENOUGH or fits(self.implied, self.trips)

    def measured(self, trip: Millis) -> Lag:
        """Add a ping's round trip."""
        return replace(self, trips=(*self.trips, trip)[-KEPT:])

    def revealed(self, preset: Preset) -> Lag:
        """Refill the bucket, as every reveal does."""
        return replace(self, spare=Millis(min(self.spare + REFILL, preset.bucket)))

    def called(self, implied: Millis) -> Lag:
        """Add the lag that a call implied, be it right, wrong or late."""
        return replace(self, implied=(*self.implied, implied)[-KEPT:])

    def spent(self, spike: Millis) -> Lag:
        """Take out of the bucket what a verdict forgave; of several seats on the connection, the largest."""
        return replace(self, spare=Millis(max(self.spare - spike, 0)))


def fits(implied: tuple[Millis, ...], trips: tuple[Millis, ...]) -> bool:
    """Return whether the implied lags, less painting, rank no higher than the round trips (Mann-Whitney).

    Only a lag that is too long pays, so only that is tested. The arithmetic is whole numbers throughout:
    `2U`, and the square of its distance from its mean against its variance, ties counted.
    A connection that leaves pings unanswered has no story to compare with, and does not fit.
    """
    lags = [lag - PAINTING for lag in implied]
    m, n = len(lags), len(trips)
    if n < BURST:
        return False
    ranked = sorted(trips)
    above = sum(bisect_left(ranked, lag) + bisect_right(ranked, lag) for lag in lags) - m * n
    if above <= 0:
        return True
    both = m + n
    ties = sum(t**3 - t for t in Counter([*lags, *trips]).values())
    return 3 * both * (both - 1) * above**2 <= STRAY**2 * m * n * ((both + 1) * both * (both - 1) - ties)


def pause(sent: int, chance: Chance, in_play: bool = False) -> Millis:
    """Return how long to wait before the next ping of a connection that was sent this many.

    After the burst on joining, about every two seconds, and in play about two a second: one in four close
    behind the one before, the others after a time without memory, so that how long ago the last one came does
    not tell a hold's pings (FAIR-6) from any other (FAIR-7). The chance is not the game's: nothing that is
    logged depends on it.
    """
    if sent < BURST:
        return Millis(50 + chance.below(100))
    if chance.below(4) == 0:
        return Millis(5 + chance.below(60))
    drawn = (1 + chance.below(1 << 32)) / (1 << 32)
    return Millis(min(LONGEST, round(-(IN_PLAY if in_play else USUAL) * log(drawn))))
