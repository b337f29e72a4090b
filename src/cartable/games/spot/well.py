"""The Well: lay your cards in the middle; the first without cards wins."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cartable.core import Chance, Millis, Seat, Setup, Step
from cartable.designs import Card
from cartable.games.reflex.calls import MIDDLE, Call, Took
from cartable.games.reflex.state import put
from cartable.games.spot.rules import Spot, SpotEvent, info
from cartable.games.spot.spread import Spread, opening


class Well(Spot):
    """A call names the middle card, then the caller's top card."""

    info = info("well", version=4, replays=(1, 2, 3), low=1, usual=2, alone=True)  # SPOT-15
    contests = 1
    fewest = True  # WELL-3

    def deal(self, setup: Setup, cards: list[Card], chance: Chance) -> Spread:
        middle, *rest = cards
        # WELL-1: the seats are served in a random order, so that the extra cards go to random ones.
        order = chance.shuffled(range(setup.seats))
        return opening(setup, middle=[middle], piles=[rest[turn :: setup.seats] for turn in order])

    def calls(self, spread: Spread, seat: Seat) -> Iterator[tuple[Card, ...]]:
        yield spread.middle[-1], spread.piles[seat][-1]  # WELL-2

    def fits(self, spread: Spread, seat: Seat, cards: tuple[Card, ...]) -> bool:
        return cards == (spread.middle[-1], spread.piles[seat][-1])

    def take(
        self, spread: Spread, seat: Seat, call: Call, at: Millis, chance: Chance
    ) -> Step[Spread, SpotEvent]:
        *rest, top = spread.piles[seat]
        after = replace(spread, middle=(*spread.middle, top), piles=put(spread.piles, seat, tuple(rest)))
        return Step(after, (Took(seat, call.symbol, call.cards, MIDDLE),))

    def ended(self, spread: Spread) -> bool:
        return not all(spread.piles)  # WELL-3

    def possible(self, spread: Spread) -> bool:
        return bool(spread.middle) and not spread.table
