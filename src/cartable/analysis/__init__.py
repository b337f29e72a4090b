"""What a finished game shows: who stood how at each move, which moves gave something away, and why.

Budgets are nodes, never time: the same record and level give the same verdicts on every machine.

>>> from cartable.analysis import LOSSES, verdict
>>> [verdict(loss) for loss in (0.02, 0.07, 0.12, 0.3)]
['', 'inaccuracy', 'mistake', 'blunder']
"""

from cartable.analysis.karta import KartaMove, KartaStudy, study
from cartable.analysis.losses import LOSSES, accuracy, verdict

__all__ = ["LOSSES", "KartaMove", "KartaStudy", "accuracy", "study", "verdict"]
