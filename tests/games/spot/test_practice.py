"""Practice, and the face-off as a game of its own."""

from __future__ import annotations

import pytest

from cartable.core import DeckSpec, Refused
from cartable.designs import CLASSIC
from cartable.games.reflex.calls import LateCall, Took
from cartable.games.spot import FACEOFF, PRACTICE, TOWER
from cartable.games.spot.claims import Enough, HadEnough
from cartable.games.spot.rules import Spot
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
def test_practice_goes_on_until_somebody_says_that_it_is_enough() -> None:
    state = begin(PRACTICE, 3)
    for _ in range(60):
        assert PRACTICE.result(state) is None
        state = play(PRACTICE, state, A, first_call(PRACTICE, state, A)).state
    step = play(PRACTICE, state, C, Enough())
    assert step.events == (HadEnough(C),)
    assert outcome(PRACTICE, step.state) == ("A BC", (60, 0, 0))
    assert PRACTICE.due(step.state) is None
    assert PRACTICE.read(PRACTICE.write(step.state), step.state.setup) == step.state
    for move in (Enough(), first_call(PRACTICE, state, A)):
        with pytest.raises(Refused) as caught:
            play(PRACTICE, step.state, A, move)
        assert caught.value.rule == "TABLE-2"


@pytest.mark.rule("SPOT-7")
def test_it_can_be_enough_before_the_cards_are_flipped_and_while_somebody_claims_or_is_frozen() -> None:
    dealt = PRACTICE.start(table(PRACTICE, 2), chance())
    assert PRACTICE.result(play(PRACTICE, dealt, B, Enough()).state)
    claimed = lay(PRACTICE, "- 9,10 - 0,1 -/- 0/0 0 0/5000 - - 0@8200")
    ended = play(PRACTICE, claimed, B, Enough()).state
    assert (ended.claimant, ended.lapses) == (None, None)
    assert outcome(PRACTICE, ended) == ("AB", (0, 0))


@pytest.mark.rule("SPOT-7", "TABLE-4")
@pytest.mark.parametrize("rules", [FACEOFF, TOWER])
def test_only_practice_ends_so_and_only_by_a_seat(rules: Spot) -> None:
    with pytest.raises(Refused):
        play(rules, begin(rules, 2), A, Enough())
    with pytest.raises(Refused):
        play(PRACTICE, begin(PRACTICE, 2), C, Enough())


@pytest.mark.rule("SPOT-7")
def test_one_may_practise_alone_for_as_many_pairs_as_the_option_says() -> None:
    assert table(PRACTICE, 1).number("rounds") == 200
    state = begin(PRACTICE, 1, rounds=60)
    for _ in range(60):
        assert PRACTICE.result(state) is None
        state = play(PRACTICE, state, A, first_call(PRACTICE, state, A)).state
    assert outcome(PRACTICE, state) == ("A", (60,))


@pytest.mark.rule("SPOT-7")
def test_one_may_practise_with_the_deck_of_the_island() -> None:
    setup = PRACTICE.info.setup(2, deck=DeckSpec(8, 73))
    state = PRACTICE.start(setup, chance())
    assert sorted(state.stock + state.side_by_side) == list(range(73))


@pytest.mark.rule("SPOT-7")
def test_practice_has_no_face_off_and_level_is_level() -> None:
    state = lay(PRACTICE, "- 9,10 - 0,1 -/-/- 9/10/0 199 0/0/0 - -")
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
