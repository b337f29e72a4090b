"""CATATAC as it comes to the table: one game, or the three of a Marathon (CTC-34)."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from msgspec.structs import replace

from cartable.core import Plan, Result, Series, Setup, ranked
from cartable.games.catatac.moves import CatatacEvent, CatatacMove
from cartable.games.catatac.rules import Catatac
from cartable.games.catatac.state import State
from cartable.games.catatac.terms import INFO, terms
from cartable.games.catatac.view import CatatacView
from cartable.games.catatac.yarn import CLANS

GAMES: Final = 3
"""How many games a Marathon has."""


class Marathon(Plan[State, CatatacMove, CatatacEvent, CatatacView]):
    """One game or three; the standing is the points of both clans, then their sardines."""

    def __init__(self) -> None:
        self.game = Catatac()

    def rules(self, setup: Setup, index: int) -> Catatac:
        return self.game

    def every(self) -> tuple[Catatac, ...]:
        return (self.game,)

    def setup(self, setup: Setup, index: int, standing: tuple[int, ...], before: State | None) -> Setup:
        if before is None:
            return setup
        return replace(setup, deal=(terms(setup).left_of(before.starter),))  # CTC-34

    def standing(self, setup: Setup, index: int, standing: tuple[int, ...], game: State) -> tuple[int, ...]:
        points, sardines = terms(setup).box.tally(game.won)
        return tuple(had + more for had, more in zip_longest(standing, points + sardines, fillvalue=0))

    def result(self, setup: Setup, index: int, standing: tuple[int, ...]) -> Result | None:
        if setup.toggle("marathon") and index + 1 < GAMES:  # CTC-34
            return None
        points, sardines = standing[: len(CLANS)], standing[len(CLANS) :]
        return ranked(tuple(zip(points, sardines, strict=True)), points)


CATATAC: Final = Series(INFO, Marathon())
