"""Game 1, Welcome to Catan."""

from __future__ import annotations

import pytest

from cartable.games.island import Welcome
from cartable.games.island.isle import TeamTally
from cartable.games.island.rules import Scored
from tests.games.island.positions import after, laid, line, play, right, the

RULES = Welcome()
TWO = RULES.info.setup(2)
THREE = RULES.info.setup(3)


@pytest.mark.rule("WELCOME-1")
def test_the_game_ends_at_once_when_a_team_has_played_all_its_cards() -> None:
    state = RULES.read(line("19,35", "-/36", island=laid()), TWO)
    assert RULES.result(state) is None
    assert RULES.result(after(RULES, state, (1, right(3, 35)))) is None
    assert RULES.result(after(RULES, state, (0, right(3, 19)))) is not None


@pytest.mark.rule("WELCOME-2")
@pytest.mark.rule("WELCOME-3")
def test_blue_is_first_and_scores_one_orange_shows_most_and_scores_two() -> None:
    island = laid({0: 20, 5: 36, 6: 37, 7: 38, 9: 51})
    state = RULES.read(line("19,35,52", "-/39/53", island=island, teams=3, seats=3), THREE)
    step = play(RULES, state, 0, right(1, 19))
    tallies = (
        TeamTally(1, True, (0, 1), 2),
        TeamTally(2, False, (5, 6, 7), 3),
        TeamTally(0, False, (9,), 1),
    )
    assert the(Scored, step.events).tallies == tallies
    assert RULES.view(step.state, None).tallies == tallies
    result = RULES.result(step.state)
    assert result is not None
    assert (result.scores, result.ranking) == ((1, 2, 0), ((1,), (0,), (2,)))


@pytest.mark.rule("WELCOME-3")
def test_teams_level_at_the_top_score_two_each() -> None:
    island = laid({0: 36, 5: 37, 1: 20})
    state = RULES.read(line("19,35", "-/38", island=island), TWO)
    step = play(RULES, state, 0, right(2, 19))
    assert [tally.points for tally in the(Scored, step.events).tallies] == [3, 2]


@pytest.mark.rule("WELCOME-3")
def test_a_covered_card_is_not_visible() -> None:
    island = laid({0: 36, 5: 37, 1: 20})
    state = RULES.read(line("19,35", "-/38", island=island), TWO)
    step = play(RULES, state, 0, right(36, 19))
    assert [tally.counted for tally in the(Scored, step.events).tallies] == [(0, 1), (5,)]


@pytest.mark.rule("WELCOME-1")
def test_nothing_is_scored_before_the_end() -> None:
    state = RULES.read(line("19,35", "20/36", island=laid()), TWO)
    step = play(RULES, state, 0, right(2, 19))
    assert len(step.events) == 1
    assert RULES.view(step.state, None).tallies == ()
