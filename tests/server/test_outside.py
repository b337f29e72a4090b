"""Records from outside: shown where they are true, and answered with a sentence where they are not."""

from __future__ import annotations

import asyncio
import gzip
import os
import signal
import subprocess
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from cartable.core import Game, Millis, Seat, decode, encode, record, replay, seed_of
from cartable.core.record import MOST_ENTRIES
from cartable.designs import deck
from cartable.fair import HOME, Contest, Entrant, Press
from cartable.fair import evidence as evidence
from cartable.games import GAMES, SHIPPED
from cartable.games.reflex.calls import Call
from cartable.server import messages, outside
from cartable.server.outside import COSTLY, Examine, Unreadable, apart, read
from cartable.server.records import recorded
from tests.patience import HUNG
from tests.recorded import newest
from tests.server.fakes import FakeHouse, Line, seated

KARTA = newest("karta").read_bytes()
MOST_TURNS = 2_000
"""Seconds after which every game has ended."""


def shown(content: bytes) -> messages.Replay:
    """Return a record step by step."""
    found = read(content)
    assert isinstance(found, bytes)
    return msgspec.json.decode(gzip.decompress(found), type=messages.Replay)


def test_the_page_sends_no_file_that_is_too_large_to_be_read() -> None:
    page = (Path(__file__).parents[2] / "web/src/api.ts").read_text(encoding="utf-8")
    assert f"const LARGEST = {outside.LARGEST >> 20};" in page


@pytest.mark.parametrize("name", SHIPPED)
def test_every_game_is_replayed_to_the_last_view_that_its_players_had(name: str) -> None:
    content = newest(name).read_bytes()
    told = shown(content)
    game = replay(decode(content, GAMES), GAMES[name])
    assert len(told.frames) == len(game.log) + 1
    last = told.frames[-1]
    assert bytes(last.view) == msgspec.json.encode(game.rules.view(game.state, None))
    for seat, glimpse in enumerate(last.seats):
        assert bytes(glimpse.view) == msgspec.json.encode(game.rules.view(game.state, Seat(seat)))
    # A sign between two of a team is not for everyone.
    assert len(last.seats) == (game.setup.seats if name.startswith(("catatac", "island")) else 0)


@pytest.mark.parametrize(
    ("seats", "turns", "why"),
    [(min, MOST_TURNS, "played"), (max, MOST_TURNS, "played"), (min, 3, "abandoned")],
    ids=["fewest", "most", "abandoned"],
)
@pytest.mark.parametrize("name", SHIPPED)
def test_a_replay_ends_with_the_views_that_a_live_table_sent_at_the_end(
    name: str, seats: Callable[[Iterable[int]], int], turns: int, why: str
) -> None:
    house = FakeHouse()
    table = house.table(name)
    lines = seated(house, table, max(2, seats(GAMES[name].info.shapes)))
    watcher = Line(house, table, "Eve")
    assert isinstance(lines[0].ask(messages.Start), messages.Done)
    for _ in range(turns):
        house.fake.turn(1_000)
        for seat, line in enumerate(lines):
            line.pong()
            game = table.book.game if table.book.under_way else None
            if game and (move := game.rules.sample(game.state, Seat(seat), game.chance())):
                line.play(seat, move)
        if not table.book.under_way:
            break
    if why == "abandoned":
        assert isinstance(lines[0].ask(messages.Abandon), messages.Done)
    house.fake.turn(5_000)
    filed = house.memory.kept.record(watcher.last(messages.Table).record)
    assert filed
    assert filed.listed.result.why == why
    found = shown(encode(recorded(filed.rows, filed.listed.result)))
    assert found.result == filed.listed.result
    assert any(frame.seat is not None for frame in found.frames) or why == "abandoned"
    last = found.frames[-1]
    assert len(last.seats) in (0, len(lines))
    for seat, line in enumerate((*lines, watcher)):
        (sight,) = line.last(messages.Game).sights
        seen = last.seats[seat] if last.seats and line is not watcher else last
        assert bytes(sight.view) == bytes(seen.view), seat


def changed(**changes: object) -> bytes:
    """Return Karta's record with other values."""
    return msgspec.json.encode(msgspec.json.decode(KARTA) | changes)


