"""The face-off as a game of its own: two cards, and the first to call their match wins."""

from __future__ import annotations

from cartable.core import Setup
from cartable.games.spot.practice import Practice
from cartable.games.spot.rules import info


class FaceOff(Practice):
    """SPOT-6 for a whole table: practice of a single pair."""

    endless = False
    info = info("faceoff", version=3, replays=(1, 2))

    def rounds(self, setup: Setup) -> int:
        return 1
