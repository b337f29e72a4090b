"""Televisions waiting for a table: each shows a code, which somebody at the table enters."""

from __future__ import annotations

from hmac import compare_digest
from secrets import token_urlsafe
from typing import Final

from msgspec import Struct

from cartable.core import Millis
from cartable.server.clock import Clock

WAITS: Final = 600_000
"""How long a code can be entered, in milliseconds."""
LENGTH: Final = 4
MOST: Final = 1_000
"""How many may wait at once; the oldest makes room."""


class Waiting(Struct):
    """A screen that waits, and the table that it was shown; it asks with its `secret`."""

    secret: str
    until: Millis
    table: str = ""
    admission: str = ""


class Screens:
    """The screens waiting here. They are in memory alone: after a restart each asks for another code."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: dict[str, Waiting] = {}

    def wait(self, code: str) -> str | None:
        """Let a screen wait with a code; return its secret, or None if another waits with that code."""
        self._drop_old()
        if code in self._waiting:
            return None
        if len(self._waiting) >= MOST:
            del self._waiting[next(iter(self._waiting))]
        found = self._waiting[code] = Waiting(token_urlsafe(16), Millis(self._clock.now() + WAITS))
        return found.secret

    def show(self, code: str, table: str, admission: str = "") -> bool:
        """Show a table on the screen with this code; return whether such a screen still waits."""
        self._drop_old()
        found = self._waiting.get(code.strip().upper())
        if found is None or found.table:
            return False
        found.table, found.admission = table, admission
        return True

    def asked(self, code: str, secret: str) -> tuple[str, str] | None:
        """Return the table that a screen was shown, once, and its admission; None if it no longer waits.

        Both are empty as long as nobody has shown it one.
        """
        self._drop_old()
        found = self._waiting.get(code)
        if found is None or not compare_digest(found.secret.encode(), secret.encode()):
            return None
        if found.table:
            del self._waiting[code]
        return found.table, found.admission

    def _drop_old(self) -> None:
        now = self._clock.now()
        while self._waiting:
            first = next(iter(self._waiting))
            if self._waiting[first].until > now:
                return
            del self._waiting[first]
