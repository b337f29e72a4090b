"""Catch Them All: take the cards round the middle card; most cards wins."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cartable.core import Chance, Millis, Seat, Setup, Step
from cartable.designs import Card
from cartable.games.reflex.calls import Call, Took
from cartable.games.reflex.state import BREATH, put
from cartable.games.spot.rules import Dealt, Spot, SpotEvent, info
from cartable.games.spot.spread import Spread, opening


class Catch(Spot):
    """A call names the outer card, then the middle card."""

    info = info("catch", version=3, replays=(1, 2))
    contests = 1

    def deal(self, setup: Setup, cards: list[Card], chance: Chance) -> Spread:
        *stock, middle = cards
        left = len(stock) - setup.seats
        return opening(setup, stock=stock[:left], middle=[middle], table=stock[left:])  # CATCH-1

    def calls(self, spread: Spread, seat: Seat) -> Iterator[tuple[Card, ...]]:
        middle = spread.middle[-1]
        for outer in spread.table:
            if outer is not None:
                yield outer, middle  # CATCH-2

    def fits(self, spread: Spread, seat: Seat, cards: tuple[Card, ...]) -> bool:
        outer, middle = cards
        return middle == spread.middle[-1] and outer in spread.table

    def shared(self, spread: Spread) -> tuple[Card, ...]:
        return spread.side_by_side

    def take(
        self, spread: Spread, seat: Seat, call: Call, at: Millis, chance: Chance
    ) -> Step[Spread, SpotEvent]:
        table = put(spread.table, spread.table.index(call.cards[0]), None)  # CATCH-2
        kept = put(spread.kept, seat, spread.kept[seat] + 1)
        took = Took(seat, call.symbol, call.cards, seat)
        if any(card is not None for card in table):
            return Step(replace(spread, table=table, kept=kept), (took,))
        # CATCH-3: the middle card leaves the game.
        after = replace(spread, middle=(), table=(), kept=kept, round=spread.round + 1)
        if len(after.stock) <= len(after.piles):  # CATCH-3
            return Step(after, (took,))
        return Step(_next(after, at), (took, Dealt(after.round)))

    def ended(self, spread: Spread) -> bool:
        return not spread.table

    def possible(self, spread: Spread) -> bool:
        round_ = len(spread.middle) == 1 and len(spread.table) == len(spread.piles)
        return (round_ or not (spread.middle or spread.table)) and not any(spread.piles)


def _next(spread: Spread, at: Millis) -> Spread:
    *stock, middle = spread.stock
    left = len(stock) - len(spread.piles)
    return replace(
        spread,
        flips=Millis(at + BREATH),
        stock=tuple(stock[:left]),
        middle=(middle,),
        table=tuple(stock[left:]),
    )
