"""Chance depends on the seed and the number alone, and is fair."""

from __future__ import annotations

from collections import Counter

import pytest

from cartable.core import Chance, seed_of


def test_the_same_seed_and_number_draw_the_same_on_every_python() -> None:
    chance = Chance(seed_of(7), 3)
    assert [chance.below(100) for _ in range(8)] == [9, 84, 95, 34, 86, 36, 30, 55]
    assert Chance(seed_of(7), 3).shuffled("abcdef") == list("edcafb")


def test_another_number_or_seed_draws_something_else() -> None:
    def drawn(seed: int, number: int) -> list[int]:
        chance = Chance(seed_of(seed), number)
        return [chance.below(1000) for _ in range(10)]

    assert len({tuple(drawn(seed, number)) for seed in range(10) for number in range(10)}) == 100


def test_every_number_is_equally_likely() -> None:
    chance = Chance(seed_of(1), 0)
    counts = Counter(chance.below(6) for _ in range(6000))
    # Chi-square with five degrees of freedom stays under 20.5 in 999 of 1,000 fair series.
    assert sum((counts[n] - 1000) ** 2 / 1000 for n in range(6)) < 20.5


def test_every_order_is_equally_likely() -> None:
    chance = Chance(seed_of(2), 0)
    counts = Counter(tuple(chance.shuffled("abc")) for _ in range(6000))
    assert len(counts) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5


def test_a_long_series_goes_on_past_one_block() -> None:
    chance = Chance(seed_of(3), 0)
    assert len({chance.below(1 << 200) for _ in range(20)}) == 20


def test_a_choice_is_one_of_the_items() -> None:
    chance = Chance(seed_of(4), 0)
    assert {chance.choice("xyz") for _ in range(50)} == set("xyz")
    assert chance.below(1) == 0


def test_drawing_below_nothing_is_an_error_that_says_what_to_ask() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Chance(b"", 0).below(0)
