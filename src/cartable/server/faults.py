"""What went wrong at tables, and how often."""

from __future__ import annotations

import traceback
from typing import Final

from cartable.core import Millis
from cartable.server.clock import Clock

TRIES: Final = 3
"""A table that fails this often, each time soon after the last, rests until the next start."""


class Faults:
    """How often each table was set aside, and when last; a while without a fault restarts the count."""

    def __init__(self, clock: Clock, lately: int) -> None:
        self._clock = clock
        self._lately = lately
        self._noted: dict[str, tuple[int, Millis]] = {}
        self.damaged: set[str] = set()
        """The tables that could not be read again because some of their rows are damaged."""

    @property
    def resting(self) -> int:
        """How many tables failed so often that nobody is let in any more; their logs are intact."""
        return sum(map(self.rests, self._noted))

    def rests(self, code: str) -> bool:
        """Return whether a table has failed too often."""
        return self._tries(code) >= TRIES

    def note(self, code: str) -> None:
        """Note that a table was set aside."""
        self._noted[code] = self._tries(code) + 1, self._clock.now()

    def forget(self, code: str) -> None:
        """Forget a table that was deleted."""
        self._noted.pop(code, None)
        self.damaged.discard(code)

    def _tries(self, code: str) -> int:
        tries, when = self._noted.get(code, (0, Millis(0)))
        return tries if tries >= TRIES or self._clock.now() - when < self._lately else 0


def trace(fault: BaseException) -> str:
    """Return the lines of code that an exception passed through, and its type, for a log.

    Never what it says; that may be a hand or an address.
    """
    lines = traceback.format_list(traceback.extract_tb(fault.__traceback__))
    return "".join((*lines, type(fault).__name__))
