"""The Triplet."""

from __future__ import annotations

from itertools import combinations

import pytest

from cartable.core import DeckSpec
from cartable.designs import CLASSIC, deck, triplet_table
from cartable.games.reflex.calls import Call, LateCall, Took, Wrong
from cartable.games.spot import TRIPLET
from cartable.games.spot.rules import Tied
from tests.games.spot.lay import A, B, after, begin, chance, lay, outcome, play, refused, right, table

FULL = "- 30,31,32,33 - 0,2,3,8,10,11,12,13,14 -/- 0/0 0 0/0 - -"
"""Cards 0, 2, 3 and 8 show one symbol."""


@pytest.mark.rule("TRIPLET-1")
def test_nine_cards_lie_on_the_table_and_the_rest_face_down() -> None:
    state = TRIPLET.start(table(TRIPLET, 2), chance())
    assert len(state.table) == 9
    assert sorted(state.side_by_side + state.stock) == list(CLASSIC.cards)
    assert TRIPLET.view(state, A).table == (-2,) * 9
    view = TRIPLET.view(begin(TRIPLET, 2), A)
    assert view.table == state.table
    assert (view.stock, view.middle) == (46, -1)


@pytest.mark.rule("TRIPLET-1")
@pytest.mark.parametrize(("order", "places"), [(2, 5), (3, 5), (4, 7), (5, 7), (8, 11), (9, 11), (16, 19)])
def test_at_other_orders_the_table_is_as_large_as_it_takes_to_hold_a_triplet(order: int, places: int) -> None:
    state = begin(TRIPLET, 2, deck=DeckSpec(order, len(deck(order))))
    assert len(state.table) == places == triplet_table(order)
    assert list(TRIPLET.moves(state, A))


@pytest.mark.rule("TRIPLET-2")
def test_one_calls_a_symbol_of_three_cards_in_any_order_and_takes_them() -> None:
    step = play(TRIPLET, lay(TRIPLET, FULL), B, right(8, 0, 3))
    assert step.state.kept == (0, 3)
    assert step.events == (Took(B, right(0, 3).symbol, right(8, 0, 3).cards, B),)
    assert not {0, 3, 8} & set(step.state.table)


@pytest.mark.rule("TRIPLET-2")
def test_where_a_symbol_stands_on_more_than_three_the_caller_chooses_which() -> None:
    state = lay(TRIPLET, FULL)
    calls = [call for call in TRIPLET.moves(state, A) if isinstance(call, Call)]
    chosen = {call.cards for call in calls if call.symbol == right(0, 2).symbol}
    assert chosen == set(combinations((0, 2, 3, 8), 3))


@pytest.mark.rule("TRIPLET-2")
def test_the_right_calls_are_all_the_threes_that_share_a_symbol() -> None:
    for number in range(5):
        state = TRIPLET.start(table(TRIPLET, 2), chance(number))
        state = TRIPLET.read(TRIPLET.write(state).replace("3000", "-", 1), table(TRIPLET, 2))
        found = [call.cards for call in TRIPLET.moves(state, A) if isinstance(call, Call)]
        mask = CLASSIC.mask
        expected = [
            (a, b, c) for a, b, c in combinations(state.side_by_side, 3) if mask(a) & mask(b) & mask(c)
        ]
        assert sorted(found) == sorted(expected)


@pytest.mark.rule("TRIPLET-2")
def test_a_symbol_on_two_of_the_three_cards_is_wrong_and_a_card_not_on_the_table_late() -> None:
    state = lay(TRIPLET, FULL)
    assert isinstance(play(TRIPLET, state, A, right(0, 2, 10)).events[0], Wrong)
    assert isinstance(play(TRIPLET, state, A, right(0, 2, 17)).events[0], LateCall)
    with refused("SPOT-10", "spot.count"):
        play(TRIPLET, state, A, right(0, 2))


@pytest.mark.rule("TRIPLET-3")
def test_three_new_cards_come_to_the_same_places() -> None:
    state = after(TRIPLET, lay(TRIPLET, FULL), (A, right(0, 2, 8)))
    assert TRIPLET.write(state) == "- 30 - 33,32,3,31,10,11,12,13,14 -/- 3/0 0 0/0 - -"


@pytest.mark.rule("TRIPLET-3")
def test_where_the_pile_gives_out_places_stay_empty() -> None:
    state = lay(TRIPLET, "- 30 - 0,2,3,8,10,11,12,13,14 -/- 0/0 0 0/0 - -")
    state = after(TRIPLET, state, (A, right(3, 0, 2)))
    assert TRIPLET.write(state) == "- - - -1,-1,30,8,10,11,12,13,14 -/- 3/0 0 0/0 - -"
    assert isinstance(play(TRIPLET, state, B, right(0, 2, 8)).events[0], LateCall)


@pytest.mark.rule("TRIPLET-4")
def test_it_goes_on_with_fewer_cards_while_they_hold_a_triplet() -> None:
    state = lay(TRIPLET, "- - - 0,2,3,-1,-1,-1,1,-1,-1 -/- 24/27 0 0/0 - -")
    assert TRIPLET.result(state) is None
    assert list(TRIPLET.moves(state, A)) == [right(0, 2, 3)]


@pytest.mark.rule("TRIPLET-4")
def test_it_ends_when_fewer_cards_hold_no_triplet_and_most_cards_wins() -> None:
    state = lay(TRIPLET, "- - - 0,2,3,-1,-1,-1,1,-1,-1 -/- 27/24 0 0/0 - -")
    assert outcome(TRIPLET, after(TRIPLET, state, (A, right(0, 2, 3)))) == ("A B", (30, 24))


@pytest.mark.rule("TRIPLET-4")
def test_as_many_cards_is_tied_for_first() -> None:
    state = lay(TRIPLET, "- - - 0,2,3,-1,-1,-1,1,-1,-1 -/- 24/27 0 0/0 - -")
    assert play(TRIPLET, state, A, right(0, 2, 3)).events[1:] == (Tied((A, B)),)
