"""Bots that find matches as people do: in a human time, now and then wrong, not always in the best place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeAlias, TypeVar

from cartable.bots.reflex.times import LEVELS, Level
from cartable.core import Answer, Chance, Millis, Move, Sight, View
from cartable.designs import Card
from cartable.games.reflex.calls import Call
from cartable.games.reflex.state import deck_of

M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=View)
B = TypeVar("B")

Worth: TypeAlias = tuple[int, ...]
"""What a call is worth; the first numbers that differ decide."""

GLANCE: Final = 600
"""Milliseconds that someone looks at one card to know it again."""

__all__ = ["GLANCE", "LEVELS", "Level", "Reflex", "Worth", "by_level"]


class Reflex(ABC, Generic[M, V]):
    """Chooses where to play, searches those cards, and calls what it finds there.

    It looks at its own card first and then around the table, a glance a card; of a card that it knows, half
    the symbols need no second look. Each box says what its calls are worth and which cards one has to search.
    """

    def __init__(self, name: str, level: Level) -> None:
        self.name = name
        self.level = level

    def answer(self, sight: Sight[M, V], chance: Chance, stop: Callable[[], bool]) -> Answer[M | Call] | None:
        moves = sight.moves()
        calls: list[Call] = [move for move in moves if isinstance(move, Call)]
        sees = chance.below(100) < self.level.wit
        if not calls:
            return self.assist(sight, moves, chance) if sees else None
        call = chance.choice(self.best(sight, calls) if sees else calls)
        delay = self.delay(sight, call, chance)
        slips = chance.below(1000) < self.level.slips
        return Answer(_slip(sight, call, chance) if slips else call, delay)

    def best(self, sight: Sight[M, V], calls: Sequence[Call]) -> list[Call]:
        """Return the most valuable of a seat's right calls."""
        value = self.worth(sight, calls)
        worths = [value(call) for call in calls]
        most = max(worths)
        return [call for call, of in zip(calls, worths, strict=True) if of == most]

    def delay(self, sight: Sight[M, V], call: Call, chance: Chance) -> Millis:
        """Draw how long it takes to find a call."""
        return self.level.time(self.items(sight, call), chance)

    def items(self, sight: Sight[M, V], call: Call) -> int:
        """Count the symbols that have to be looked at before the call."""
        each = deck_of(sight.setup).order + 1
        own, compared = self.searched(sight, call)
        known = sum(_known(sight, card, own) for card in compared)
        return each * len(compared) - each // 2 * known

    @abstractmethod
    def worth(self, sight: Sight[M, V], calls: Sequence[Call]) -> Callable[[Call], Worth]:
        """Return a function that says how much each of these right calls is worth to the seat."""

    @abstractmethod
    def searched(self, sight: Sight[M, V], call: Call) -> tuple[Card, Sequence[Card]]:
        """Return the seat's own card, and all the cards that have to be searched for the call."""

    def assist(self, sight: Sight[M, V], moves: Sequence[M], chance: Chance) -> Answer[M | Call] | None:
        """Return what to do if the seat has no right call: usually nothing."""
        return None


def by_level(bot: Callable[[str, Level], B]) -> dict[str, B]:
    """Return a bot for each level and for each age."""
    ages = {"easy": "child8", "medium": "casual", "hard": "regular", "expert": "expert"}
    ages |= {age: age for age in LEVELS if age != "expert"}
    return {name: bot(name, LEVELS[age]) for name, age in ages.items()}


def _known(sight: Sight[M, V], card: Card, own: Card) -> bool:
    """Return whether a card has lain there long enough to have been looked at."""
    glances = 1 if card == own else len(sight.lain)
    return card in sight.lain and sight.lain[card] >= GLANCE * glances


def _slip(sight: Sight[M, V], call: Call, chance: Chance) -> Call:
    """Return the call with another symbol of its first card, which the others do not all have."""
    others = [symbol for symbol in deck_of(sight.setup).symbols(call.cards[0]) if symbol != call.symbol]
    return Call(chance.choice(others), call.cards)
