"""The clock that tables run on: the real one here; elsewhere one that tests drive by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from heapq import heappop, heappush
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
        """Call back at that time, never immediately."""
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

    All alarms of a millisecond share one timer of the loop, and only the next one is set: many tables have
    thousands, and a timer costs the loop more than what most alarms do.
    """

    def __init__(self, nanoseconds: Callable[[], int] = monotonic_ns) -> None:
        self._loop = asyncio.get_running_loop()
        self._read = nanoseconds
        self._last = nanoseconds() // MILLION
        self._lost = 0
        self._alarms: dict[Millis, dict[LoopAlarm, None]] = {}
        """The alarms of each millisecond, in the order in which they were set."""
        self._times: list[Millis] = []
        """The keys of that, a heap."""
        self._timer: asyncio.TimerHandle | None = None
        self._beat()

    def now(self) -> Millis:
        time = self._read() // MILLION
        if time - self._last > STALL:
            self._lost += time - self._last - BEAT
        self._last = time
        return Millis(time - self._lost)

    def at(self, when: Millis, do: Callable[[], None]) -> Alarm:
        together = self._alarms.get(when)
        if together is None:
            together = self._alarms[when] = {}
            heappush(self._times, when)
            if self._times[0] == when:
                self._wait()
        alarm = LoopAlarm(do, together)
        together[alarm] = None
        return alarm

    def ring(self) -> None:
        """Set off every alarm whose time has come, unless the process stood still until now."""
        now = self.now()
        due: list[LoopAlarm] = []
        while self._times and self._times[0] <= now:
            due += self._alarms.pop(heappop(self._times))
        for alarm in due:
            try:
                alarm.ring()
            except Exception as fault:
                self._loop.call_exception_handler({"message": "an alarm failed", "exception": fault})
        self._wait()

    def _wait(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._times:
            # Half a millisecond later, so that the time has come by `now` as well, which rounds down.
            self._timer = self._loop.call_at((self._times[0] + self._lost + 0.5) / 1000, self.ring)

    def _beat(self) -> None:
        self.now()
        self._loop.call_later(BEAT / 1000, self._beat)


class LoopAlarm:
    """One of the alarms that go off `together`.

    Once it has gone off or is cancelled it knows nothing: what set it often knows it, too.
    """

    __slots__ = ("_do", "_together")

    def __init__(self, do: Callable[[], None], together: dict[LoopAlarm, None]) -> None:
        self._do: Callable[[], None] | None = do
        self._together: dict[LoopAlarm, None] | None = together

    def cancel(self) -> None:
        """Cancel it."""
        if self._together:
            self._together.pop(self, None)
        self._do = self._together = None

    def ring(self) -> None:
        """Call back, unless it was cancelled."""
        do, self._do, self._together = self._do, None, None
        if do:
            do()


class Watch:
    """A table's own time: it continues where the log ended, and stops while the table is paused."""

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
        """In how many milliseconds it resumes, if that is decided."""
        if self._resuming is None:
            return None
        return Millis(max(0, self._resuming - self._clock.now()))

    def now(self) -> Millis:
        """Return the table's time."""
        return Millis(self._clock.now() - self._behind) if self.running else self._stopped

    def of(self, time: Millis) -> Millis:
        """Return what the watch shows, or showed, at a time of the clock."""
        return Millis(time - self._behind) if self.running else self._stopped

    def when(self, shown: Millis) -> Millis:
        """Return the time of the clock at which the watch shows this."""
        return Millis(shown + self._behind)

    def stop(self) -> None:
        """Stop time."""
        self._stopped = self.now()
        self.running = False

    def count_down(self, when: Millis) -> None:
        """Say when it will resume, by the clock."""
        self._resuming = when

    def go(self) -> None:
        """Let time resume from where it stopped."""
        self._resuming = None
        if not self.running:
            self._behind = self._clock.now() - self._stopped
            self.running = True
