"""What a finished game shows: who stood how at each move, which moves gave something away, and why.

Budgets are nodes, never time: the same record and level give the same verdicts on every machine.

>>> from cartable.analysis import LOSSES, verdict
>>> [verdict(loss) for loss in (0.02, 0.07, 0.12, 0.3)]
['', 'inaccuracy', 'mistake', 'blunder']
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cartable.analysis.found import KartaMove, KartaStudy, RowSwing
from cartable.analysis.losses import LOSSES, Verdict, accuracy, verdict
from cartable.analysis.puzzles import Puzzle, puzzles
from cartable.core import Record

__all__ = [
    "LOSSES",
    "KartaMove",
    "KartaStudy",
    "Puzzle",
    "RowSwing",
    "Verdict",
    "accuracy",
    "puzzles",
    "study",
    "verdict",
]


def study(
    record: Record[Any], level: str = "hard", told: Callable[[int, int], object] = lambda done, of: None
) -> KartaStudy:
    """Go through a record of Karta Doppio; `told` hears how many of how many moves are done."""
    # Numba takes a second to load: only whoever looks ahead waits for it.
    from cartable.analysis import karta

    return karta.study(record, level, told)
