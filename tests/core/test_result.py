"""A result ranks every team once."""

from __future__ import annotations

from cartable.core import ranked


def test_teams_are_ranked_by_key_and_level_ones_share_a_place() -> None:
    result = ranked([3, 7, 3], [30, 70, 30])
    assert result.ranking == ((1,), (0, 2))
    assert result.winners == (1,)
    assert result.scores == (30, 70, 30)
    assert result.why == "played"
