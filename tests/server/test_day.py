"""The deck of the day: the same cards for everybody, one try that counts, and all of it sealed (TABLE-16)."""

from __future__ import annotations

import asyncio
from hashlib import sha256

import pytest
from msgspec.structs import replace

from cartable.core import Millis, Seat, commitment, decode, encode, replay
from cartable.games import GAMES
from cartable.server import day_tables
from cartable.server import messages as m
from cartable.server.book import Book
from cartable.server.calendar import LENGTH, dated, day_of, end_of
from cartable.server.day import MOST_TRIES, key_of_device, measured, names_of, secret_of, times
from cartable.server.day_tables import DayTables
from cartable.server.lobby import Lobby
from cartable.server.marks import mark, resumed
from cartable.server.records import recorded
from cartable.server.rows import GameBegan
from cartable.server.rows import decode as row_of
from cartable.server.table import Table
from cartable.texts import LANGUAGES, say
from tests.server.fakes import FakeHouse, Line, tower_call

DEVICE = "0123456789abcdef" * 2
OTHER = "f" * 32


def lobby_of(house: FakeHouse) -> Lobby:
    return Lobby(house.store, house.clock, house.think, draw=house.draw, wall=house.wall)


def tried(house: FakeHouse, lobby: Lobby, device: str = DEVICE) -> tuple[Table, Line]:
    """Open the deck of the day on a device, and come in."""
    opened: list[tuple[Table, int, str]] = []
    asyncio.run(DayTables(lobby).open(device, lambda *one: opened.append(one)))
    ((table, _, token),) = opened
    return table, Line(house, table, token=token, adds=True)


def through(house: FakeHouse, line: Line, pace: int = 800, cards: int = 54) -> None:
    """Go through cards of the deck, each in so many milliseconds."""
    house.fake.turn(3_000)
    for _ in range(cards):
        house.fake.turn(pace)
        line.pong(clock=pace)
        assert isinstance(line.play(0, tower_call(line.table, 0), reaction=pace), m.Done)


def a_run(house: FakeHouse, lobby: Lobby, device: str = DEVICE, pace: int = 800) -> tuple[Table, Line]:
    table, line = tried(house, lobby, device)
    assert isinstance(line.ask(m.Start), m.Done)
    through(house, line, pace)
    return table, line


def began(house: FakeHouse, table: Table) -> GameBegan:
    rows = [row_of(row) for row in house.memory.kept.read(table.home) if b'"began"' in row[:20]]
    (found,) = rows
    assert isinstance(found, GameBegan)
    return found


def test_a_day_is_one_of_utc() -> None:
    assert dated(0) == "1970-01-01"
    assert dated(day_of(1_700_000_000)) == "2023-11-14"
    assert day_of(end_of(19_675)) == 19_676
    assert day_of(end_of(19_675) - 1) == 19_675


@pytest.mark.rule("TABLE-16")
def test_everybody_has_the_same_cards_today_and_others_tomorrow(house: FakeHouse) -> None:
    lobby = lobby_of(house)
    first, second = [
        began(house, played)
        for played, line in [tried(house, lobby, of) for of in (DEVICE, OTHER)]
        if isinstance(line.ask(m.Start), m.Done)
    ]
    assert first.seed == second.seed
    house.today += LENGTH
    table, line = tried(house, lobby)
    line.ask(m.Start)
    assert began(house, table).seed != first.seed


