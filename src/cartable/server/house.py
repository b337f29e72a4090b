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
    """What all tables share, and where they report what goes wrong."""

    store: Store
    clock: Clock
    think: Think
    arbiter: bool
    """Whether the arbiter decides who was first, and not arrival; off only to measure."""
    asking: Asking
    draw: Callable[[int], bytes]
    """Draws this many secret bytes, for the seeds of games and pings."""
    wall: Callable[[], int]
    """Returns the seconds since 1970; it may jump."""

    def unwritten(self, failure: Exception) -> None:
        """Called when something could not be written."""
        ...

    def distrust(self, code: str, fault: Exception) -> None:
        """Called when a table fails in a way it never should: its memory can no longer be trusted."""
        ...

    def tallied(self, tally: Tally) -> None:
        """Called with what the arbiter counted in a finished game."""
        ...

    def finished(self, game: str) -> None:
        """Called when a game ends with people at its table."""
        ...
