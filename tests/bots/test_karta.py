"""The greedy bot of Karta Doppio."""

from __future__ import annotations

import pytest

from cartable.bots.karta import FASTEST, SLOWEST, KartaGreedy
from cartable.bots.random import Random
from cartable.core import Chance, Game, Millis, Next, Seat, Sight, StageView, seed_of
from cartable.games.karta import KARTA, KartaView, Place, Position
from cartable.lab.simulate import play_out

SETUP = KARTA.info.setup(2)


def sight(text: str, seat: int) -> Sight[Place | Next, StageView[KartaView]]:
    return Sight(KARTA, SETUP, KARTA.read(f"0 0,0 - | {text}", SETUP), Seat(seat))


def laid(text: str, seat: int, seed: int = 1) -> Position:
    """Return the position after the bot's card."""
    shown = sight(text, seat)
    answer = KartaGreedy().answer(shown, Chance(seed_of(seed), 1), lambda: False)
    assert answer is not None
    assert FASTEST <= answer.delay < SLOWEST
    stage = KARTA.read(f"0 0,0 - | {text}", SETUP)
    return KARTA.play(stage, Seat(seat), answer.move, Millis(0), Chance(b"", 0)).state.game


def test_it_makes_a_line_where_it_can() -> None:
    assert laid("0 bcefhilm adgjknop b2+0+0", 1).tokens == (0, 1)


def test_it_makes_two_lines_rather_than_one() -> None:
    assert laid("0 bcehijlm adfgknop C2+0+0 g1+1-1 i2+2+0 P1+0+1", 0).tokens[0] >= 2


def test_it_breaks_the_others_line() -> None:
    after = laid("0 aefijmnp bcdghklo p3+0+0 c1+2+2 n2+2+1 B3-2-1", 0)
    assert after.tokens[0] > after.tokens[1]


def test_without_a_line_in_reach_it_shows_more_dots_than_the_other_and_lots_decide_between_equals() -> None:
    firsts = [laid("0 abcdefgh ijklmnop", 0, seed) for seed in range(10)]
    assert {first.dots for first in firsts} == {(2, 1)}
    assert len({first.laid for first in firsts}) > 1


@pytest.mark.parametrize(("text", "seat"), [("0 abcdefgh ijklmnop", 1), ("0 abcdefgh ijklmnop a0+0+0", 0)])
def test_it_waits_for_its_turn(text: str, seat: int) -> None:
    assert KartaGreedy().answer(sight(text, seat), Chance(b"", 1), lambda: False) is None


def test_it_answers_with_the_best_so_far_when_it_is_stopped() -> None:
    shown = sight("0 bcefhilm adgjknop b2+0+0", 1)
    answer = KartaGreedy().answer(shown, Chance(b"", 1), lambda: True)
    assert answer is not None
    assert answer.move == shown.moves()[0]


def test_it_wins_a_return_against_lots() -> None:
    setup = KARTA.info.setup(2, options={"return": True})
    for seed in range(4):
        game = Game(KARTA, setup, seed_of(seed))
        play_out(game, (KartaGreedy(), Random()))
        assert game.result is not None
        assert game.result.winners == (0,)
