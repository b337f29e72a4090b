"""Players of CATATAC: one that takes the best it sees at once, and one that imagines how it may go on."""

from cartable.bots.catatac.greedy import FASTEST, SLOWEST, CatatacGreedy
from cartable.bots.catatac.thinker import LEVELS, CatatacThinker

__all__ = ["FASTEST", "LEVELS", "SLOWEST", "CatatacGreedy", "CatatacThinker"]
