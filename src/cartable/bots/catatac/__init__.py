"""Players of CATATAC: one that takes the best it sees at once, and one that imagines how it may go on."""

from cartable.bots.catatac.greedy import FASTEST, SLOWEST, Greedy
from cartable.bots.catatac.thinker import LEVELS, Thinker

__all__ = ["FASTEST", "LEVELS", "SLOWEST", "Greedy", "Thinker"]
