"""The guard of a table: every call into it passes here, so that its fault affects no other table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from cartable.core import Millis, Refused
from cartable.server.clock import Alarm
from cartable.server.house import House
from cartable.server.rota import NOBODYS, Whose
from cartable.server.think import Far


class Guard:
    """Calls a table's code; if it raises, its table is set aside, and the caller carries on.

    It is also the table's clock, so that no alarm goes around it.
    """

    def __init__(self, house: House, code: str, address: str = "") -> None:
        self._house = house
        self._code = code
        self.now: Callable[[], Millis] = house.clock.now
        """Return the time; called so often that it bypasses the guard."""
        # Nobody knows who opened a table that was read again, so it has turns of its own.
        self._whose = (address or code, code)

    def __call__(self, do: Callable[..., object], *arguments: Any) -> None:
        try:
            do(*arguments)
        except Exception as fault:
            self.failed(fault)

    def failed(self, fault: Exception) -> None:
        """Set the table aside."""
        self._house.distrust(self._code, fault)

    def at(self, when: Millis, do: Callable[[], None]) -> Alarm:
        return self._house.clock.at(when, partial(self, do))

    def think(
        self,
        work: Callable[..., Any],
        then: Callable[[Any], None],
        far: Far | None = None,
        whose: Whose = NOBODYS,
    ) -> Callable[[], object]:
        """Think elsewhere, in the table's turn, and hand the table the result."""
        return self._house.think(work, partial(self, then), far, self._whose)


class Guarded(Protocol):
    """Something with a guard."""

    _guard: Guard


P = ParamSpec("P")
T = TypeVar("T", bound=Guarded)


def guarded(method: Callable[Concatenate[T, P], None]) -> Callable[Concatenate[T, P], None]:
    """Run a method under its owner's guard; a refusal is not a fault."""

    @wraps(method)
    def called(self: T, /, *arguments: P.args, **named: P.kwargs) -> None:
        try:
            method(self, *arguments, **named)
        except Refused:
            raise
        except Exception as fault:
            self._guard.failed(fault)

    return called
