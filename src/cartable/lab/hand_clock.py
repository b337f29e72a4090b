"""A clock for tables that stands still until someone turns it by hand."""

from __future__ import annotations

import heapq
from collections.abc import Callable

from msgspec import Struct

from cartable.core import Millis


class HandAlarm(Struct, order=True):
    """Something that happens when a hand clock is turned that far."""

    when: int
    number: int
    do: Callable[[], None] | None

    def cancel(self) -> None:
        """Cancel it."""
        self.do = None


class HandClock:
    """A clock that stands still until it is turned."""

    def __init__(self) -> None:
        self.time = Millis(1_000_000)
        self._alarms: list[HandAlarm] = []
        self._number = 0

    def now(self) -> Millis:
        """Return the time."""
        return self.time

    def at(self, when: Millis, do: Callable[[], None]) -> HandAlarm:
        """Do something at that time, and never immediately."""
        self._number += 1
        alarm = HandAlarm(max(when, self.time), self._number, do)
        heapq.heappush(self._alarms, alarm)
        return alarm

    def turn(self, millis: int) -> None:
        """Let time pass, and alarms go off on the way."""
        end = Millis(self.time + millis)
        while self._alarms and self._alarms[0].when <= end:
            alarm = heapq.heappop(self._alarms)
            if alarm.do:
                self.time = Millis(max(self.time, alarm.when))
                alarm.do()
        self.time = end
