"""Game 3, Longest Route."""

from __future__ import annotations

from collections import Counter

import pytest

from cartable.core import Team
from cartable.games.island import Route
from cartable.games.island.cards import TEAM_OF
from cartable.games.island.route import largest
from cartable.games.island.rules import Scored
from tests.games.island.positions import dealt, laid, line, play, right, the

RULES = Route()
TWO = RULES.info.setup(2)


def colours(seats: int, seed: int = 1) -> list[Counter[Team | None]]:
    """How many cards of each colour each team holds after the deal."""
    state = dealt(RULES, RULES.info.setup(seats), seed)
    held: list[Counter[Team | None]] = [Counter() for _ in range(state.setup.team_count)]
    for team, deck, card in zip(state.setup.teams, state.decks, state.turned, strict=True):
        held[team].update(TEAM_OF[of] for of in (*deck, card))
    return held


@pytest.mark.rule("ROUTE-1")
@pytest.mark.parametrize("seats", [2, 4])
def test_two_teams_hold_ten_own_cards_and_six_of_the_other_s(seats: int) -> None:
    assert colours(seats) == [Counter({0: 10, 1: 6}), Counter({1: 10, 0: 6})]


@pytest.mark.rule("ROUTE-1")
@pytest.mark.parametrize("seats", [3, 6])
def test_of_three_teams_each_gives_three_cards_to_each_other(seats: int) -> None:
    assert colours(seats) == [
        Counter({0: 10, 1: 3, 2: 3}),
        Counter({1: 10, 0: 3, 2: 3}),
        Counter({2: 10, 0: 3, 1: 3}),
    ]


@pytest.mark.rule("ROUTE-1")
def test_cards_given_are_random_and_shuffled_in() -> None:
    states = [dealt(RULES, TWO, seed) for seed in range(6)]
    given = {frozenset(card for card in (*s.decks[0], s.turned[0]) if TEAM_OF[card] == 1) for s in states}
    assert len(given) == 6
    places = {tuple(n for n, card in enumerate(s.decks[0]) if TEAM_OF[card] == 1) for s in states}
    assert len(places) == 6


@pytest.mark.rule("ROUTE-2")
def test_a_card_counts_for_the_colour_it_shows_whoever_laid_it() -> None:
    state = RULES.read(line("35,36", "-/37", island=laid({0: 38})), TWO)
    step = play(RULES, state, 0, right(1, 35))
    assert [tally.counted for tally in the(Scored, step.events).tallies] == [(), (0, 1)]


@pytest.mark.rule("ROUTE-3")
def test_the_first_team_to_play_all_its_cards_ends_the_game_and_scores_one() -> None:
    state = RULES.read(line("35,36", "-/37", island=laid({0: 38})), TWO)
    assert RULES.result(state) is None
    step = play(RULES, state, 0, right(1, 35))
    result = RULES.result(step.state)
    assert result is not None
    assert result.scores == (1, 2)


@pytest.mark.rule("ROUTE-4")
def test_the_longest_route_scores_two_and_who_is_level_too() -> None:
    # Blue: 0-1-4 hang together, 18 is apart; orange: 7-12-16 are a line, 11 is apart.
    island = laid({0: 20, 1: 21, 18: 22, 7: 37, 12: 38, 16: 39, 11: 40})
    state = RULES.read(line("19,35", "-/36", island=island), TWO)
    step = play(RULES, state, 0, right(4, 19))
    assert [(tally.points, tally.counted) for tally in the(Scored, step.events).tallies] == [
        (3, (0, 1, 4)),
        (2, (7, 12, 16)),
    ]
    step = play(RULES, state, 0, right(10, 19))
    assert [tally.points for tally in the(Scored, step.events).tallies] == [1, 2]


@pytest.mark.rule("ROUTE-4")
@pytest.mark.parametrize(
    ("places", "route"),
    [
        ((), ()),
        ((5,), (5,)),
        ((0, 2, 18), (0,)),
        ((0, 17, 18), (17, 18)),
        ((0, 1, 2, 3, 7, 12, 18), (0, 1, 2, 3, 7, 12)),
        ((4, 5, 8, 9, 10, 13, 14, 2), (2, 4, 5, 8, 9, 10, 13, 14)),
        (tuple(range(19)), tuple(range(19))),
    ],
)
def test_a_route_is_the_largest_group_that_hangs_together(
    places: tuple[int, ...], route: tuple[int, ...]
) -> None:
    assert largest(places) == route
