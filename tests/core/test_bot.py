"""What a bot is shown, and how long what it intends stands."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from cartable.core import Answer, Game, Millis, Rules, Seat, Sight, seed_of, stands
from cartable.games.island import WELCOME
from cartable.games.karta import KARTA
from cartable.games.spot import PRACTICE, TOWER
from cartable.games.spot.claims import ClaimCards

A, B = Seat(0), Seat(1)


def flipped(rules: Rules[Any, Any, Any, Any]) -> Game[Any, Any, Any, Any]:
    """Return a game for two whose cards have been turned up."""
    game = Game(rules, rules.info.setup(2), seed_of(1))
    game.advance(Millis(3_000))
    return game


def intended(game: Game[Any, Any, Any, Any], seat: Seat, number: int = 0) -> Answer[Any]:
    """Return one of a seat's moves as what it intends."""
    return Answer(list(game.rules.moves(game.state, seat))[number], Millis(900))


def test_a_call_stands_until_one_of_its_cards_is_gone() -> None:
    game = flipped(TOWER)
    call = intended(game, A)
    assert stands(call, TOWER, game.state, A)
    game.play(B, intended(game, B).move, Millis(4_000))
    assert not stands(call, TOWER, game.state, A)


def test_a_call_that_will_be_wrong_stands_as_long_as_a_right_one() -> None:
    game = flipped(TOWER)
    right = intended(game, A).move
    wrong = Answer(replace(right, symbol=(right.symbol + 1) % 57), Millis(900))
    assert stands(wrong, TOWER, game.state, A)
    game.play(B, intended(game, B).move, Millis(4_000))
    assert not stands(wrong, TOWER, game.state, A)


def test_a_call_stands_while_others_cover_other_places() -> None:
    game = flipped(WELCOME)
    here, there = intended(game, A, 0), intended(game, A, 1)
    game.play(B, intended(game, B, 0).move, Millis(4_000))
    assert not stands(here, WELCOME, game.state, A)
    assert stands(there, WELCOME, game.state, A)


def test_a_call_stands_while_somebody_has_claimed_its_cards() -> None:
    game = flipped(PRACTICE)
    answer = intended(game, A)
    game.play(B, ClaimCards(PRACTICE.common(game.state)), game.now)
    assert not list(PRACTICE.moves(game.state, A))
    assert stands(answer, PRACTICE, game.state, A)


def test_no_call_stands_over_the_break_between_two_games() -> None:
    game = flipped(WELCOME)
    other = intended(game, B, 18)
    while game.state.resumes is None:
        assert stands(other, WELCOME, game.state, B)
        game.play(A, intended(game, A, 0).move, game.now)
    assert not stands(other, WELCOME, game.state, B)


def test_a_move_that_is_no_call_is_thought_over_after_every_change() -> None:
    game = Game(KARTA, KARTA.info.setup(2), seed_of(1))
    mover = A if list(KARTA.moves(game.state, A)) else B
    assert not stands(intended(game, mover), KARTA, game.state, mover)


def test_a_sight_tells_for_how_long_cards_have_lain_and_takes_others_for_new() -> None:
    game = flipped(TOWER)
    assert Sight(TOWER, game.setup, game.state, A, {3: Millis(700)}).lain == {3: 700}
    assert not Sight(TOWER, game.setup, game.state, A).lain
