"""The proof that a deck is correct: every pair of cards, from the cards themselves."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set

import msgspec

from cartable.designs.planes import is_perfect


class DeckReport(msgspec.Struct, frozen=True):
    """What a look at every pair of cards has found."""

    cards: int
    symbols: int
    """How many different symbols are on the cards."""
    per_card: tuple[int, ...]
    """The different numbers of symbols on a card, ascending: just one in a correct deck."""
    pairs: int
    """How many pairs of cards were checked: all of them."""
    apart: int
    """How many pairs share no symbol."""
    doubled: int
    """How many pairs share two symbols or more."""
    wrong: tuple[int, int] | None
    """The first pair that does not share exactly one symbol."""
    appearances: dict[int, int]
    """For each number of cards, most first, how many symbols are on that many."""
    differences: bool
    """Whether the cards are shifts of one perfect difference set, a second proof of its own."""

    @property
    def right(self) -> bool:
        """Whether all cards have as many symbols and any two share exactly one (DECK-1)."""
        return self.wrong is None and len(self.per_card) == 1


def check(cards: Sequence[Iterable[int]]) -> DeckReport:
    """Check every pair of cards and report on them.

    For each symbol, one number has a bit for every card that shows it. To meet all the other cards at once, a
    card goes through the numbers of its symbols, keeping the bits seen once or more and those seen twice or
    more. No pair is left out and nothing is sampled or assumed of the cards, so this is exact: a bit never
    seen is a card that shares nothing, a bit seen twice is a card that shares two symbols or more.
    """
    rows = [frozenset(card) for card in cards]
    shown: defaultdict[int, int] = defaultdict(int)
    for number, row in enumerate(rows):
        for symbol in row:
            shown[symbol] |= 1 << number
    everyone = (1 << len(rows)) - 1
    apart = doubled = 0
    wrong = None
    for number, row in enumerate(rows):
        once = twice = 0
        for symbol in row:
            twice |= once & shown[symbol]
            once |= shown[symbol]
        itself = 1 << number
        never = everyone & ~(once | itself)
        twice &= ~itself
        apart += never.bit_count()
        doubled += twice.bit_count()
        if wrong is None and (faults := never | twice):
            wrong = (number, (faults & -faults).bit_length() - 1)
    appearances = Counter(map(int.bit_count, shown.values()))
    return DeckReport(
        cards=len(rows),
        symbols=len(shown),
        per_card=tuple(sorted({len(row) for row in rows})),
        pairs=len(rows) * (len(rows) - 1) // 2,
        apart=apart // 2,
        doubled=doubled // 2,
        wrong=wrong,
        appearances=dict(sorted(appearances.items(), reverse=True)),
        differences=_are_shifts(rows),
    )


def _are_shifts(rows: Sequence[Set[int]]) -> bool:
    line = sorted(rows[0]) if rows else []
    points = len(line) * (len(line) - 1) + 1
    return is_perfect(line, points) and all(
        row == {(point + shift) % points for point in line} for shift, row in enumerate(rows)
    )
