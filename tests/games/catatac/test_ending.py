"""The end of a game, and the Marathon of three."""

from __future__ import annotations

import pytest

from cartable.core import Chance, Game, Millis, Next, Seat, seed_of
from cartable.games.catatac import CATATAC
from cartable.games.catatac.moves import Counted, Decline, Laid, Passed, Stored, Use
from cartable.games.catatac.series import Marathon
from cartable.games.catatac.yarn import PLACES
from tests.games.catatac.positions import BLACK, GAME, WHITE, events, lay, play, position, table

WHITE_HIDEOUT = PLACES[0]


@pytest.mark.rule("CTC-29")
def test_the_game_ends_when_all_paw_cards_have_been_drawn_and_played() -> None:
    state = position("1/2", "8", pile="-")
    state = play(state, 0, lay("1"))
    assert GAME.result(state) is None
    state = play(state, 1, lay("2"))
    assert state.phase == "over"
    assert GAME.result(state) is not None


@pytest.mark.rule("CTC-29")
def test_a_seat_without_cards_is_passed_over_so_that_one_clan_plays_twice_in_succession() -> None:
    state = position("11/-", "8", pile="-")
    assert Passed(Seat(1)) in events(state, 0, lay("1"))
    assert play(state, 0, lay("1")).turn == 0
    four = play(position("1/-/2/-", "8", pile="-"), 0, lay("1"))
    assert four.turn == 2


@pytest.mark.rule("CTC-29")
def test_the_game_ends_with_the_last_point_card() -> None:
    state = position("12/33", "8", "w....", "counter:1?1", laid="0", points="3", won="2,2/*")
    after = play(state, 1, Decline())
    assert after.phase == "over"
    assert after.points == ()


@pytest.mark.rule("CTC-31")
@pytest.mark.parametrize(
    ("won", "scores", "winners"),
    [
        ("2,2/3", (4, 3), (WHITE,)),
        ("2/3", (2, 3), (BLACK,)),
        ("3-1s/1-3s", (3, 3), (WHITE, BLACK)),
        ("1-3s/3-1s", (1, 1), (WHITE, BLACK)),
        ("1s,1s/2", (2, 2), (WHITE,)),
        ("2/1s,3-1s", (2, 2), (BLACK,)),
        ("-/-", (0, 0), (WHITE, BLACK)),
    ],
)
def test_most_points_win_then_most_sardines(
    won: str, scores: tuple[int, int], winners: tuple[int, ...]
) -> None:
    state = position("1/-", "8", pile="-", won=won)
    counted = events(state, 0, lay("1"))[-1]
    assert isinstance(counted, Counted)
    assert counted.points == scores
    assert [[point.code for point in shown] for shown in counted.shown] == [
        [] if said == "-" else said.split(",") for said in won.split("/")
    ]
    result = GAME.result(play(state, 0, lay("1")))
    assert result is not None
    assert (result.scores, result.winners) == (scores, winners)


@pytest.mark.rule("CTC-3")
def test_the_values_of_point_cards_show_at_the_end_and_not_before() -> None:
    state = position("1a/-", "8", ".w...", pile="-", won="3/2", points="1s,*")
    for seat in (None, Seat(0), Seat(1)):
        assert GAME.view(state, seat).shown == ()
        assert GAME.view(state, seat).won == (1, 1)
    laid = play(state, 0, lay("1a"))
    stored = next(event for event in events(laid, 0, Use(0, WHITE_HIDEOUT)) if isinstance(event, Stored))
    assert stored == Stored(Seat(0), 5)
    after = play(laid, 0, Use(0, WHITE_HIDEOUT))
    for seat in (None, Seat(0), Seat(1)):
        codes = [[point.code for point in points] for points in GAME.view(after, seat).shown]
        assert codes == [["3", "1s"], ["2"]]


@pytest.mark.rule("CTC-34")
def test_a_marathon_is_three_games_and_each_starts_left_of_the_starter_before() -> None:
    game = Game(CATATAC, CATATAC.info.setup(4, options={"marathon": True, "starter": 3}), seed_of(5))
    starters: list[Seat] = []
    points: list[tuple[int, ...]] = []
    lots = Chance(seed_of(6), 0)
    while game.result is None:
        state = game.state
        if len(starters) == state.index:
            starters.append(state.game.starter)
        seats = [Seat(seat) for seat in range(4)]
        drawn = [(seat, move) for seat in seats if (move := CATATAC.sample(state, seat, lots)) is not None]
        if drawn:
            happened = game.play(*drawn[0], game.now)
            points += [event.points for event in happened if isinstance(event, Counted)]
        else:
            due = CATATAC.due(state)
            assert due is not None
            assert due[1] == Next()
            game.advance(due[0])
    assert starters == [2, 3, 0]
    assert len(points) == 3
    assert game.result.scores == tuple(map(sum, zip(*points, strict=True)))
    assert game.state.standing[:2] == game.result.scores
    assert len(game.state.standing) == 4


@pytest.mark.rule("CTC-34")
def test_a_marathon_is_decided_by_all_points_then_by_the_sardines_of_all_three() -> None:
    plan, setup = Marathon(), table(2, marathon=True)
    assert plan.result(setup, 1, (9, 9, 1, 2)) is None
    level = plan.result(setup, 2, (9, 9, 1, 2))
    assert level is not None
    assert level.winners == (BLACK,)
    ended = position("1/-", "8", pile="-", won="3,1s/2", going="over:0", marathon=True)
    assert plan.standing(setup, 0, (0, 0), ended) == (4, 2, 1, 0)
    assert plan.standing(setup, 1, (5, 6, 1, 2), ended) == (9, 8, 2, 2)


@pytest.mark.rule("CTC-34")
def test_without_marathon_one_game_is_all() -> None:
    setup = CATATAC.info.setup(2)
    state = CATATAC.read(f"0 0,0 - | {GAME.write(position('1/-', '8', pile='-', won='2/3'))}", setup)
    step = CATATAC.play(state, Seat(0), lay("1"), Millis(0), Chance(seed_of(1), 1))
    assert isinstance(step.events[0], Laid)
    result = CATATAC.result(step.state)
    assert result is not None
    assert (result.scores, result.winners) == ((2, 3), (BLACK,))
    assert CATATAC.due(step.state) is None
