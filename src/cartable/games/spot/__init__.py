"""Spot it!: games of calling the one symbol that two cards share."""

from typing import Final

from cartable.games.spot.catch import Catch
from cartable.games.spot.faceoff import FaceOff
from cartable.games.spot.gift import Gift
from cartable.games.spot.potato import Potato
from cartable.games.spot.practice import Practice
from cartable.games.spot.tower import Tower
from cartable.games.spot.triplet import Triplet
from cartable.games.spot.well import Well

TOWER: Final = Tower()
WELL: Final = Well()
GIFT: Final = Gift()
TRIPLET: Final = Triplet()
POTATO: Final = Potato()
CATCH: Final = Catch()
PRACTICE: Final = Practice()
FACEOFF: Final = FaceOff()

__all__ = ["CATCH", "FACEOFF", "GIFT", "POTATO", "PRACTICE", "TOWER", "TRIPLET", "WELL"]
