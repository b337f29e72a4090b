"""A no is told after a drawn wait: nobody can tell by the time who could have counted otherwise."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace

from cartable.bots.catatac import CatatacGreedy
from cartable.core import Chance, Millis, Replaced, Seat, Sight, seed_of
from cartable.games.catatac.moves import CatatacEvent, Decline, Declined
from cartable.games.catatac.series import CATATAC
from cartable.server import messages as m
from cartable.server.decision import Decision
from cartable.server.marks import mark, resumed
from tests.games.catatac.positions import GAME, lay, position
from tests.server.fakes import FakeHouse, Line, seated

pytestmark = pytest.mark.rule("CTC-37")

SHORTEST, LONGEST = 800, 10_000


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
    assert asked(lines) == {}, "its wait is long over"


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
    live.veil()
    assert live.due() is None
    lines[0].table.book.chairs[seat].bot = ""
    live.veil()
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


CAN, CANNOT = "11/2b2/33/66", "11/22/33/66"


def at_the_door(hands: str, seed: int, turn: int = 0) -> list[Line]:
    """Return four people at a table where seats 1 and 3 are asked whether they counter."""
    house = FakeHouse()
    lines = seated(house, house.table("catatac", turn=turn), 4)
    lines[0].ask(m.Start)
    playing = lines[0].table._playing
    live = playing.live
    assert live
    game, stage = live.game, live.game.state
    wanted = GAME.write(position(hands, "8", "w....", "counter:1?13", laid="0"))
    game.seed = seed_of(seed)
    game._come_to(replace(stage, game=GAME.read(wanted, stage.game.setup)))
    live.veil()
    playing.publish(Decision(game=True))
    for line in lines:
        line.sent.clear()
    return lines


def seen(hands: str, seed: int, after: int | None) -> tuple[list[m.Game], Millis]:
    """Return what seat 0 is told of the game, and when, if seat 1 lets it go after so long."""
    lines = at_the_door(hands, seed)
    house, began = lines[0].house, lines[0].house.fake.time
    if after is not None:
        house.fake.turn(after)
        assert isinstance(lines[1].play(1, Decline()), m.Done)
    house.fake.turn(began + 30_000 - house.fake.time)
    told = lines[0].all(m.Game)
    gone = next(game.now for game in told if Declined(Seat(1)) in events(game))
    return told, Millis(gone - lines[0].table.book.began.at)  # type: ignore[union-attr]


def events(told: m.Game) -> list[CatatacEvent]:
    """Return what happened, as it was told."""
    return [
        msgspec.json.decode(event, type=CATATAC.event_type) for sight in told.sights for event in sight.events
    ]


@pytest.mark.parametrize("after", [0, 400, 799])
def test_whoever_could_and_quickly_lets_it_go_looks_exactly_like_whoever_cannot(after: int) -> None:
    waits = set()
    for seed in range(12):
        told, when = seen(CAN, seed, after)
        assert (told, when) == seen(CANNOT, seed, None)
        waits.add(when)
    assert len(waits) > 8
    assert min(waits) >= SHORTEST


def test_a_slow_no_is_told_at_once_and_one_in_time_when_the_table_would_have_told_it() -> None:
    for seed in range(12):
        wait = seen(CANNOT, seed, None)[1]
        for after in (1_500, 3_000, 12_000):
            assert seen(CAN, seed, after)[1] == max(wait, after)


def test_only_the_decliner_knows_and_has_nothing_more_to_do() -> None:
    lines = at_the_door(CAN, 1)
    assert isinstance(lines[1].play(1, Decline()), m.Done)
    assert [len(line.all(m.Game)) for line in lines] == [0, 1, 0, 0]
    (sight,) = lines[1].last(m.Game).sights
    assert sight.moves == ()
    for move in (Decline(), lay("2b")):
        refused = lines[1].play(1, move)
        assert isinstance(refused, m.Refused)
        assert refused.key == "table.answered"
    assert set(asked(lines)) == {1, 3}


def test_a_card_is_played_at_once_and_ends_what_others_have_answered() -> None:
    lines = at_the_door("11/2b2/33/5b6", 1)
    assert isinstance(lines[3].play(3, Decline()), m.Done)
    assert isinstance(lines[1].play(1, lay("2b")), m.Done)
    assert asked(lines) == {}
    told = lines[0].all(m.Game)
    lines[0].house.fake.turn(LONGEST)
    assert not any(Declined(Seat(3)) in events(game) for game in told)


def test_a_no_that_waits_outlives_the_server(house: FakeHouse) -> None:
    lines = seated(house, house.table("catatac"), 2)
    lines[0].ask(m.Start)
    play_until(house, lines, lambda found: list(found.values()) == [True])
    (seat,) = asked(lines)
    assert isinstance(lines[seat].play(seat, Decline()), m.Done)
    marked = resumed(mark(lines[0].table.book) or b"")
    assert marked
    assert marked.veiled == lines[0].table.book.veiled
    lines[0].table._playing.rest()
    table = house.again(lines[0].table)
    again = [Line(house, table, token=line.token) for line in lines]
    assert again[seat].last(m.Game).sights[0].moves == ()
    assert set(asked(again)) == {seat}
    house.fake.turn(LONGEST)
    assert not asked(again)
    assert not table.book.veiled


def test_a_no_that_waits_is_forgotten_with_whoever_said_it() -> None:
    lines = at_the_door(CAN, 1)
    lines[1].play(1, Decline())
    table = lines[0].table
    live = table._playing.live
    assert live
    assert list(live.veiled) == [1]
    table.book.apply(Replaced(Seat(1), live.game.now, ""))
    live.veil()
    assert not live.veiled
    assert isinstance(lines[1].play(1, lay("2b")), m.Done)


def test_the_turns_time_does_not_run_out_for_whoever_has_answered() -> None:
    for seed in range(8):
        lines = at_the_door(CAN, seed, turn=2)
        lines[1].play(1, Decline())
        lines[0].house.fake.turn(LONGEST)
        told = [game for game in lines[0].all(m.Game) if Declined(Seat(1)) in events(game)]
        assert [game.expired for game in told] == [()]
