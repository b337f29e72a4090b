"""A position as one line of text."""

from __future__ import annotations

import pytest

from cartable.core import Seat, Team
from cartable.games.catatac.state import State
from cartable.games.catatac.yarn import Yarn, YarnPlace
from tests.games.catatac.positions import BLACK, GAME, hand, lay, play, position, table, written

LINE = "112aJ/3455b * 6 2,* -/2,1s ..b.. 1 turn:1 0 w - -"


def test_a_line_says_all_of_a_position() -> None:
    state = GAME.read(LINE, table(2, distraction=True))
    assert (hand(state, 0), hand(state, 1)) == ("112aJ", "3455b")
    assert written(state.discard) == "6"
    assert len(state.pile) == 58 - 4 - 4 - 1
    assert len(state.points) == 8 - 2
    assert [len(won) for won in state.won] == [0, 2]
    assert state.yarn == Yarn(YarnPlace(2), Team(1))
    assert (state.starter, state.phase, state.turn, state.laid) == (1, "turn", 1, 0)
    assert (state.tokens, state.distracted, state.alphas) == ((True, False), None, ())


def test_what_is_written_reads_back() -> None:
    for state in (
        GAME.read(LINE, table(2, distraction=True)),
        position("1/2/3/4", going="breath:0?2@1500"),
        position("1/2/3/4", "8", "w....", "counter:1?13", laid="0", distracted="b", alphas="23"),
        position("1/2", going="act:0+pb!gd", laid="0"),
        position("-/2/3/4", going="empty:0?2"),
        play(position("12/3"), 0, lay("1")),
        position("1/2", "8", "....b", "over:0", pile="-", laid="1", points="-", won="*/-"),
    ):
        text = GAME.write(state)
        assert "*" not in text
        assert GAME.read(text, state.setup) == state


def test_the_top_of_the_pile_comes_first_and_the_top_of_the_discard_last() -> None:
    state = GAME.read("1/2 34 *56 2,3,* -/- ..w.. 0 turn:0 - - - -", table())
    assert written(state.pile[-1:]) == "3"
    assert written(state.discard[-1:]) == "6"
    assert GAME.view(state, Seat(0)).top.code == "6"


@pytest.mark.parametrize(
    ("line", "remedy"),
    [
        ("1/2 * 6", "12 are due"),
        ("1/2 * 6 * -/- ..w.. 0 turn:0 - - - - -", r"0:1\+2w"),
        ("1/2 * 6 * -/- ..w.. 0 turn:0 - - - - 5:1+2w", "0 to 1"),
        ("1x/2 * 6 * -/- ..w.. 0 turn:0 - - - -", "write their codes"),
        ("1g/2 * 6 * -/- ..w.. 0 turn:0 - - - -", "write their codes"),
        ("1/2 * 6 9 -/- ..w.. 0 turn:0 - - - -", "choose from"),
        ("11111/2 * 6 * -/- ..w.. 0 turn:0 - - - -", "leave some out"),
        ("1/2 3 6 * -/- ..w.. 0 turn:0 - - - -", "one star"),
        ("1/2* * 6 * -/- ..w.. 0 turn:0 - - - -", "one star"),
        ("1/2 * 6 * -/- ..w.. 0 nap:0 - - - -", "turn:0"),
        ("1/2 * 6 * -/- ..w.. 2 turn:0 - - - -", "0 to 1"),
        ("1/2 * 6 * -/- ..w.. x turn:0 - - - -", "0 to 1"),
        ("1/2 * 6 * -/- ..w. 0 turn:0 - - - -", "five places"),
        ("1/2 * 6 * -/- ..ww. 0 turn:0 - - - -", "five places"),
        ("1/2 * 6 * -/- ..x.. 0 turn:0 - - - -", "w or b"),
        ("1/2 * 6 * -/- ..w.. 0 turn:0 - - x -", "w or b"),
        ("1/2/3 * 6 * -/- ..w.. 0 turn:0 - - - -", "2 are due"),
        ("1/2 * 6 * - ..w.. 0 turn:0 - - - -", "both clans"),
        ("1/2 * - * -/- ..w.. 0 turn:0 - - - -", "top card"),
        ("1/2 * 6 * -/- ..w.. 0 turn:0 - - - 00", "one seat of each clan"),
        ("-/2 * 6 * -/- ..w.. 0 turn:0 - - - -", "has no cards"),
        ("1/2 * 6 * -/- ..w.. 0 act:0+p - - - -", "name the seat"),
        ("1/2 * 6 * -/- w.... 0 counter:1?1 - - - -", "name the seat"),
        ("1/2 * 6 * -/- w.... 0 counter:1 0 - - -", "only there"),
        ("1/2 * 6 * -/- ..w.. 0 turn:0?1 - - - -", "only there"),
        ("1/2 * 6 * -/- ..w.. 0 breath:0?1 - - - -", "a time at which it ends"),
    ],
)
def test_a_bad_line_says_what_to_write_instead(line: str, remedy: str) -> None:
    with pytest.raises(ValueError, match=remedy):
        GAME.read(line, table())


def test_equal_positions_are_equal() -> None:
    one: State = position("21J/2", "8")
    assert one == position("J12/2", "8")
    assert one.distracted != BLACK
