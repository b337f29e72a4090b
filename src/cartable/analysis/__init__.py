"""What a finished game shows: who was ahead at each move, which moves gave something away, and why.

`study` analyses a record of any game. For Karta Doppio it finds red's chance at every placement, what each
gave away, and the rows of four that made the difference; for CATATAC the same for every choice, given what
its seat could see, with luck told apart from skill; for Spot it! and the island everyone's times, card by
card, and which symbols they find late or mistake. `drawn` makes a picture of it; `run` has the times of a
deck that somebody played alone; `puzzles` has the puzzles that ship.

Budgets are nodes, never time: the same record and level give the same verdicts on every machine.

>>> from cartable.analysis import verdict
>>> [verdict(loss) for loss in (0.02, 0.07, 0.12, 0.3)]
['', 'inaccuracy', 'mistake', 'blunder']
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cartable.analysis.analysts import Analyst, analysed, analyst
from cartable.analysis.choices import asked
from cartable.analysis.found import (
    AnyStudy,
    CatatacChoice,
    CatatacGame,
    CatatacStudy,
    KartaGame,
    KartaHint,
    KartaMove,
    KartaStudy,
    Lateness,
    LevelPace,
    MistakenSymbol,
    Pace,
    Reaction,
    ReflexStudy,
    RowSwing,
)
from cartable.analysis.losses import LOSSES, Severity, accuracy, verdict
from cartable.analysis.picture import drawn
from cartable.analysis.puzzles import Puzzle, puzzles
from cartable.analysis.runs import DeckRun, run
from cartable.core import Record

__all__ = [
    "LEVELS",
    "LOSSES",
    "Analyst",
    "AnyStudy",
    "CatatacChoice",
    "CatatacGame",
    "CatatacStudy",
    "DeckRun",
    "KartaGame",
    "KartaHint",
    "KartaMove",
    "KartaStudy",
    "Lateness",
    "LevelPace",
    "MistakenSymbol",
    "Pace",
    "Puzzle",
    "Reaction",
    "ReflexStudy",
    "RowSwing",
    "Severity",
    "accuracy",
    "analysed",
    "analyst",
    "drawn",
    "puzzles",
    "run",
    "study",
    "verdict",
]

LEVELS: Final = ("hard", "expert")
"""How deep an analysis looks: expert takes longer, and needs numba."""


def study(
    record: Record[Any], level: str = "hard", told: Callable[[int, int], object] = lambda done, of: None
) -> AnyStudy:
    """Analyse a record; `told` is called with how many of how many moves are done.

    It raises ValueError if there is no analysis of the game, OtherVersion if its rules have changed.
    """
    by = analyst(record.game)
    every = list(asked(record))
    found = []
    for number, one in enumerate(every, 1):
        found.append(by.judge(one, level))
        told(number, len(every))
    return by.gathered(record, level, found)
