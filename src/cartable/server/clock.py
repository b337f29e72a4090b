"""The clock that tables run on: the real one here, one that tests turn by hand elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic_ns
from typing import Protocol

from cartable.core import Millis


class Alarm(Protocol):
    """Something that will be done at some time, unless it is cancelled."""

    def cancel(self) -> None:
        """Cancel it."""
        ...


class Clock(Protocol):
    """Milliseconds that only go forward, and alarms."""

    def now(self) -> Millis:
        """Return the time."""
        ...

    def at(self, when: Millis, do: Callable[[], None]) -> Alarm:
        """Do something when that time has come, never at once."""
        ...


class LoopClock:
    """The machine's own clock, on which event loops run; read anew each time, which not every loop does."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()

    def now(self) -> Millis:
        return Millis(monotonic_ns() // 1_000_000)

    def at(self, when: Millis, do: Callable[[], None]) -> Alarm:
        # Half a millisecond later, so that the time has come by `now` as well, which rounds down.
        return self._loop.call_at((when + 0.5) / 1000, do)


class Watch:
    """A table's own time: it goes on where the log ended, and stands still while the table is paused."""

    def __init__(self, clock: Clock, shows: Millis) -> None:
        self._clock = clock
        self._behind = clock.now() - shows
        self._stopped: Millis | None = None
        self._resuming: Millis | None = None

    @property
    def resumes(self) -> Millis | None:
        """In how many milliseconds it goes on, where that is decided."""
        if self._resuming is None:
            return None
        return Millis(max(0, self._resuming - self._clock.now()))

    @property
    def running(self) -> bool:
        """Whether time passes."""
        return self._stopped is None

    def now(self) -> Millis:
        """Return the table's time."""
        return self.of(self._clock.now())

    def of(self, time: Millis) -> Millis:
        """Return what the watch shows, or showed, at a time of the clock."""
        return Millis(time - self._behind) if self._stopped is None else self._stopped

    def when(self, shown: Millis) -> Millis:
        """Return the time of the clock at which the watch shows this."""
        return Millis(shown + self._behind)

    def stop(self) -> None:
        """Let time stand still."""
        self._stopped = self.now()

    def count_down(self, when: Millis) -> None:
        """Say when it will go on, by the clock."""
        self._resuming = when

    def go(self) -> None:
        """Let time go on from where it stands."""
        self._resuming = None
        if self._stopped is not None:
            self._behind = self._clock.now() - self._stopped
            self._stopped = None
