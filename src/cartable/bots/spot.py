"""A bot for Spot it!: it sees the match as soon as it may, and calls after a plausible time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cartable.core import Answer, Chance, Millis, Sight
from cartable.games.reflex.calls import Call
from cartable.games.spot.claims import SpotMove
from cartable.games.spot.gift import Gift
from cartable.games.spot.spread import SpotView

FASTEST: Final = 600
SLOWEST: Final = 2_500
"""Between these, in milliseconds, every delay is equally likely."""


class SpotGreedy:
    """Makes a right call whenever it has one; a poisoned gift goes to whoever has the fewest cards."""

    name = "greedy"

    def answer(
        self, sight: Sight[SpotMove, SpotView], chance: Chance, stop: Callable[[], bool]
    ) -> Answer[SpotMove] | None:
        gives = isinstance(sight.rules, Gift) and not sight.view.faceoff
        move = _gift(sight, chance) if gives else sight.sample(chance)
        return None if move is None else Answer(move, _delay(chance))


def _gift(sight: Sight[SpotMove, SpotView], chance: Chance) -> SpotMove | None:
    counts = dict(zip(sight.view.tops, sight.view.counts, strict=True))
    gifts = [(counts[call.cards[1]], call) for call in sight.moves() if isinstance(call, Call)]
    if not gifts:
        return None
    fewest = min(count for count, _ in gifts)
    return chance.choice([call for count, call in gifts if count == fewest])


def _delay(chance: Chance) -> Millis:
    return Millis(FASTEST + chance.below(SLOWEST - FASTEST + 1))
