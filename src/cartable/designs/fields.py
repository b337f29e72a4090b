"""Finite fields: adding and multiplying in GF(q) by table."""

from functools import cache
from math import isqrt

import msgspec

Operation = tuple[tuple[int, ...], ...]


class Field(msgspec.Struct, frozen=True):
    """The field GF(order), whose elements are the numbers below its order.

    The base-prime digits of an element are the coefficients of a polynomial, so 0 and 1 are themselves,
    and in a field of prime order the arithmetic is that of the integers modulo the prime.
    """

    order: int
    prime: int
    degree: int
    plus: Operation
    times: Operation
    powers: tuple[int, ...]
    """The powers of a primitive element, from 1 on: every element but 0, each once."""


@cache
def field(order: int) -> Field:
    """Build GF(order); a ValueError when the order is not a prime power."""
    factors = prime_power(order)
    if factors is None:
        raise ValueError(f"GF({order}) does not exist: the order of a field is a power of a prime")
    prime, degree = factors
    plus = _sums(prime, degree)
    powers = _powers(prime, plus)
    return Field(order, prime, degree, plus, _products(powers), powers)


def prime_power(order: int) -> tuple[int, int] | None:
    """Write an order as (prime, degree), or None when it is not a prime power."""
    if order < 2:
        return None
    prime = next((d for d in range(2, isqrt(order) + 1) if order % d == 0), order)
    degree = 0
    while order % prime == 0:
        order //= prime
        degree += 1
    return (prime, degree) if order == 1 else None


def _sums(prime: int, degree: int) -> Operation:
    digit = tuple(tuple((a + b) % prime for b in range(prime)) for a in range(prime))
    table = digit
    for _ in range(degree - 1):
        table = tuple(
            tuple(high * prime + low for high in highs for low in lows) for highs in table for lows in digit
        )
    return table


def _powers(prime: int, plus: Operation) -> tuple[int, ...]:
    """Find a polynomial x^degree - tail for which the powers of x meet every element but 0.

    That polynomial is primitive, and nothing else needs testing: if the powers of x are all the nonzero
    polynomials of lower degree, each of these has an inverse.
    """
    # A tail without a constant term is divisible by x: its walk would never come back to 1.
    tails = (tail for tail in range(1, len(plus)) if tail % prime)
    walks = (_walk(prime, tail, plus) for tail in tails)
    return next(walk for walk in walks if len(walk) == len(plus) - 1)


def _walk(prime: int, tail: int, plus: Operation) -> tuple[int, ...]:
    """Multiply 1 by x until it is 1 again, where x^degree is the tail."""
    top = len(plus) // prime
    carries = [0]
    for _ in range(prime - 1):
        carries.append(plus[carries[-1]][tail])
    walk = [1]
    while (step := plus[walk[-1] % top * prime][carries[walk[-1] // top]]) != 1:
        walk.append(step)
    return tuple(walk)


def _products(powers: tuple[int, ...]) -> Operation:
    order = len(powers) + 1
    logs = sorted(range(order - 1), key=powers.__getitem__)
    twice = powers * 2
    zero = (0,) * order
    return zero, *((0, *(twice[a + b] for b in logs)) for a in logs)
