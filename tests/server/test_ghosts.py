"""Runs alone, and the same cards again against a recorded one, on a clock turned by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from cartable.analysis import run
from cartable.core import OtherVersion, Record, Refused, Seat, decode, encode, replay
from cartable.games import GAMES
from cartable.server import messages as m
from cartable.server.lobby import Lobby
from cartable.server.marks import mark, resumed
from cartable.server.outside import Compete, Unreadable, read
from cartable.server.records import chased, recorded, replayed
from cartable.server.store import Filed
from cartable.server.table import Table
from tests.recorded import RECORDS, newest
from tests.server.fakes import FakeHouse, Line, seated, tower_call

TIMES = [500 + 37 * number % 900 for number in range(54)]


def begin(line: Line) -> None:
    """Begin a run, and wait for its cards."""
    assert isinstance(line.ask(m.Start), m.Done)
    wait(line)


def wait(line: Line) -> None:
    game = line.table.book.game
    assert game
    while game.state.flips is not None:
        line.house.fake.turn(1)


def go_on(line: Line, times: Iterable[int]) -> None:
    """Find a card after each of these times."""
    for time in times:
        for _ in range(time // 10):
            line.house.fake.turn(10)
            line.pong()
        line.house.fake.turn(time % 10)
        line.play(0, tower_call(line.table, 0), reaction=time)


def filed(house: FakeHouse, line: Line) -> Filed:
    found = house.memory.kept.record(line.last(m.Table).record)
    assert found
    return found


def recorded_run(found: Filed) -> Record[Any]:
    return decode(encode(recorded(found.rows, found.listed.result)), GAMES)


def ran(house: FakeHouse, game: str = "spot/tower", times: Iterable[int] = TIMES) -> Filed:
    """Return a run as it was filed."""
    (ada,) = seated(house, house.table(game), 1)
    begin(ada)
    go_on(ada, times)
    assert ada.last(m.Table).phase == "over"
    return filed(house, ada)


def against(house: FakeHouse, found: Filed, name: str = "Bob") -> tuple[Table, Line]:
    """Open a table to play against a run, and let its host come in."""
    agreed = chased(recorded_run(found), found.listed)
    lobby = Lobby(house.store, house.clock, house.think, draw=house.draw)
    opened: list[tuple[Table, int, str]] = []
    asyncio.run(lobby.play_on(agreed, m.PlayOn(0, name=name), lambda *all: opened.append(all)))
    ((table, _, token),) = opened
    return table, Line(house, table, token=token)


def ghost_of(line: Line) -> m.Ghost:
    practice = line.last(m.Table).practice
    assert practice
    assert practice.ghost
    return practice.ghost


@pytest.mark.rule("SPOT-15")
@pytest.mark.parametrize("game", ["spot/tower", "spot/well"])
def test_a_run_has_the_time_of_every_card_and_nobody_scores(house: FakeHouse, game: str) -> None:
    found = ran(house, game)
    record = recorded_run(found)
    made = run(record)
    assert made
    assert list(made.splits) == TIMES
    assert made.verified
    assert replayed(record, found.listed).run == made
    assert found.listed.names == ("P0",)
    replay(record, GAMES[game])


@pytest.mark.rule("SPOT-16")
@pytest.mark.parametrize("game", ["spot/tower", "spot/well"])
def test_a_ghost_reproduces_every_time_of_its_run(house: FakeHouse, game: str) -> None:
    first = ran(house, game)
    _, bob = against(house, first)
    ghost = ghost_of(bob)
    assert list(ghost.splits) == TIMES
    assert (ghost.name, ghost.bot, ghost.verified) == ("P0", "", True)
    begin(bob)
    go_on(bob, TIMES)
    again = recorded_run(filed(house, bob))
    made = run(again)
    assert made
    assert made.splits == ghost.splits  # Card by card, the difference is nothing.
    moves = [[entry.move for entry in of.log] for of in (recorded_run(first), again)]  # type: ignore[union-attr]
    assert moves[0] == moves[1]  # The same cards, in the same order.
    replay(again, GAMES[game])
    assert filed(house, bob).listed.practice
    assert {chair.score for chair in bob.last(m.Table).chairs} == {0}
    # And a ghost of a ghost is one as well.
    assert chased(again, filed(house, bob).listed).practice


@pytest.mark.rule("SPOT-16")
def test_nothing_of_the_ghost_touches_the_cards_and_nothing_of_the_cards_is_told(house: FakeHouse) -> None:
    first = ran(house)
    table, bob = against(house, first)
    begin(bob)
    before = table.book.game
    assert before
    state = before.state
    house.fake.turn(sum(TIMES) + 1_000)  # The ghost is through.
    assert table.book.game
    assert table.book.game.state == state
    for message in bob.all(m.Table):
        assert message.practice
        assert message.practice.position == ""
    assert table.book.agreement.practice
    order = table.book.agreement.practice.position.split(" ")[2]
    assert not any(order[:40].encode() in raw for raw in bob.raw)


@pytest.mark.rule("SPOT-16")
def test_the_next_game_at_the_table_has_the_same_cards_until_another_is_chosen(house: FakeHouse) -> None:
    table, bob = against(house, ran(house))
    cards = []
    for _ in range(2):
        begin(bob)
        assert table.book.game
        cards.append(table.book.game.state.middle)
        bob.ask(m.Abandon)
    bob.ask(m.Configure, game="spot/tower")
    assert bob.last(m.Table).practice is None
    begin(bob)
    assert table.book.game
    cards.append(table.book.game.state.middle)
    assert cards[0] == cards[1] != cards[2]


@pytest.mark.rule("SPOT-15")
def test_who_loads_the_page_again_wins_no_time_by_it(house: FakeHouse) -> None:
    table, bob = against(house, ran(house))
    begin(bob)
    go_on(bob, TIMES[:20])
    house.fake.turn(5_000)
    assert bob.client
    table.gone(bob.client)
    bob = Line(house, table, token=bob.token)
    assert ghost_of(bob).splits[:2] == (500, 537)
    house.fake.turn(400)
    bob.play(0, tower_call(table, 0), reaction=400)
    go_on(bob, TIMES[21:])
    made = run(recorded_run(filed(house, bob)))
    assert made
    assert made.splits[20] == 5_400
    assert list(made.splits[:20]) == TIMES[:20]
    assert list(made.splits[21:]) == TIMES[21:]


def test_a_run_against_a_ghost_outlives_a_restart(house: FakeHouse) -> None:
    table, bob = against(house, ran(house))
    begin(bob)
    go_on(bob, TIMES[:20])
    again = house.again(table)
    assert again.book.game
    assert table.book.game
    assert again.book.game.state == table.book.game.state
    assert again.book.agreement == table.book.agreement
    line = mark(table.book)
    assert line
    marked = resumed(line)
    assert marked
    assert marked.game
    assert marked.game.state == table.book.game.state
    bob = Line(house, again, token=bob.token)
    house.fake.turn(10)
    go_on(bob, TIMES[20:])
    assert bob.last(m.Table).phase == "over"
    replay(recorded_run(filed(house, bob)), GAMES["spot/tower"])


@pytest.mark.rule("SPOT-15")
def test_a_run_is_not_paused(house: FakeHouse) -> None:
    table = house.table("spot/tower")
    ada, bob = seated(house, table, 2)
    ada.ask(m.Start)
    assert isinstance(ada.ask(m.Pause), m.Done)  # A contest is.
    ada.ask(m.Abandon)
    bob.ask(m.Stand, seat=Seat(1))
    begin(ada)
    refused = ada.ask(m.Pause)
    assert (refused.rule, refused.key) == ("SPOT-15", "run.pause")


def test_who_leaves_a_run_ends_it_and_it_is_nobodys_ghost(house: FakeHouse) -> None:
    (ada,) = seated(house, house.table("spot/tower"), 1)
    begin(ada)
    go_on(ada, TIMES[:5])
    ada.ask(m.Leave)
    (listed,) = house.memory.kept.listed(ada.table.home)
    found = house.memory.kept.record(listed.record)
    assert found
    with pytest.raises(Refused, match=r"ghost\.none"):
        chased(recorded_run(found), found.listed)


@pytest.mark.rule("SPOT-16")
def test_only_one_sits_at_a_run(house: FakeHouse) -> None:
    table, bob = against(house, ran(house))
    bob.ask(m.Bot, seat=Seat(1), bot="easy")
    hindrance = bob.last(m.Table).hindrance
    assert hindrance
    assert hindrance.key == bob.ask(m.Start).key == "ghost.alone"
    bob.ask(m.Bot, seat=Seat(1), bot="")
    Line(house, table, "Eve")  # Whoever comes watches.
    assert isinstance(bob.ask(m.Start), m.Done)


@pytest.mark.rule("SPOT-16")
def test_a_run_that_is_shared_without_names_has_a_ghost_without_one(house: FakeHouse) -> None:
    found = ran(house)
    veiled = replace(found.listed, names=("",), nameless=True, record="other")
    agreed = chased(recorded_run(found), veiled)
    assert agreed.practice
    assert agreed.practice.ghost
    assert agreed.practice.ghost.name == ""
    assert agreed.practice.record == "other"


@pytest.mark.rule("SPOT-16")
def test_a_run_from_a_file_is_not_verified(house: FakeHouse) -> None:
    found = ran(house)
    content = encode(recorded_run(found))
    made = read(content, Compete())
    assert isinstance(made, bytes)
    practice = msgspec.json.decode(made)["practice"]
    assert practice["record"] == ""
    assert practice["ghost"] == {"name": "", "bot": "", "splits": TIMES, "verified": False}


def test_what_is_no_run_is_no_ghost(house: FakeHouse) -> None:
    for name in ("karta", "catatac", "spot/practice", "island/ports"):
        assert read(newest(name).read_bytes(), Compete()) == Unreadable(409, "refused.ghost.none")
    three = decode((RECORDS / "4" / "spot-tower-3-42.json").read_bytes(), GAMES)
    with pytest.raises(Refused, match=r"ghost\.none"):
        chased(three)
    true = decode((RECORDS / "4" / "spot-tower-1-41.json").read_bytes(), GAMES)
    assert chased(true).practice
    with pytest.raises(OtherVersion):
        chased(replace(true, version=99))
    for false in (
        replace(true, log=true.log[:-1]),
        replace(true, log=true.log[:9] + true.log[10:]),
        replace(true, seed="07" * 32),
        replace(true, position="nonsense"),
        replace(true, position="3000 - 1,2,3 - 0 0 0 0 - -"),
    ):
        outcome = read(encode(false), Compete())
        assert isinstance(outcome, Unreadable)
        assert outcome.key in ("error.record-false", "refused.practice.moment")
    assert isinstance(read(encode(replace(true, result=None)), Compete()), Unreadable)
