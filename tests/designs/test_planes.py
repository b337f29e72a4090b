"""Difference sets, and the orders of which there is no plane."""

import pickle

import pytest

from cartable.designs import NoPlane, NoPlaneReason, deck, prime_power
from cartable.designs.planes import difference_set, is_perfect, point_count

ORDERS = [q for q in range(2, 129) if prime_power(q)]


@pytest.mark.rule("DECK-2")
@pytest.mark.parametrize("order", ORDERS)
def test_every_prime_power_has_a_line_with_every_difference_once(order: int) -> None:
    line = difference_set(order)
    assert len(line) == order + 1
    assert line[:2] == (0, 1)
    assert list(line) == sorted(line)
    assert is_perfect(line, point_count(order))


def test_a_difference_that_comes_twice_is_noticed() -> None:
    assert is_perfect([0, 1, 3], 7)
    assert not is_perfect([0, 1, 2], 7)
    assert not is_perfect([0, 1, 8], 7)
    assert not is_perfect([0, 1, 3], 8)
    assert not is_perfect([0, 1, 2, 3], 7)
    assert not is_perfect([0, 0, 1], 7)
    assert not is_perfect([], 7)


@pytest.mark.rule("DECK-3")
@pytest.mark.parametrize(
    ("order", "reason", "below", "above"),
    [
        (-1, NoPlaneReason.SMALL, None, 2),
        (0, NoPlaneReason.SMALL, None, 2),
        (1, NoPlaneReason.SMALL, None, 2),
        (6, NoPlaneReason.IMPOSSIBLE, 5, 7),
        (10, NoPlaneReason.SEARCHED, 9, 11),
        (12, NoPlaneReason.OPEN, 11, 13),
        (14, NoPlaneReason.IMPOSSIBLE, 13, 16),
        (15, NoPlaneReason.OPEN, 13, 16),
        (18, NoPlaneReason.OPEN, 17, 19),
        (20, NoPlaneReason.OPEN, 19, 23),
        (21, NoPlaneReason.IMPOSSIBLE, 19, 23),
        (22, NoPlaneReason.IMPOSSIBLE, 19, 23),
        (26, NoPlaneReason.OPEN, 25, 27),
        (33, NoPlaneReason.IMPOSSIBLE, 32, 37),
        (126, NoPlaneReason.IMPOSSIBLE, 125, 127),
    ],
)
def test_an_order_without_a_plane_is_refused_with_the_nearest_that_work(
    order: int, reason: NoPlaneReason, below: int | None, above: int
) -> None:
    with pytest.raises(NoPlane) as refusal:
        deck(order)
    error = refusal.value
    assert (error.order, error.reason, error.below, error.above) == (order, reason, below, above)
    assert isinstance(error, ValueError)
    assert f"order {order}:" in str(error)
    assert f"{above} work" in str(error)
    assert below is None or f" {below} and " in str(error)


@pytest.mark.rule("DECK-3")
def test_bruck_and_ryser_rule_out_what_they_are_known_to_and_no_prime_power() -> None:
    impossible = [n for n in range(2, 80) if NoPlane(n).reason is NoPlaneReason.IMPOSSIBLE]
    # OEIS A022544, as far as its terms leave 1 or 2 when divided by 4
    assert impossible == [6, 14, 21, 22, 30, 33, 38, 42, 46, 54, 57, 62, 66, 69, 70, 77, 78]
    assert not any(map(prime_power, impossible))


@pytest.mark.rule("DECK-3")
def test_the_reason_is_said_in_the_message() -> None:
    assert str(NoPlane(6)) == "no deck of order 6: proved impossible by Bruck and Ryser; 5 and 7 work"
    assert "computer search" in str(NoPlane(10))
    assert "nobody knows" in str(NoPlane(12))
    assert str(NoPlane(1)) == "no deck of order 1: the smallest order is 2; 2 works"


def test_a_refusal_survives_the_way_to_another_process() -> None:
    error = pickle.loads(pickle.dumps(NoPlane(14)))
    assert (str(error), error.reason) == (str(NoPlane(14)), NoPlaneReason.IMPOSSIBLE)
