"""Memory: whatever is over is freed at once, with no collector; the little that is left is swept."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import platform
import sys
import threading
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from mmap import PAGESIZE
from pathlib import Path
from typing import Any

import msgspec
import pytest
import uvloop

from cartable.core import Seat
from cartable.lab.hand_clock import HandClock
from cartable.server import messages as m
from cartable.server.client import Client
from cartable.server.clock import LoopClock
from cartable.server.lobby import ASLEEP, Lobby
from cartable.server.lobby import SWEEP as LOOKS
from cartable.server.sqlite import SqliteStore
from cartable.server.sweep import LATEST, MOST, SOONEST, TRIMS, resting, sweep, swept, trimmer
from cartable.server.table import Table
from cartable.texts import say
from tests.patience import HUNG
from tests.server import visitors
from tests.server.fakes import FakeHouse, Line, at_once, found
from tests.server.visitors import serving


class ForgetfulLine(Line):
    """A connection that answers every ping and keeps nothing but the latest it was told of the table."""

    def send(self, *messages: bytes) -> None:
        super().send(*messages)
        self.raw.clear()
        del self.sent[:-8]
        if self.client:
            self.pong()
            self._answered = 0
            self.sent = [told for told in self.sent if not isinstance(told[1], m.Ping)]


@contextmanager
def uncollected() -> Iterator[Callable[[], Counter[str]]]:
    """Let no collector run, and tell what one would have had to free."""
    # Texts of other packages are looked for once.
    say("closing.stop", "en")
    gc.collect()
    gc.disable()

    def left() -> Counter[str]:
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        gc.set_debug(0)
        found = Counter(f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.garbage)
        gc.garbage.clear()
        return found

    try:
        yield left
    finally:
        gc.enable()


def alive(*kinds: type) -> list[int]:
    """Count the objects of these kinds, reachable or not."""
    found = Counter(type(one) for one in gc.get_objects())
    return [found[kind] for kind in kinds]


def test_a_hundred_who_come_and_go_leave_nothing() -> None:
    house = FakeHouse()
    table = house.table()
    host = ForgetfulLine(house, table, "Ada")
    host.ask(m.Bot, seat=Seat(0), bot="random")
    host.ask(m.Bot, seat=Seat(1), bot="random")
    host.ask(m.Start)
    token = ForgetfulLine(house, table, "Bob").token

    def come_and_go() -> None:
        guest = ForgetfulLine(house, table, token=token)
        house.fake.turn(200)
        client, guest.client = guest.client, None  # Else the fake line and its client know each other.
        assert client
        table.gone(client)

    come_and_go()
    house.fake.turn(table.presence.patience * 2)
    with uncollected() as left:
        before = alive(Client, ForgetfulLine)
        for _ in range(100):
            come_and_go()
        house.fake.turn(table.presence.patience * 2)
        assert alive(Client, ForgetfulLine) == before
        assert not left()


@pytest.mark.parametrize("loop", [None, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def test_a_hundred_sockets_that_come_and_go_leave_nothing_of_ours_and_nothing_of_the_librarys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loop: Callable[[], asyncio.AbstractEventLoop] | None
) -> None:
    # With the alarms that servers have, and not those of tests.
    monkeypatch.setattr(visitors, "FastClock", lambda speed: LoopClock())

    async def scene() -> None:
        async with serving(tmp_path, limits=False) as served:
            opened = await served.open()
            hello = msgspec.json.encode(m.Hello(1, m.VERSION, opened.code, opened.token)).decode()

            async def visit() -> None:
                async with served.http.ws_connect(f"{served.url}/ws") as socket:
                    await socket.send_str(hello)
                    await socket.receive()

            async def gone() -> None:
                while served.server._sockets.count:
                    await asyncio.sleep(0.01)

            await visit()
            await gone()
            with uncollected() as left:
                for _ in range(100):
                    await visit()
                await gone()
                # Transports of the standard loop refer to themselves; those of the loop we run on do not.
                ours = {
                    kind: count for kind, count in left().items() if "cartable" in kind or "aiohttp" in kind
                }
                assert not ours

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(scene())


def test_tables_that_are_put_away_leave_nothing(tmp_path: Path) -> None:
    clock = HandClock()
    store = SqliteStore(tmp_path, lambda do: do())
    lobby = Lobby(store, clock, at_once)
    codes: list[str] = []
    for _ in range(10):
        asyncio.run(lobby.open(m.NewTable("spot/tower"), lambda table, *_: codes.append(table.book.code)))
    store.stop()
    store = SqliteStore(tmp_path, lambda do: do())
    lobby = Lobby(store, clock, at_once)

    def use_and_leave() -> None:
        for code in codes:
            assert found(lobby, code)
        clock.turn(ASLEEP + 2 * LOOKS)
        assert not lobby.tables

    use_and_leave()
    with uncollected() as left:
        before = alive(Table)
        use_and_leave()
        assert alive(Table) == before
        assert not left()
    store.stop()


def test_a_table_with_a_game_under_way_leaves_nothing_when_it_is_dropped() -> None:
    house = FakeHouse()
    table = house.table()
    host = ForgetfulLine(house, table, "Ada")
    for seat in range(3):
        host.ask(m.Bot, seat=Seat(seat), bot="expert")
    host.ask(m.Start)
    house.fake.turn(5_000)
    with uncollected() as left:
        gone = weakref.ref(table)
        table.dismiss("closing.stop", again=True)
        host.table = None  # type: ignore[assignment]
        del table
        house.fake.turn(600_000)
        assert gone() is None
        assert not left()


class Knot:
    """Something that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


