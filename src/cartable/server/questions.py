"""Questions that a game answers beside its moves, such as where a card may lie.

A game with too many moves to send, or more to tell of them, has a `Questions` here.
"""

from __future__ import annotations

from typing import Any, Protocol

from msgspec import Struct

from cartable.core import Refused, Rules, Seat, Series
from cartable.games.catatac import Catatac, Turns
from cartable.games.catatac.state import State
from cartable.games.karta import Karta, Outlook, outlook
from cartable.games.karta.cards import Card
from cartable.games.karta.position import Position

AnyRules = Rules[Any, Any, Any, Any]


class Questions(Protocol):
    """What may be asked of one kind of rules."""

    question_type: Any
    answer_type: Any
    instead: bool
    """Whether one asks instead of being told one's moves, which are too many."""

    def answer(self, state: Any, seat: Seat, question: Any) -> Any:
        """Answer from what the seat may see; raise Refused where it may not ask that."""
        ...


class Where(Struct, frozen=True, forbid_unknown_fields=True, tag="where"):
    """Where may this card lie, turned so?"""

    card: Card
    turned: int
    over: bool


class KartaQuestions:
    """Karta Doppio: every place for a card, with what it does there, and the rule that forbids the others."""

    question_type: Any = Where
    answer_type: Any = Outlook
    instead = True

    def answer(self, state: Position, seat: Seat, question: Where) -> Outlook:
        if seat != state.turn:
            raise Refused("KARTA-5", "karta.turn")
        return outlook(state, question.card, question.turned, question.over)


class What(Struct, frozen=True, forbid_unknown_fields=True, tag="what"):
    """What could be done now with the cards in hand, or with the card just laid?"""


class CatatacQuestions:
    """CATATAC: every whole turn with each card of its own hand, and where the yarn would go."""

    question_type: Any = What
    answer_type: Any = Turns
    instead = False

    def answer(self, state: State, seat: Seat, question: What) -> Turns:
        return Catatac().turns(state, seat)


def questions(rules: AnyRules) -> Questions | None:
    """Return what may be asked of a game, or None where its moves say all."""
    inner = rules.plan.every()[0] if isinstance(rules, Series) else rules
    if isinstance(inner, Catatac):
        return CatatacQuestions()
    return KartaQuestions() if isinstance(inner, Karta) else None
