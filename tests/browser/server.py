"""`cartable serve` as browsers are tested with it: every deal is the same, and easy bots answer at once.

Bots that look ahead do so in a process of their own, which is slow to start: a test that wants one says so.
"""

from __future__ import annotations

import random
import sys
from functools import partial
from unittest.mock import patch

from cartable.bots import BOTS
from cartable.bots.random import Random
from cartable.core import Answer, Chance, Millis, Sight
from cartable.server import run, think
from cartable.server.lobby import Lobby


class Quick(Random):
    """Draws one of its moves, and makes it soon."""

    def answer(self, sight: Sight, chance: Chance, stop: object) -> Answer | None:  # type: ignore[type-arg]
        move = sight.sample(chance)
        return None if move is None else Answer(move, Millis(200))


def draw(size: int) -> bytes:
    """Draw the same bytes for every game, whichever tests came before."""
    return random.Random(1).randbytes(size)


# This is done in the processes of the bots as well: each begins by reading this file.
for box in ("catatac", "karta"):
    BOTS[box]["easy"] = Quick()
patch.object(run, "Lobby", partial(Lobby, draw=draw)).start()
patch.object(think, "PATIENT", 0).start()

if __name__ == "__main__":
    from cartable.cli import app, serve

    assert serve
    app.run(sys.argv[1:])
