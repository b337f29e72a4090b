"""Play on from a moment of a finished game (TABLE-13)."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from cartable.analysis import choices
from cartable.bots import bot
from cartable.core import (
    Abandoned,
    Game,
    Millis,
    OtherVersion,
    Played,
    Record,
    Refused,
    Seat,
    decode,
    encode,
    record,
    replay,
    seed_of,
)
from cartable.games import GAMES
from cartable.lab.simulate import play_out
from cartable.server import messages as m
from cartable.server.book import Book
from cartable.server.lobby import Lobby
from cartable.server.marks import mark, resumed
from cartable.server.outside import Continue, Unreadable, read
from cartable.server.records import continued, frames, recorded
from cartable.server.rows import Agreement
from cartable.server.table import Table
from tests.recorded import newest
from tests.server.fakes import FakeHouse, Line


def played(name: str, seats: int | None = None, seed: int = 5, **options: Any) -> Record[Any]:
    """Return the record of a game between bots."""
    game: Game[Any, Any, Any, Any] = Game(
        GAMES[name], GAMES[name].info.setup(seats, options=options), seed_of(seed)
    )
    play_out(game, [bot("random", name)] * game.setup.seats)
    return record(game)


def opened(house: FakeHouse, agreed: Agreement, wanted: m.PlayOn) -> tuple[Table, Line]:
    """Open a table at a moment, and let its host come in."""
    lobby = Lobby(house.store, house.clock, house.think, draw=house.draw)
    found: list[tuple[Table, int, str]] = []
    asyncio.run(lobby.play_on(agreed, wanted, lambda *opened: found.append(opened)))
    ((table, member, token),) = found
    assert member == 1
    return table, Line(house, table, token=token)


def last_record(house: FakeHouse, line: Line) -> Record[Any]:
    filed = house.memory.kept.record(line.last(m.Table).record)
    assert filed
    return decode(encode(recorded(filed.rows, filed.listed.result)), GAMES)


@pytest.mark.rule("TABLE-13")
@pytest.mark.parametrize(("name", "seats", "step"), [("karta", 2, 6), ("catatac", 2, 11), ("catatac", 4, 9)])
def test_a_table_plays_on_from_a_moment_and_its_record_replays_like_any_other(
    name: str, seats: int, step: int
) -> None:
    house, before = FakeHouse(), played(name, seats)
    agreed = continued(before, step, name="c0ffee")
    assert agreed.practice
    table, host = opened(house, agreed, m.PlayOn(step, Seat(1), "random", "Ada"))
    assert [chair.member for chair in host.last(m.Table).chairs].count(1) == 1
    assert isinstance(host.ask(m.Start), m.Done)
    began = list(frames(before))[step]
    house.fake.turn(10_000)
    host.ask(m.Resign, seat=Seat(1))
    told = host.last(m.Table)
    assert told.phase == "over"
    assert told.practice == replace(agreed.practice, position="")  # It holds every hand.
    assert {chair.score for chair in told.chairs} == {0}  # Practice has no score.
    found = last_record(house, host)
    assert found.position == agreed.practice.position
    replay(found, GAMES[name])
    first = next(iter(frames(found)))
    # What everybody could see is as it was, but for the clock of a breath.
    seen = [msgspec.json.decode(frame.view)["game"] for frame in (began, first)]
    assert [view.pop("until", None) is None for view in seen] in ([True, True], [False, False])
    assert seen[0] == seen[1]
    listed = house.memory.kept.listed(table.home)
    assert [one.practice for one in listed] == [True]


@pytest.mark.rule("TABLE-13")
def test_what_nobody_had_drawn_is_shuffled_anew_and_nothing_else(house: FakeHouse) -> None:
    before = played("catatac", 4)
    agreed = continued(before, 5)
    _, host = opened(house, agreed, m.PlayOn(5, bot="random"))
    host.ask(m.Start)
    assert agreed.practice
    host.ask(m.Abandon)
    host.ask(m.Start)  # The rematch is from the same moment, with other luck.
    rows = [
        decode_position(line) for line in house.memory.kept.read(host.table.home) if b'"began"' in line[:20]
    ]
    assert len({position for position, _ in rows}) == 1
    rules = GAMES["catatac"]
    states = [Game(rules, before.setup, bytes.fromhex(seed), position).state.game for position, seed in rows]
    old = rules.read(agreed.practice.position, before.setup).game
    assert len({state.pile for state in (*states, old)}) == 3
    for state in states:
        assert sorted(state.pile) == sorted(old.pile)
        assert sorted(state.points) == sorted(old.points)
        assert (state.hands, state.discard, state.won) == (old.hands, old.discard, old.won)


def decode_position(line: bytes) -> tuple[str, str]:
    row = msgspec.json.decode(line)
    return row["position"], row["seed"]


def test_an_analysis_goes_through_practice_too(house: FakeHouse) -> None:
    before = played("karta")
    step = 12
    _, host = opened(house, continued(before, step), m.PlayOn(step, bot="random"))
    host.ask(m.Start)
    table = host.table
    for _ in range(16):
        if table.book.phase == "over":
            break
        house.fake.turn(30_000)
        game = table.book.game
        assert game
        if (move := game.rules.sample(game.state, Seat(0), game.chance())) is not None:
            host.play(0, move)
    found = last_record(house, host)
    assert found.result
    assert found.result.why == "played"
    asked = list(choices.asked(found))
    assert len(asked) == sum(isinstance(entry, Played) for entry in found.log) == 16 - step


def test_all_seats_are_needed_and_people_may_take_them(house: FakeHouse) -> None:
    agreed = continued(played("catatac", 4), 5)
    table, host = opened(house, agreed, m.PlayOn(5, Seat(2)))
    assert [chair.member for chair in host.last(m.Table).chairs] == [None, None, 1, None]
    hindrance = host.last(m.Table).hindrance
    assert hindrance
    assert hindrance.key == "practice.seats"
    assert host.ask(m.Start).key == "practice.seats"
    bob = Line(house, table, "Bob")
    assert isinstance(bob.ask(m.Sit, seat=Seat(0)), m.Done)
    for seat in (1, 3):
        host.ask(m.Bot, seat=Seat(seat), bot="random")
    assert isinstance(host.ask(m.Start), m.Done)
    assert table.book.began
    assert agreed.practice
    assert table.book.began.setup.teams == agreed.practice.teams


def test_another_game_at_the_same_table_is_no_practice(house: FakeHouse) -> None:
    table, host = opened(house, continued(played("karta"), 4), m.PlayOn(4, bot="random"))
    host.ask(m.Configure, game="karta")
    assert host.last(m.Table).practice is None
    host.ask(m.Start)
    assert table.book.began
    assert table.book.began.position == ""


def test_practice_outlives_a_restart_before_and_after_the_start(house: FakeHouse) -> None:
    table, host = opened(house, continued(played("catatac", 2), 7), m.PlayOn(7, bot="random"))
    again = house.again(table)
    assert again.book.agreement == table.book.agreement
    host = Line(house, again, token=host.token)
    assert isinstance(host.ask(m.Start), m.Done)
    after = house.again(again)
    assert again.book.game
    assert after.book.game
    assert after.book.game.state == again.book.game.state
    line = mark(again.book)
    assert line
    marked = resumed(line)
    assert marked
    assert marked.game
    assert marked.game.state == again.book.game.state
    assert marked.game.began_at == again.book.game.began_at


def test_nobody_plays_on_where_nothing_follows(house: FakeHouse) -> None:
    before = played("karta")
    for step in (len(before.log), len(before.log) + 1, 1_000_000):
        with pytest.raises(Refused, match=r"practice\.moment"):
            continued(before, step)
    series = played("catatac", 2, marathon=True)
    breaks = [
        number
        for number, frame in enumerate(frames(series))
        if msgspec.json.decode(frame.view)["resumes"] is not None
    ]
    assert breaks
    with pytest.raises(Refused, match=r"practice\.moment"):
        continued(series, breaks[0])
    assert continued(series, breaks[0] + 2).practice


def test_only_finished_games_of_the_two_boxes_and_of_these_rules_are_played_on() -> None:
    with pytest.raises(Refused, match=r"practice\.game"):
        continued(played("spot/tower", 2), 3)
    rules = GAMES["karta"]
    unfinished = record(Game(rules, rules.info.setup(), seed_of(1)))
    with pytest.raises(Refused, match=r"practice\.game"):
        continued(unfinished, 0)
    before = played("karta")
    with pytest.raises(OtherVersion):
        continued(replace(before, version=99), 0)
    game = Game(rules, rules.info.setup(), seed_of(1))
    game.note(Abandoned(Millis(5)))
    assert continued(record(game), 0).practice


def test_rules_that_change_meanwhile_are_said(house: FakeHouse) -> None:
    agreed = continued(played("karta"), 4)
    assert agreed.practice
    old = replace(agreed, practice=replace(agreed.practice, version=agreed.practice.version - 1))
    _, host = opened(house, old, m.PlayOn(4, bot="random"))
    assert host.ask(m.Start).key == "practice.version"


@pytest.mark.parametrize(
    ("wanted", "key"),
    [(m.PlayOn(4, Seat(2)), "table.no-seat"), (m.PlayOn(4, bot="regular"), "table.bot")],
)
def test_a_seat_or_a_bot_that_there_is_not_opens_nothing(
    house: FakeHouse, wanted: m.PlayOn, key: str
) -> None:
    with pytest.raises(Refused, match=key.replace(".", r"\.")):
        opened(house, continued(played("karta"), 4), wanted)
    assert not house.memory.logs


def test_a_file_is_played_on_only_if_it_is_true() -> None:
    before = played("karta")
    found = read(encode(before), Continue(4))
    assert isinstance(found, bytes)
    assert msgspec.json.decode(found, type=Agreement) == continued(before, 4)
    assert read(encode(before), Continue(len(before.log))) == Unreadable(409, "refused.practice.moment")
    assert read(newest("spot/tower").read_bytes(), Continue(1)) == Unreadable(409, "refused.practice.game")
    for forged in (
        replace(before, position="0 abcdefgh ijklmnop"),
        replace(before, position="nonsense"),
        replace(before, result=None),
        replace(before, log=before.log[:-1]),
    ):
        outcome = read(encode(forged), Continue(4))
        assert isinstance(outcome, Unreadable)
        assert outcome.key in ("error.record-false", "refused.practice.game")


def test_old_rows_have_no_practice() -> None:
    agreed = Agreement("karta", {}, None, "", m.Terms())
    line = msgspec.to_builtins(agreed)
    del line["practice"]
    assert msgspec.convert(line, Agreement) == agreed
    assert Book("CODE", agreed).agreement.practice is None
