"""The game that docs/adding-a-game.md writes goes through the suite."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cartable.core import Setup
from tests.nim import NIM
from tests.suite import CHECKS, AnyRules, ends_and_ranks_every_team_once, setups


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: str(check.__name__))
def test_the_game_on_the_page_goes_through_the_suite(check: Callable[[AnyRules, Setup, int], None]) -> None:
    check(NIM, NIM.info.setup(2), 1)
    check(NIM, NIM.info.setup(3), 2)


def test_the_game_on_the_page_plays_with_every_option() -> None:
    for seed, setup in enumerate(setups(NIM)):
        ends_and_ranks_every_team_once(NIM, setup, seed)
