"""Players of CATATAC: a greedy one, and one that imagines how the game may go on."""

from cartable.bots.catatac.greedy import FASTEST, SLOWEST, CatatacGreedy
from cartable.bots.catatac.thinker import LEVELS, CatatacThinker

__all__ = ["FASTEST", "LEVELS", "SLOWEST", "CatatacGreedy", "CatatacThinker"]
