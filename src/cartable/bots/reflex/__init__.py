"""Bots that find matches as people do: in a human time, now and then wrong, not always in the best place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cartable.bots.reflex.times import FLOOR, LEVELS, Level
from cartable.bots.reflex.where import Reflexive, best, mates
from cartable.core import Answer, Chance, Millis
from cartable.designs import Card
from cartable.games.island.rules import Point
from cartable.games.reflex.calls import Call
from cartable.games.spot.spread import SpotView, deck_of

GLANCE: Final = 600
"""Milliseconds that someone looks at one card to know it again."""

__all__ = ["GLANCE", "LEVELS", "Level", "Reflex", "items"]


class Reflex:
    """Chooses where to play, searches those cards, and calls what it finds there.

    It looks at its own card first and then around the table, a glance a card; of a card that it knows, half
    the symbols need no second look. In the Triplet all cards of the table have to be compared.
    """

    def __init__(self, name: str, level: Level) -> None:
        self.name = name
        self.level = level

    def answer(
        self, sight: Reflexive, chance: Chance, stop: Callable[[], bool]
    ) -> Answer[Call | Point] | None:
        moves = sight.moves()
        calls = [move for move in moves if isinstance(move, Call)]
        sees = chance.below(100) < self.level.wit
        if not calls:
            points = any(isinstance(move, Point) for move in moves)
            return self._point(sight, chance) if points and sees else None
        call = chance.choice(best(sight, calls) if sees else calls)
        delay = self.level.time(items(sight, call), chance)
        slips = chance.below(1000) < self.level.slips
        return Answer(_slip(sight, call, chance) if slips else call, delay)

    def _point(self, sight: Reflexive, chance: Chance) -> Answer[Call | Point] | None:
        """Show the teammate where to play a card that was just turned (ISLE-8)."""
        calls = mates(sight)
        lain = sight.lain.get(calls[0].cards[1], Millis(0))
        # One does not go on and on about a card that one has had the time to search.
        if lain > self.level.mean + self.level.tail:
            return None
        call = chance.choice(best(sight, calls))
        delay = self.level.time(items(sight, call), chance) - lain
        return Answer(Point(call.cards[0], call.symbol), Millis(max(FLOOR, delay)))


def items(sight: Reflexive, call: Call) -> int:
    """Count the symbols that have to be looked at before the call."""
    view, each = sight.view, deck_of(sight.setup).order + 1
    if isinstance(view, SpotView):
        own = view.tops[sight.seat]
        compared = view.side_by_side if len(call.cards) > 2 else call.cards
    else:
        own, compared = call.cards[1], call.cards
    known = sum(_known(sight, card, own) for card in compared)
    return each * len(compared) - each // 2 * known


def _known(sight: Reflexive, card: Card, own: Card) -> bool:
    """Return whether a card has lain there long enough to have been looked at."""
    glances = 1 if card == own else len(sight.lain)
    return card in sight.lain and sight.lain[card] >= GLANCE * glances


def _slip(sight: Reflexive, call: Call, chance: Chance) -> Call:
    """Return the call with another symbol of its first card, which the others do not all have."""
    others = [symbol for symbol in deck_of(sight.setup).symbols(call.cards[0]) if symbol != call.symbol]
    return Call(chance.choice(others), call.cards)
