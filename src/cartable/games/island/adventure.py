"""The match: one game again and again, or the five in order, until a team has 10 points."""

from __future__ import annotations

from msgspec.structs import replace

from cartable.core import Plan, Result, Series, Setup, ranked
from cartable.games.island.isle import Isle, IsleView
from cartable.games.island.ports import CENTRE, EARLIER, INLAND
from cartable.games.island.rules import GOAL, ONCE, Island, IsleEvent, IsleMove, info


class Course(Plan[Isle, IsleMove, IsleEvent, IsleView]):
    """Plays its games in order and repeats the last, or each just once (ISLE-14)."""

    def __init__(self, *games: Island) -> None:
        self.games = games

    def rules(self, setup: Setup, index: int) -> Island:
        return self.games[min(index, len(self.games) - 1)]  # ISLE-3

    def every(self) -> tuple[Island, ...]:
        return self.games

    def setup(self, setup: Setup, index: int, standing: tuple[int, ...], before: Isle | None) -> Setup:
        return replace(setup, standing=standing)

    def standing(self, setup: Setup, index: int, standing: tuple[int, ...], game: Isle) -> tuple[int, ...]:
        points = self.rules(setup, index).points(game)
        return tuple(map(sum, zip(standing, points, strict=True)))

    def result(self, setup: Setup, index: int, standing: tuple[int, ...]) -> Result | None:
        if setup.toggle(ONCE.name):
            over = index + 1 == len(self.games)
        else:
            over = max(standing) >= GOAL  # ISLE-4
        return ranked(standing, standing, teams=setup.playing) if over else None


Match = Series[Isle, IsleMove, IsleEvent, IsleView]


def beginner(game: Island) -> Match:
    """Return the match in which one game is played again and again."""
    return Series(game.info, Course(game))  # ISLE-3


def adventure(*games: Island) -> Match:
    """Return the match in which the games are played in order and the last repeats (ISLE-3)."""
    played = info("adventure", CENTRE, INLAND, version=2, replays=(1,), earlier=EARLIER)
    return Series(played, Course(*games))
