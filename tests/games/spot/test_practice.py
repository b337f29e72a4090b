"""Practice, and the face-off as a game of its own."""

from __future__ import annotations

import pytest

from cartable.core import Refused
from cartable.designs import CLASSIC
from cartable.games.reflex.calls import LateCall, Took
from cartable.games.spot import FACEOFF, PRACTICE
from tests.games.spot.lay import A, B, C, after, begin, chance, first_call, lay, outcome, play, right, table


@pytest.mark.rule("SPOT-7")
def test_two_cards_lie_face_up_and_a_right_call_in_any_order_brings_two_new_ones() -> None:
    state = lay(PRACTICE, "- 9,10,11 - 0,1 -/- 0/0 0 0/0 - -")
    step = play(PRACTICE, state, B, right(1, 0))
    assert PRACTICE.write(step.state) == "- 9 - 10,11 -/- 0/1 1 0/0 - -"
    assert step.events == (Took(B, right(0, 1).symbol, right(1, 0).cards, B),)
    assert isinstance(play(PRACTICE, step.state, A, right(0, 1)).events[0], LateCall)


@pytest.mark.rule("SPOT-7")
@pytest.mark.parametrize("stock", ["-", "9"])
def test_a_deck_used_up_is_shuffled_again(stock: str) -> None:
    state = lay(PRACTICE, f"- {stock} - 0,1 - 0 0 0 - -")
    state = after(PRACTICE, state, (A, right(0, 1)))
    assert sorted(state.stock + state.side_by_side) == list(CLASSIC.cards)
    assert len(state.table) == 2


@pytest.mark.rule("SPOT-7")
def test_the_last_two_cards_of_a_deck_are_used_too() -> None:
    state = lay(PRACTICE, "- 9,10 - 0,1 - 0 0 0 - -")
    assert PRACTICE.write(after(PRACTICE, state, (A, right(0, 1)))) == "- - - 9,10 - 1 1 0 - -"


@pytest.mark.rule("SPOT-7")
def test_one_may_practise_alone_for_as_long_as_the_option_says() -> None:
    assert table(PRACTICE, 1).number("rounds") == 20
    state = begin(PRACTICE, 1, rounds=60)
    for _ in range(60):
        assert PRACTICE.result(state) is None
        state = play(PRACTICE, state, A, first_call(PRACTICE, state, A)).state
    assert outcome(PRACTICE, state) == ("A", (60,))


@pytest.mark.rule("SPOT-7")
def test_practice_has_no_face_off_and_level_is_level() -> None:
    state = lay(PRACTICE, "- 9,10 - 0,1 -/-/- 9/10/0 19 0/0/0 - -")
    state = after(PRACTICE, state, (A, right(0, 1)))
    assert outcome(PRACTICE, state) == ("AB C", (10, 10, 0))
    assert state.table == (0, 1)


@pytest.mark.rule("SPOT-6")
def test_a_face_off_of_the_whole_table_is_won_by_the_first_call() -> None:
    state = FACEOFF.start(table(FACEOFF, 3), chance())
    assert sorted(state.side_by_side + state.stock) == list(CLASSIC.cards)
    assert FACEOFF.view(state, A).table == (-2, -2)
    state = begin(FACEOFF, 3)
    assert len({tuple(FACEOFF.moves(state, seat)) for seat in (A, B, C)}) == 1
    assert outcome(FACEOFF, play(FACEOFF, state, B, first_call(FACEOFF, state, B)).state) == (
        "B AC",
        (0, 1, 0),
    )


def test_a_face_off_takes_two() -> None:
    with pytest.raises(Refused):
        table(FACEOFF, 1)
