"""The greedy bot for Spot it!."""

from __future__ import annotations

import pytest

from cartable.bots.spot import FASTEST, SLOWEST, SpotGreedy
from cartable.core import Answer, Chance, Game, Seat, Sight, seed_of
from cartable.games.spot import GIFT
from cartable.games.spot.claims import SpotMove
from cartable.games.spot.rules import Spot
from cartable.games.spot.spread import Spread
from cartable.lab.simulate import play_out
from tests.games.spot.lay import A, B, begin, every_game, lay, right, table


def answered(rules: Spot, state: Spread, seat: Seat, number: int = 0) -> Answer[SpotMove] | None:
    """Return what the bot answers in this seat."""
    sight = Sight(rules, state.setup, state, seat)
    return SpotGreedy().answer(sight, Chance(seed_of(5), number), lambda: False)


@every_game
def test_it_makes_a_right_call_after_a_plausible_time(rules: Spot) -> None:
    state = begin(rules, 3)
    answers = [answered(rules, state, A, number) for number in range(50)]
    for answer in answers:
        assert answer is not None
        assert answer.move in list(rules.moves(state, A))
        assert FASTEST <= answer.delay <= SLOWEST
    assert len({answer.delay for answer in answers if answer}) > 40


@every_game
def test_it_waits_while_it_may_not_call(rules: Spot) -> None:
    state = rules.start(table(rules, 3), Chance(seed_of(1), 0))
    assert answered(rules, state, A) is None


def test_a_gift_goes_to_whoever_has_the_fewest_cards() -> None:
    state = lay(GIFT, "- - 9,5,0 - 1/7,2/8,3/10,11,4 0/0/0/0 0 0/0/0/0 - -")
    from_a = {answer.move for n in range(30) if (answer := answered(GIFT, state, A, n))}
    assert from_a == {right(0, 2), right(0, 3)}
    from_b = {answer.move for n in range(9) if (answer := answered(GIFT, state, B, n))}
    assert from_b == {right(0, 1)}


def test_a_face_off_in_the_gift_is_called_like_any_other() -> None:
    state = lay(GIFT, "- 5,6 - 0,1 -/-/- 3/3/4 0 0/0/0 0,1 -")
    answer = answered(GIFT, state, A)
    assert answer is not None
    assert answer.move == right(0, 1)
    assert answered(GIFT, state, Seat(2)) is None


@every_game
@pytest.mark.parametrize("seats", [2, 8])
def test_bots_play_to_the_end(rules: Spot, seats: int) -> None:
    game = Game(rules, table(rules, seats), seed_of(seats))
    play_out(game, [SpotGreedy()] * seats)
    assert game.result is not None
