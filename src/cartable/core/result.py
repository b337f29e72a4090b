"""How a game ended: every team ranked once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from cartable.core.numbers import Team

Why = Literal["played", "resigned", "agreed", "abandoned", "expired"]


class Result(Struct, frozen=True):
    """The teams in groups from first to last (a group of several is level), and each team's score."""

    ranking: tuple[tuple[Team, ...], ...]
    scores: tuple[int, ...]
    why: Why = "played"

    @property
    def winners(self) -> tuple[Team, ...]:
        """The first group."""
        return self.ranking[0]


def ranked(
    keys: Sequence[Any], scores: Sequence[int], why: Why = "played", teams: Sequence[Team] | None = None
) -> Result:
    """Rank team i by keys[i], greatest first; teams with equal keys are level. Only `teams`, where given."""
    playing = range(len(keys)) if teams is None else teams
    groups = [
        tuple(Team(team) for team in playing if keys[team] == key)
        for key in sorted({keys[team] for team in playing}, reverse=True)
    ]
    return Result(tuple(groups), tuple(scores), why)


def carried(standing: Sequence[int], result: Result) -> tuple[int, ...]:
    """Return the running score after another game: a point for every first place, shared ones too (SPOT-9).

    Where all are level there is none: in a draw, an abandoned game, or one that a team plays alone (SPOT-15).
    An empty standing is that of teams that have not played yet.
    """
    before = standing or (0,) * len(result.scores)
    if len(result.ranking) < 2:
        return tuple(before)
    return tuple(points + (team in result.winners) for team, points in enumerate(before))
