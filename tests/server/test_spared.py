"""Whoever has no choice is not kept waiting for: the table answers, and nobody can tell by the time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cartable.bots.catatac import CatatacGreedy
from cartable.core import Chance, Seat, Sight, seed_of
from cartable.games.catatac.moves import Decline
from cartable.server import messages as m
from tests.games.catatac.positions import GAME, play, position
from tests.server.fakes import FakeHouse, Line, seated

pytestmark = pytest.mark.rule("CTC-37")

SHORTEST, LONGEST = 800, 4_000


@pytest.fixture
def house() -> FakeHouse:
    return FakeHouse()


def test_whoever_can_is_waited_for_and_a_breath_ends_by_itself() -> None:
    able = position("11/2b2/33/66", "8", "w....", "counter:1?13", laid="0")
    assert GAME.no_choice(able, Seat(1), Chance(seed_of(1), 1)) is None
    assert GAME.no_choice(able, Seat(3), Chance(seed_of(1), 1)) is not None
    assert GAME.no_choice(able, Seat(0), Chance(seed_of(1), 1)) is None
    assert GAME.no_choice(play(able, 3, Decline()), Seat(3), Chance(seed_of(1), 1)) is None
    breath = position("11/22/33/66", "8", "..w..", "breath:0?2@1500")
    assert GAME.no_choice(breath, Seat(2), Chance(seed_of(1), 1)) is None


def asked(lines: list[Line]) -> dict[Seat, bool]:
    """Return the people who are asked whether they counter, and whether each of them can."""
    game = lines[0].table.book.game
    assert game
    state = game.state.game
    if state.phase != "counter":
        return {}
    return {seat: len(list(game.rules.moves(game.state, seat))) > 1 for seat in state.asked}


def play_until(house: FakeHouse, lines: list[Line], wanted: Callable[[dict[Seat, bool]], bool]) -> None:
    """Let everybody play as a greedy bot does, until a question is asked as it is wanted."""
    for number in range(2_000):
        table = lines[0].table
        if table.book.phase == "over":
            lines[0].ask(m.Start)
        game = table.book.game
        assert game
        if wanted(asked(lines)):
            return
        for seat, line in enumerate(lines):
            sight = Sight(game.rules, game.setup, game.state, Seat(seat))
            answer = CatatacGreedy().answer(sight, Chance(seed_of(2), number), lambda: False)
            if answer and isinstance(line.play(seat, answer.move), m.Done):
                break
        else:
            house.fake.turn(500)
    raise AssertionError("no such question")


def test_the_table_answers_for_whoever_cannot_and_for_nobody_else(house: FakeHouse) -> None:
    lines = seated(house, house.table("catatac"), 4)
    lines[0].ask(m.Start)
    play_until(house, lines, lambda found: len(found) == 2 and sorted(found.values()) == [False, True])
    able = next(seat for seat, can in asked(lines).items() if can)
    told = len(lines[0].all(m.Game))
    house.fake.turn(SHORTEST - 1)
    assert len(asked(lines)) == 2
    house.fake.turn(LONGEST - SHORTEST + 1)
    assert asked(lines) == {able: True}
    assert len(lines[0].all(m.Game)) == told + 1
    house.fake.turn(60_000)
    assert asked(lines) == {able: True}
    assert isinstance(lines[able].play(able, Decline()), m.Done)
    assert asked(lines) == {}


def test_where_nobody_can_the_store_succeeds_by_itself_also_after_a_restart_and_a_pause(
    house: FakeHouse,
) -> None:
    lines = seated(house, house.table("catatac"), 2)
    lines[0].ask(m.Start)
    play_until(house, lines, lambda found: list(found.values()) == [False])
    lines[0].ask(m.Pause)
    house.fake.turn(60_000)
    assert asked(lines)
    table = house.again(lines[0].table)
    again = [Line(house, table, token=line.token) for line in lines]
    again[0].ask(m.Resume)
    house.fake.turn(3_000)
    assert asked(again)
    house.fake.turn(LONGEST)
    assert not asked(again)


def test_whoever_takes_over_from_a_bot_is_spared_too(house: FakeHouse) -> None:
    lines = seated(house, house.table("catatac"), 2)
    lines[0].ask(m.Start)
    play_until(house, lines, lambda found: list(found.values()) == [False])
    (seat,) = asked(lines)
    live = lines[0].table._playing.live
    assert live
    due = live.due()
    lines[0].table.book.chairs[seat].bot = "greedy"
    live.spare()
    assert live.due() is None
    lines[0].table.book.chairs[seat].bot = ""
    live.spare()
    assert live.due() == due


def test_the_turns_clock_shows_the_same_whether_someone_can_or_not(house: FakeHouse) -> None:
    lines = seated(house, house.table("catatac", turn=30), 2)
    lines[0].ask(m.Start)
    shown = []
    for wanted in (False, True):
        play_until(house, lines, lambda found, can=wanted: list(found.values()) == [can])  # type: ignore[misc]
        told = lines[0].last(m.Game)
        assert told.until
        shown.append(told.until - told.now)
        (seat,) = asked(lines)
        lines[seat].play(seat, Decline())
    assert shown == [30_000, 30_000]
