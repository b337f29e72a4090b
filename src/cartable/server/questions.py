"""Questions that a game answers beside its moves, such as where a card may lie.

A game with too many moves to send has a `Questions` here: clients then ask instead of being told.
"""

from __future__ import annotations

from typing import Any, Protocol

from msgspec import Struct

from cartable.core import Refused, Rules, Seat, Series
from cartable.games.karta import Karta
from cartable.games.karta.cards import Card
from cartable.games.karta.position import Position, Spot, places

AnyRules = Rules[Any, Any, Any, Any]


class Questions(Protocol):
    """What may be asked of one kind of rules."""

    question_type: Any
    answer_type: Any

    def answer(self, state: Any, seat: Seat, question: Any) -> Any:
        """Answer from what the seat may see; raise Refused where it may not ask that."""
        ...


class Where(Struct, frozen=True, forbid_unknown_fields=True, tag="where"):
    """Where may this card lie, turned so?"""

    card: Card
    turned: int
    over: bool


class KartaQuestions:
    """Karta Doppio: every place for a card, with what it captures, locks and earns there."""

    question_type: Any = Where
    answer_type: Any = list[Spot]

    def answer(self, state: Position, seat: Seat, question: Where) -> list[Spot]:
        if seat != state.turn:
            raise Refused("KARTA-5", "karta.turn")
        return places(state, question.card, question.turned, question.over)


def questions(rules: AnyRules) -> Questions | None:
    """Return what may be asked of a game, or None where its moves say all."""
    inner = rules.plan.every()[0] if isinstance(rules, Series) else rules
    return KartaQuestions() if isinstance(inner, Karta) else None


def at_hand(rules: AnyRules, state: Any) -> Any:
    """Return the state that questions are about: in a series, that of the game being played."""
    return state.game if isinstance(rules, Series) else state
