"""Players of Karta Doppio: a greedy one, and one that looks ahead."""

from cartable.bots.karta.greedy import FASTEST, SLOWEST, KartaGreedy
from cartable.bots.karta.thinker import LEVELS, KartaThinker

__all__ = ["FASTEST", "LEVELS", "SLOWEST", "KartaGreedy", "KartaThinker"]
