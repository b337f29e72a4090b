"""What a move gave away, in points of winning chance, and what that is called."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final, Literal

Severity = Literal["", "inaccuracy", "mistake", "blunder"]

LOSSES: Final[tuple[tuple[float, Severity], ...]] = (
    (0.15, "blunder"),
    (0.10, "mistake"),
    (0.05, "inaccuracy"),
)
"""From which loss of winning chance a move gets each name."""


def verdict(loss: float) -> Severity:
    """Return what a move that gave away this much is called; nothing if it gave away little."""
    return next((name for least, name in LOSSES if loss >= least), "")


def accuracy(losses: Sequence[float]) -> float:
    """Return how close to perfect moves were, from 0 to 1: each falls off quickly with what it gave away.

    The curve is the one that lichess publishes for chess, so that a figure means about the same.
    """
    if not losses:
        return 1.0
    each = [min(1.0, max(0.0, (103.1668 * exp(-4.354 * loss) - 3.1669) / 100)) for loss in losses]
    return sum(each) / len(each)
