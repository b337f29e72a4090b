"""Kirkman's schoolgirls: fifteen walk in threes on seven days, every two together exactly once."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, combinations, product
from typing import TypeVar

from cartable.designs.fields import field

GIRLS = 15
DAYS = 7
ABREAST = 3

Trio = tuple[int, ...]
Day = tuple[Trio, ...]
P = TypeVar("P")


@cache
def schoolgirls() -> tuple[Day, ...]:
    """Arrange the walks of the girls 0 to 14.

    The girls are the numbers 1 to 15 in binary, less one, and a row is three numbers of which each is the
    exclusive or of the other two: so any two girls are in exactly one row. Read as an element of GF(8),
    the last three bits can be multiplied by a primitive element; this turns rows into rows, in circles of
    seven. One day with a row from each circle, turned seven times, uses up every row.
    """
    # DECK-7: every two girls in one row exactly once.
    circles: dict[frozenset[Trio], None] = {}
    for a, b in combinations(range(1, GIRLS + 1), 2):
        circles[frozenset(_turned((a, b, a ^ b), day) for day in range(DAYS))] = None
    first, *others = (sorted(circle) for circle in circles)
    start = next(rows for rows in product(first[:1], *others) if len(set(chain.from_iterable(rows))) == GIRLS)
    return tuple(
        tuple(sorted(tuple(girl - 1 for girl in _turned(row, day)) for row in start)) for day in range(DAYS)
    )


def is_kirkman(days: Iterable[Day]) -> bool:
    """Return whether everyone walks every day, three in a row, and every two together exactly once."""
    days = list(days)
    girls = list(range(GIRLS))
    together = Counter(pair for day in days for row in day for pair in combinations(sorted(row), 2))
    return (
        all(len(row) == ABREAST for day in days for row in day)
        and all(sorted(chain.from_iterable(day)) == girls for day in days)
        and together == Counter(combinations(girls, 2))
    )


def seating(people: Sequence[P]) -> tuple[tuple[tuple[P, ...], ...], ...]:
    """Seat up to 15 people at 5 tables for 7 rounds so that every two sit together exactly once.

    With fewer than 15 some places stay empty, so a table may have two people, one or none.
    """
    if len(people) > GIRLS:
        raise ValueError(f"{len(people)} people are too many: there are {GIRLS} places")
    # The lowest girls have rows among themselves: leaving their places empty, few people sit alone.
    empty = GIRLS - len(people)
    return tuple(
        tuple(tuple(people[girl - empty] for girl in row if girl >= empty) for row in day)
        for day in schoolgirls()
    )


def _turned(row: Trio, times: int) -> Trio:
    """Multiply the last three bits of every number by a power of the primitive element."""
    gf = field(8)
    by = gf.times[gf.powers[times]]
    return tuple(sorted(girl & 8 | by[girl & 7] for girl in row))
