"""What a bot is: a player that is shown what its seat is shown, and answers with a move and a delay."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from cartable.core.chance import Chance
from cartable.core.rules import M, Move, Rules, V, View
from cartable.core.setup import Setup
from cartable.core.words import Millis, Seat

MoveIn = TypeVar("MoveIn", bound=Move)
ViewIn = TypeVar("ViewIn", bound=View)


class Answer(Struct, Generic[M], frozen=True):
    """A move, and how long the bot takes to make it."""

    move: M
    delay: Millis


class Sight(Generic[M, V]):
    """What one seat sees at one moment: its view, and the moves that follow from the view.

    It is made from a state for speed; that nothing of a state shows that the view does not hold
    is what the suite for every game proves (moves do not change when the hidden part does).
    """

    def __init__(self, rules: Rules[Any, M, Any, V], setup: Setup, state: object, seat: Seat) -> None:
        self.rules = rules
        self.setup = setup
        self.seat = seat
        self._state = state

    @cached_property
    def view(self) -> V:
        """The seat's view."""
        return self.rules.view(self._state, self.seat)

    def moves(self) -> list[M]:
        """Return the seat's moves."""
        return list(self.rules.moves(self._state, self.seat))

    def sample(self, chance: Chance) -> M | None:
        """Draw one of the seat's moves, or None where it has none."""
        return self.rules.sample(self._state, self.seat, chance)


class Bot(Protocol[MoveIn, ViewIn]):
    """A player without a body.

    It holds no state between answers: all it knows is what it is shown. One that thinks for a while
    asks `stop` now and then, and answers with the best it has when it is true.
    """

    name: str

    def answer(
        self, sight: Sight[MoveIn, ViewIn], chance: Chance, stop: Callable[[], bool]
    ) -> Answer[MoveIn] | None:
        """Return the move the bot intends, or None where it waits."""
        ...
