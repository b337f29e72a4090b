"""A bot that looks ahead in Karta Doppio, as far as its nodes last."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Final

from cartable.bots.compiled import COMPILED
from cartable.bots.karta.greedy import FASTEST, SLOWEST
from cartable.core import Answer, Chance, Millis, Next, Sight, StageView
from cartable.games.karta import CORNER, KartaView, Place

NODES: Final = {"easy": 50, "medium": 300, "hard": 8_000, "expert": 5_000_000}
"""How many placements each level looks at before it answers."""

PLAIN: Final = 80_000
"""The most there is time for without numba: only the expert plays worse without it."""


class KartaThinker:
    """Looks at its placements, then at the answers to the best, and so on until its nodes are spent.

    With fewer nodes than there are placements it looks at some of them, chosen at random.
    """

    def __init__(self, name: str, nodes: int, compiled: bool = COMPILED) -> None:
        self.name = name
        self.nodes = nodes if compiled else min(nodes, PLAIN)
        self.weaker = self.nodes < nodes
        """Whether it looks at fewer placements than its level should, for lack of numba or of time."""

    def hurried(self, share: float) -> KartaThinker:
        """Return it with a part of its nodes, for when too many bots think at once."""
        quick = copy(self)
        quick.nodes = max(1, int(self.nodes * share))
        quick.weaker = True
        return quick

    def answer(
        self, sight: Sight[Place | Next, StageView[KartaView]], chance: Chance, stop: Callable[[], bool]
    ) -> Answer[Place | Next] | None:
        # Numba takes a second to load: only whoever plays waits for it.
        from cartable.bots.karta.decision import best

        moves = [move for move in sight.moves() if isinstance(move, Place)]
        if not moves:
            return None
        corner = sight.setup.toggle(CORNER.name)
        place = best(sight.view.game, chance.shuffled(moves), self.nodes, stop, corner)
        return Answer(place, Millis(FASTEST + chance.below(SLOWEST - FASTEST)))


LEVELS: Final = {name: KartaThinker(name, nodes) for name, nodes in NODES.items()}
"""The levels: one program, and how long it thinks."""
