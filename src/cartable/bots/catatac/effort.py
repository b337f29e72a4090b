"""How much a bot thinks before it answers."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Effort(Struct, frozen=True):
    """How much a bot thinks: how often it plays on in an imagined world, and how it begins."""

    nodes: int
    """At a table of two; with more seats more is hidden, and more happens before the seat's next turn."""
    trust: int = 30
    """What a plan seems worth at first sight counts as much as this many worlds."""
    alike: bool = False
    """Whether the other clan plays as the bot does in every other world, and not always greedily."""

    most: int = 10_000
    """How many nodes there may be at any table."""

    share: float = 1.0
    """The share of these that there is time for."""

    def worlds(self, seats: int) -> int:
        """Return the nodes at a table of this many seats: they grow with the square of the other seats."""
        return max(1, int(min(self.most, self.nodes * (seats - 1) ** 2) * self.share))


EFFORTS: Final = {
    "easy": Effort(1, trust=0),
    "medium": Effort(12, trust=1),
    "hard": Effort(60),
    "expert": Effort(600, alike=True),
}
"""How much each level thinks before it answers."""

PLAIN: Final = 40
"""How many nodes there is time for without numba."""
