"""When commits begin, and who is told of them."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Final

from cartable.server.faults import trace
from cartable.server.store import Then

log = logging.getLogger("cartable")


def tell(thens: Iterable[Then], failure: Exception | None) -> None:
    """Call back after a commit, successful or not."""
    for then in thens:
        try:
            then(failure)
        except Exception as fault:
            # Everyone else is still told of this commit.
            log.error("a call-back of the store failed\n%s", trace(fault))


class Gathering:
    """Decides when a commit may begin: at once, or later under load, so that each carries more."""

    SPACING: Final = 0.003
    """Under load, commits begin at least this many seconds apart: the more to write, the longer."""
    MOST: Final = 0.01
    """The most seconds between them."""
    BUSY: Final = 3_000
    """Above this many appends per second, a commit for each costs more than it is worth: making one durable
    takes as long as inserting fifty rows."""
    WINDOW: Final = 0.01
    """The seconds over which they are counted."""

    def __init__(self) -> None:
        self._began = 0.0
        self._rate = 0.0

    def wait(self, now: float) -> float:
        """Return how many seconds the next commit must wait."""
        if self._rate <= self.BUSY:
            return 0.0
        apart = min(self.MOST, self.SPACING * self._rate / self.BUSY)
        return max(0.0, self._began + apart - now)

    def begin(self, now: float, appends: int) -> None:
        """Note that a commit begins, with this many appends."""
        apart = max(now - self._began, 1e-6)
        self._rate += (appends / apart - self._rate) * min(1.0, apart / self.WINDOW)
        self._began = now
