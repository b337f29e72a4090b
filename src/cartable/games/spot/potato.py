"""Hot Potato: be rid of your cards in every round; fewest penalty cards wins."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cartable.core import Chance, Grounds, Millis, Number, Seat, Setup, Step
from cartable.designs import Card
from cartable.games.reflex.calls import Call, Took
from cartable.games.reflex.state import BREATH, put
from cartable.games.spot.rules import Burned, Dealt, Spot, SpotEvent, info
from cartable.games.spot.spread import Spread, opening

ROUNDS = Number("rounds", default=5, low=1, high=20)


class Potato(Spot):
    """A call names the caller's top card, then another's; who has a pile is in the round.

    A card that has just been laid on another pile is still a card to call: the caller's cards go where it is.
    """

    info = info("potato", ROUNDS, version=3, replays=(1, 2))
    fewest = True  # HOT-4

    def deal(self, setup: Setup, cards: list[Card], chance: Chance) -> Spread:
        # HOT-1: one card for everybody, the rest for the rounds to come.
        return opening(setup, stock=cards[setup.seats :], piles=[[card] for card in cards[: setup.seats]])

    def excluded(self, state: Spread, seat: Seat) -> Grounds | None:
        safe = not (state.faceoff or state.piles[seat])
        return ("HOT-2", "spot.safe") if safe else super().excluded(state, seat)

    def calls(self, spread: Spread, seat: Seat) -> Iterator[tuple[Card, ...]]:
        own = spread.piles[seat][-1]
        for other, pile in enumerate(spread.piles):
            if pile and other != seat:
                yield own, pile[-1]

    def fits(self, spread: Spread, seat: Seat, cards: tuple[Card, ...]) -> bool:
        return cards in self.calls(spread, seat)

    def take(
        self, spread: Spread, seat: Seat, call: Call, at: Millis, chance: Chance
    ) -> Step[Spread, SpotEvent]:
        piles = spread.piles
        other = next(Seat(other) for other, pile in enumerate(piles) if pile and pile[-1] == call.cards[1])
        piles = put(put(piles, other, piles[other] + piles[seat]), seat, ())  # HOT-2
        took = Took(seat, call.symbol, call.cards, other)
        if sum(map(bool, piles)) > 1:
            return Step(replace(spread, piles=piles), (took,))
        burned = Burned(other, len(piles[other]))  # HOT-3
        after = replace(
            spread,
            piles=put(piles, other, ()),
            kept=put(spread.kept, other, spread.kept[other] + burned.cards),
            round=spread.round + 1,
        )
        if not self._serves(after):
            return Step(after, (took, burned))
        return Step(_next(after, at), (took, burned, Dealt(after.round)))

    def ended(self, spread: Spread) -> bool:
        return not any(spread.piles)

    def possible(self, spread: Spread) -> bool:
        return sum(map(bool, spread.piles)) != 1 and not (spread.middle or spread.table)

    def _serves(self, spread: Spread) -> bool:
        """Tell whether another round follows (HOT-4)."""
        return spread.round < spread.setup.number(ROUNDS.name) and len(spread.stock) >= len(spread.piles)


def _next(spread: Spread, at: Millis) -> Spread:
    left = len(spread.stock) - len(spread.piles)
    return replace(
        spread,
        flips=Millis(at + BREATH),
        stock=spread.stock[:left],
        piles=tuple((card,) for card in spread.stock[left:]),  # HOT-1
    )
