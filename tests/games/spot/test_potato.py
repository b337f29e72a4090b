"""Hot Potato."""

from __future__ import annotations

import pytest

from cartable.core import Millis
from cartable.designs import CLASSIC
from cartable.games.reflex.calls import Flip, LateCall, Took
from cartable.games.spot import POTATO
from cartable.games.spot.rules import Burned, Dealt, Tied
from tests.games.spot.lay import A, B, C, after, chance, lay, outcome, play, refused, right, table


@pytest.mark.rule("HOT-1")
@pytest.mark.parametrize("seats", [2, 8])
def test_a_round_begins_with_one_card_face_down_for_everybody(seats: int) -> None:
    state = POTATO.start(table(POTATO, seats), chance())
    assert [len(pile) for pile in state.piles] == [1] * seats
    assert sorted(sum(state.piles, state.stock)) == list(CLASSIC.cards)
    assert POTATO.view(state, A).tops == (-2,) * seats
    up = POTATO.proceed(state, Millis(0), chance()).state
    assert POTATO.view(up, A).tops == tuple(pile[-1] for pile in state.piles)


@pytest.mark.rule("HOT-2")
def test_the_caller_lays_all_cards_on_the_other_pile_and_is_safe() -> None:
    state = lay(POTATO, "- 9,10,11 - - 7,0/1/2 0/0/0 0 0/0/0 - -")
    assert list(POTATO.moves(state, A)) == [right(0, 1), right(0, 2)]
    step = play(POTATO, state, A, right(0, 1))
    assert POTATO.write(step.state) == "- 9,10,11 - - -/1,7,0/2 0/0/0 0 0/0/0 - -"
    assert step.events == (Took(A, right(0, 1).symbol, right(0, 1).cards, B),)
    assert not list(POTATO.moves(step.state, A))
    with refused("HOT-2", "spot.safe"):
        play(POTATO, step.state, A, right(0, 1))


@pytest.mark.rule("HOT-2")
def test_the_other_goes_on_with_the_new_top_card_and_nobody_calls_a_safe_seat() -> None:
    state = lay(POTATO, "- 9,10,11 - - -/1,7,0/2 0/0/0 0 0/0/0 - -")
    assert list(POTATO.moves(state, B)) == [right(0, 2)]
    assert list(POTATO.moves(state, C)) == [right(2, 0)]
    for cards in ((2, 1), (2, 7), (1, 2)):
        assert isinstance(play(POTATO, state, C, right(*cards)).events[0], LateCall)


@pytest.mark.rule("HOT-2")
def test_a_card_that_moved_to_another_pile_is_called_where_it_lies_now() -> None:
    state = lay(POTATO, "- 9,10,11 - - 0/1/2/3 0/0/0/0 0 0/0/0/0 - -")
    state = after(POTATO, state, (A, right(0, 1)), (C, right(2, 0)))
    assert POTATO.write(state) == "- 9,10,11 - - -/1,0,2/-/3 0/0/0/0 0 0/0/0/0 - -"


@pytest.mark.rule("HOT-3")
def test_who_holds_all_cards_of_the_round_keeps_them_and_the_next_round_is_dealt() -> None:
    state = lay(POTATO, "- 12,9,10,11 - - -/1,0/2 3/0/0 1 0/0/0 - -")
    step = play(POTATO, state, B, right(0, 2), at=1_000)
    assert POTATO.write(step.state) == "3000 12 - - 9/10/11 3/0/3 2 0/0/0 - -"
    assert step.events[1:] == (Burned(C, 3), Dealt(2))
    assert POTATO.due(step.state) == (3_000, Flip())
    with refused("SPOT-1", "spot.down"):
        play(POTATO, step.state, A, right(9, 10))
    assert play(POTATO, step.state, C, right(2, 0)).events == (LateCall(C, right(2, 0).cards),)


@pytest.mark.rule("HOT-4")
@pytest.mark.parametrize(
    ("text", "rounds"),
    [
        ("- 12,9,10,11 - - -/1,0/2 3/0/9 4 0/0/0 - -", 5),
        ("- 12,9,10,11 - - -/1,0/2 3/0/9 0 0/0/0 - -", 1),
        ("- 10,11 - - -/1,0/2 3/0/9 2 0/0/0 - -", 5),
    ],
    ids=["after five rounds", "after the option", "when the pile cannot serve another round"],
)
def test_it_ends_after_its_rounds_or_with_the_pile_and_fewest_penalty_cards_wins(
    text: str, rounds: int
) -> None:
    step = play(POTATO, lay(POTATO, text, rounds=rounds), C, right(2, 0))
    assert step.events[1:] == (Burned(B, 3), Tied((A, B)))
    step = play(POTATO, lay(POTATO, text, rounds=rounds), B, right(0, 2))
    assert step.events[1:] == (Burned(C, 3),)
    assert outcome(POTATO, step.state) == ("B A C", (3, 0, 12))


@pytest.mark.rule("HOT-4")
def test_five_rounds_are_the_default_and_just_enough_cards_serve_another() -> None:
    assert table(POTATO, 2).number("rounds") == 5
    state = lay(POTATO, "- 9,10,11 - - -/1,0/2 3/0/0 3 0/0/0 - -")
    assert play(POTATO, state, B, right(0, 2)).events[-1] == Dealt(4)
