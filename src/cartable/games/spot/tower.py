"""The Tower: take the middle card onto your pile; most cards wins."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cartable.core import Chance, Millis, Seat, Setup, Step
from cartable.designs import Card
from cartable.games.reflex.calls import Call, Took
from cartable.games.reflex.state import put
from cartable.games.spot.rules import Spot, SpotEvent, info
from cartable.games.spot.spread import Spread, opening


class Tower(Spot):
    """A call names the middle card, then the caller's top card."""

    info = info("tower", version=4, replays=(1, 2, 3), low=1, usual=2, alone=True)  # SPOT-15
    contests = 1

    def deal(self, setup: Setup, cards: list[Card], chance: Chance) -> Spread:
        # TOWER-1, GIFT-1: one card for everyone, the rest in the middle.
        return opening(setup, middle=cards[setup.seats :], piles=[[card] for card in cards[: setup.seats]])

    def calls(self, spread: Spread, seat: Seat) -> Iterator[tuple[Card, ...]]:
        yield spread.middle[-1], spread.piles[seat][-1]  # TOWER-2

    def fits(self, spread: Spread, seat: Seat, cards: tuple[Card, ...]) -> bool:
        return cards == (spread.middle[-1], spread.piles[seat][-1])

    def take(
        self, spread: Spread, seat: Seat, call: Call, at: Millis, chance: Chance
    ) -> Step[Spread, SpotEvent]:
        pile = (*spread.piles[seat], spread.middle[-1])
        after = replace(spread, middle=spread.middle[:-1], piles=put(spread.piles, seat, pile))  # TOWER-3
        return Step(after, (Took(seat, call.symbol, call.cards, seat),))

    def ended(self, spread: Spread) -> bool:
        return not spread.middle  # TOWER-4

    def possible(self, spread: Spread) -> bool:
        return all(spread.piles) and not spread.table
