"""Five players: two teams of two against one alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cartable.core import Seat, Team
from cartable.games.island import Barbarians, Knights, Ports, Route, Welcome
from cartable.games.island.cards import TEAM_OF
from cartable.games.island.isle import lone
from cartable.games.island.map import bits
from cartable.games.island.rules import Scored
from cartable.games.reflex.state import EMPTY
from tests.games.island.positions import PORT_ROW, dealt, laid, line, play, right, the

ALL = ",".join([str(bits(range(19)))] * 5)


def table(rules: Any, cards: dict[int, int], **more: Any) -> Any:
    """Blue and orange are pairs, red is alone in seat 2 and plays its last card."""
    text = line("19,35,51,20,36", "21/37/-/22/38", island=laid(cards), teams=3, seats=5, **more)
    return rules.read(text, rules.info.setup(5))


def counts(rules: Any, state: Any, place: int) -> list[tuple[int, int]]:
    """Each team's count and points once red has laid its last card."""
    step = play(rules, state, 2, right(place, 51))
    return [(tally.count, tally.points) for tally in the(Scored, step.events).tallies]


@pytest.mark.rule("FIVE-6")
def test_only_a_table_of_five_has_somebody_alone() -> None:
    rules = Welcome()
    assert lone(rules.info.setup(5)) == 2
    assert lone(rules.info.setup(teams=(0, 1, 1, 2, 2))) == 0
    others = [(1, 0, 0), (0, 1, 0, 2), (0, 1), (0, 1, 0, 1), (0, 1, 2, 0, 1, 2)]
    assert [lone(rules.info.setup(teams=teams)) for teams in others] == [None] * 5


@pytest.mark.rule("FIVE-1")
@pytest.mark.rule("FIVE-2")
@pytest.mark.parametrize("rules", [Welcome(), Ports()], ids=["welcome", "ports"])
def test_the_lone_player_takes_only_eight_cards_at_random(rules: Any) -> None:
    states = [dealt(rules, rules.info.setup(5), seed) for seed in range(5)]
    assert {tuple(len(deck) + 1 for deck in state.decks) for state in states} == {(8, 8, 8, 8, 8)}
    hands = {frozenset((*state.decks[2], state.turned[2])) for state in states}
    assert len(hands) == 5
    assert all(TEAM_OF[card] == 2 for hand in hands for card in hand)


@pytest.mark.rule("FIVE-1")
def test_the_lone_player_s_visible_cards_count_double() -> None:
    rules = Welcome()
    state = table(rules, {0: 23, 1: 24, 2: 25, 3: 39, 4: 52})
    assert counts(rules, state, 9) == [(3, 0), (1, 0), (4, 3)]


@pytest.mark.rule("FIVE-2")
def test_the_lone_player_s_ports_count_double() -> None:
    rules = Ports()
    state = table(rules, {0: 23, 6: 24, 15: 52}, ports=PORT_ROW, reach=ALL)
    assert counts(rules, state, 14) == [(2, 2), (0, 0), (2, 3)]


@pytest.mark.rule("FIVE-3")
def test_in_route_every_deck_keeps_its_size() -> None:
    rules = Route()
    state = dealt(rules, rules.info.setup(5))
    held: list[Counter[Team | None]] = [Counter(), Counter(), Counter()]
    for seat, team in enumerate(state.setup.teams):
        held[team].update(TEAM_OF[card] for card in (*state.decks[seat], state.turned[seat]))
    assert held == [
        Counter({0: 12, 1: 3, 2: 1}),
        Counter({1: 12, 0: 3, 2: 1}),
        Counter({2: 6, 0: 1, 1: 1}),
    ]


@pytest.mark.rule("FIVE-3")
def test_the_lone_player_s_largest_group_counts_double() -> None:
    rules = Route()
    state = table(rules, {0: 23, 1: 24, 2: 25, 10: 52, 16: 53})
    assert counts(rules, state, 9) == [(3, 0), (0, 0), (4, 3)]


@pytest.mark.rule("FIVE-4")
def test_the_cards_the_lone_player_took_count_double() -> None:
    rules = Barbarians()
    island = laid(dict.fromkeys(range(18), EMPTY))
    taken = "0,1,2,3,4,5,6,7,8,9/10,11,12/13,14,15,16,17"
    text = line("19,35,51", "-/-/-", island=island, taken=taken, teams=3, seats=5)
    assert counts(rules, rules.read(text, rules.info.setup(5)), 18) == [(10, 0), (3, 0), (12, 2)]


@pytest.mark.rule("FIVE-5")
def test_in_knights_nothing_changes() -> None:
    rules = Knights()
    assert [len(deck) for deck in dealt(rules, rules.info.setup(5)).decks] == [15, 15, 15]
    state = rules.read(line("-1,35,51", "20/36/52", teams=3, seats=5), rules.info.setup(5))
    assert counts(rules, state, 35) == [(0, 0), (0, 0), (1, 1)]


@pytest.mark.rule("FIVE-6")
def test_a_team_of_one_counts_single_at_any_other_table() -> None:
    rules = Welcome()
    setup = rules.info.setup(teams=(0, 1, 0))
    state = rules.read(line("19,35,20", "21/-/22", island=laid({0: 23, 1: 24, 2: 25}), seats=3), setup)
    step = play(rules, state, 1, right(9, 35))
    assert [tally.count for tally in the(Scored, step.events).tallies] == [3, 1]
    assert not list(rules.moves(step.state, Seat(0)))
