"""What a table needs of the server it stands in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from cartable.fair import Tally
from cartable.server.asking import Asking
from cartable.server.clock import Clock
from cartable.server.store import Store
from cartable.server.think import Think


class House(Protocol):
    """What all tables share, and whom they turn to when something goes wrong."""

    store: Store
    clock: Clock
    think: Think
    arbiter: bool
    """Whether the arbiter decides who was first, and not arrival; off only to measure."""
    asking: Asking
    draw: Callable[[int], bytes]
    """Draws so many secret bytes: the seeds of games and of pings."""
    wall: Callable[[], int]
    """Returns the seconds since 1970, as calendars count them; it may jump."""

    def unwritten(self, failure: Exception) -> None:
        """Be told that something could not be written."""
        ...

    def distrust(self, code: str, fault: Exception) -> None:
        """Be told that something impossible happened at a table: what it has in memory cannot be trusted."""
        ...

    def tallied(self, tally: Tally) -> None:
        """Be told what the arbiter of a finished game counted."""
        ...

    def finished(self, game: str) -> None:
        """Be told that a game has ended with people at its table."""
        ...
