"""Files of finished games to be analysed."""

from __future__ import annotations

from itertools import islice

from cartable.core import decode
from cartable.games import GAMES
from cartable.lab.files import CALLS, SHAPES, files
from cartable.server.outside import Examine, read


def test_what_people_have_analysed_meanwhile_are_true_records_of_every_kind() -> None:
    ones = [list(islice(files(number), 5)) for number in range(4)]
    assert len({file for each in ones for file in each}) == 20
    for each in ones:
        assert all(isinstance(read(file, Examine()), bytes) for file in each)
    games = [[decode(file, GAMES) for file in each] for each in ones]
    kinds = [[(found.game, found.setup.seats) for found in each] for each in games]
    every = [("spot/tower", 2), *SHAPES]
    assert [each[:4] for each in kinds] == [every[n:] + every[:n] for n in range(4)]
    assert len(games[0][0].log) == CALLS
