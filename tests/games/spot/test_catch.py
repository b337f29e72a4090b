"""Catch Them All."""

from __future__ import annotations

import pytest

from cartable.core import Millis
from cartable.designs import CLASSIC
from cartable.games.reflex.calls import Flip, LateCall, Took
from cartable.games.spot import CATCH
from cartable.games.spot.rules import Dealt, Tied
from tests.games.spot.lay import A, B, C, after, chance, lay, outcome, play, refused, right, table


@pytest.mark.rule("CATCH-1")
@pytest.mark.parametrize("seats", [2, 8])
def test_one_card_lies_face_up_and_around_it_as_many_as_seats_are_turned_up_at_once(seats: int) -> None:
    state = CATCH.start(table(CATCH, seats), chance())
    assert (len(state.middle), len(state.table)) == (1, seats)
    assert sorted(state.middle + state.side_by_side + state.stock) == list(CLASSIC.cards)
    view = CATCH.view(state, A)
    assert view.middle == state.middle[0]
    assert view.table == (-2,) * seats
    assert CATCH.view(CATCH.proceed(state, Millis(0), chance()).state, A).table == state.table


@pytest.mark.rule("CATCH-2")
def test_one_calls_the_match_of_an_outer_card_and_the_middle_and_takes_the_outer() -> None:
    state = lay(CATCH, "- 9,10,11 0 1,2,3 -/-/- 0/0/0 0 0/0/0 - -")
    for seat in (A, B, C):
        assert list(CATCH.moves(state, seat)) == [right(1, 0), right(2, 0), right(3, 0)]
    step = play(CATCH, state, B, right(2, 0))
    assert CATCH.write(step.state) == "- 9,10,11 0 1,-1,3 -/-/- 0/1/0 0 0/0/0 - -"
    assert step.events == (Took(B, right(2, 0).symbol, right(2, 0).cards, B),)
    assert list(CATCH.moves(step.state, A)) == [right(1, 0), right(3, 0)]


@pytest.mark.rule("CATCH-2")
@pytest.mark.parametrize("cards", [(1, 3), (9, 0)])
def test_two_outer_cards_or_a_card_of_the_pile_cannot_be_called(cards: tuple[int, int]) -> None:
    state = lay(CATCH, "- 9,10,11 0 1,2,3 -/-/- 0/0/0 0 0/0/0 - -")
    assert isinstance(play(CATCH, state, A, right(*cards)).events[0], LateCall)


@pytest.mark.rule("CATCH-3", "SPOT-14")
def test_when_all_outer_cards_are_taken_the_middle_leaves_and_the_next_round_begins() -> None:
    state = lay(CATCH, "- 9,10,11,12 0 -1,2 -/- 1/0 0 0/0 - -")
    step = play(CATCH, state, B, right(2, 0), at=1_000)
    assert CATCH.write(step.state) == "3000 9 12 10,11 -/- 1/1 1 0/0 - -"
    assert step.events[1:] == (Dealt(1),)
    assert CATCH.due(step.state) == (3_000, Flip())
    with refused("SPOT-1", "spot.down"):
        play(CATCH, step.state, A, right(10, 12))
    late = play(CATCH, step.state, A, right(2, 0))
    assert (late.state, late.events) == (step.state, (LateCall(A, right(2, 0).cards),))


@pytest.mark.rule("CATCH-3")
def test_it_ends_when_the_pile_cannot_serve_another_round_and_most_cards_wins() -> None:
    state = lay(CATCH, "- 9,10 0 -1,2 -/- 3/1 0 0/0 - -")
    step = play(CATCH, state, B, right(2, 0))
    assert CATCH.write(step.state) == "- 9,10 - - -/- 3/2 1 0/0 - -"
    assert outcome(CATCH, step.state) == ("A B", (3, 2))


@pytest.mark.rule("CATCH-3")
def test_just_enough_cards_serve_another_round_and_as_many_is_tied_for_first() -> None:
    state = lay(CATCH, "- 9,10,11 0 -1,2 -/- 3/2 0 0/0 - -")
    assert CATCH.write(after(CATCH, state, (B, right(2, 0)))) == "2000 - 11 9,10 -/- 3/3 1 0/0 - -"
    last = lay(CATCH, "- 9,10 0 -1,2 -/- 3/2 0 0/0 - -")
    assert play(CATCH, last, B, right(2, 0)).events[1:] == (Tied((A, B)),)