WHOLE = msgspec.json.decode(KARTA)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "error.record-broken"),
        (b"\x89PNG", "error.record-broken"),
        (KARTA.replace(b'"karta"', b'"kart\xe9"', 1), "error.record-broken"),
        (KARTA.replace(b'"type"', b'"typ\xe9"', 1), "error.record-broken"),
        (b"[" * 100_000, "error.record-broken"),
        (KARTA[: len(KARTA) // 2], "error.record-broken"),
        (changed(cartable=2), "error.record-broken"),
        (changed(game="chess"), "error.record-game"),
        (changed(version=999), "error.other-version"),
        (changed(result=None), "error.record-false"),
        (changed(result=WHOLE["result"] | {"scores": [9, 9]}), "error.record-false"),
        (changed(log=WHOLE["log"][:-1]), "error.record-false"),
        (changed(log=WHOLE["log"][1:]), "error.record-false"),
        (changed(setup=WHOLE["setup"] | {"teams": [0, 1, 7]}), "error.record-false"),
        (changed(setup=WHOLE["setup"] | {"options": {"colour": 7}}), "error.record-false"),
        (changed(seed="xyz"), "error.record-false"),
    ],
)
def test_a_file_that_is_no_true_record_is_answered_with_what_is_wrong(content: bytes, why: str) -> None:
    found = read(content)
    assert isinstance(found, Unreadable)
    assert found.key == why


def test_a_mark_that_some_editors_write_before_a_file_means_nothing() -> None:
    assert shown(BOM_UTF8 + KARTA) == shown(KARTA)


def test_a_game_of_too_many_moves_is_not_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "MOST_ENTRIES", 3)
    found = read(KARTA)
    assert isinstance(found, Unreadable)
    assert found.key == "error.record-costly"


def test_a_process_of_its_own_replays_a_file_and_one_that_ends_badly_is_said() -> None:
    async def scene() -> None:
        assert await apart(KARTA) == read(KARTA)
        broken = await apart(b"{")
        assert isinstance(broken, Unreadable)
        assert broken.key == "error.record-broken"

    asyncio.run(scene())


def test_a_record_of_notes_that_makes_too_large_a_replay_is_not_shown() -> None:
    content = newest("catatac").read_bytes()
    whole = msgspec.json.decode(content)
    note = {"type": "replaced", "seat": 0, "at": 0, "bot": ""}
    log = [note] * 15_000 + whole["log"]
    assert read(msgspec.json.encode(whole | {"log": log})) == COSTLY
    few = msgspec.json.encode(whole | {"log": log[14_900:]})
    assert len(shown(few).frames) == len(whole["log"]) + 101


def python(folder: Path, said: str) -> str:
    """Return a program that runs `outside` as the server does, after something was said to it."""
    program = folder / "python"
    begin = f"from cartable.server import outside; {said}; outside.main()"
    program.write_text(f"#!/bin/sh\nshift 2\nexec '{sys.executable}' -c '{begin}' \"$@\"\n", "utf-8")
    program.chmod(0o755)
    return str(program)


