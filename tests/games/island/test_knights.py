"""Game 5, Knights."""

from __future__ import annotations

from typing import Any

import pytest

from cartable.core import Chance, Claim, Refused, Seat, seed_of
from cartable.designs import ISLAND, Card
from cartable.games.island import KNIGHTS, Knights
from cartable.games.island.cards import TEAM_CARDS
from cartable.games.island.rules import Scored
from cartable.games.reflex.calls import Flip, Flipped, LateCall, Thaw, Took
from cartable.games.reflex.state import BREATH, DOWN
from tests.games.island.positions import NOW, after, called, dealt, finished, line, play, proceed, right, the

RULES = Knights()
TWO = RULES.info.setup(2)
THREE = RULES.info.setup(3)


def three(turned: str = "19,35,51", decks: str = "20,21/36,37/52,53", **more: Any) -> Any:
    """Three teams of one, two more rounds in the piles."""
    return RULES.read(line(turned, decks, teams=3, seats=3, **more), THREE)


def two(turned: str = "19,35", decks: str = "20/36", **more: Any) -> Any:
    """Two teams of one, one more round in the piles."""
    return RULES.read(line(turned, decks, **more), TWO)


@pytest.mark.rule("KNIGHT-1")
@pytest.mark.rule("ISLE-5")
@pytest.mark.parametrize("seats", [2, 5, 6])
def test_each_team_has_one_shuffled_pile_of_sixteen(seats: int) -> None:
    state = dealt(RULES, RULES.info.setup(seats))
    assert len(state.decks) == state.setup.team_count
    for team, (deck, card) in enumerate(zip(state.decks, state.turned, strict=True)):
        assert sorted((*deck, card)) == list(TEAM_CARDS[team])
    assert state.decks != dealt(RULES, RULES.info.setup(seats), 2).decks


@pytest.mark.rule("KNIGHT-1")
def test_all_teams_turn_their_top_card_at_once() -> None:
    state = dealt(RULES, THREE)
    assert RULES.view(state, Seat(1)).turned == (DOWN,) * 3
    assert list(RULES.faces(state)) == []
    step = proceed(RULES, state, 3_000)
    assert step.events == (Flipped(),)
    assert RULES.view(step.state, None).turned == state.turned
    assert list(RULES.faces(step.state)) == list(state.turned)


@pytest.mark.rule("KNIGHT-2")
def test_a_right_call_collects_another_team_s_card_and_that_team_is_out() -> None:
    step = play(RULES, three(), 0, right(51, 19))
    assert step.events == (Took(Seat(0), ISLAND.shared(Card(51), Card(19)), (Card(51), Card(19)), Seat(0)),)
    state = step.state
    assert (state.turned, state.taken) == ((19, 35, None), ((51,), (), ()))
    assert not list(RULES.moves(state, Seat(2)))
    assert RULES.sample(state, Seat(2), Chance(seed_of(0), 0)) is None
    assert called(RULES, state, 0) == [(35, 19)]


@pytest.mark.rule("KNIGHT-2")
@pytest.mark.rule("SPOT-4")
def test_a_call_of_a_team_that_is_out_or_of_a_card_that_is_gone_is_late() -> None:
    state = after(RULES, three(), (0, right(51, 19)))
    assert play(RULES, state, 2, right(35, 51)).events == (LateCall(Seat(2), (Card(35), Card(51))),)
    assert play(RULES, state, 1, right(51, 35)).events == (LateCall(Seat(1), (Card(51), Card(35))),)


@pytest.mark.rule("KNIGHT-2")
@pytest.mark.rule("SPOT-3")
def test_a_call_contests_the_card_it_collects_and_its_own_which_others_may_collect() -> None:
    assert called(RULES, three(), 1) == [(19, 35), (51, 35)]
    assert RULES.claim(three(), Seat(1), right(19, 35)) == Claim((19, 35), (19, 35), True)


@pytest.mark.rule("KNIGHT-2")
def test_players_of_a_team_share_its_card() -> None:
    state = RULES.read(line("19,35", "20/36", seats=4), RULES.info.setup(4))
    assert [list(RULES.moves(state, Seat(seat))) for seat in (0, 2)] == [[right(35, 19)]] * 2


@pytest.mark.rule("SPOT-4")
def test_a_call_about_the_round_before_is_late_and_one_about_cards_face_down_is_refused() -> None:
    state = after(RULES, three(), (0, right(51, 19)), (1, right(19, 35)))
    assert play(RULES, state, 0, right(35, 19)).events == (LateCall(Seat(0), (Card(35), Card(19))),)
    with pytest.raises(Refused, match="SPOT-1"):
        play(RULES, state, 0, right(37, 21))


@pytest.mark.rule("SPOT-10")
def test_the_order_of_the_cards_means_nothing() -> None:
    assert after(RULES, three(), (0, right(19, 51))) == after(RULES, three(), (0, right(51, 19)))


