"""A bot that imagines how CATATAC may go on, as often as its nodes allow."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Final

from msgspec.structs import replace

from cartable.bots.catatac.effort import EFFORTS, PLAIN, Effort
from cartable.bots.compiled import COMPILED
from cartable.core import Answer, Chance, Millis, Next, Sight, StageView
from cartable.games.catatac.moves import CatatacMove
from cartable.games.catatac.view import CatatacView

FASTEST: Final = 500
SLOWEST: Final = 1_400
"""Between these, in milliseconds, every delay is equally likely, whatever the hand; a breath lasts longer."""


class CatatacThinker:
    """Imagines the hands that it cannot see, and tries everything that it can do against them."""

    def __init__(self, name: str, effort: Effort, compiled: bool = COMPILED) -> None:
        self.name = name
        self.effort = effort if compiled else replace(effort, most=PLAIN)
        self.weaker = not compiled and effort.nodes > PLAIN
        """Whether it imagines less than its level should, for lack of numba or of time."""

    def hurried(self, share: float) -> CatatacThinker:
        """Return it with a part of its nodes, for when too many bots think at once."""
        quick = copy(self)
        quick.effort = replace(self.effort, share=share)
        quick.weaker = True
        return quick

    def answer(
        self,
        sight: Sight[CatatacMove | Next, StageView[CatatacView]],
        chance: Chance,
        stop: Callable[[], bool],
    ) -> Answer[CatatacMove | Next] | None:
        # Numba takes a second to load: only whoever plays waits for it.
        from cartable.bots.catatac.decision import best

        moves = [move for move in sight.moves() if not isinstance(move, Next)]
        if not moves:
            return None
        move = best(sight.view.game, sight.setup, sight.seat, moves, chance, self.effort, stop)
        if move is None:
            return None
        return Answer(move, Millis(FASTEST + chance.below(SLOWEST - FASTEST)))


LEVELS: Final = {name: CatatacThinker(name, effort) for name, effort in EFFORTS.items()}
"""The levels: one program, and how long it thinks."""
