"""The Well."""

from __future__ import annotations

import pytest

from cartable.designs import CLASSIC
from cartable.games.reflex.calls import MIDDLE, LateCall, Took
from cartable.games.spot import WELL
from tests.games.spot.lay import A, B, after, chance, lay, outcome, play, right, table


@pytest.mark.rule("WELL-1")
@pytest.mark.parametrize("seats", range(2, 9))
def test_one_card_lies_in_the_middle_and_the_rest_is_dealt_as_evenly_as_possible(seats: int) -> None:
    state = WELL.start(table(WELL, seats), chance())
    assert len(state.middle) == 1
    assert sorted(sum(state.piles, state.middle)) == list(CLASSIC.cards)
    counts = [len(pile) for pile in state.piles]
    assert max(counts) - min(counts) <= 1
    assert WELL.view(state, A).middle == state.middle[0]
    assert WELL.view(state, A).tops == (-2,) * seats


@pytest.mark.rule("WELL-1")
def test_the_extra_cards_go_to_random_seats() -> None:
    # 54 cards for 4 seats: two of them get one more, and in many deals all pairs occur.
    deals = [WELL.start(table(WELL, 4), chance(number)) for number in range(100)]
    lucky = {tuple(seat for seat in range(4) if len(deal.piles[seat]) == 14) for deal in deals}
    assert len(lucky) == 6


@pytest.mark.rule("WELL-2")
def test_the_own_top_card_goes_into_the_middle_and_is_at_once_the_card_to_match() -> None:
    state = lay(WELL, "- - 0 - 7,1/8,2 0/0 0 0/0 - -")
    assert list(WELL.moves(state, A)) == [right(0, 1)]
    step = play(WELL, state, A, right(0, 1))
    assert WELL.write(step.state) == "- - 0,1 - 7/8,2 0/0 0 0/0 - -"
    assert step.events == (Took(A, right(0, 1).symbol, right(0, 1).cards, MIDDLE),)
    assert list(WELL.moves(step.state, A)) == [right(1, 7)]
    assert list(WELL.moves(step.state, B)) == [right(1, 2)]


@pytest.mark.rule("WELL-2")
@pytest.mark.parametrize("cards", [(0, 2), (0, 7), (2, 0), (2, 1)])
def test_nothing_but_the_middle_card_and_the_own_top_card_can_be_called(cards: tuple[int, int]) -> None:
    state = lay(WELL, "- - 0 - 7,1/8,2 0/0 0 0/0 - -")
    assert isinstance(play(WELL, state, A, right(*cards)).events[0], LateCall)


@pytest.mark.rule("WELL-3")
def test_the_first_without_cards_wins_and_the_others_rank_by_cards_left_fewest_first() -> None:
    state = lay(WELL, "- - 0 - 7,8,9,3/1/5,2/6,10 0/0/0/0 0 0/0/0/0 - -")
    assert WELL.result(state) is None
    assert outcome(WELL, after(WELL, state, (B, right(0, 1)))) == ("B CD A", (4, 0, 2, 2))
