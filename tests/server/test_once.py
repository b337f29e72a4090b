"""Exactly once: what is asked again after a lost connection is done once, and answered as before."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Raw, json

from cartable.core import Seat
from cartable.server import messages as m
from cartable.server.book import REMEMBERED
from cartable.server.lobby import Lobby
from cartable.server.table import Table
from tests.server.fakes import FakeHouse, Line, at_once, found, seated, tower_call
from tests.server.test_fair import playing, shown

PAGE = 77


def back(line: Line, table: Table | None = None, page: int = PAGE) -> Line:
    """Return someone who came back from the same page, or another."""
    if line.client and table is None:
        line.table.gone(line.client)
    return Line(line.house, table or line.table, token=line.token, page=page)


def send(line: Line, request: m.Request) -> Any:
    assert line.client
    line.table.receive(line.client, request, line.house.clock.now())  # type: ignore[arg-type]
    return line.answer(request.id)


def reread(house: FakeHouse, table: Table) -> Table:
    """Return the table as the next server reads it."""
    house.memory.codes["BCDFG"] = table.home
    again = found(Lobby(house.memory, house.fake, at_once), "BCDFG")
    assert again
    return again


def karta(house: FakeHouse) -> tuple[list[Line], int, m.Play]:
    """Begin a game of turns; return its people, who moves, and a first move."""
    lines = seated(house, house.table("karta"), 2)
    lines[0].ask(m.Start)
    return lines, *laying(lines)


def laying(lines: list[Line], id: int = 900) -> tuple[int, m.Play]:
    game = lines[0].table.book.game
    assert game
    drawn = ((seat, game.rules.sample(game.state, Seat(seat), game.chance())) for seat in range(2))
    seat, move = next((seat, move) for seat, move in drawn if move is not None)
    return seat, m.Play(id, Seat(seat), Raw(json.encode(move)))


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("marked", [False, True])
def test_a_move_sent_again_is_played_once_and_answered_as_before(
    restart: bool, marked: bool, house: FakeHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cartable.server.herald.EVERY", 1 if marked else 1_000)
    lines, seat, play = karta(house)
    mine = back(lines[seat])
    assert isinstance(send(mine, play), m.Done)
    table = reread(house, mine.table) if restart else mine.table
    rows = len(house.memory.logs[table.home])
    again = back(mine, table if restart else None)
    assert isinstance(send(again, play), m.Done)
    assert table.book.game
    assert table.book.game.moves_made == 1
    assert len(house.memory.logs[table.home]) == rows


def test_another_page_counts_its_requests_anew(house: FakeHouse) -> None:
    lines, seat, play = karta(house)
    assert isinstance(send(back(lines[seat]), play), m.Done)
    # The same number, by a page that was loaded since: decided anew.
    assert isinstance(send(back(lines[seat], page=78), play), m.Refused)


def test_nobody_is_answered_for_somebody_else(house: FakeHouse) -> None:
    lines, seat, play = karta(house)
    assert isinstance(send(back(lines[seat]), play), m.Done)
    assert isinstance(send(back(lines[1 - seat]), play), m.Refused)


def test_what_is_not_yet_durable_is_not_confirmed_to_whoever_asks_again(house: FakeHouse) -> None:
    lines, seat, play = karta(house)
    mine = back(lines[seat])
    again = back(mine)
    house.memory.slow = True
    assert send(again, play) is None
    assert send(again, play) is None
    house.memory.sync()
    assert len([one for one in again.all(m.Done) if one.id == play.id]) == 2
    assert again.table.book.moves == 1


def test_a_refusal_is_decided_anew(house: FakeHouse) -> None:
    lines, _, _ = karta(house)
    host = back(lines[0])
    assert isinstance(send(host, m.Resume(900)), m.Refused)
    assert isinstance(send(host, m.Pause(901)), m.Done)
    send(host, m.Resume(900))
    assert host.last(m.Done).id == 900


def test_sitting_down_sent_again_is_done_once(house: FakeHouse) -> None:
    table = house.table()
    ada = Line(house, table, "Ada", page=PAGE)
    assert isinstance(send(ada, m.Sit(5, Seat(0))), m.Done)
    assert isinstance(send(ada, m.Stand(6, Seat(0))), m.Done)
    again = back(ada)
    assert isinstance(send(again, m.Sit(5, Seat(0))), m.Done)
    assert table.book.seats_of(1) == ()


def test_a_move_that_never_arrived_is_not_made_in_another_turn(house: FakeHouse) -> None:
    lines, seat, play = karta(house)
    first = m.Play(play.id, play.seat, play.move, moves=0)
    assert isinstance(send(back(lines[seat]), first), m.Done)
    other, late = laying(lines, 901)
    stale = m.Play(late.id, late.seat, late.move, moves=0)
    mine = back(lines[other])
    refused = send(mine, stale)
    assert isinstance(refused, m.Refused)
    assert refused.key == "table.moved-on"
    assert isinstance(send(mine, m.Play(902, late.seat, late.move, moves=1)), m.Done)


def test_a_late_call_sent_again_is_late_again(house: FakeHouse) -> None:
    ada, ben = playing(house)
    calls = [tower_call(ada.table, seat) for seat in (0, 1)]
    for line, call in zip((ada, ben), calls, strict=True):
        line.play((ada, ben).index(line), call, reaction=900)
    house.fake.turn(400)
    mine = back(ben)
    late = m.Play(900, Seat(1), Raw(json.encode(calls[1])))
    assert isinstance(send(mine, late), m.Late)
    table = reread(house, ada.table)
    moves = table.book.game.moves_made  # type: ignore[union-attr]
    assert isinstance(send(back(mine, table), late), m.Late)
    assert table.book.game.moves_made == moves  # type: ignore[union-attr]


def test_whoever_comes_back_for_a_held_call_hears_its_verdict_once(house: FakeHouse) -> None:
    ada, ben = playing(house, trips=(50, 50))
    ada = back(ada)
    house.fake.turn(1_000)
    call = m.Play(900, Seat(0), Raw(json.encode(tower_call(ada.table, 0))), ada.reveal, 900)
    assert send(ada, call) is None
    again = back(ada)
    assert send(again, call) is None
    house.fake.turn(400)
    assert isinstance(again.answer(900), m.Done)
    assert not ben.answer(900)
    assert again.table.book.moves == ada.table.book.moves


@pytest.mark.rule("FAIR-4")
@pytest.mark.rule("FAIR-5")
def test_a_call_sent_again_is_no_false_start_and_counts_by_the_servers_time(house: FakeHouse) -> None:
    ada, ben = playing(house, trips=(40, 40))
    reveal = ada.reveal
    common, _ = shown(ada)
    house.fake.turn(600)
    call = m.Play(900, Seat(0), Raw(json.encode(tower_call(ada.table, 0))), reveal, 400)
    house.fake.turn(2_000)
    again = back(ada)
    house.fake.turn(5)
    assert send(again, call) is None
    (held,) = again.table._playing.live.referee.holds  # type: ignore[union-attr]
    (press,) = held.contest.presses
    assert (press.common, press.reaction) == (common, 400)
    assert press.elapsed >= 2_600
    assert again.client
    assert not again.client.unverified
    # Whoever pressed within what can be forgiven wins.
    ben.play(1, tower_call(ben.table, 1), reaction=2_500)
    house.fake.turn(400)
    assert isinstance(again.answer(900), m.Late)
    assert ben.answered


@pytest.mark.rule("FAIR-4")
def test_a_call_sent_again_is_no_false_start_where_another_server_gave_its_number_to_other_cards(
    house: FakeHouse,
) -> None:
    ada, _ = playing(house)
    call, moves = Raw(json.encode(tower_call(ada.table, 0))), ada.last(m.Game).moves
    house.fake.turn(600)
    again = back(ada, reread(house, ada.table))
    house.fake.turn(5)
    assert isinstance(send(again, m.Play(900, Seat(0), call, again.reveal, 400, moves)), m.Done)


@pytest.mark.rule("FAIR-10")
def test_a_call_about_cards_that_came_later_is_never_taken_for_one_sent_again(house: FakeHouse) -> None:
    ada, ben = playing(house, trips=(40, 40))
    before = ada.reveal
    ada = back(ada)
    house.fake.turn(900)
    ben.play(1, tower_call(ben.table, 1), reaction=800)
    house.fake.turn(1_400)
    ada.play(0, tower_call(ada.table, 0), reaction=400, reveal=before)
    assert ada.client
    assert len(ada.client.lag.implied) == 1


def test_only_so_many_requests_of_a_person_are_remembered(house: FakeHouse) -> None:
    table = house.table()
    ada = Line(house, table, "Ada", page=PAGE)
    for id in range(1, REMEMBERED + 10):
        send(ada, m.Rename(id, f"Ada {id}"))
    assert len(table.book.asked[1]) == REMEMBERED
    assert min(table.book.asked[1]) == (PAGE, 10)
    send(ada, m.Leave(500))
    assert table.book.asked == {}


def test_a_client_without_a_page_asks_anew_each_time(house: FakeHouse) -> None:
    table = house.table()
    ada = Line(house, table, "Ada")
    assert isinstance(send(ada, m.Sit(5, Seat(0))), m.Done)
    assert isinstance(send(ada, m.Stand(6, Seat(0))), m.Done)
    assert isinstance(send(ada, m.Sit(5, Seat(0))), m.Done)
    assert table.book.seats_of(1) == (0,)
    assert table.book.asked == {}
