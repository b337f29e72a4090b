"""Giving memory back unnoticed: that of reference cycles, and what the C library holds free.

Whatever a table makes in play is freed as soon as nobody refers to it. Little is left, such as an error that
knows where it came from, and it is looked for among what is new. To look through everything would hold up all
tables, the longer the more there are, and whoever comes to a server where nobody was: that is never done.

The C library keeps what is freed between two things that are still used; it is asked for that once a minute.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
from collections.abc import Callable
from typing import Final

MOST: Final = 10_000
"""How many objects one pass looks through, in about 3 ms; if more are new, it is skipped."""
SOONEST: Final = 0.5
LATEST: Final = 10.0
"""How many seconds pass between two sweeps: fewer if much is new."""
TRIMS: Final = 60.0
"""How many seconds pass until the C library is asked again."""


async def sweep() -> None:
    """Free reference cycles now and then."""
    gc.disable()
    # What is there now stays, and need not be looked through.
    gc.freeze()
    trim = trimmer()
    rest, untrimmed = SOONEST, 0.0
    try:
        while True:
            await asyncio.sleep(rest)
            untrimmed += rest
            rest = resting(rest, swept())
            if untrimmed >= TRIMS:
                untrimmed = 0.0
                await asyncio.to_thread(trim)
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


def trimmer() -> Callable[[], object]:
    """Return what makes the C library give back what is free; where it cannot, this does nothing."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # Only glibc has it; Windows has no library without a name.
        return lambda: None
    return lambda: trim(0)


def resting(rested: float, new: int) -> float:
    """Return how long to rest until about half of the most objects are new."""
    return min(LATEST, max(SOONEST, rested * min(2.0, MOST / 2 / max(1, new))))
