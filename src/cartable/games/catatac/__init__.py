"""CATATAC: two clans of cats and a ball of yarn."""

from cartable.games.catatac.rules import Catatac
from cartable.games.catatac.series import CATATAC
from cartable.games.catatac.turns import Turns, What

__all__ = ["CATATAC", "Catatac", "Turns", "What"]
