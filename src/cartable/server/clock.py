"""The clock that tables run on: the real one here, one that tests turn by hand elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic_ns
from typing import Final, Protocol

from cartable.core import Millis


class Alarm(Protocol):
    """Something that happens at a given time unless it is cancelled."""

    def cancel(self) -> None:
        """Cancel it."""
        ...


class Clock(Protocol):
    """Milliseconds that only go forward, and alarms."""

    def now(self) -> Millis:
        """Return the time."""
        ...

    def at(self, when: Millis, do: Callable[[], None]) -> Alarm:
        """Do something at that time, and never immediately."""
        ...


MILLION: Final = 1_000_000
BEAT: Final = 100
"""The clock is read at least this often, in milliseconds."""
STALL: Final = 500
"""If it was not read for this long, the whole process stood still, and that time does not count."""


class LoopClock:
    """The machine's own clock, less the time for which the process was stopped.

    Whoever was to move while a laptop slept, or the process was suspended, has lost no time. It is read again
    each time, which not every loop does. A stall of the loop itself looks the same: beyond half a second it
    counts for nobody's turn, absence or round trip, so that by this clock no stop seems longer than that.
    Whoever measures stops has to read the machine's clock, as `cartable lab storm` does.
    """

    def __init__(self, nanoseconds: Callable[[], int] = monotonic_ns) -> None:
        self._loop = asyncio.get_running_loop()
        self._read = nanoseconds
        self._last = nanoseconds() // MILLION
        self._lost = 0
        self._beat()

    def now(self) -> Millis:
        time = self._read() // MILLION
        if time - self._last > STALL:
            self._lost += time - self._last - BEAT
        self._last = time
        return Millis(time - self._lost)

    def at(self, when: Millis, do: Callable[[], None]) -> Alarm:
        return LoopAlarm(self, when, do)

    def wait(self, when: Millis, do: Callable[[], None]) -> asyncio.TimerHandle:
        """Let the loop do something when that time has come, unless the process stands still until then."""
        # Half a millisecond later, so that the time has come by `now` as well, which rounds down.
        return self._loop.call_at((when + self._lost + 0.5) / 1000, do)

    def _beat(self) -> None:
        self.now()
        self._loop.call_later(BEAT / 1000, self._beat)


class LoopAlarm:
    """An alarm of the loop, which is set again where the process stood still meanwhile.

    Once it has gone off or is cancelled it knows nothing: what set it often knows it, too.
    """

    __slots__ = ("_clock", "_do", "_handle", "_when")

    def __init__(self, clock: LoopClock, when: Millis, do: Callable[[], None]) -> None:
        self._clock = clock
        self._when = when
        self._do: Callable[[], None] | None = do
        self._handle: asyncio.TimerHandle | None = clock.wait(when, self._ring)

    def cancel(self) -> None:
        """Cancel it."""
        if self._handle:
            self._handle.cancel()
        self._do = self._handle = None

    def _ring(self) -> None:
        if self._clock.now() < self._when:
            self._handle = self._clock.wait(self._when, self._ring)
            return
        do, self._do, self._handle = self._do, None, None
        if do:
            do()


class Watch:
    """A table's own time: it goes on where the log ended, and stands still while the table is paused."""

    def __init__(self, clock: Clock, shows: Millis) -> None:
        self._clock = clock
        self._behind = clock.now() - shows
        self.running = True
        """Whether time passes."""
        self._stopped = shows
        """What it shows while it does not."""
        self._resuming: Millis | None = None

    @property
    def resumes(self) -> Millis | None:
        """In how many milliseconds it goes on, where that is decided."""
        if self._resuming is None:
            return None
        return Millis(max(0, self._resuming - self._clock.now()))

    def now(self) -> Millis:
        """Return the table's time."""
        return self.of(self._clock.now())

    def of(self, time: Millis) -> Millis:
        """Return what the watch shows, or showed, at a time of the clock."""
        return Millis(time - self._behind) if self.running else self._stopped

    def when(self, shown: Millis) -> Millis:
        """Return the time of the clock at which the watch shows this."""
        return Millis(shown + self._behind)

    def stop(self) -> None:
        """Let time stand still."""
        self._stopped = self.now()
        self.running = False

    def count_down(self, when: Millis) -> None:
        """Say when it will go on, by the clock."""
        self._resuming = when

    def go(self) -> None:
        """Let time go on from where it stands."""
        self._resuming = None
        if not self.running:
            self._behind = self._clock.now() - self._stopped
            self.running = True
