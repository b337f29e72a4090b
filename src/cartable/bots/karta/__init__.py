"""Players of Karta Doppio: one that takes the best table at once, and one that looks ahead."""

from cartable.bots.karta.greedy import FASTEST, SLOWEST, Greedy
from cartable.bots.karta.thinker import LEVELS, Thinker

__all__ = ["FASTEST", "LEVELS", "SLOWEST", "Greedy", "Thinker"]
