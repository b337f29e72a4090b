"""When commits begin."""

from __future__ import annotations

import pytest

from cartable.server.gathering import Gathering


def waits(apart: float, appends: int, gathering: Gathering | None = None) -> float:
    """Return how long a commit must wait right after two hundred others, so many seconds apart."""
    gathering = gathering or Gathering()
    now = 100.0
    for _ in range(200):
        now += apart
        gathering.begin(now, appends)
    return gathering.wait(now)


def test_a_quiet_server_commits_at_once() -> None:
    assert Gathering().wait(100.0) == 0
    assert waits(apart=0.001, appends=1) == 0
    assert waits(apart=1.0, appends=50) == 0


def test_a_busy_one_gathers_and_the_longer_the_more_there_is() -> None:
    assert waits(apart=0.001, appends=4) == pytest.approx(0.004)
    assert waits(apart=0.001, appends=8) == pytest.approx(0.008)
    assert waits(apart=0.001, appends=100) == pytest.approx(Gathering.MOST)


def test_it_commits_at_once_again_when_the_rush_is_over() -> None:
    gathering = Gathering()
    assert waits(apart=0.001, appends=20, gathering=gathering) > 0
    assert waits(apart=0.001, appends=1, gathering=gathering) == 0
