"""What games promise of an analysis (`Info.analysis`, `Info.hints`), and what there is."""

from __future__ import annotations

import pytest

from cartable.analysis import analyst
from cartable.games import SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_a_game_promises_the_analysis_that_there_is(name: str) -> None:
    assert bool(analyst(name)) is bool(SHIPPED[name].info.analysis)


@pytest.mark.parametrize("name", SHIPPED)
def test_hints_come_from_an_analysis_of_the_moves(name: str) -> None:
    info = SHIPPED[name].info
    assert not info.hints or info.analysis == "moves"
