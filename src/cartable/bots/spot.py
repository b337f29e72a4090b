"""Bots for Spot it!: one that sees every match at once, and those that search for it as people do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cartable.bots.reflex import Reflex, Worth
from cartable.core import Answer, Chance, Millis, Sight
from cartable.designs import Card
from cartable.games.reflex.calls import Call
from cartable.games.reflex.state import deck_of
from cartable.games.spot.claims import SpotMove
from cartable.games.spot.gift import Gift
from cartable.games.spot.spread import SpotView
from cartable.games.spot.triplet import Triplet

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


class SpotReflex(Reflex[SpotMove, SpotView]):
    """Searches as people do; in the Triplet all cards of the table have to be compared."""

    def worth(self, sight: Sight[SpotMove, SpotView], calls: Sequence[Call]) -> Callable[[Call], Worth]:
        rules, view = sight.rules, sight.view
        if isinstance(rules, Gift) and not view.faceoff:
            # Whoever has the fewest cards is ahead (GIFT-3).
            return lambda call: (-view.counts[view.tops.index(call.cards[1])],)
        if isinstance(rules, Triplet) and not view.stock and not view.faceoff:
            # At the end, whoever is ahead leaves as few triplets as possible, and whoever is behind as many.
            side = 1 if view.kept[sight.seat] == max(view.kept) else -1
            return lambda call: (side * sum(not set(call.cards).isdisjoint(other.cards) for other in calls),)
        return lambda call: ()

    def delay(self, sight: Sight[SpotMove, SpotView], call: Call, chance: Chance) -> Millis:
        found = super().delay(sight, call, chance)
        if len(call.cards) <= 2:
            return found
        # Two cards share a symbol, whichever they are: whether a third shows it is a search of its own.
        return Millis(found + self.level.time(2 * (deck_of(sight.setup).order + 1), chance))

    def searched(self, sight: Sight[SpotMove, SpotView], call: Call) -> tuple[Card, Sequence[Card]]:
        view = sight.view
        return view.tops[sight.seat], view.side_by_side if len(call.cards) > 2 else call.cards


def _gift(sight: Sight[SpotMove, SpotView], chance: Chance) -> SpotMove | None:
    counts = dict(zip(sight.view.tops, sight.view.counts, strict=True))
    gifts = [(counts[call.cards[1]], call) for call in sight.moves() if isinstance(call, Call)]
    if not gifts:
        return None
    fewest = min(count for count, _ in gifts)
    return chance.choice([call for count, call in gifts if count == fewest])


def _delay(chance: Chance) -> Millis:
    return Millis(FASTEST + chance.below(SLOWEST - FASTEST + 1))
