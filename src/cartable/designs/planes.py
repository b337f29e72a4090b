"""Projective planes by Singer's theorem: one perfect difference set, shifted around a circle.

The points of a plane of order q can be numbered around a circle of q² + q + 1 places so that its lines are
the shifts of a single line. In that line every difference around the circle occurs exactly once; for two
shifts of it this says that they meet exactly once.
"""

from collections.abc import Sequence
from enum import StrEnum
from itertools import product
from math import isqrt

from cartable.designs.fields import Field, field, prime_power

SEARCHED = 10  # Lam, Thiel and Swiercz, 1989


class NoPlaneReason(StrEnum):
    """Why there is no plane of an order to build; also the key of the sentence that says so."""

    SMALL = "small"
    IMPOSSIBLE = "impossible"
    SEARCHED = "searched"
    OPEN = "open"


_SENTENCES = {
    NoPlaneReason.SMALL: "the smallest order is 2",
    NoPlaneReason.IMPOSSIBLE: "proved impossible by Bruck and Ryser",
    NoPlaneReason.SEARCHED: "an exhaustive computer search found none",
    NoPlaneReason.OPEN: "nobody knows whether one exists",
}


class NoPlane(ValueError):
    """An order of which no plane can be built, with the nearest orders that work (DECK-3)."""

    def __init__(self, order: int) -> None:
        super().__init__(order)
        self.order = order
        self.below = next((n for n in range(order - 1, 1, -1) if prime_power(n)), None)
        above = max(order + 1, 2)
        while prime_power(above) is None:
            above += 1
        self.above = above
        self.reason = _reason(order)

    def __str__(self) -> str:
        nearest = f"{self.above} works" if self.below is None else f"{self.below} and {self.above} work"
        return f"no deck of order {self.order}: {_SENTENCES[self.reason]}; {nearest}"


def point_count(order: int) -> int:
    """Count the points of a plane, which are as many as its lines."""
    return order * order + order + 1


def difference_set(order: int) -> tuple[int, ...]:
    """Find the line through points 0 and 1 of which all others are shifts; NoPlane when there is none.

    Take a cubic x³ = a·x² + b·x + c over GF(q) and follow the sequence with that recurrence from 0, 0, 1.
    Three consecutive terms are a point of the plane, one step is a symmetry of it, and the terms that
    are 0 mark a line. If the walk meets all the points before it is back, the symmetry turns the whole
    plane round one circle.
    """
    if prime_power(order) is None:
        raise NoPlane(order)
    gf = field(order)  # DECK-2
    units = range(1, order)
    walks = (_zeros(gf, *cubic) for cubic in product(range(order), units, units) if not _has_root(gf, *cubic))
    return next(zeros for length, zeros in walks if length == point_count(order))


def is_perfect(line: Sequence[int], points: int) -> bool:
    """Return whether every difference around a circle of points occurs exactly once in a line.

    The k points of a line have k(k-1) differences besides 0; where these are as many as the circle has
    places besides 0 and every place is hit, none is hit twice.
    """
    size = len(line)
    return size * (size - 1) + 1 == points == len({(a - b) % points for a in line for b in line})


def _has_root(gf: Field, a: int, b: int, c: int) -> bool:
    """Return whether the cubic has a root, without which it is irreducible."""
    plus, times = gf.plus, gf.times
    return any(
        times[t][times[t][t]] == plus[times[t][plus[times[t][a]][b]]][c] for t in range(1, gf.order)
    )  # 0 is no root, as c is not 0


def _zeros(gf: Field, a: int, b: int, c: int) -> tuple[int, tuple[int, ...]]:
    """Follow the sequence until 0, 0 comes again; give the length of the walk and the places of its zeros."""
    plus, by_a, by_b, by_c = gf.plus, gf.times[a], gf.times[b], gf.times[c]
    first, second, third = 0, 1, a
    place, zeros = 1, [0]
    while first or second:
        if not first:
            zeros.append(place)
        first, second, third = second, third, plus[plus[by_a[third]][by_b[second]]][by_c[first]]
        place += 1
    return place, tuple(zeros)


def _reason(order: int) -> NoPlaneReason:
    if order < 2:
        return NoPlaneReason.SMALL
    if order % 4 in (1, 2) and not _is_sum_of_two_squares(order):
        return NoPlaneReason.IMPOSSIBLE
    return NoPlaneReason.SEARCHED if order == SEARCHED else NoPlaneReason.OPEN


def _is_sum_of_two_squares(number: int) -> bool:
    return any(isqrt(rest := number - a * a) ** 2 == rest for a in range(isqrt(number) + 1))
