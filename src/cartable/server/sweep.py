"""Freeing what only refers to itself, without anybody noticing.

Whatever a table makes in play is freed as soon as nobody refers to it. Little is left, such as an error that
knows where it came from, and it is looked for among what is new. To look through everything would hold up all
tables, the longer the more there are, and whoever comes to a server where nobody was: that is never done.
"""

from __future__ import annotations

import asyncio
import gc
from typing import Final

MOST: Final = 10_000
"""How many objects are looked through at a time, in about 3 ms; if more are new, they are left alone."""
SOONEST: Final = 0.5
LATEST: Final = 10.0
"""How many seconds pass between two sweeps: fewer if much is new."""


async def sweep() -> None:
    """Free what only refers to itself, now and then."""
    gc.disable()
    # What is there now stays, and need not be looked through.
    gc.freeze()
    rest = SOONEST
    try:
        while True:
            await asyncio.sleep(rest)
            rest = resting(rest, swept())
    finally:
        gc.unfreeze()
        gc.enable()


def swept() -> int:
    """Look through what is new, unless that is too much; return how much is new."""
    # Where there are far too many, even to list them would take too long.
    new, *_ = gc.get_count()
    if new <= MOST:
        # In one go: a tuple that another thread is building can only be finished while nobody else has it.
        (new,) = map(len, map(gc.get_objects, (0,)))
    if new <= MOST:
        # A whole collection, of nothing but this: Python then also lets go of the tuples it keeps for later,
        # thousands of every length.
        gc.collect()
    gc.freeze()
    return new


def resting(rested: float, new: int) -> float:
    """Return how long to rest, so that by then about half of the most is new."""
    return min(LATEST, max(SOONEST, rested * min(2.0, MOST / 2 / max(1, new))))
