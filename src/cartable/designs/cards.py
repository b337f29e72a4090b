"""A deck of cards any two of which share exactly one symbol."""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import NewType

from cartable.designs.planes import difference_set, point_count
from cartable.designs.report import DeckReport, check

Card = NewType("Card", int)
Symbol = NewType("Symbol", int)


@dataclass(frozen=True)
class Deck:
    """The first cards of a projective plane: its lines are the cards, its points the symbols.

    The deck is one handful of numbers, its line; card n is that line shifted by n around the circle.
    """

    order: int
    line: tuple[int, ...]
    size: int

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"deck({self.order}, {self.size})"

    def __reduce__(self) -> tuple[object, tuple[int, int]]:
        return deck, (self.order, self.size)

    @cached_property
    def symbol_count(self) -> int:
        """How many symbols the whole plane has."""
        return point_count(self.order)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards in order."""
        return tuple(map(Card, range(self.size)))

    def symbols(self, card: Card) -> tuple[Symbol, ...]:
        """The symbols on a card, ascending."""
        return self._rows[card]

    def mask(self, card: Card) -> int:
        """The symbols on a card as the bits of a number."""
        return self._masks[card]

    def has(self, card: Card, symbol: Symbol) -> bool:
        """Whether a symbol is on a card."""
        return self._on_line[symbol - card]  # a negative index counts from the end, as around the circle

    def shared(self, a: Card, b: Card) -> Symbol:
        """The one symbol that two different cards share (DECK-1)."""
        if a == b:
            raise ValueError(f"card {a} shares all its symbols with itself: ask about two different cards")
        return self._circle[self._meetings[b - a] + a]

    def check(self) -> DeckReport:
        """Prove the deck correct, from every pair of its cards."""
        return check(self._rows)

    @cached_property
    def _circle(self) -> tuple[Symbol, ...]:
        """The symbols twice round, so that a point of the line and a shift add up without a remainder."""
        return tuple(map(Symbol, range(self.symbol_count))) * 2

    @cached_property
    def _meetings(self) -> tuple[int, ...]:
        """For every shift, the point of the line where the shifted line meets it."""
        table = [0] * self.symbol_count
        for a in self.line:
            for b in self.line:
                table[a - b] = a
        return tuple(table)

    @cached_property
    def _on_line(self) -> tuple[bool, ...]:
        points = set(self.line)
        return tuple(point in points for point in range(self.symbol_count))

    @cached_property
    def _rows(self) -> tuple[tuple[Symbol, ...], ...]:
        circle = self._circle
        return tuple(
            tuple(sorted([circle[point + card] for point in self.line])) for card in range(self.size)
        )

    @cached_property
    def _masks(self) -> tuple[int, ...]:
        count = self.symbol_count
        line = sum(1 << point for point in self.line)
        circle = (1 << count) - 1
        return tuple((line << card | line >> count - card) & circle for card in range(self.size))


@cache
def deck(order: int, cards: int | None = None) -> Deck:
    """Give the first cards of a plane, or all of them; NoPlane when there is none of that order."""
    line = _line(order)
    count = point_count(order)
    size = count if cards is None else cards
    if not 1 <= size <= count:
        raise ValueError(f"a deck of order {order} has 1 to {count} cards, not {size}")
    return _deck(order, line, size)


_line = cache(difference_set)
_deck = cache(Deck)