@pytest.mark.rule("TABLE-17")
def test_of_one_address_so_many_tries_count_on_a_day(
    house: FakeHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(day_tables, "COUNTED_A_DAY", 2)
    lobby = lobby_of(house)
    tables, unlimited = DayTables(lobby), DayTables(lobby, limited=False)
    devices = (f"{number:032x}" for number in range(100))

    def counts(address: str, device: str = "", by: DayTables = tables) -> bool:
        opened: list[Table] = []
        begun = by.open(device or next(devices), lambda table, *_: opened.append(table), address)
        asyncio.run(begun)
        (table,) = opened
        day = table.book.agreement.day
        assert day
        return day.counted

    assert [counts("a", DEVICE) for _ in range(3)] == [True] * 3, "whoever comes back plays on"
    assert [counts("a") for _ in range(3)] == [True, False, False]
    assert counts("a", DEVICE)
    assert counts("b")
    assert [counts("a", by=unlimited) for _ in range(3)] == [True] * 3
    house.today += LENGTH
    assert [counts("a") for _ in range(3)] == [True, True, False]
    # What is not entered takes nobody's place: the day may be full.
    with monkeypatch.context() as full:
        full.setattr(day_tables, "MOST_TRIES", 0)
        assert not any(counts("b") for _ in range(3))
    assert counts("b")
    assert set(tables._counted) == {"a", "b"}


@pytest.mark.rule("TABLE-16")
def test_no_page_adds_to_the_shuffle_and_the_deal_is_as_promised(house: FakeHouse) -> None:
    lobby = lobby_of(house)
    table, line = tried(house, lobby)
    promise = line.last(m.Table).next
    assert promise == commitment(secret_of("5e" * 32, day_of(house.today)))
    assert isinstance(line.ask(m.Start), m.Done), "nobody is asked for a number"
    through(house, line)
    told = line.last(m.Table)
    assert (told.phase, told.commitment, told.shares) == ("over", promise, ())
    assert (told.seed, told.secret) == ("", ""), "sealed until the day ends"
    filed = house.memory.kept.record(told.record)
    assert filed
    found = decode(encode(recorded(filed.rows, filed.listed.result)), GAMES)
    assert found.commitment == promise
    assert found.shuffle
    assert found.seed == sha256(found.shuffle.secret.encode()).hexdigest()
    replay(found, GAMES["spot/tower"])
    house.today = end_of(day_of(house.today))
    again = Line(house, table, token=line.token)
    assert again.last(m.Table).secret == found.shuffle.secret
    assert again.last(m.Table).seed == found.seed


@pytest.mark.rule("TABLE-16")
def test_nothing_can_be_changed_or_watched_and_one_run_is_played(house: FakeHouse) -> None:
    table, line = tried(house, lobby_of(house))
    assert [(chair.member, chair.name) for chair in line.last(m.Table).chairs] == [(1, "")]
    for tv in (False, True):
        with pytest.raises(Exception, match=r"day\.alone"):
            Line(house, table, "Eve", tv=tv)
    for request, fields in (
        (m.Rename, {"name": "Ada"}),
        (m.Bot, {"seat": Seat(0), "bot": "easy"}),
        (m.Stand, {"seat": Seat(0)}),
        (m.Sit, {"seat": Seat(1)}),
        (m.Handicap, {"seat": Seat(0), "millis": 0}),
        (m.Configure, {"game": "karta"}),
        (m.Lock, {"locked": True}),
    ):
        assert line.ask(request, **fields).key == "day.fixed"
    line.ask(m.Start)
    assert line.ask(m.Pause).key == "day.fixed"
    through(house, line, cards=3)
    assert isinstance(line.ask(m.Abandon), m.Done)
    assert line.last(m.Table).hindrance == m.Hindrance("TABLE-16", "day.once", {})
    assert line.ask(m.Start).key == "day.once"


@pytest.mark.rule("TABLE-17")
def test_a_try_is_measured_from_its_record_and_listed(house: FakeHouse) -> None:
    _, line = a_run(house, lobby_of(house))
    (((_, _), kept),) = house.memory.tries.items()
    assert kept.record == line.last(m.Table).record
    filed = house.memory.kept.record(kept.record)
    assert filed
    assert (filed.listed.names, filed.listed.nameless) == (("",), True)
    assert filed.listed.sealed == end_of(day_of(house.today))
    found = measured(kept, filed)
    assert (found.why, found.millis) == ("", 54 * 800)
    assert times(filed) == m.DayTimes(54 * 800, (Millis(800),) * 54, "")
    assert measured(kept, None).why == "given-up"


@pytest.mark.rule("TABLE-17")
def test_the_first_try_counts_and_later_ones_are_for_fun(house: FakeHouse) -> None:
    lobby = lobby_of(house)
    _, line = a_run(house, lobby)
    assert line.last(m.Table).day == m.DayRun("2023-11-14", end_of(19_675), counted=True)
    _, again = a_run(house, lobby, pace=500)
    told = again.last(m.Table)
    assert told.day
    assert not told.day.counted
    assert [one.record for one in house.memory.tries.values()] == [line.last(m.Table).record]
    assert house.memory.finished[told.record][1].listed.sealed, "its cards are those of the day all the same"


@pytest.mark.rule("TABLE-17")
def test_a_device_comes_back_to_its_try_until_it_ends(house: FakeHouse) -> None:
    lobby = lobby_of(house)
    table, line = tried(house, lobby)
    for _ in range(2):  # Before it begins, and in the middle.
        same, line = tried(house, lobby)
        assert same is table
        if table.book.games == 0:
            line.ask(m.Start)
            through(house, line, cards=10)
    through(house, line, cards=44)
    other, _ = tried(house, lobby)
    assert other is not table
    assert not other.book.agreement.day.counted  # type: ignore[union-attr]


@pytest.mark.rule("TABLE-17")
@pytest.mark.parametrize("begun", [False, True])
def test_whoever_leaves_has_had_their_try(house: FakeHouse, begun: bool) -> None:
    lobby = lobby_of(house)
    table, line = tried(house, lobby)
    if begun:
        line.ask(m.Start)
        through(house, line, cards=2)
    line.ask(m.Leave)
    other, line = tried(house, lobby)
    assert other is not table
    assert not other.book.agreement.day.counted  # type: ignore[union-attr]
    if begun:
        (kept,) = house.memory.tries.values()
        assert measured(kept, house.memory.kept.record(kept.record)).why == "given-up"


@pytest.mark.rule("TABLE-17")
def test_a_run_that_a_restart_interrupts_goes_on_and_is_not_listed(house: FakeHouse) -> None:
    lobby = lobby_of(house)
    table, line = tried(house, lobby)
    line.ask(m.Start)
    through(house, line, cards=20)
    line = Line(house, house.again(table), token=line.token)
    through(house, line, cards=34)
    assert line.last(m.Table).phase == "over"
    (kept,) = house.memory.tries.values()
    filed = house.memory.kept.record(kept.record)
    assert filed
    assert measured(kept, filed).why == "interrupted"
    replay(decode(encode(recorded(filed.rows, filed.listed.result)), GAMES), GAMES["spot/tower"])


@pytest.mark.rule("TABLE-17")
def test_a_run_that_goes_on_when_the_secret_is_published_is_not_listed(house: FakeHouse) -> None:
    lobby = lobby_of(house)
    table, line = tried(house, lobby)
    line.ask(m.Start)
    house.today = end_of(day_of(house.today))
    through(house, line)
    (kept,) = house.memory.tries.values()
    assert kept.record
    assert kept.day == day_of(house.today) - 1
    found = measured(kept, house.memory.kept.record(kept.record))
    assert (found.why, found.millis) == ("late", 54 * 800)
    assert line.last(m.Table).secret, "the day is over, and with it the secret"
    fresh, _ = tried(house, lobby)
    assert fresh.book.agreement.day == replace(
        table.book.agreement.day,  # type: ignore[type-var]
        day=day_of(house.today),
        key=key_of_device("5e" * 32, day_of(house.today), DEVICE),
    )


@pytest.mark.rule("TABLE-17")
def test_a_run_cannot_start_once_its_secret_is_published(house: FakeHouse) -> None:
    table, line = tried(house, lobby_of(house))
    house.today = end_of(day_of(house.today)) - 1
    assert line.last(m.Table).hindrance is None
    house.today += 1
    assert line.ask(m.Start).key == "day.over"
    assert Line(house, table, token=line.token).last(m.Table).hindrance == m.Hindrance(
        "TABLE-17", "day.over", {}
    )


@pytest.mark.rule("TABLE-17")
@pytest.mark.parametrize("pace", [200, 340])
def test_a_run_too_quick_for_a_person_is_not_listed(house: FakeHouse, pace: int) -> None:
    a_run(house, lobby_of(house), pace=pace)
    (kept,) = house.memory.tries.values()
    assert measured(kept, house.memory.kept.record(kept.record)).why == "unverified"


@pytest.mark.rule("TABLE-17")
def test_when_a_day_is_full_more_tries_are_for_fun(house: FakeHouse) -> None:
    lobby, day = lobby_of(house), day_of(house.today)
    table, _ = tried(house, lobby)
    (first,) = house.memory.tries.values()
    for number in range(MOST_TRIES - 1):
        house.memory.tries[day, str(number)] = replace(first, key=str(number))
    table, _ = tried(house, lobby, OTHER)
    assert not table.book.agreement.day.counted  # type: ignore[union-attr]
    assert len(house.memory.tries) == MOST_TRIES


def test_a_table_of_the_day_is_read_again_as_it_was(house: FakeHouse) -> None:
    table, line = tried(house, lobby_of(house))
    line.ask(m.Start)
    again = Book.read(house.memory.kept.read(table.home))
    assert (again.agreement, again.secret) == (table.book.agreement, table.book.secret)
    marked = mark(table.book)
    assert marked
    found = resumed(marked)
    assert found
    assert found.next_secret == table.book.next_secret


@pytest.mark.rule("TABLE-16")
def test_names_are_made_up_the_same_for_everyone_and_of_two_words() -> None:
    keys = [key_of_device("5e" * 32, 19_675, f"{number:032x}") for number in range(300)]
    for language in LANGUAGES:
        parts = [say(f"guise.{kind}", language).split(", ") for kind in ("animals", "words")]
        assert all(len(words) == len(set(words)) for words in parts)
        names = [names_of(key)[language] for key in keys]
        assert names == [names_of(key)[language] for key in keys]
        assert len(set(names)) > 250
    for kind in ("animals", "words"):
        counts = {len(say(f"guise.{kind}", language).split(", ")) for language in LANGUAGES}
        assert len(counts) == 1, "a word stands beside its own in the other language"


def test_a_device_is_another_one_the_day_after() -> None:
    server = "5e" * 32
    assert key_of_device(server, 1, DEVICE) != key_of_device(server, 2, DEVICE)
    assert secret_of(server, 1) != secret_of("5f" * 32, 1)
