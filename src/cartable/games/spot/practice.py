"""Practice: two cards lie face up, call their match, and so on; for learning."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cartable.core import Chance, Millis, Number, Refused, Seat, Setup, Step
from cartable.designs import Card
from cartable.games.reflex.calls import Call, Flip, Thaw, Took
from cartable.games.reflex.state import deck_of, put
from cartable.games.spot.claims import ClaimCards, Enough, HadEnough, Lapse
from cartable.games.spot.rules import Spot, SpotEvent, info
from cartable.games.spot.spread import Spread, lies_up, opening, two_up

ROUNDS = Number("rounds", default=200, low=1, high=200)
"""After how many pairs it ends, if nobody says so before (house)."""


class Practice(Spot):
    """SPOT-7, also alone: a point for every right call; a call names the two cards, in any order.

    Practice has no face-off: seats that are level stay level (house). It ends when a player has had enough;
    the cards are put away then.
    """

    info = info("practice", ROUNDS, version=4, replays=(1, 2, 3), low=1)
    breaks_ties = False
    endless = True
    """Whether players say when it ends."""

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

    def sign(
        self, state: Spread, seat: Seat, move: ClaimCards | Lapse | Enough | Flip | Thaw
    ) -> Step[Spread, SpotEvent]:
        if not (isinstance(move, Enough) and self.endless):
            return super().sign(state, seat, move)
        if not 0 <= seat < len(state.piles):
            raise Refused("TABLE-4", "move.seat")
        if self.over(state):
            raise Refused("TABLE-2", "game.over")
        after = replace(state, flips=None, table=(), claimant=None, lapses=None)  # SPOT-7
        return Step(after, (HadEnough(seat),))

    def ended(self, spread: Spread) -> bool:
        return not spread.table or spread.round >= self.rounds(spread.setup)

    def possible(self, spread: Spread) -> bool:
        put_away = self.endless and not spread.table and spread.flips is None
        return (two_up(spread) or put_away) and not (spread.middle or any(spread.piles))


def _next(spread: Spread, chance: Chance) -> Spread:
    stock = spread.stock
    if len(stock) < 2:
        stock = tuple(chance.shuffled(deck_of(spread.setup).cards))  # SPOT-7
    return replace(spread, stock=stock[:-2], table=stock[-2:])
