"""The clock of real tables: time for which the process stood still does not count."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable
from functools import partial

import pytest
import uvloop

from cartable.core import Millis
from cartable.server.clock import BEAT, STALL, LoopClock
from tests.patience import HUNG


class Machine:
    """A machine's clock that a test turns."""

    def __init__(self) -> None:
        self.time = 5_000

    def read(self) -> int:
        return self.time * 1_000_000


def test_a_process_that_was_stopped_has_lost_no_time() -> None:
    async def scene() -> None:
        machine = Machine()
        clock = LoopClock(machine.read)
        began = clock.now()
        machine.time += STALL
        assert clock.now() - began == STALL
        machine.time += 3_600_000
        assert clock.now() - began == STALL + BEAT
        machine.time += 20
        assert clock.now() - began == STALL + BEAT + 20

    asyncio.run(scene())


def test_an_alarm_that_rings_after_a_stop_waits_for_its_own_time() -> None:
    async def scene() -> None:
        machine = Machine()
        clock = LoopClock(machine.read)
        rung: list[int] = []
        alarm = clock.at(Millis(clock.now() + 1_000), lambda: rung.append(1))
        machine.time += 60_000
        clock.ring()
        assert not rung
        for _ in range(2):
            machine.time += STALL
            clock.now()
        clock.ring()
        assert rung
        alarm.cancel()

    asyncio.run(scene())


def test_alarms_go_off_by_their_times_and_then_in_the_order_in_which_they_were_set() -> None:
    async def scene() -> None:
        machine = Machine()
        clock = LoopClock(machine.read)
        rung: list[str] = []
        for name, millis in (("late", 30), ("first", 20), ("second", 20), ("early", 10), ("never", 31)):
            clock.at(Millis(clock.now() + millis), partial(rung.append, name))
        machine.time += 30
        clock.ring()
        assert rung == ["early", "first", "second", "late"]

    asyncio.run(scene())


def test_one_alarm_can_cancel_another_of_its_time_and_one_that_fails_stops_none() -> None:
    async def scene() -> None:
        machine = Machine()
        clock = LoopClock(machine.read)
        failures: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context))
        when, rung = Millis(clock.now() + 20), list[str]()
        clock.at(when, lambda: other.cancel())
        clock.at(when, lambda: [][0])
        other = clock.at(when, partial(rung.append, "cancelled"))
        clock.at(when, partial(rung.append, "last"))
        machine.time += 20
        clock.ring()
        assert rung == ["last"]
        assert len(failures) == 1

    asyncio.run(scene())


def test_what_an_alarm_sets_for_now_waits_until_everyone_else_had_a_turn() -> None:
    async def scene() -> None:
        machine = Machine()
        clock = LoopClock(machine.read)
        rung: list[str] = []
        now = clock.now()

        def once() -> None:
            rung.append("once")
            clock.at(now, partial(rung.append, "again"))

        clock.at(now, once)
        clock.ring()
        assert rung == ["once"]
        async with asyncio.timeout(HUNG):
            while len(rung) < 2:
                await asyncio.sleep(0)
        assert rung == ["once", "again"]

    asyncio.run(scene())


class Owner:
    """Something that knows the alarm it has set, as most do."""

    def __init__(self, clock: LoopClock, millis: int) -> None:
        self.rung = False
        self.alarm = clock.at(Millis(clock.now() + millis), self.ring)

    def ring(self) -> None:
        self.rung = True


@pytest.mark.parametrize("loop", [None, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def test_an_alarm_that_is_over_keeps_nothing_alive(loop: Callable[[], asyncio.AbstractEventLoop]) -> None:
    async def scene() -> None:
        clock = LoopClock()
        cancelled, rung = Owner(clock, 60_000), Owner(clock, 1)
        async with asyncio.timeout(HUNG):
            while not rung.rung:
                await asyncio.sleep(0.001)
        cancelled.alarm.cancel()
        cancelled.alarm.cancel()
        gone = weakref.ref(cancelled), weakref.ref(rung)
        gc.disable()
        try:
            del cancelled, rung
            assert [owner() for owner in gone] == [None, None]
        finally:
            gc.enable()

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(scene())