@pytest.mark.parametrize(
    ("memory", "why"), [(outside.MEMORY, ""), (1 << 30, "error.record-costly")], ids=["enough", "too little"]
)
def test_a_file_that_takes_too_much_memory_is_given_up(
    memory: int, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taking = f"outside.MEMORY = {memory}; known = outside.read; "
    taking += "outside.read = lambda *given: bytearray(1 << 30) and known(*given)"
    monkeypatch.setattr(sys, "executable", python(tmp_path, taking))
    found = asyncio.run(apart(KARTA))
    assert (found.key if isinstance(found, Unreadable) else "") == why


def test_a_file_that_takes_too_long_is_given_up_by_the_system(tmp_path: Path) -> None:
    program = python(tmp_path, "outside.read = lambda *given: sum(iter(int, 1))")
    asked = msgspec.json.encode(outside.SHOW) + b"\n" + KARTA
    ended = subprocess.run([program, "-m", "outside", "1"], input=asked, capture_output=True, timeout=HUNG)
    assert (ended.returncode, ended.stdout) == (-signal.SIGXCPU, b"")


@pytest.mark.parametrize(
    "said",
    [
        "import os; os.kill(os.getpid(), 9)",
        'import os; os.write(1, b"half"); os.kill(os.getpid(), 9)',
        "outside.read = lambda *given: bytes(outside.LARGEST_REPLAY)",
    ],
    ids=["at once", "half way", "too much"],
)
def test_a_process_that_was_ended_by_the_system_or_says_too_much_is_said(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", python(tmp_path, said))
    found = asyncio.run(apart(KARTA))
    assert found == COSTLY


@pytest.mark.parametrize("name", ["karta", "catatac"])
def test_what_there_is_to_analyse_is_counted_without_loading_what_looks_ahead(name: str) -> None:
    ahead = {"cartable.bots.karta.search", "cartable.bots.catatac.tables"}
    counting = f"""import sys
from cartable.server.outside import Examine, read
print(read(sys.stdin.buffer.read(), Examine()), {ahead} & set(sys.modules))"""
    content = newest(name).read_bytes()
    told = subprocess.run([sys.executable, "-c", counting], input=content, capture_output=True, timeout=HUNG)
    assert told.stdout.decode().split() == [str(read(content, Examine())), "set()"]


@pytest.fixture(scope="module")
def mistaken() -> bytes:
    """A true record of as many calls as one may have, all of them wrong."""
    tower = GAMES["spot/tower"]
    game = Game(tower, tower.info.setup(2, options={"penalty": 0}), seed_of(1))
    game.advance(Millis(6_000))
    right = next(move for move in tower.moves(game.state, Seat(0)) if isinstance(move, Call))
    cards = deck(7)
    wrong = next(symbol for symbol in cards.symbols(right.cards[0]) if symbol != right.symbol)
    for number in range(MOST_ENTRIES - len(game.log)):
        game.play(Seat(0), replace(right, symbol=wrong), Millis(7_000 + number))
    return encode(record(game))


# The system ends whatever takes too long or too much memory, and it is called costly: these are not.


def test_a_game_of_more_wrong_calls_than_anybody_makes_is_not_analysed(mistaken: bytes) -> None:
    assert len(mistaken) < outside.LARGEST
    assert asyncio.run(apart(mistaken, Examine())) == outside.LONG_STUDY


def test_a_game_of_more_wrong_calls_than_anybody_makes_is_shown_to_its_end(mistaken: bytes) -> None:
    found = asyncio.run(apart(mistaken))
    assert isinstance(found, bytes)
    told = msgspec.json.decode(gzip.decompress(found), type=messages.Replay)
    assert len(told.frames) == MOST_ENTRIES + 1
    assert all(b'"wrong"' in bytes(frame.events[0]) for frame in told.frames[-10_000:])


def test_a_game_of_more_calls_than_there_may_be_is_refused_before_it_is_played_again(
    mistaken: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outside, "made", lambda *given: pytest.fail("it was played again"))
    whole = msgspec.json.decode(mistaken)
    more = msgspec.json.encode(whole | {"log": [*whole["log"], whole["log"][-1]]})
    assert len(more) < outside.LARGEST
    assert [read(more, purpose) for purpose in (outside.SHOW, Examine())] == [COSTLY, COSTLY]


def contested(seats: int, calls: int) -> bytes:
    """Return the record of a game with one contest, of so many who might have called and so many calls."""
    rules, shown = GAMES["spot/tower"], Millis(3_000)
    game = Game(rules, rules.info.setup(2), seed_of(3))
    game.advance(shown)
    move = next(iter(rules.moves(game.state, Seat(1))))
    entrants = tuple(Entrant(Seat(seat), shown, shown) for seat in range(seats))
    presses = (Press(Seat(1), shown, shown, Millis(3_700), Millis(700)),) * calls
    contest = Contest(HOME, (), True, Millis(3_700), entrants, presses)
    game.play(Seat(1), move, Millis(3_730), Raw(msgspec.json.encode(contest)))
    return encode(record(game))


@pytest.mark.parametrize(("seats", "calls"), [(10_000, 1), (2, 10_000)])
def test_evidence_of_more_calls_than_there_are_seats_is_not_gone_through(
    seats: int, calls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(read(contested(2, 1), Examine()), bytes)
    monkeypatch.setattr(evidence, "decide", lambda *given: pytest.fail("it was gone through"))
    for purpose in (outside.SHOW, Examine()):
        found = read(contested(seats, calls), purpose)
        assert isinstance(found, Unreadable)
        assert found.key == "error.record-false"


def test_a_process_for_a_file_gives_way_to_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = "import os; outside.read = lambda *given: str(os.nice(0)).encode()"
    monkeypatch.setattr(sys, "executable", python(tmp_path, told))
    assert asyncio.run(apart(KARTA)) == str(min(19, os.nice(0) + outside.BEHIND)).encode()
