"""Finite fields against their axioms."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cartable.designs import field, prime_power

ORDERS = [q for q in range(2, 129) if prime_power(q)]


def _obeys_the_axioms(order: int, a: int, b: int, c: int) -> bool:
    plus, times = field(order).plus, field(order).times
    return (
        plus[a][0] == a == times[a][1]
        and plus[a][b] == plus[b][a]
        and times[a][b] == times[b][a]
        and plus[plus[a][b]][c] == plus[a][plus[b][c]]
        and times[times[a][b]][c] == times[a][times[b][c]]
        and times[a][plus[b][c]] == plus[times[a][b]][times[a][c]]
    )


@pytest.mark.rule("DECK-2")
@pytest.mark.parametrize("order", [q for q in ORDERS if q <= 9])
def test_every_three_elements_of_a_small_field_obey_the_axioms(order: int) -> None:
    assert all(_obeys_the_axioms(order, *three) for three in product(range(order), repeat=3))


@pytest.mark.rule("DECK-2")
@settings(max_examples=200)
@given(st.data())
def test_any_three_elements_of_a_large_field_obey_the_axioms(data: st.DataObject) -> None:
    order = data.draw(st.sampled_from(ORDERS))
    element = st.integers(0, order - 1)
    assert _obeys_the_axioms(order, data.draw(element), data.draw(element), data.draw(element))


@pytest.mark.rule("DECK-2")
@pytest.mark.parametrize("order", ORDERS)
def test_in_a_field_one_can_subtract_and_divide(order: int) -> None:
    gf = field(order)
    elements = set(range(order))
    assert all(set(row) == elements for row in gf.plus)
    assert all(set(row[1:]) == elements - {0} for row in gf.times[1:])
    assert set(gf.times[0]) == {0}


@pytest.mark.parametrize("order", ORDERS)
def test_the_powers_are_those_of_one_element_and_meet_all_but_zero(order: int) -> None:
    gf = field(order)
    step = gf.times[gf.powers[1 % (order - 1)]]
    assert set(gf.powers) == set(range(1, order))
    assert gf.powers[0] == 1
    assert all(
        step[power] == following for power, following in zip(gf.powers, (*gf.powers[1:], 1), strict=True)
    )


@pytest.mark.parametrize("prime", [2, 3, 5, 7, 127])
def test_a_field_of_prime_order_counts_modulo_the_prime(prime: int) -> None:
    gf = field(prime)
    for a, b in product(range(prime), repeat=2):
        assert gf.plus[a][b] == (a + b) % prime
        assert gf.times[a][b] == a * b % prime


@pytest.mark.rule("DECK-2")
def test_in_the_field_of_eight_a_sum_of_two_equals_is_zero_unlike_modulo_eight() -> None:
    gf = field(8)
    assert (gf.prime, gf.degree) == (2, 3)
    assert all(gf.plus[a][a] == 0 for a in range(8))
    assert any(a * b % 8 == 0 for a, b in product(range(1, 8), repeat=2))
    assert all(gf.times[a][b] for a, b in product(range(1, 8), repeat=2))


def test_a_prime_power_is_told_with_its_prime_and_degree() -> None:
    found = {q: prime_power(q) for q in (-4, 0, 1, 2, 6, 7, 8, 12, 81, 100, 121, 125, 128)}
    assert found == {
        **dict.fromkeys((-4, 0, 1, 6, 12, 100)),
        2: (2, 1),
        7: (7, 1),
        8: (2, 3),
        81: (3, 4),
        121: (11, 2),
        125: (5, 3),
        128: (2, 7),
    }


def test_a_field_of_six_is_refused() -> None:
    with pytest.raises(ValueError, match="power of a prime"):
        field(6)
