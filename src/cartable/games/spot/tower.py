"""The Tower: take the middle card onto your pile; most cards wins."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cartable.core import Chance, Millis, Seat, Setup
from cartable.designs import Card
from cartable.games.spot.calls import Call, Spot, info
from cartable.games.spot.spread import Spread, deck_of, opening, put


class Tower(Spot):
    """TOWER-1 to TOWER-4."""

    info = info("tower")
    stock_up = True
    contests = 1

    def deal(self, setup: Setup, chance: Chance) -> Spread:
        cards = chance.shuffled(deck_of(setup).cards)
        return opening(setup, cards[setup.seats :], piles=[(card,) for card in cards[: setup.seats]])

    def calls(self, spread: Spread, seat: Seat) -> Iterator[tuple[Card, ...]]:
        yield spread.stock[-1], spread.piles[seat][-1]

    def fits(self, spread: Spread, seat: Seat, cards: tuple[Card, ...]) -> bool:
        return cards == (spread.stock[-1], spread.piles[seat][-1])

    def take(self, spread: Spread, seat: Seat, call: Call, at: Millis, chance: Chance) -> tuple[Spread, Seat]:
        pile = (*spread.piles[seat], spread.stock[-1])
        return replace(spread, stock=spread.stock[:-1], piles=put(spread.piles, seat, pile)), seat

    def ended(self, spread: Spread) -> bool:
        return not spread.stock
