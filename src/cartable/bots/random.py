"""A bot that plays any game by choosing among its moves at random."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cartable.core import Answer, Chance, Millis, Sight

FASTEST = 500
SLOWEST = 3_000


class Random:
    """Draws one of its moves, and a delay in milliseconds."""

    name = "random"

    def answer(self, sight: Sight[Any, Any], chance: Chance, stop: Callable[[], bool]) -> Answer[Any] | None:
        move = sight.sample(chance)
        if move is None:
            return None
        return Answer(move, Millis(FASTEST + chance.below(SLOWEST - FASTEST)))
