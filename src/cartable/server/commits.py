"""When commits begin."""

from __future__ import annotations

from typing import Final


class Gathering:
    """Decides when a commit may begin: at once, or, where many appends come, so that each carries more."""

    SPACING: Final = 0.002
    """Under load, commits begin at least so many seconds apart."""
    BUSY: Final = 3_000
    """From so many appends per second on, a commit for each would cost more than it is worth."""
    WINDOW: Final = 0.01
    """The seconds over which they are counted."""

    def __init__(self) -> None:
        self._began = 0.0
        self._rate = 0.0

    def wait(self, now: float) -> float:
        """Return for how many seconds the next commit waits."""
        return max(0.0, self._began + self.SPACING - now) if self._rate > self.BUSY else 0.0

    def begin(self, now: float, appends: int) -> None:
        """Note that a commit begins, with so many appends."""
        apart = max(now - self._began, 1e-6)
        self._rate += (appends / apart - self._rate) * min(1.0, apart / self.WINDOW)
        self._began = now
