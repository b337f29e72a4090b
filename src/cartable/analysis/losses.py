"""What a move gave away, in points of winning chance, and what that is called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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


def accuracies(found: Iterable[tuple[int, float]], seats: int) -> tuple[float | None, ...]:
    """Return how accurate each seat was, by seats and what each move gave away; None without any."""
    losses: list[list[float]] = [[] for _ in range(seats)]
    for seat, loss in found:
        losses[seat].append(loss)
    return tuple(accuracy(some) if some else None for some in losses)
