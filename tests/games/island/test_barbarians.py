"""Game 4, Barbarians."""

from __future__ import annotations

from typing import Any

import pytest

from cartable.core import Chance, Claim, Seat, seed_of
from cartable.designs import ISLAND, Card
from cartable.games.island import Barbarians
from cartable.games.island.cards import TEAM_OF
from cartable.games.island.rules import Point, Scored
from cartable.games.reflex.calls import Flip, LateCall, Took
from cartable.games.reflex.state import DOWN, EMPTY
from tests.games.island.positions import after, called, dealt, laid, line, play, proceed, refused, right, the

RULES = Barbarians()
TWO = RULES.info.setup(2)


def table(left: tuple[int, ...] = tuple(range(19)), taken: str = "-/-", seats: int = 2) -> Any:
    """Blue's card is 19, orange's 35, and these places still have their cards."""
    island = laid({place: EMPTY for place in range(19) if place not in left})
    return RULES.read(line("19,35", "-/-", island=island, taken=taken, seats=seats), RULES.info.setup(seats))


@pytest.mark.rule("BARB-1")
@pytest.mark.parametrize("seats", [2, 5, 6])
def test_each_team_has_one_card_of_its_colour_face_down_until_all_flip(seats: int) -> None:
    state = dealt(RULES, RULES.info.setup(seats))
    teams = state.setup.team_count
    assert [TEAM_OF[card] for card in state.turned] == list(range(teams))
    assert state.decks == ((),) * teams
    assert RULES.view(state, Seat(0)).turned == (DOWN,) * teams
    assert RULES.due(state) == (3_000, Flip())
    assert RULES.view(proceed(RULES, state, 3_000).state, None).turned == state.turned


@pytest.mark.rule("BARB-1")
def test_the_one_card_is_random() -> None:
    assert len({dealt(RULES, TWO, seed).turned for seed in range(8)}) > 4


@pytest.mark.rule("BARB-2")
def test_a_right_call_takes_the_island_card_and_the_own_card_stays() -> None:
    step = play(RULES, table(), 0, right(7, 19))
    assert step.events == (Took(Seat(0), ISLAND.shared(Card(7), Card(19)), (Card(7), Card(19)), Seat(0)),)
    assert (step.state.island[7], step.state.taken, step.state.turned) == (None, ((7,), ()), (19, 35))
    assert 7 not in RULES.faces(step.state)


@pytest.mark.rule("BARB-2")
def test_players_of_a_team_share_its_card_and_what_they_take() -> None:
    state = after(RULES, table(seats=4), (0, right(7, 19)), (2, right(8, 19)), (3, right(9, 35)))
    assert state.taken == ((7, 8), (9,))


@pytest.mark.rule("BARB-2")
def test_any_card_of_the_island_that_is_left_may_be_called() -> None:
    state = table(left=(3, 4), taken="0,1/2")
    assert called(RULES, state, 1) == [(3, 35), (4, 35)]
    assert RULES.sample(state, Seat(1), Chance(seed_of(0), 0)) in list(RULES.moves(state, Seat(1)))
    assert RULES.claim(state, Seat(1), right(3, 35)) == Claim((3,), (3, 35), True)


@pytest.mark.rule("BARB-2")
@pytest.mark.rule("SPOT-4")
def test_a_card_that_was_taken_or_another_team_s_card_is_late() -> None:
    state = after(RULES, table(), (0, right(7, 19)))
    assert play(RULES, state, 1, right(7, 35)).events == (LateCall(Seat(1), (Card(7), Card(35))),)
    assert play(RULES, state, 1, right(8, 19)).events == (LateCall(Seat(1), (Card(8), Card(19))),)


@pytest.mark.rule("BARB-2")
def test_nobody_points_where_the_team_shares_its_card() -> None:
    assert refused(RULES, table(seats=4), 0, Point(Card(7))) == "ISLE-8 island.point-shared"
    assert refused(RULES, table(seats=4), 4, Point(Card(7))) == "TABLE-4 move.seat"


@pytest.mark.rule("BARB-3")
def test_blue_takes_eleven_and_red_eight_so_blue_scores_two() -> None:
    state = table(left=(18,), taken="0,1,2,3,4,5,6,7,8,9/10,11,12,13,14,15,16,17")
    assert RULES.result(state) is None
    step = play(RULES, state, 0, right(18, 19))
    tallies = the(Scored, step.events).tallies
    assert [(tally.points, tally.count, tally.first) for tally in tallies] == [(2, 11, False), (0, 8, False)]
    assert tallies[1].counted == (10, 11, 12, 13, 14, 15, 16, 17)
    result = RULES.result(step.state)
    assert result is not None
    assert (result.scores, result.ranking) == ((2, 0), ((0,), (1,)))


@pytest.mark.rule("BARB-3")
def test_teams_level_at_the_top_score_two_each() -> None:
    setup = RULES.info.setup(3)
    island = laid(dict.fromkeys(range(18), EMPTY))
    taken = "0,1,2,3,4,5,6,7/8,9,10,11,12,13,14/15,16,17"
    state = RULES.read(line("19,35,51", "-/-/-", island=island, taken=taken, teams=3, seats=3), setup)
    step = play(RULES, state, 1, right(18, 35))
    assert [tally.points for tally in the(Scored, step.events).tallies] == [2, 2, 0]
