"""The box's game: one game, or two with the return."""

from __future__ import annotations

import pytest

from cartable.core import Chance, Game, Millis, Next, Refused, Seat, Stage, record, replay, seed_of
from cartable.games.karta import KARTA, Place, Position
from tests.games.karta.test_rules import ENDED

ONE = KARTA.info.setup(2)
TWO = KARTA.info.setup(2, options={"return": True})


def finished(standing: str, index: int, ending: str, red: int = 0) -> Stage[Position]:
    """Lay the last card of a game that was played to the end."""
    text, _, _ = ENDED[ending].rpartition(" ")
    stage = KARTA.read(f"{index} {standing} - | {red}{text[1:]}", TWO)
    place = KARTA.read(f"{index} {standing} - | {red}{ENDED[ending][1:]}", TWO).game.laid[-1]
    return KARTA.play(stage, stage.game.seats[1], place, Millis(5_000), Chance(b"", 0)).state


@pytest.mark.rule("KARTA-17")
def test_without_the_return_one_game_decides() -> None:
    *before, _ = ENDED["level, blue has more dots"].split(" ")
    stage = KARTA.read(f"0 0,0 - | {' '.join(before)}", ONE)
    place = KARTA.read(f"0 0,0 - | {ENDED['level, blue has more dots']}", ONE).game.laid[-1]
    after = KARTA.play(stage, Seat(1), place, Millis(0), Chance(b"", 0)).state
    assert after.standing == (2, 2, 17, 22)
    result = KARTA.result(after)
    assert result is not None
    assert (result.ranking, result.scores) == (((1,), (0,)), (2, 2))


@pytest.mark.rule("KARTA-17")
def test_in_the_return_the_colours_are_swapped_and_each_has_the_cards_of_the_other() -> None:
    stage = finished("0,0", 0, "red has more tokens")
    assert KARTA.result(stage) is None
    due = KARTA.due(stage)
    assert due is not None
    again = KARTA.proceed(stage, due[0], Chance(seed_of(1), 9)).state
    assert (again.index, again.standing) == (1, (3, 0, 24, 15))
    assert (stage.game.seats, again.game.seats) == ((0, 1), (1, 0))
    assert again.game.hands == stage.game.dealt
    assert again.game.laid == ()


@pytest.mark.rule("KARTA-17")
@pytest.mark.parametrize(
    ("standing", "ending", "ranking", "total"),
    [
        # Seat 1 is red in the return, and wins it by three lines to none, 24 dots to 15.
        ("4,0,20,20", "red has more tokens", ((0,), (1,)), (4, 3)),
        ("2,0,20,20", "red has more tokens", ((1,), (0,)), (2, 3)),
        ("3,0,20,20", "red has more tokens", ((1,), (0,)), (3, 3)),
        ("3,0,30,20", "red has more tokens", ((0,), (1,)), (3, 3)),
        ("3,0,29,20", "red has more tokens", ((0, 1),), (3, 3)),
    ],
)
def test_the_tokens_of_both_games_are_added_then_the_dots_then_it_is_a_draw(
    standing: str, ending: str, ranking: tuple[tuple[int, ...], ...], total: tuple[int, ...]
) -> None:
    result = KARTA.result(finished(standing, 1, ending, red=1))
    assert result is not None
    assert (result.ranking, result.scores) == (ranking, total)


def test_the_return_begins_by_itself_and_nobody_moves_before() -> None:
    stage = finished("0,0", 0, "level, and level in dots")
    assert not list(KARTA.moves(stage, Seat(0)))
    for move in (Next(), stage.game.laid[0]):
        with pytest.raises(Refused, match="TABLE-"):
            KARTA.play(stage, Seat(0), move, Millis(5_000), Chance(b"", 0))


@pytest.mark.rule("KARTA-17")
@pytest.mark.parametrize(
    "deal", [(0, *range(15)), (2, *range(16)), (0, *range(15), 3), (0, *range(1, 17)), (0,)]
)
def test_a_deal_that_is_none_is_refused(deal: tuple[int, ...]) -> None:
    setup = type(ONE)(ONE.teams, ONE.options, deal=deal)
    with pytest.raises(Refused, match="KARTA-17"):
        KARTA.start(setup, Chance(b"", 0))


@pytest.mark.rule("KARTA-17")
def test_a_return_played_at_random_ends_and_replays() -> None:
    game = Game(KARTA, TWO, seed_of(7))
    cards: list[set[int]] = []
    while game.result is None:
        seat = game.state.game.turn
        move = None if seat is None else KARTA.sample(game.state, seat, game.chance())
        if isinstance(move, Place) and seat is not None:
            game.play(seat, move, game.now)
        else:
            cards.append({place.card for place in game.state.game.laid[::2]})
            game.advance(Millis(game.now + 60_000))
    assert game.state.index == 1
    assert cards == [{place.card for place in game.state.game.laid[::2]}]
    assert replay(record(game), KARTA).result == game.result
