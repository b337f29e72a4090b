"""A series is itself a game."""

from __future__ import annotations

import pytest

from cartable.core import (
    Chance,
    Game,
    Info,
    Millis,
    Next,
    Number,
    Plan,
    Refused,
    Result,
    Rules,
    Seat,
    Series,
    Setup,
    StageBegan,
    StageFinished,
    Team,
    ranked,
    seed_of,
    solo,
)
from tests.nim import NIM, Heap, NimView, Take, Taken
from tests.suite import CHECKS


class FirstToTwo(Plan[Heap, Take, Taken, NimView]):
    """Nim again and again, until a team has won twice."""

    def every(self) -> tuple[Rules[Heap, Take, Taken, NimView], ...]:
        return (NIM,)

    def rules(self, setup: Setup, index: int) -> Rules[Heap, Take, Taken, NimView]:
        return NIM

    def setup(self, setup: Setup, index: int, standing: tuple[int, ...], before: Heap | None) -> Setup:
        return setup

    def standing(self, setup: Setup, index: int, standing: tuple[int, ...], game: Heap) -> tuple[int, ...]:
        result = NIM.result(game)
        assert result is not None
        return tuple(score + (Team(team) in result.winners) for team, score in enumerate(standing))

    def result(self, setup: Setup, index: int, standing: tuple[int, ...]) -> Result | None:
        return ranked(standing, standing) if max(standing) == 2 else None


SERIES = Series(Info("nim", version=1, shapes=solo(2, 2), options=(Number("heap", 3, 1, 40),)), FirstToTwo())


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: str(check.__name__))
def test_a_series_goes_through_the_suite_like_any_game(check: object) -> None:
    assert callable(check)
    check(SERIES, SERIES.info.setup(), 3)


@pytest.mark.rule("TABLE-3")
def test_between_two_games_there_is_a_break_in_which_nobody_moves() -> None:
    game = Game(SERIES, SERIES.info.setup(), seed_of(1))
    winner = game.state.game.turn
    events = game.play(winner, Take(3), Millis(10))
    standing = tuple(int(seat == winner) for seat in range(2))
    assert events[1] == StageFinished(0, ranked(standing, standing), standing)
    assert game.result is None
    assert all(not list(SERIES.moves(game.state, Seat(seat))) for seat in range(2))
    assert SERIES.sample(game.state, Seat(0), game.chance()) is None
    with pytest.raises(Refused, match="TABLE-3"):
        game.play(winner, Take(1), Millis(20))


@pytest.mark.rule("TABLE-3")
def test_the_next_game_begins_by_itself_after_the_break() -> None:
    game = Game(SERIES, SERIES.info.setup(), seed_of(1))
    game.play(game.state.game.turn, Take(3), Millis(10))
    due = SERIES.due(game.state)
    assert due is not None
    assert game.advance(due[0]) == (StageBegan(1),)
    assert game.state.game.left == 3
    assert SERIES.due(game.state) is None


@pytest.mark.rule("TABLE-4")
def test_no_seat_can_begin_the_next_game() -> None:
    game = Game(SERIES, SERIES.info.setup(), seed_of(1))
    game.play(game.state.game.turn, Take(3), Millis(10))
    for state in (game.state, SERIES.start(game.setup, Chance(b"", 0))):
        with pytest.raises(Refused, match="TABLE-4"):
            SERIES.play(state, Seat(0), Next(), Millis(20), game.chance())


def test_a_series_may_begin_with_a_standing() -> None:
    setup = Setup((Team(0), Team(1)), {"heap": 3}, standing=(1, 1))
    game = Game(SERIES, setup, seed_of(1))
    game.play(game.state.game.turn, Take(3), Millis(10))
    assert game.result is not None
    assert sorted(game.result.scores) == [1, 2]


def test_what_is_no_position_is_an_error_that_shows_the_text() -> None:
    for text in ("0 0,0 - | three 0", "0 0,0 | 3 0", "x 0,0 - | 3 0"):
        with pytest.raises(ValueError, match="not a position"):
            SERIES.read(text, SERIES.info.setup())


def test_what_the_table_plays_for_a_seat_is_the_inner_games_business_and_nothing_in_a_break() -> None:
    game = Game(SERIES, SERIES.info.setup(), seed_of(1))
    turn = game.state.game.turn
    assert SERIES.stand_in(game.state, turn, Chance(b"", 0)) == Take(1)
    assert SERIES.stand_in(game.state, Seat(1 - turn), Chance(b"", 0)) is None
    assert SERIES.veil(game.state, turn, Chance(b"", 0)) is None
    game.play(turn, Take(3), Millis(10))
    assert SERIES.stand_in(game.state, turn, Chance(b"", 0)) is None
    assert SERIES.veil(game.state, turn, Chance(b"", 0)) is None


def test_calls_are_the_inner_games_business() -> None:
    state = SERIES.start(SERIES.info.setup(), Chance(b"", 0))
    assert SERIES.claim(state, Seat(0), Take(1)) is None
    assert SERIES.claim(state, Seat(0), Next()) is None
    assert list(SERIES.faces(state)) == []
