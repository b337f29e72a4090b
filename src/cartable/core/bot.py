"""What a bot is: a player that is shown what its seat is shown, and answers with a move and a delay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Generic, Protocol, TypeVar

from msgspec import Struct

from cartable.core.chance import Chance
from cartable.core.numbers import Millis, Seat
from cartable.core.rules import E, M, Move, Rules, S, V, View
from cartable.core.setup import Setup

MoveIn = TypeVar("MoveIn", bound=Move)
ViewIn = TypeVar("ViewIn", bound=View)

_NEW: Final[Mapping[int, Millis]] = MappingProxyType({})


class Answer(Struct, Generic[M], frozen=True):
    """A move, and how long from now the bot takes to make it."""

    move: M
    delay: Millis


class Sight(Generic[M, V]):
    """What one seat sees at one moment: its view, and the moves that follow from the view.

    It is made from a state for speed; the suite for every game proves that a sight shows nothing that the
    view does not (moves do not change when the hidden part does).
    """

    def __init__(
        self,
        rules: Rules[Any, M, Any, V],
        setup: Setup,
        state: object,
        seat: Seat,
        lain: Mapping[int, Millis] = _NEW,
    ) -> None:
        self.rules = rules
        self.setup = setup
        self.seat = seat
        self.lain = lain
        """For how long each card that a call can be about has lain face up; what is missing is new."""
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
    """A computer player.

    It holds no state between answers: all it knows is what it is shown. One that thinks for a while
    asks `stop` now and then, and answers with the best it has when it is true.
    """

    name: str

    def answer(
        self, sight: Sight[MoveIn, ViewIn], chance: Chance, stop: Callable[[], bool]
    ) -> Answer[MoveIn] | None:
        """Return the move the bot intends, or None where it waits."""
        ...


def stands(answer: Answer[M], rules: Rules[S, M, E, V], state: S, seat: Seat) -> bool:
    """Tell whether what a bot intends outlives a change of the table, so that it is not asked again.

    A call does while there is a right one about the same cards: whoever searches them does not start anew
    because another card changed, or because somebody claimed them. Any other move is thought over after every
    change.
    """
    claim = rules.claim(state, seat, answer.move)
    if claim is None:
        return False
    if rules.claimant(state) is not None:
        return True
    open_to_it = (rules.claim(state, seat, move) for move in rules.moves(state, seat))
    return any(other is not None and other.cards == claim.cards for other in open_to_it)
