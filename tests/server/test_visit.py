"""A visit whose line breaks at the wrong moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from cartable.server import messages as m
from cartable.server.limits import (
    ARRANGED,
    ARRANGED_MILLIS,
    ASKED,
    GUESSES_A_MINUTE,
    HELLO_MILLIS,
    MINUTE,
    Limits,
)
from cartable.server.portrait import portrait
from cartable.server.table import Table
from cartable.server.visit import Visit
from tests.server.fakes import FakeHouse


class OneTableDoor:
    """A lobby with one table, in memory or read when a test says so."""

    def __init__(self, table: Table, gate: asyncio.Event | None = None) -> None:
        self.table = table
        self.gate = gate

    def at_hand(self, code: str) -> Table | None:
        return None if self.gate else self.table

    async def find(self, code: str, address: str) -> Table:
        assert self.gate
        await self.gate.wait()
        return self.table


class Wire:
    """A socket that a test speaks into."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.codes: list[int] = []
        self.broken: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def listen(self, read: Callable[[bytes], None]) -> None:
        self.read = read
        await self.broken

    def send(self, *messages: bytes) -> None:
        self.sent += map(msgspec.json.decode, messages)

    def close(self, code: int = 1000) -> None:
        self.codes.append(code)


def visit(
    house: FakeHouse, table: Table, gate: asyncio.Event | None = None
) -> tuple[Wire, asyncio.Task[None]]:
    clock, wire = house.clock, Wire()
    guesses = Limits(clock, GUESSES_A_MINUTE, MINUTE)
    arranging = Limits(clock, ARRANGED, ARRANGED_MILLIS)
    asking = Limits(clock, ASKED, ARRANGED_MILLIS)
    lobby: Any = OneTableDoor(table, gate)
    socket: Any = wire
    return wire, asyncio.create_task(Visit(lobby, clock, guesses, arranging, asking, "home", socket).stay())


HELLO = msgspec.json.encode(m.Hello(1, m.VERSION, "CODE"))


def test_nobody_stays_whose_line_broke_between_hello_and_welcome() -> None:
    async def scene() -> None:
        house = FakeHouse()
        table = house.table()
        house.memory.slow = True
        wire, stay = visit(house, table)
        await asyncio.sleep(0)
        wire.read(HELLO)
        wire.broken.set_result(None)
        await stay
        house.memory.sync()
        assert not table.presence.clients
        assert not wire.sent
        shown = portrait(table.book, table.presence, table.book.at, None, 0)
        assert [person.here for person in shown.persons] == [False]

    asyncio.run(scene())


def test_what_is_asked_before_the_welcome_is_too_early() -> None:
    async def scene() -> None:
        house = FakeHouse()
        house.memory.slow = True
        wire, stay = visit(house, house.table())
        await asyncio.sleep(0)
        wire.read(HELLO)
        wire.read(b'{"type":"sit","id":2,"seat":0}')
        wire.read(HELLO)
        assert [answer["key"] for answer in wire.sent] == ["error.hello", "error.hello"]
        house.memory.sync()
        wire.read(b'{"type":"sit","id":3,"seat":0}')
        house.memory.sync()
        assert {"type": "done", "id": 3} in wire.sent
        wire.broken.set_result(None)
        await stay

    asyncio.run(scene())


@pytest.mark.parametrize("said", [False, True])
def test_whoever_is_not_let_in_after_a_while_is_told_so(said: bool) -> None:
    async def scene() -> None:
        house = FakeHouse()
        house.memory.slow = True
        wire, stay = visit(house, house.table())
        await asyncio.sleep(0)
        if said:
            wire.read(HELLO)
        house.fake.turn(HELLO_MILLIS - 1)
        assert not wire.codes
        house.fake.turn(1)
        assert wire.sent[-1]["key"] == ("closing.error" if said else "error.hello")
        assert wire.codes == [1000 if said else 1008]
        wire.broken.set_result(None)
        await stay

    asyncio.run(scene())


@pytest.mark.parametrize("patient", [False, True])
def test_while_a_table_is_read_its_visitor_says_hello_once_and_may_leave(patient: bool) -> None:
    async def scene() -> None:
        house, gate = FakeHouse(), asyncio.Event()
        table = house.table()
        wire, stay = visit(house, table, gate)
        await asyncio.sleep(0)
        wire.read(HELLO)
        await asyncio.sleep(0)
        wire.read(HELLO)
        assert [answer["key"] for answer in wire.sent] == ["error.hello"]
        if not patient:
            wire.broken.set_result(None)
            await stay
        gate.set()
        for _ in range(3):
            await asyncio.sleep(0)
        assert len(table.presence.clients) == len(table.book.persons) == patient
        if patient:
            wire.broken.set_result(None)
            await stay
        assert not table.presence.clients

    asyncio.run(scene())
