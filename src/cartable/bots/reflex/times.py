"""How long people take to find what two cards share: an ex-Gaussian time, drawn in whole numbers.

The figures are those of visual search at different ages, for two cards of eight symbols (docs/bots.md).
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from cartable.core import Chance, Millis

FLOOR: Final = 450
"""Nobody finds a match in fewer milliseconds than this."""

ITEM: Final = 42
"""What one more symbol to compare costs, in milliseconds; three quarters of it lie in the tail."""

USUAL: Final = 16
"""How many symbols two cards of the ordinary deck have; the levels' figures are for these."""

_BITS: Final = 20
_ONE: Final = 1 << _BITS


class Level(Struct, frozen=True):
    """How fast and how careful someone is."""

    mean: Millis
    spread: Millis
    tail: Millis
    slips: int
    """How many of a thousand calls name a wrong symbol."""
    wit: int
    """How many times in a hundred the best place to play is seen; otherwise any is chosen."""

    def time(self, items: int, chance: Chance) -> Millis:
        """Draw how long it takes to compare this many symbols."""
        mean, tail = self.parts(items)
        return Millis(max(FLOOR, normal(mean, self.spread, chance) + exponential(tail, chance)))

    def parts(self, items: int) -> tuple[int, int]:
        """Return the mean of the normal part and the tail for this many symbols."""
        more = ITEM * (items - USUAL)
        # A small deck shortens the tail by half at most, and the rest of the time after that.
        tail = max(self.tail + more * 3 // 4, self.tail // 2)
        return self.mean + self.tail + more - tail, tail


LEVELS: Final[dict[str, Level]] = {
    "child6": Level(Millis(2752), Millis(645), Millis(2842), slips=80, wit=20),
    "child8": Level(Millis(2256), Millis(564), Millis(2138), slips=70, wit=40),
    "child10": Level(Millis(1844), Millis(275), Millis(1494), slips=50, wit=60),
    "casual": Level(Millis(1204), Millis(189), Millis(943), slips=40, wit=75),
    "regular": Level(Millis(1096), Millis(200), Millis(500), slips=30, wit=90),
    "expert": Level(Millis(875), Millis(108), Millis(215), slips=20, wit=100),
}
"""Children aged 6-7, 8-9 and 10-11; adults who play now and then, often, and at expert level."""


def normal(mean: int, spread: int, chance: Chance) -> int:
    """Draw from the normal distribution: the sum of twelve even draws has a variance of just one."""
    drawn = sum(chance.below(_ONE) for _ in range(12)) - 6 * _ONE
    return mean + (spread * drawn >> _BITS)


def exponential(mean: int, chance: Chance) -> int:
    """Draw from the exponential distribution, by comparing even draws and no more (von Neumann, 1951)."""
    whole = 0
    while True:
        first = last = chance.below(_ONE)
        falls = 1
        while (drawn := chance.below(_ONE)) < last:
            last = drawn
            falls += 1
        if falls % 2:
            return mean * (whole + first) >> _BITS
        whole += _ONE
