"""The Tower."""

from __future__ import annotations

import pytest

from cartable.designs import CLASSIC
from cartable.games.reflex.calls import LateCall, Took
from cartable.games.spot import TOWER
from tests.games.spot.lay import A, B, after, chance, lay, outcome, play, right, table


@pytest.mark.rule("TOWER-1")
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_everybody_gets_one_card_face_down_and_the_rest_lies_face_up_in_the_middle(seats: int) -> None:
    state = TOWER.start(table(TOWER, seats), chance())
    assert [len(pile) for pile in state.piles] == [1] * seats
    assert sorted(sum(state.piles, state.middle)) == list(CLASSIC.cards)
    view = TOWER.view(state, A)
    assert view.tops == (-2,) * seats
    assert view.middle == state.middle[-1]
    assert view.height == 55 - seats


@pytest.mark.rule("TOWER-2")
def test_one_calls_the_match_of_the_middle_card_and_the_own_top_card_and_no_other() -> None:
    state = lay(TOWER, "- - 9,5,0 - 7,1/8,2/3 0/0/0 0 0/0/0 - -")
    assert list(TOWER.moves(state, A)) == [right(0, 1)]
    assert list(TOWER.moves(state, B)) == [right(0, 2)]
    for cards in ((0, 2), (0, 7), (5, 1), (2, 0)):
        assert isinstance(play(TOWER, state, A, right(*cards)).events[0], LateCall)


@pytest.mark.rule("TOWER-3")
def test_the_middle_card_goes_onto_the_callers_pile_and_is_the_card_to_match_next() -> None:
    state = lay(TOWER, "- - 9,5,0 - 7,1/2 0/0 0 0/0 - -")
    step = play(TOWER, state, A, right(0, 1))
    assert TOWER.write(step.state) == "- - 9,5 - 7,1,0/2 0/0 0 0/0 - -"
    assert step.events == (Took(A, right(0, 1).symbol, right(0, 1).cards, A),)
    assert list(TOWER.moves(step.state, A)) == [right(5, 0)]


@pytest.mark.rule("TOWER-4")
def test_it_ends_with_the_draw_pile_and_most_cards_wins() -> None:
    state = lay(TOWER, "- - 5,0 - 7,1/2/8,9,10,3 0/0/0 0 0/0/0 - -")
    state = after(TOWER, state, (A, right(0, 1)))
    assert TOWER.result(state) is None
    assert outcome(TOWER, after(TOWER, state, (B, right(5, 2)))) == ("C A B", (3, 2, 4))
