"""Finite fields: adding and multiplying in GF(q) by table."""

from functools import cache
from math import isqrt

import msgspec

Table = tuple[tuple[int, ...], ...]


class Field(msgspec.Struct, frozen=True):
    """The field GF(order), whose elements are the numbers below its order.

    The base-prime digits of an element are the coefficients of a polynomial, so 0 and 1 are themselves,
    and in a field of prime order the arithmetic is that of the integers modulo the prime.
    """

    order: int
    prime: int
    degree: int
    plus: Table
    times: Table
    powers: tuple[int, ...]
    """The powers of a primitive element, from 1 on: every element but 0, each once."""


@cache
def field(order: int) -> Field:
    """Build GF(order); a ValueError when the order is no prime power."""
    factors = prime_power(order)
    if factors is None:
        raise ValueError(f"GF({order}) does not exist: the order of a field is a power of a prime")
    prime, degree = factors
    plus = _sums(prime, degree)
    powers = _powers(prime, degree, plus)
    return Field(order, prime, degree, plus, _products(powers), powers)


def prime_power(order: int) -> tuple[int, int] | None:
    """Write an order as (prime, degree), or None when it is no prime power."""
    if order < 2:
        return None
    prime = next((d for d in range(2, isqrt(order) + 1) if order % d == 0), order)
    degree = 0
    while order % prime == 0:
        order //= prime
        degree += 1
    return (prime, degree) if order == 1 else None


def _sums(prime: int, degree: int) -> Table:
    digit = tuple(tuple((a + b) % prime for b in range(prime)) for a in range(prime))
    table = digit
    for _ in range(degree - 1):
        table = tuple(
            tuple(high * prime + low for high in highs for low in lows) for highs in table for lows in digit
        )
    return table


def _powers(prime: int, degree: int, plus: Table) -> tuple[int, ...]:
    """Walk the powers of x for every monic polynomial x^degree - tail until one walk meets all but 0.

    That polynomial is primitive, and nothing else needs testing: if the powers of x are all the nonzero
    polynomials of lower degree, each of these has an inverse.
    """
    order = prime**degree
    top = order // prime
    # A tail without a constant term is divisible by x: its walk would never come back to 1.
    for tail in (t for t in range(1, order) if t % prime):
        carries = [0]
        for _ in range(prime - 1):
            carries.append(plus[carries[-1]][tail])
        walk = [1]
        while (step := plus[walk[-1] % top * prime][carries[walk[-1] // top]]) != 1:
            walk.append(step)
        if len(walk) == order - 1:
            break
    return tuple(walk)


def _products(powers: tuple[int, ...]) -> Table:
    order = len(powers) + 1
    logs = sorted(range(order - 1), key=powers.__getitem__)
    twice = powers * 2
    zero = (0,) * order
    return zero, *((0, *(twice[a + b] for b in logs)) for a in logs)
