"""Whether rivals are asked while a call is held: by a server that has time for it."""

from __future__ import annotations

from typing import Final

from cartable.core import Millis


class Asking:
    """Counts the calls that are held at all tables.

    An answer ends a hold sooner, and decides nothing that the hold would not decide by itself. It takes a
    ping and a pong for each rival, and more pings still so that none of them is a sign (FAIR-7). So a busy
    server asks nobody, and its few pings travel with what is sent anyway.
    """

    MOST: Final = 250
    """At this many held calls per second and above, nobody is asked."""
    AGAIN: Final = 200
    """Below this many per second, everybody is asked again."""
    WINDOW: Final = 4
    """The seconds over which they are counted."""

    def __init__(self) -> None:
        self.asks = True
        self._held = 0
        self._until = Millis(0)

    def held(self, now: Millis) -> bool:
        """Count a call that is held from now on; return whether its rivals are asked."""
        if now >= self._until:
            lately = now < self._until + self.WINDOW * 1000
            most = self.MOST if self.asks else self.AGAIN
            self.asks = not lately or self._held < most * self.WINDOW
            self._held, self._until = 0, Millis(now + self.WINDOW * 1000)
        self._held += 1
        return self.asks
