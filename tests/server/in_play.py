"""Tables in the middle of a game, and what people do there."""

from __future__ import annotations

from cartable.core import Seat
from cartable.server import messages as m
from tests.server.fakes import FakeHouse, Line, seated, tower_call

FLIP = 5_000
"""Longer than the countdown before the first cards."""


def playing(house: FakeHouse, seats: int = 2, **terms: object) -> list[Line]:
    """Return people in the middle of a game of Tower."""
    lines = seated(house, house.table(**terms), seats)  # type: ignore[arg-type]
    assert isinstance(lines[0].ask(m.Start), m.Done)
    house.fake.turn(FLIP)
    return lines


def at_karta(house: FakeHouse, **terms: object) -> tuple[Line, Line]:
    """Return who begins a game of Karta, and the other."""
    lines = seated(house, house.table("karta", **terms), 2)  # type: ignore[arg-type]
    lines[0].ask(m.Start)
    game = lines[0].table.book.game
    assert game is not None
    return lines[game.state.game.turn], lines[1 - game.state.game.turn]


def take(line: Line, seat: int) -> None:
    """Let a seat call and be first."""
    line.house.fake.turn(1_000)
    line.play(seat, tower_call(line.table, seat), reaction=900)
    line.house.fake.turn(300)


def lay(line: Line) -> Seat:
    """Let the seat whose turn it is in Karta lay any card; return the seat."""
    game = line.table.book.game
    assert game is not None
    seat = Seat(game.state.game.turn)
    assert isinstance(line.play(seat, game.rules.sample(game.state, seat, game.chance())), m.Done)
    return seat


def refused(answer: object) -> str:
    assert isinstance(answer, m.Refused)
    assert answer.text
    return answer.key
