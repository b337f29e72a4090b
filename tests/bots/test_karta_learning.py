"""How the weights of the Karta Doppio bot come about."""

from __future__ import annotations

import pytest

from cartable.bots.compiled import blank, fractions
from cartable.bots.karta.board import LAST, MIDDLE, SIDE, STAMPS, WINDOWS, backwards, weighed
from cartable.bots.karta.learning import FINE, adjust, beginner, chances, learn
from cartable.bots.karta.search import BOTTOM, DOTS, FRAME, LEFT, LINE, RIGHT, TOP, KartaMind, mind, step
from cartable.bots.karta.weights import _TEXT, DOT, ROW, TOKEN, UNIT, WEIGHTS, _weights, written
from cartable.core import seed_of

ALL = ROW * (LAST + 2)
"""How many weights all turns have."""

TURN = 2
FRAME_OF_IT = FRAME * TURN


def two_cards() -> KartaMind:
    """Return a mind that knows nothing, after two cards without a line."""
    thinking = mind(0x00FF, 0xFF00, (), 0)._replace(weights=blank(ALL, "int32"))
    step(thinking, 0, MIDDLE * STAMPS + 1)
    step(thinking, 1, (MIDDLE + 3 * SIDE) * STAMPS + 8 * 8)
    return thinking


def guess(thinking: KartaMind) -> float:
    """Return red's chances after the two cards."""
    left, top, right, bottom = (thinking.frames[FRAME_OF_IT + side] for side in (LEFT, TOP, RIGHT, BOTTOM))
    windows = weighed(thinking.grid, thinking.weights, ROW * TURN, left, top, right, bottom)
    dots = thinking.frames[FRAME_OF_IT + DOTS] * thinking.weights[ROW * TURN + DOT]
    return chances((windows + dots) / (FINE * UNIT))


@pytest.mark.parametrize("aim", [0.1, 0.5, 0.8])
def test_a_position_is_drawn_towards_its_aim(aim: float) -> None:
    thinking, moved, found = two_cards(), fractions(ALL), blank(ROW)
    assert guess(thinking) == 0.5
    for _ in range(60):
        adjust(thinking, TURN, aim, moved, found)
    assert guess(thinking) == pytest.approx(aim, abs=0.02)
    assert not any(found)


def test_windows_are_learnt_from_either_end_alike_and_for_their_turn_alone() -> None:
    thinking = two_cards()
    adjust(thinking, TURN, 1.0, fractions(ALL), blank(ROW))
    row = thinking.weights[ROW * TURN : ROW * TURN + WINDOWS]
    assert any(row)
    assert all(weight == row[backwards(window)] for window, weight in enumerate(row))
    assert not any(thinking.weights[: ROW * TURN])
    assert not any(thinking.weights[ROW * (TURN + 1) :])


def test_the_same_seed_teaches_the_same() -> None:
    learnt = learn([0] * ALL, 1, seed_of(3))
    assert any(learnt)
    assert learnt == learn([0] * ALL, 1, seed_of(3))


def test_nothing_is_learnt_from_no_games() -> None:
    assert learn(list(map(int, WEIGHTS)), 0, b"") == list(WEIGHTS)


def test_weights_are_written_as_they_are_read() -> None:
    assert list(_weights(written(WEIGHTS))) == list(WEIGHTS) == list(_weights(_TEXT))


def test_a_beginner_counts_tokens_and_then_dots_and_nothing_else() -> None:
    weights = beginner()
    assert len(weights) == ALL
    for turn in range(LAST + 2):
        assert weights[ROW * turn + TOKEN] == LINE * weights[ROW * turn + DOT] == UNIT
    assert sum(map(bool, weights)) == 2 * (LAST + 2)
