"""A bot that plays Karta Doppio for the best table after its own card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from cartable.core import Answer, Chance, Millis, Next, Sight, Stage, StageView
from cartable.games.karta import WAYS, KartaView, Place, Position, places

FASTEST: Final = 1_500
SLOWEST: Final = 4_000

KartaLead = tuple[int, int]
"""How many tokens a colour is ahead, then how many dots."""


class KartaGreedy:
    """Places the card that puts its colour furthest ahead at once; chance decides between equals."""

    name = "greedy"

    def answer(
        self, sight: Sight[Place | Next, StageView[KartaView]], chance: Chance, stop: Callable[[], bool]
    ) -> Answer[Place | Next] | None:
        if sight.view.game.turn != sight.seat:
            return None
        stage: Stage[Position] = sight.rules.imagine(sight.view, sight.setup, chance)
        best: list[Place] = []
        most: KartaLead | None = None
        for place, worth in _worths(stage.game):
            if most is None or worth > most:
                best, most = [place], worth
            elif worth == most:
                best.append(place)
            if stop():
                break
        return Answer(chance.choice(best), Millis(FASTEST + chance.below(SLOWEST - FASTEST)))


def _worths(position: Position) -> Iterator[tuple[Place, KartaLead]]:
    """Give every placement of the seat to move with what it is worth to its colour."""
    own, other = position.colour, 1 - position.colour
    for card in position.hands[own]:
        for turned, over in WAYS:
            for spot in places(position, card, turned, over):
                worth = spot.tokens[own] - spot.tokens[other], spot.dots[own] - spot.dots[other]
                yield Place(card, turned, over, spot.x, spot.y), worth