def test_a_sweep_frees_what_is_new_and_leaves_alone_what_would_take_too_long() -> None:
    gc.collect()
    gc.disable()
    gc.freeze()
    try:
        knot = weakref.ref(Knot())
        assert swept() < MOST
        assert knot() is None
        knot = weakref.ref(Knot())
        many: list[Any] = [[] for _ in range(MOST)]
        assert swept() > MOST
        assert knot() is not None
        del many
        assert swept() < MOST
        assert knot() is not None, "it is no longer new"
    finally:
        gc.unfreeze()
        gc.enable()
    gc.collect()
    assert knot() is None


def test_a_sweep_lets_go_of_what_python_keeps_for_later() -> None:
    gc.collect()
    gc.disable()
    gc.freeze()
    try:
        before = sys.getallocatedblocks()
        many: list[Any] = [tuple([one] * 20) for one in range(2_000)]
        del many
        swept()
        assert sys.getallocatedblocks() - before < 500
    finally:
        gc.unfreeze()
        gc.enable()


def test_a_sweep_of_far_too_much_does_not_even_list_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # Python's own count goes down with everything that is freed meanwhile, by any thread.
    monkeypatch.setattr(gc, "get_count", lambda: (MOST + 1, 0, 0))
    monkeypatch.setattr(gc, "get_objects", lambda generation: pytest.fail("it was listed"))
    monkeypatch.setattr(gc, "collect", lambda: pytest.fail("it was looked through"))
    try:
        assert swept() > MOST
    finally:
        gc.unfreeze()


def test_python_counts_what_is_new_without_a_list_of_it() -> None:
    gc.collect()
    gc.disable()
    try:
        before, *_ = gc.get_count()
        many: list[Any] = [[] for _ in range(MOST)]
        after, *_ = gc.get_count()
        assert after - before > MOST / 2
        assert len(many) == MOST
    finally:
        gc.enable()


def test_what_is_free_between_what_is_used_is_given_back_once_a_minute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slept: list[float] = []
    trimmed_after: list[float] = []

    class Enough(Exception):
        pass

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) > 100:
            raise Enough

    async def to_thread(trim: Callable[[], object]) -> None:
        trim()

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(asyncio, "to_thread", to_thread)
    monkeypatch.setattr("cartable.server.sweep.trimmer", lambda: lambda: trimmed_after.append(sum(slept)))
    with pytest.raises(Enough):
        asyncio.run(sweep())
    pauses = [later - sooner for sooner, later in pairwise([0.0, *trimmed_after])]
    assert len(pauses) > 3
    assert all(TRIMS <= pause <= TRIMS + LATEST for pause in pauses)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="no other C library gives memory back")
def test_a_trim_gives_memory_back_to_the_system() -> None:
    def used() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * PAGESIZE

    many = [b"." * size for size in [5_000] * 10_000]
    kept = many[::100]
    del many
    before = used()
    trimmer()()
    assert before - used() > 20_000_000
    assert kept


@pytest.mark.parametrize("error", [AttributeError, OSError, TypeError])
def test_where_the_c_library_cannot_a_trim_does_nothing(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def refuse(name: None) -> None:
        raise error

    monkeypatch.setattr(ctypes, "CDLL", refuse)
    trimmer()()


def test_a_sweep_touches_nothing_that_another_thread_is_building(monkeypatch: pytest.MonkeyPatch) -> None:
    failed: list[SystemError] = []

    def build() -> None:
        for _ in range(50_000):
            try:
                tuple(number for number in range(40))
            except SystemError as error:
                failed.append(error)

    turn = sys.getswitchinterval()
    gc.collect()
    gc.disable()
    gc.freeze()
    builder = threading.Thread(target=build)
    try:
        # Threads change as often as they can, and nothing but counting takes time.
        sys.setswitchinterval(1e-7)
        monkeypatch.setattr(gc, "collect", lambda: 0)
        builder.start()
        while builder.is_alive():
            swept()
    finally:
        sys.setswitchinterval(turn)
        monkeypatch.undo()
        gc.unfreeze()
        gc.enable()
    assert not failed


def test_the_more_is_new_the_sooner_is_the_next_sweep() -> None:
    assert resting(4.0, MOST // 2) == 4.0
    assert resting(4.0, MOST * 2) == 1.0
    assert resting(4.0, 0) == 8.0
    assert resting(LATEST, 0) == LATEST
    assert resting(SOONEST, MOST * 10) == SOONEST


def test_no_sweep_ever_looks_through_more_than_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cartable.server.sweep.SOONEST", 0)
    looked: list[int] = []

    def look(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            generations = range(info["generation"] + 1)
            looked.append(sum(len(gc.get_objects(generation=one)) for one in generations))

    async def scene() -> None:
        sweeping = asyncio.create_task(sweep())
        await asyncio.sleep(0)
        gc.callbacks.append(look)
        try:
            kept: list[list[Any]] = []
            async with asyncio.timeout(HUNG):
                while len(looked) < 5:
                    # As when people come and go: now and then far more is new than is looked through.
                    kept.append([[] for _ in range(MOST if len(kept) % 3 else 100)])
                    await asyncio.sleep(0)
                kept.clear()
                while len(looked) < 10:
                    await asyncio.sleep(0)
        finally:
            gc.callbacks.remove(look)
            sweeping.cancel()
            await asyncio.gather(sweeping, return_exceptions=True)
        assert gc.isenabled()
        assert not gc.get_freeze_count()

    asyncio.run(scene())
    # The list of what is new is itself new.
    assert max(looked) <= MOST + 100
