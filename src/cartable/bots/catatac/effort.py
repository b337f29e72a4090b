"""How much a bot thinks before it answers."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Effort(Struct, frozen=True):
    """How much a bot thinks: how often it plays on in an imagined world, and how it begins."""

    nodes: int
    trust: int = 20
    """What a plan seems worth at first sight counts as much as so many worlds."""
    replies: int = 0
    """So many replies in each world are thought over; without any, the other clan takes the best at once."""


EFFORTS: Final = {
    "easy": Effort(1, trust=2),
    "medium": Effort(40, trust=5),
    "hard": Effort(2_000),
    "expert": Effort(1_200, replies=2),
}
"""How much each level thinks before it answers."""

PLAIN: Final = Effort(300)
"""The most there is time for without numba."""
