"""The Poisoned Gift: lay the middle card on somebody else's pile; fewest cards wins."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cartable.core import Chance, Millis, Seat, Step
from cartable.designs import Card
from cartable.games.reflex.calls import Call, Took
from cartable.games.reflex.state import put
from cartable.games.spot.rules import SpotEvent, info
from cartable.games.spot.spread import Spread
from cartable.games.spot.tower import Tower


class Gift(Tower):
    """Dealt and ended as the Tower is; a call names the middle card, then another's top."""

    info = info("gift", version=3, replays=(1, 2))
    fewest = True  # GIFT-3

    def calls(self, spread: Spread, seat: Seat) -> Iterator[tuple[Card, ...]]:
        middle = spread.middle[-1]
        for other, pile in enumerate(spread.piles):
            if other != seat:  # GIFT-2
                yield middle, pile[-1]

    def fits(self, spread: Spread, seat: Seat, cards: tuple[Card, ...]) -> bool:
        return cards in self.calls(spread, seat)

    def shared(self, spread: Spread) -> tuple[Card, ...]:
        return spread.middle[-1:]

    def take(
        self, spread: Spread, seat: Seat, call: Call, at: Millis, chance: Chance
    ) -> Step[Spread, SpotEvent]:
        middle, top = call.cards
        other = next(Seat(other) for other, pile in enumerate(spread.piles) if pile[-1] == top)
        piles = put(spread.piles, other, (*spread.piles[other], middle))  # GIFT-2
        after = replace(spread, middle=spread.middle[:-1], piles=piles)
        return Step(after, (Took(seat, call.symbol, call.cards, other),))
