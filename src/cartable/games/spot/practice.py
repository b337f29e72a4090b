"""Practice: two cards lie face up, call their match, and so on; for learning."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cartable.core import Chance, Millis, Number, Seat, Setup, Step
from cartable.designs import Card
from cartable.games.reflex.calls import Call, Took
from cartable.games.reflex.state import put
from cartable.games.spot.rules import Spot, SpotEvent, info
from cartable.games.spot.spread import Spread, deck_of, lies_up, opening, two_up

ROUNDS = Number("rounds", default=20, low=1, high=200)
"""How many pairs are called (house)."""


class Practice(Spot):
    """SPOT-7, also alone: a point for every right call; a call names the two cards, in any order.

    Practice has no face-off: seats that are level stay level (house).
    """

    info = info("practice", ROUNDS, version=3, replays=(1, 2), low=1)
    breaks_ties = False

    def rounds(self, setup: Setup) -> int:
        """Return how many pairs are called."""
        return setup.number(ROUNDS.name)

    def deal(self, setup: Setup, cards: list[Card], chance: Chance) -> Spread:
        return opening(setup, stock=cards[2:], table=cards[:2])  # SPOT-7

    def calls(self, spread: Spread, seat: Seat) -> Iterator[tuple[Card, ...]]:
        yield spread.side_by_side

    def fits(self, spread: Spread, seat: Seat, cards: tuple[Card, ...]) -> bool:
        return lies_up(spread, cards)

    def shared(self, spread: Spread) -> tuple[Card, ...]:
        return spread.side_by_side

    def take(
        self, spread: Spread, seat: Seat, call: Call, at: Millis, chance: Chance
    ) -> Step[Spread, SpotEvent]:
        kept = put(spread.kept, seat, spread.kept[seat] + 1)
        after = replace(spread, kept=kept, round=spread.round + 1)
        took = Took(seat, call.symbol, call.cards, seat)
        return Step(after if self.ended(after) else _next(after, chance), (took,))

    def ended(self, spread: Spread) -> bool:
        return spread.round >= self.rounds(spread.setup)

    def possible(self, spread: Spread) -> bool:
        return two_up(spread) and not (spread.middle or any(spread.piles))


def _next(spread: Spread, chance: Chance) -> Spread:
    stock = spread.stock
    if len(stock) < 2:
        stock = tuple(chance.shuffled(deck_of(spread.setup).cards))  # SPOT-7
    return replace(spread, stock=stock[:-2], table=stock[-2:])
