"""Asking: a server asks rivals as long as it has time for it."""

from __future__ import annotations

from cartable.core import Millis
from cartable.server.asking import Asking


def held(asking: Asking, start: int, seconds: int, a_second: int) -> list[bool]:
    """Let calls be held at even times; return of each whether its rivals are asked."""
    step = 1000 / a_second
    return [asking.held(Millis(start + int(n * step))) for n in range(seconds * a_second)]


def test_everybody_is_asked_where_few_calls_are_held() -> None:
    assert all(held(Asking(), 1_000_000, 60, Asking.MOST - 10))


def test_nobody_is_asked_from_so_many_calls_a_second_on_until_they_are_fewer_again() -> None:
    asking = Asking()
    many = held(asking, 1_000_000, 60, Asking.MOST + 10)
    assert many.index(False) <= (Asking.MOST + 10) * (Asking.WINDOW + 1)
    assert not any(many[many.index(False) :])
    assert not any(held(asking, 1_060_000, 60, Asking.AGAIN + 10)), "it keeps to its mind"
    few = held(asking, 1_120_000, 60, Asking.AGAIN - 10)
    assert all(few[(Asking.AGAIN - 10) * Asking.WINDOW * 2 :])


def test_after_a_while_without_a_call_everybody_is_asked_again() -> None:
    asking = Asking()
    assert not held(asking, 1_000_000, 20, 2 * Asking.MOST)[-1]
    assert asking.held(Millis(2_000_000))
