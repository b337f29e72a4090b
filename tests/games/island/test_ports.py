"""Game 2, Ports."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from cartable.core import Seat, Team
from cartable.designs import Card
from cartable.games.island import Ports
from cartable.games.island.cards import PORT_CARDS
from cartable.games.island.isle import tallied
from cartable.games.island.map import CENTRES, NEAR, bits
from cartable.games.island.rules import Scored
from cartable.games.reflex.calls import LateCall
from tests.games.island.positions import PORT_ROW, after, called, dealt, laid, line, play, refused, right, the

RULES = Ports()
TWO = RULES.info.setup(2)
CENTRE = (4, 5, 8, 9, 10, 13, 14)
ALL = bits(range(19))


def table(
    cards: dict[int, int] | None = None,
    turned: str = "19,35",
    decks: str = "20/36",
    reach: tuple[int, ...] = (CENTRES["7"], CENTRES["7"]),
    **more: Any,
) -> Any:
    """A game of Ports with these cards laid."""
    text = line(turned, decks, island=laid(cards), ports=PORT_ROW, reach=",".join(map(str, reach)), **more)
    return RULES.read(text, RULES.info.setup(len(reach)))


def places(state: Any, seat: int) -> list[int]:
    """Where a seat may lay its card."""
    return [state.island.index(top) for top, _ in called(RULES, state, seat)]


@pytest.mark.rule("PORTS-1")
def test_island_and_port_cards_are_laid_out_at_random() -> None:
    rows = {dealt(RULES, TWO, seed).ports for seed in range(5)}
    assert len(rows) == 5
    assert all(sorted(row) == list(PORT_CARDS) for row in rows)


@pytest.mark.rule("PORTS-1")
@pytest.mark.rule("ISLE-13")
def test_a_first_card_goes_in_the_centre() -> None:
    state = table()
    assert places(state, 0) == list(CENTRE)
    assert refused(RULES, state, 0, right(0, 19)) == "PORTS-1 island.not-centre"
    assert after(RULES, state, (0, right(9, 19))).island[9] == 19


@pytest.mark.rule("PORTS-1")
def test_a_card_of_another_team_in_the_centre_may_be_covered() -> None:
    assert places(table({9: 37}), 0) == list(CENTRE)


@pytest.mark.rule("ISLE-13")
def test_the_centre_may_be_the_middle_card_alone() -> None:
    setup = RULES.info.setup(2, options={"centre": "1"})
    state = RULES.read(line("19,35", "20/36", island=laid(), ports=PORT_ROW, reach="512,512"), setup)
    assert places(state, 0) == [9]
    assert refused(RULES, state, 0, right(4, 19)) == "PORTS-1 island.not-centre"
    assert dealt(RULES, setup).reach == (512, 512)


@pytest.mark.rule("PORTS-2")
def test_later_cards_go_over_or_next_to_a_visible_card_of_the_team_s_colour() -> None:
    state = table({4: 21, 18: 22})
    assert places(state, 0) == [0, 1, 3, 4, 5, 8, 9, 14, 15, 17, 18]
    assert RULES.view(state, None).open == ((0, 1, 3, 4, 5, 8, 9, 14, 15, 17, 18), CENTRE)


@pytest.mark.rule("PORTS-2")
def test_elsewhere_is_refused_and_costs_nothing() -> None:
    state = table({4: 21}, reach=(NEAR[4], CENTRES["7"]))
    assert refused(RULES, state, 0, right(18, 19)) == "PORTS-2 island.not-near"


@pytest.mark.rule("PORTS-2")
def test_a_call_that_a_cover_made_impossible_is_late() -> None:
    state = table({4: 21, 18: 22}, reach=(NEAR[4] | NEAR[18], CENTRES["7"] | NEAR[4]))
    state = after(RULES, state, (1, right(21, 35)))
    # Blue's card on place 4 is covered: place 0 is out of reach now, but was not when the card was turned.
    step = play(RULES, state, 0, right(0, 19))
    assert (step.state, step.events) == (state, (LateCall(Seat(0), (Card(0), Card(19))),))
    assert refused(RULES, state, 0, right(2, 19)) == "PORTS-2 island.not-near"


@pytest.mark.rule("PORTS-2")
def test_a_place_that_was_in_reach_of_an_earlier_card_alone_is_refused_again() -> None:
    state = table({4: 21, 18: 22}, reach=(NEAR[4] | NEAR[18], CENTRES["7"] | NEAR[4]))
    state = after(RULES, state, (1, right(21, 35)), (0, right(22, 19)))
    assert refused(RULES, state, 0, right(0, 20)) == "PORTS-2 island.not-near"


@pytest.mark.rule("PORTS-2")
def test_a_team_mate_s_first_card_makes_a_call_elsewhere_in_the_centre_late() -> None:
    state = table(turned="19,35,20,36", decks="21/37/22/38", reach=(CENTRES["7"],) * 4, seats=4)
    state = after(RULES, state, (2, right(4, 20)))
    assert play(RULES, state, 0, right(14, 19)).events == (LateCall(Seat(0), (Card(14), Card(19))),)
    assert places(state, 0) == [0, 1, 3, 4, 5, 8, 9]


@pytest.mark.rule("PORTS-2")
@pytest.mark.rule("SPOT-4")
def test_a_covered_card_or_a_card_already_played_is_late_wherever_it_is() -> None:
    state = after(RULES, table(), (1, right(9, 35)))
    assert play(RULES, state, 0, right(9, 19)).events == (LateCall(Seat(0), (Card(9), Card(19))),)
    state = after(RULES, state, (0, right(4, 19)))
    assert play(RULES, state, 0, right(18, 19)).events == (LateCall(Seat(0), (Card(18), Card(19))),)


@pytest.mark.rule("PORTS-3")
def test_a_team_all_of_whose_cards_are_covered_starts_again_in_the_centre() -> None:
    state = table({0: 21}, reach=(NEAR[0], ALL))
    assert places(state, 0) == [0, 1, 3, 4]
    state = table({0: 37}, reach=(NEAR[0], ALL))
    assert places(state, 0) == list(CENTRE)
    assert refused(RULES, state, 0, right(18, 19)) == "PORTS-1 island.not-centre"
    assert play(RULES, state, 0, right(1, 19)).events == (LateCall(Seat(0), (Card(1), Card(19))),)


@pytest.mark.rule("PORTS-4")
def test_ports_are_never_covered() -> None:
    state = table({0: 21}, reach=(NEAR[0], ALL))
    assert refused(RULES, state, 0, right(67, 19)) == "PORTS-4 island.port"
    claim = RULES.claim(state, Seat(0), right(67, 19))
    assert claim is not None
    assert not claim.right


@pytest.mark.rule("PORTS-5")
@pytest.mark.rule("PORTS-6")
def test_orange_is_first_and_scores_one_blue_reaches_most_ports_and_scores_two() -> None:
    # Blue is next to ports 0 (twice), 1 and 5, orange next to port 2 and inland.
    state = table({0: 21, 1: 22, 2: 23, 3: 24, 15: 37}, decks="20/-", reach=(ALL, ALL))
    assert RULES.result(state) is None
    step = play(RULES, state, 1, right(10, 35))
    assert [(tally.points, tally.counted) for tally in the(Scored, step.events).tallies] == [
        (2, (0, 1, 5)),
        (1, (2,)),
    ]


@pytest.mark.rule("PORTS-6")
def test_a_port_counts_once_however_many_cards_are_next_to_it() -> None:
    state = table({0: 21, 1: 22, 16: 37}, decks="-/36", reach=(ALL, ALL))
    step = play(RULES, state, 0, right(4, 19))
    assert [tally.count for tally in the(Scored, step.events).tallies] == [1, 1]
    assert [tally.points for tally in the(Scored, step.events).tallies] == [3, 2]


@pytest.mark.rule("PORTS-6")
def test_one_port_may_be_next_to_cards_of_two_teams() -> None:
    state = table({0: 21, 1: 37}, decks="-/36", reach=(ALL, ALL))
    step = play(RULES, state, 0, right(4, 19))
    assert [tally.counted for tally in the(Scored, step.events).tallies] == [(0,), (0,)]


@pytest.mark.rule("PORTS-6")
def test_as_an_option_nobody_scores_the_two_where_nobody_is_next_to_a_port() -> None:
    state = table({4: 21, 9: 37}, decks="-/36", reach=(ALL, ALL))
    state = replace(state, setup=RULES.info.setup(2, options={"inland": False}))
    step = play(RULES, state, 0, right(5, 19))
    assert [tally.points for tally in the(Scored, step.events).tallies] == [1, 0]


@pytest.mark.rule("PORTS-6")
@pytest.mark.parametrize(("teams", "points"), [((0, 1), [3, 2]), ((0, 2), [3, 0, 2])])
def test_teams_that_are_level_without_a_port_score_the_two(teams: tuple[int, ...], points: list[int]) -> None:
    setup = RULES.info.setup(teams=teams)
    counted = tuple(() for _ in points)
    assert [tally.points for tally in tallied(setup, counted, Team(0), 0)] == points
    state = table({4: 21, 9: 37}, decks="-/36", reach=(ALL, ALL))
    state = replace(state, setup=RULES.info.setup(2))
    step = play(RULES, state, 0, right(5, 19))
    assert [tally.points for tally in the(Scored, step.events).tallies] == [3, 2]


@pytest.mark.rule("PORTS-6")
def test_a_game_recorded_before_one_could_choose_is_replayed_as_it_was_played() -> None:
    setup = RULES.info.setup(2)
    before = replace(setup, options={name: on for name, on in setup.options.items() if name != "inland"})
    assert RULES.info.filled(before).options == {**setup.options, "inland": False}
    assert RULES.info.filled(setup) == setup
