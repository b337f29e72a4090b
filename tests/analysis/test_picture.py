"""The graph of an analysis as a picture."""

from __future__ import annotations

import re

from msgspec.structs import replace

from cartable.analysis import CatatacChoice, CatatacStudy, KartaMove, KartaStudy, drawn
from cartable.core import Seat
from cartable.games.catatac.moves import Decline
from cartable.games.karta import KartaCard, Place

MOVE = KartaMove(1, "", 0, Seat(0), Place(KartaCard(0), 0, False, 0, 0), None, 0.5, 0.5, 0, "", 2, False, ())
CHOICE = CatatacChoice(1, 0, Seat(0), Decline(), None, None, 0.5, 0.5, 0, "", 0, False)


def lines(picture: str) -> list[list[tuple[float, float]]]:
    """Return where the lines of a picture go."""
    drawn = re.findall(r'<path d="M([^"]+)" fill="none" stroke="#b3161f" stroke-width="2.5"/>', picture)
    return [[(float(x), float(y)) for x, y in (point.split() for point in one.split("L"))] for one in drawn]


def test_each_game_of_a_series_has_a_line_of_its_own() -> None:
    moves = tuple(replace(MOVE, step=step, game=game) for step, game in ((1, 0), (2, 0), (4, 1), (5, 1)))
    one, other = lines(drawn(KartaStudy("hard", moves, (1.0, 1.0), ())))
    assert [len(one), len(other)] == [3, 3]
    assert one[-1][0] < other[0][0]


def test_the_line_of_a_game_that_chance_ends_goes_to_that_end() -> None:
    choices = tuple(replace(CHOICE, step=step, game=game) for step, game in ((1, 2), (2, 2), (5, 3)))
    study = CatatacStudy("hard", choices, (1.0, 1.0), (0.0, 0.0), (1.0, None), 0, 0, ())
    one, other = lines(drawn(study))
    assert [y for _, y in one] == [120.0, 120.0, 120.0, 8.0]
    assert [y for _, y in other] == [120.0, 120.0]


def test_a_game_without_moves_has_no_line() -> None:
    assert lines(drawn(KartaStudy("hard", (), (1.0, 1.0), ()))) == []
