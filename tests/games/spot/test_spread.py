"""The notation of a spread, and what everyone sees of one."""

from __future__ import annotations

import pytest

from cartable.core import Millis, Seat
from cartable.games.spot import CATCH, FACEOFF, GIFT, POTATO, PRACTICE, TOWER, TRIPLET, WELL
from cartable.games.spot.rules import Spot
from cartable.games.spot.spread import SpotView
from tests.games.spot.lay import A, begin, chance, every_game, lay, table


def test_a_position_is_one_line_of_ten_fields() -> None:
    text = "7000 5,6 - 0,1 -/-/- 3/3/1 2 0/9000/0 0,1 1"
    state = lay(TOWER, text)
    assert state.flips == 7_000
    assert state.stock == (5, 6)
    assert state.middle == ()
    assert state.table == (0, 1)
    assert state.piles == ((), (), ())
    assert state.kept == (3, 3, 1)
    assert state.round == 2
    assert state.frozen == (None, 9_000, None)
    assert state.faceoff == (0, 1)
    assert state.winner == 1
    assert TOWER.write(state) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "- - 4,x - 8/1 0/0 0 0/0 - -",
        "- - 4,4 - 8/1 0/0 0 0/0 - -",
        "- - 4,55 - 8/1 0/0 0 0/0 - -",
        "- - 4,-1 - 8/1 0/0 0 0/0 - -",
        "- - 4,3 - 8/1/2 0/0/0 0 0/0/0 - -",
        "- - 4,3 - 8/1 0/0 0 0 - -",
        "- 5 - 0,1 -/- 0/0 0 0/0 0,2 -",
        "- 5 - 0,1 -/- 0/0 0 0/0 0 1",
    ],
)
def test_a_text_that_is_no_spread_says_so(text: str) -> None:
    with pytest.raises(ValueError, match="not a spread"):
        TOWER.read(text, table(TOWER, 2))


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (TOWER, "- - 4,3 - -/1 0/0 0 0/0 - -"),
        (TOWER, "- - 4,3 5 8/1 0/0 0 0/0 - -"),
        (TOWER, "- 5 - 0 -/- 0/0 0 0/0 0,1 -"),
        (TOWER, "- 5 - 0,-1 -/- 0/0 0 0/0 0,1 -"),
        (TOWER, "- 5 4 0,1 -/- 0/0 0 0/0 0,1 -"),
        (TOWER, "- 5 - 0,1 4/- 0/0 0 0/0 0,1 -"),
        (GIFT, "- - 4,3 - 8/- 0/0 0 0/0 - -"),
        (WELL, "- 5 - - 8/1 0/0 0 0/0 - -"),
        (WELL, "- - 5 4 8/1 0/0 0 0/0 - -"),
        (TRIPLET, "- - - 0,1,2 -/- 0/0 0 0/0 - -"),
        (TRIPLET, "- 30 - 0,1,2,3,4,5,6,7,-1 -/- 0/0 0 0/0 - -"),
        (TRIPLET, "- 30 - 0,1,2,3,4,5,6,7,8 9/- 0/0 0 0/0 - -"),
        (TRIPLET, "- 30 9 0,1,2,3,4,5,6,7,8 -/- 0/0 0 0/0 - -"),
        (POTATO, "- 30 - - 8/- 0/0 0 0/0 - -"),
        (POTATO, "- 30 9 - 8/1 0/0 0 0/0 - -"),
        (CATCH, "- 30 9 1 -/- 0/0 0 0/0 - -"),
        (CATCH, "- 30 - 1,2 -/- 0/0 0 0/0 - -"),
        (CATCH, "- 30 9 1,2 8/- 0/0 0 0/0 - -"),
        (PRACTICE, "- 30 - 1 -/- 0/0 0 0/0 - -"),
        (PRACTICE, "- 30 - 1,-1 -/- 0/0 0 0/0 - -"),
        (FACEOFF, "- 30 9 1,2 -/- 0/0 0 0/0 - -"),
    ],
)
def test_a_spread_of_another_game_says_so(rules: Spot, text: str) -> None:
    with pytest.raises(ValueError, match=f"not a position of {rules.info.name}"):
        lay(rules, text)


def test_a_view_shows_tops_and_counts_and_nothing_underneath() -> None:
    state = lay(WELL, "- - 9,0 - 7,1/2 0/0 0 0/0 - -")
    other = lay(WELL, "- - 8,0 - 5,1/2 0/0 0 0/0 - -")
    seen = SpotView(
        None,
        0,
        *(state.middle[-1], 2),
        (),
        (state.piles[0][-1], state.piles[1][-1]),
        (2, 1),
        (0, 0),
        0,
        (Millis(0), Millis(0)),
        (),
        *(None, None, None),
    )
    assert WELL.view(state, A) == WELL.view(other, A) == WELL.view(state, None) == seen


@pytest.mark.parametrize(
    ("rules", "text", "other"),
    [
        (
            TRIPLET,
            "- 30,31 - 0,1,2,3,4,5,6,7,8 -/- 0/0 0 0/0 - -",
            "- 31,40 - 0,1,2,3,4,5,6,7,8 -/- 0/0 0 0/0 - -",
        ),
        (
            TRIPLET,
            "9 30 - 0,1,2,3,4,5,6,7,8 -/- 0/0 0 0/0 - -",
            "9 30 - 8,1,2,3,4,5,6,7,40 -/- 0/0 0 0/0 - -",
        ),
        (TOWER, "9 - 5,0 - 1/2 0/0 0 0/0 - -", "9 - 6,0 - 2/3 0/0 0 0/0 - -"),
        (POTATO, "9 5 - - 1/2 0/0 0 0/0 - -", "9 6 - - 2/3 0/0 0 0/0 - -"),
    ],
    ids=["stock", "table", "middle and tops", "stock and tops"],
)
def test_what_lies_face_down_shows_to_nobody(rules: Spot, text: str, other: str) -> None:
    state, twin = lay(rules, text), lay(rules, other)
    for seat in (None, A, Seat(1)):
        assert rules.view(state, seat) == rules.view(twin, seat)
        assert seat is None or list(rules.moves(state, seat)) == list(rules.moves(twin, seat))
    assert list(rules.faces(state)) == list(rules.faces(twin))


@every_game
def test_a_spread_imagined_from_a_view_looks_the_same_and_differs_underneath(rules: Spot) -> None:
    state = begin(rules, 3)
    view = rules.view(state, A)
    imagined = [rules.imagine(view, table(rules, 3), chance(number)) for number in range(3)]
    assert all(rules.view(spread, A) == view for spread in imagined)
    assert all(rules.read(rules.write(spread), table(rules, 3)) == spread for spread in imagined)
    assert len({rules.write(spread) for spread in imagined}) == 3


def test_a_place_without_a_card_is_none_on_the_table_and_minus_one_in_the_view_and_the_text() -> None:
    text = "- 9,10,11 0 1,-1,3 -/-/- 0/1/0 0 0/0/0 - -"
    state = lay(CATCH, text)
    view = CATCH.view(state, A)
    assert (state.table, view.table, CATCH.write(state)) == ((1, None, 3), (1, -1, 3), text)
    assert state.side_by_side == view.side_by_side == (1, 3)
