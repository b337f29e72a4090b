"""The Poisoned Gift."""

from __future__ import annotations

import pytest

from cartable.designs import CLASSIC
from cartable.games.reflex.calls import LateCall, Took
from cartable.games.spot import GIFT
from cartable.games.spot.rules import Tied
from tests.games.spot.lay import A, B, C, after, chance, lay, outcome, play, right, table, wrong


@pytest.mark.rule("GIFT-1")
@pytest.mark.parametrize("seats", [2, 8])
def test_everybody_gets_one_card_face_down_and_the_rest_lies_face_up_in_the_middle(seats: int) -> None:
    state = GIFT.start(table(GIFT, seats), chance())
    assert [len(pile) for pile in state.piles] == [1] * seats
    assert sorted(sum(state.piles, state.middle)) == list(CLASSIC.cards)
    assert GIFT.view(state, A).tops == (-2,) * seats
    assert GIFT.view(state, A).middle == state.middle[-1]


@pytest.mark.rule("GIFT-2")
def test_the_middle_card_goes_onto_the_pile_of_the_seat_whose_top_card_was_called() -> None:
    state = lay(GIFT, "- - 9,5,0 - 1/7,2/3 0/0/0 0 0/0/0 - -")
    assert list(GIFT.moves(state, A)) == [right(0, 2), right(0, 3)]
    step = play(GIFT, state, A, right(0, 2))
    assert GIFT.write(step.state) == "- - 9,5 - 1/7,2,0/3 0/0/0 0 0/0/0 - -"
    assert step.events == (Took(A, right(0, 2).symbol, right(0, 2).cards, B),)
    assert list(GIFT.moves(step.state, C)) == [right(5, 1), right(5, 0)]


@pytest.mark.rule("GIFT-2")
def test_nobody_makes_a_gift_to_oneself() -> None:
    state = lay(GIFT, "- - 9,5,0 - 1/7,2/3 0/0/0 0 0/0/0 - -")
    for call in (right(0, 1), wrong(0, 1), right(0, 7), right(2, 1)):
        step = play(GIFT, state, A, call)
        assert step.state == state
        assert isinstance(step.events[0], LateCall)


@pytest.mark.rule("GIFT-3")
def test_it_ends_with_the_middle_pile_and_fewest_cards_wins() -> None:
    state = lay(GIFT, "- - 5,0 - 1/7,2/8,9,3 0/0/0 0 0/0/0 - -")
    state = after(GIFT, state, (A, right(0, 3)))
    assert GIFT.result(state) is None
    assert outcome(GIFT, after(GIFT, state, (A, right(5, 2)))) == ("A B C", (1, 3, 4))


@pytest.mark.rule("GIFT-3")
def test_tied_for_fewest_is_tied_for_first() -> None:
    state = lay(GIFT, "- - 0 - 1/2/8,9,3 0/0/0 0 0/0/0 - -")
    assert play(GIFT, state, A, right(0, 3)).events[1:] == (Tied((A, B)),)
