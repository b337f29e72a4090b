"""The shuffle that can be checked (TABLE-12): what is promised, what pages add, and who cannot disturb it."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from cartable.core import Record, Seat, Share, Shuffle, commitment, decode, encode, replay
from cartable.games import GAMES
from cartable.server import messages as m
from cartable.server.book import Book
from cartable.server.dealing import PATIENCE
from cartable.server.decoders import decoder
from cartable.server.outside import Unreadable, read
from cartable.server.records import recorded
from cartable.server.rows import GameBegan, TableOpened
from cartable.server.rows import encode as row
from cartable.server.table import Table
from tests.server.fakes import FakeHouse, Line

ONE, TWO, THREE = "1" * 32, "2" * 32, "3" * 32


def pages(house: FakeHouse, table: Table, count: int) -> list[Line]:
    """Seat people whose pages add numbers."""
    lines = [Line(house, table, f"P{number}", page=number + 1, adds=True) for number in range(count)]
    for seat, line in enumerate(lines):
        assert isinstance(line.ask(m.Sit, seat=Seat(seat)), m.Done)
    return lines


def add(line: Line, number: str) -> Any:
    """Answer as a page does."""
    return line.ask(m.Add, commitment=line.last(m.Table).next, number=number)


def back(house: FakeHouse, table: Table, line: Line) -> Line:
    """Let a page come back: it counts its requests on."""
    again = Line(house, table, token=line.token, page=line.hello.page, adds=True)
    again._id = line._id
    return again


def refused(answer: object) -> tuple[str, str]:
    assert isinstance(answer, m.Refused)
    assert answer.text
    return answer.rule, answer.key


def seed_of(secret: str, *numbers: str) -> str:
    """Make a seed as docs/protocol.md says, with nothing of ours."""
    return sha256("\n".join((secret, *numbers)).encode("ascii")).hexdigest()


def latest(house: FakeHouse, line: Line) -> Record[Any]:
    """Return the record of the game that has just ended, through its file."""
    filed = house.memory.kept.record(line.last(m.Table).record)
    assert filed
    return decode(encode(recorded(filed.rows, filed.listed.result)), GAMES)


@pytest.mark.rule("TABLE-12")
def test_a_secret_promised_before_the_start_and_a_number_of_every_page_make_the_seed(
    house: FakeHouse,
) -> None:
    ada, bob = pages(house, house.table(), 2)
    promised = ada.last(m.Table).next
    assert ada.last(m.Table).commitment == ""
    assert ada.ask(m.Start) is None  # It waits.
    assert bob.last(m.Table).adding == (1, 2)
    assert bob.last(m.Table).phase == "gathering"
    assert isinstance(add(bob, TWO), m.Done)
    assert ada.last(m.Table).phase == "gathering"
    assert isinstance(add(ada, ONE), m.Done)
    told = bob.last(m.Table)
    assert told.phase == "playing"
    assert told.adding == ()
    assert told.commitment == promised
    assert told.shares == (Share((Seat(0),), ONE), Share((Seat(1),), TWO))
    assert told.secret == told.seed == ""
    ada.ask(m.Abandon)
    told = bob.last(m.Table)
    assert sha256(bytes.fromhex(told.secret)).hexdigest() == promised
    assert told.seed == seed_of(told.secret, ONE, TWO)
    found = latest(house, ada)
    assert found.shuffle == Shuffle(told.secret, told.shares)
    assert found.commitment == promised
    replay(found, GAMES[found.game])


@pytest.mark.rule("TABLE-12")
def test_whoever_is_silent_holds_nobody_up_and_everybody_is_told_whose_number_is_missing(
    house: FakeHouse,
) -> None:
    ada, bob = pages(house, house.table(), 2)
    ada.ask(m.Start)
    add(ada, ONE)
    house.fake.turn(PATIENCE - 1)
    assert ada.last(m.Table).phase == "gathering"
    house.fake.turn(1)
    told = bob.last(m.Table)
    assert told.phase == "playing"
    assert told.shares == (Share((Seat(0),), ONE), Share((Seat(1),), ""))
    assert refused(add(bob, TWO)) == ("TABLE-12", "shuffle.not-asked")
    ada.ask(m.Abandon)
    told = ada.last(m.Table)
    assert told.seed == seed_of(told.secret, ONE, "")


def test_nobody_waits_for_a_page_that_adds_nothing_or_for_somebody_who_is_gone(house: FakeHouse) -> None:
    table = house.table()
    ada, bob = pages(house, table, 2)
    old = Line(house, table, "Old")
    old.ask(m.Sit, seat=Seat(2))
    assert bob.client
    table.gone(bob.client)
    ada.ask(m.Start)
    assert ada.last(m.Table).adding == (1,)
    add(ada, ONE)
    assert [share.number for share in ada.last(m.Table).shares] == [ONE, "", ""]


def test_only_those_who_play_add_and_one_screen_adds_once_for_all_its_hands(house: FakeHouse) -> None:
    table = house.table()
    ada, bob = pages(house, table, 2)
    watcher = Line(house, table, "Eve", adds=True)
    screen = Line(house, table, "TV", tv=True, adds=True)
    ada.ask(m.Sit, seat=Seat(2), also=True)
    ada.ask(m.Bot, seat=Seat(3), bot="casual")
    ada.ask(m.Start)
    assert ada.last(m.Table).adding == (1, 2)
    for line in (watcher, screen):
        assert refused(add(line, THREE)) == ("TABLE-12", "shuffle.not-asked")
    add(bob, TWO)
    add(ada, ONE)
    assert ada.last(m.Table).shares == (Share((Seat(0), Seat(2)), ONE), Share((Seat(1),), TWO))


def test_where_only_bots_play_the_hosts_page_adds(house: FakeHouse) -> None:
    host = Line(house, house.table(), "Ada", page=1, adds=True)
    for seat in range(2):
        host.ask(m.Bot, seat=Seat(seat), bot="casual")
    host.ask(m.Start)
    add(host, ONE)
    assert host.last(m.Table).phase == "playing"
    assert host.last(m.Table).shares == (Share((), ONE),)


def test_a_number_is_taken_once_for_this_shuffle_and_from_nobody_who_is_not_asked(house: FakeHouse) -> None:
    ada, bob = pages(house, house.table(), 2)
    assert refused(add(ada, ONE)) == ("TABLE-12", "shuffle.not-asked")  # Before the start.
    ada.ask(m.Start)
    other = ada.ask(m.Add, commitment="0" * 64, number=ONE)
    assert refused(other) == ("TABLE-12", "shuffle.other")
    add(ada, ONE)
    assert isinstance(add(ada, ONE), m.Done)  # The line was lost before the answer.
    assert refused(add(ada, THREE)) == ("TABLE-12", "shuffle.twice")
    add(bob, TWO)
    assert [share.number for share in ada.last(m.Table).shares] == [ONE, TWO]


@pytest.mark.parametrize(
    "fields",
    [
        {"number": "1" * 1_000_000},
        {"number": "1" * 31},
        {"number": "1" * 32 + "\n"},
        {"number": "G" * 32},
        {"number": 7},
        {"number": ONE, "commitment": "0" * 65},
        {"number": ONE, "seat": 1},
        {"number": ONE, "member": 2},
    ],
)
def test_what_no_page_sends_is_not_read_as_a_number(fields: dict[str, Any]) -> None:
    sent = {"type": "add", "id": 1, "commitment": "0" * 64, **fields}
    with pytest.raises(msgspec.ValidationError):
        decoder(m.FromClient).decode(msgspec.json.encode(sent))


def test_of_the_secret_nothing_is_told_before_the_end_and_of_the_next_nothing_then(house: FakeHouse) -> None:
    ada, bob = pages(house, house.table(), 2)
    for _ in range(3):
        ada.ask(m.Start)
        add(ada, ONE)
        add(bob, TWO)
        book = ada.table.book
        assert book.began
        assert book.began.shuffle
        hidden = [book.secret, book.next_secret, book.began.shuffle.secret, book.began.seed]
        for line in (ada, bob):
            assert not [raw for raw in line.raw for text in hidden if text.encode() in raw]
        ada.ask(m.Abandon)
        for line in (ada, bob):
            assert not [raw for raw in line.raw for text in hidden[:2] if text.encode() in raw]


def test_every_game_of_a_table_has_a_promise_of_its_own(house: FakeHouse) -> None:
    ada, bob = pages(house, house.table(), 2)
    seen = []
    for _ in range(3):
        promised = ada.last(m.Table).next
        ada.ask(m.Start)
        add(ada, ONE)
        add(bob, TWO)
        assert bob.last(m.Table).commitment == promised
        ada.ask(m.Abandon)
        seen.append((promised, bob.last(m.Table).seed))
    assert len({promise for promise, _ in seen}) == len({seed for _, seed in seen}) == 3


def test_a_restart_between_promise_and_start_keeps_the_promise(house: FakeHouse) -> None:
    table = house.table()
    ada, _bob = pages(house, table, 2)
    promised = ada.last(m.Table).next
    after = house.again(table)
    ada = back(house, after, ada)
    assert ada.last(m.Table).next == promised
    ada.ask(m.Start)
    add(ada, ONE)
    assert ada.last(m.Table).commitment == promised


def test_a_start_that_a_restart_interrupts_is_asked_for_again_with_the_same_numbers(house: FakeHouse) -> None:
    table = house.table()
    ada, bob = pages(house, table, 2)
    ada.ask(m.Start)
    add(ada, ONE)
    after = house.again(table)
    assert after.book.phase == "gathering"
    lines = [back(house, after, line) for line in (ada, bob)]
    assert lines[0].ask(m.Start) is None
    for line, number in zip(lines, (ONE, TWO), strict=True):
        add(line, number)
    assert [share.number for share in lines[0].last(m.Table).shares] == [ONE, TWO]


def test_whoever_asked_for_the_start_and_lost_the_line_is_answered_on_the_new_one(house: FakeHouse) -> None:
    table = house.table()
    ada, bob = pages(house, table, 2)
    ada.ask(m.Start)
    again = back(house, table, ada)
    assert again.last(m.Table).adding == (1, 2)
    assert again.client
    table.receive(again.client, m.Start(100 + ada._id), house.clock.now())
    add(again, ONE)
    add(bob, TWO)
    assert isinstance(again.answer(100 + ada._id), m.Done)
    assert again.last(m.Table).games == 1


def test_while_it_is_shuffled_seats_and_agreement_stay_as_they_are(house: FakeHouse) -> None:
    ada, bob = pages(house, house.table(), 2)
    ada.ask(m.Start)
    for line, kind, fields in (
        (bob, m.Stand, {"seat": Seat(1)}),
        (bob, m.Sit, {"seat": Seat(2)}),
        (ada, m.Configure, {"game": "karta"}),
        (ada, m.Remove, {"member": 2}),
        (ada, m.Start, {}),
    ):
        assert refused(line.ask(kind, **fields)) == ("TABLE-8", "table.dealing")


def test_whoever_leaves_meanwhile_is_not_waited_for_and_the_deal_is_off_without_enough(
    house: FakeHouse,
) -> None:
    ada, bob, eve = pages(house, house.table("spot/gift"), 3)
    ada.ask(m.Start)
    add(ada, ONE)
    add(bob, TWO)
    eve.ask(m.Leave)
    assert [share.number for share in ada.last(m.Table).shares] == [ONE, TWO]
    ada.ask(m.Abandon)
    ada.ask(m.Start)
    bob.ask(m.Leave)
    add(ada, ONE)
    assert refused(ada.all(m.Refused)[-1])[0] == "TABLE-1"
    told = ada.last(m.Table)
    assert told.phase == "over"
    assert told.adding == ()
    assert told.games == 1


def test_if_the_host_leaves_meanwhile_the_next_host_starts_anew(house: FakeHouse) -> None:
    ada, bob, eve = pages(house, house.table(), 3)
    ada.ask(m.Start)
    ada.ask(m.Leave)
    add(bob, TWO)
    add(eve, THREE)
    told = bob.last(m.Table)
    assert told.phase == "gathering"
    assert told.adding == ()
    assert told.host == 2
    bob.ask(m.Start)
    add(bob, TWO)
    add(eve, THREE)
    assert bob.last(m.Table).phase == "playing"


def test_one_table_that_waits_is_put_away_without_a_word_later(house: FakeHouse) -> None:
    table = house.table()
    ada, _bob = pages(house, table, 2)
    ada.ask(m.Start)
    table.drop()
    rows = len(house.memory.kept.read(table.home))
    house.fake.turn(10 * PATIENCE)
    assert len(house.memory.kept.read(table.home)) == rows


class OpenedBefore(Struct, frozen=True, tag="opened"):
    """The first row as earlier servers wrote it."""

    code: str
    agreement: Any


def test_a_table_of_an_earlier_server_promises_too_and_its_records_still_replay(house: FakeHouse) -> None:
    table = house.table()
    pages(house, table, 2)
    rows = house.memory.kept.read(table.home)
    opened = TableOpened("CODE", table.book.agreement)
    agreement = msgspec.to_builtins(opened.agreement)
    del agreement["practice"]
    rows[0] = row(OpenedBefore("CODE", agreement))
    house.memory.logs[table.home] = rows
    book = Book.read(rows)
    assert book.secret == ""
    after = Table(house, table.home, book, written=len(rows))
    ada = Line(house, after, "Ada", page=9, adds=True)
    promised = ada.last(m.Table).next
    assert len(promised) == 64
    began = GameBegan(table.book.at, "karta", 1, GAMES["karta"].info.setup(), "07" * 32, False)
    before = msgspec.to_builtins(began)
    del before["shuffle"], before["position"]
    assert msgspec.convert(before, GameBegan) == began
    old: Record[Any] = Record(1, "karta", 1, began.setup, began.seed, [], None)
    assert b"shuffle" not in encode(old)
    assert old.commitment == commitment(began.seed) == sha256(bytes.fromhex(began.seed)).hexdigest()
    replay(old, GAMES["karta"])


def test_a_record_whose_seed_is_not_made_of_its_numbers_is_false(house: FakeHouse) -> None:
    ada, bob = pages(house, house.table(), 2)
    ada.ask(m.Start)
    add(ada, ONE)
    add(bob, TWO)
    ada.ask(m.Abandon)
    found = latest(house, ada)
    assert found.shuffle
    assert isinstance(read(encode(found)), bytes)
    first, second = found.shuffle.shares
    for changed in (
        replace(found, seed="00" * 32),
        replace(found, shuffle=replace(found.shuffle, secret="00" * 32)),
        replace(found, shuffle=replace(found.shuffle, shares=(second, first))),
        replace(found, shuffle=replace(found.shuffle, shares=(first,))),
    ):
        with pytest.raises(ValueError, match="seed"):
            replay(changed, GAMES[found.game])
        assert read(encode(changed)) == Unreadable(422, "error.record-false")
