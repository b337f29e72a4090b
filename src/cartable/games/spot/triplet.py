"""The Triplet: take three cards of the table that share a symbol; most cards wins."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from cartable.core import Chance, Millis, Seat, Setup, Step
from cartable.designs import Card, triplet_table
from cartable.games.reflex.calls import Call, Took
from cartable.games.reflex.state import deck_of, put
from cartable.games.spot.rules import Spot, SpotEvent, info
from cartable.games.spot.spread import Spread, lies_up, opening


class Triplet(Spot):
    """A call names three cards of the table, in any order."""

    info = info("triplet", version=3, replays=(1, 2))
    call_size = 3  # TRIPLET-2

    def needs(self, setup: Setup) -> int:
        return triplet_table(deck_of(setup).order)

    def deal(self, setup: Setup, cards: list[Card], chance: Chance) -> Spread:
        places = triplet_table(deck_of(setup).order)
        return opening(setup, table=cards[:places], stock=cards[places:])  # TRIPLET-1

    def calls(self, spread: Spread, seat: Seat) -> Iterator[tuple[Card, ...]]:
        mask = deck_of(spread.setup).mask
        masks = [(card, mask(card)) for card in spread.table if card is not None]
        thrice = _thrice(spread)
        while thrice:
            symbol = thrice & -thrice
            thrice ^= symbol
            yield from combinations([card for card, symbols in masks if symbols & symbol], 3)  # TRIPLET-2

    def fits(self, spread: Spread, seat: Seat, cards: tuple[Card, ...]) -> bool:
        return lies_up(spread, cards)

    def shared(self, spread: Spread) -> tuple[Card, ...]:
        return spread.side_by_side

    def take(
        self, spread: Spread, seat: Seat, call: Call, at: Millis, chance: Chance
    ) -> Step[Spread, SpotEvent]:
        stock, table = list(spread.stock), list(spread.table)
        for card in call.cards:
            table[table.index(card)] = stock.pop() if stock else None  # TRIPLET-3
        kept = put(spread.kept, seat, spread.kept[seat] + len(call.cards))
        after = replace(spread, stock=tuple(stock), table=tuple(table), kept=kept)
        return Step(after, (Took(seat, call.symbol, call.cards, seat),))

    def ended(self, spread: Spread) -> bool:
        # A full table holds a triplet (DECK-9), so only one with an empty place is looked through.
        return None in spread.table and not _thrice(spread)  # TRIPLET-4

    def possible(self, spread: Spread) -> bool:
        full = len(spread.table) == triplet_table(deck_of(spread.setup).order)
        served = None not in spread.table or not spread.stock
        return full and served and not (spread.middle or any(spread.piles))


def _thrice(spread: Spread) -> int:
    """Return, as a mask, the symbols that stand on three cards of the table or more."""
    mask = deck_of(spread.setup).mask
    once = twice = thrice = 0
    for card in spread.table:
        if card is not None:
            symbols = mask(card)
            thrice |= twice & symbols
            twice |= once & symbols
            once |= symbols
    return thrice