@pytest.mark.rule("KNIGHT-3")
def test_the_round_ends_when_one_team_is_left_in() -> None:
    state = after(RULES, three(), (0, right(51, 19)))
    assert (state.flips, state.points, state.round) == (None, (0, 0, 0), 0)
    state = after(RULES, state, (1, right(19, 35)))
    assert (state.flips, state.points, state.round) == (NOW + BREATH, (1, 1, 0), 1)
    assert (state.turned, state.decks) == ((21, 37, 53), ((20,), (36,), (52,)))


@pytest.mark.rule("KNIGHT-3")
def test_a_team_that_was_put_out_keeps_what_it_collected() -> None:
    step = play(RULES, after(RULES, three(), (0, right(51, 19))), 1, right(19, 35))
    assert [(tally.points, tally.counted) for tally in the(Scored, step.events).tallies] == [
        (1, (51,)),
        (1, (19,)),
        (0, ()),
    ]


@pytest.mark.rule("KNIGHT-3")
def test_one_team_may_collect_both_other_cards() -> None:
    state = after(RULES, three(), (0, right(51, 19)), (0, right(35, 19)))
    assert state.points == (2, 0, 0)


@pytest.mark.rule("KNIGHT-3")
def test_what_was_collected_is_shown_until_the_next_cards_are_turned() -> None:
    state = after(RULES, two(), (0, right(35, 19)))
    assert RULES.view(state, None).taken == ((35,), ())
    assert RULES.due(state) == (NOW + BREATH, Flip())
    state = proceed(RULES, state, NOW + BREATH).state
    assert RULES.view(state, None).taken == ((), ())


@pytest.mark.rule("SPOT-5")
def test_a_freeze_may_end_before_the_next_cards_are_turned() -> None:
    state = two(frozen=f"0/{NOW + 500}")
    state = after(RULES, state, (0, right(35, 19)))
    assert RULES.due(state) == (NOW + 500, Thaw(Seat(1)))
    state = proceed(RULES, state, NOW + 500).state
    assert RULES.due(state) == (NOW + BREATH, Flip())


@pytest.mark.rule("SPOT-5")
def test_a_freeze_may_outlast_the_turning_of_the_next_cards() -> None:
    state = after(RULES, two(frozen=f"0/{NOW + 9_000}"), (0, right(35, 19)))
    assert RULES.due(state) == (NOW + BREATH, Flip())


@pytest.mark.rule("KNIGHT-4")
@pytest.mark.rule("ISLE-4")
def test_rounds_repeat_until_a_team_has_ten_points_counting_the_standing() -> None:
    goes_on = after(RULES, two(standing="7/9", points="1/0"), (0, right(35, 19)))
    assert RULES.result(goes_on) is None
    ended = after(RULES, two(standing="8/9", points="1/0"), (0, right(35, 19)))
    result = RULES.result(ended)
    assert result is not None
    assert (result.scores, result.ranking) == ((2, 0), ((0,), (1,)))
    assert RULES.due(ended) is None
    assert [tally.points for tally in RULES.view(ended, None).tallies] == [1, 0]


@pytest.mark.rule("KNIGHT-4")
@pytest.mark.rule("ISLE-4")
def test_in_a_match_knights_adds_to_the_standing_and_is_the_last_game() -> None:
    rules = KNIGHTS
    state = rules.read(f"0 8,9 - | {line('19,35', '20/36', standing='8/9', points='1/0')}", TWO)
    step = play(rules, state, 0, right(35, 19))
    result = rules.result(step.state)
    assert result is not None
    assert result.scores == (10, 9)


@pytest.mark.rule("KNIGHT-4")
def test_collected_cards_and_the_last_team_s_card_stay_out() -> None:
    state = after(RULES, two(gone="22,38"), (0, right(35, 19)))
    assert state.gone == (22, 38, 35, 19)
    assert (state.turned, state.decks) == ((20, 36), ((), ()))


@pytest.mark.rule("KNIGHT-4")
def test_a_pile_that_runs_out_is_made_again_from_all_sixteen_cards_shuffled() -> None:
    gone = ",".join(map(str, (*range(20, 35), *range(36, 51))))
    state = two(decks="-/-", gone=gone, points="7/8", round=15)
    state = after(RULES, state, (0, right(35, 19)))
    assert (state.round, state.points, state.gone) == (16, (8, 8), ())
    for team in (0, 1):
        pile = [*state.decks[team], state.turned[team]]
        assert sorted(pile) == list(TEAM_CARDS[team])
        assert pile != sorted(pile)


@pytest.mark.rule("KNIGHT-4")
def test_played_once_it_is_one_pass_through_the_piles_whatever_the_points() -> None:
    (stage,) = finished(KNIGHTS, KNIGHTS.info.setup(3, options={"once": True}), 9)
    assert stage.game.round == 15
    assert sum(stage.standing) == 32
