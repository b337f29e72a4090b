"""Whole games through real sockets, with people who drop, come back, send nonsense, twice, late, too late."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cartable.core import TABLE, Game, Played, Record
from cartable.games import GAMES
from cartable.server import messages as m
from cartable.server.records import recorded
from cartable.server.referee import verdicts
from tests.server.visitors import Served, Visitor, serving

BOXES: dict[str, tuple[int, dict[str, Any]]] = {
    "spot/tower": (4, {}),
    "spot/triplet": (3, {}),
    "island/welcome": (4, {"once": True}),
    "catatac": (4, {}),
    "karta": (2, {}),
}
"""Seats and options of one game or more of every box."""


async def whole_game(served: Served, name: str, seats: int, options: dict[str, Any]) -> list[Visitor]:
    """Play with one calm and one wild person, and bots in the other seats."""
    opened = await served.open(name, options=options)
    calm = Visitor(served, opened.code, (0,), 1, opened.token)
    wild = Visitor(served, opened.code, (1,), 2, wild=True)
    async with asyncio.timeout(120), asyncio.TaskGroup() as group:
        group.create_task(calm.play())
        await calm.seated()
        group.create_task(wild.play())
        await wild.seated()
        for seat in range(2, seats):
            await calm.ask(m.Bot, seat=seat, bot="random")
        await calm.ask(m.Start)
    return [calm, wild]


def states(record: Record[Any]) -> list[Any]:
    """Return the state after each number of moves that everybody knows of, as the rules alone have it."""
    game = Game(GAMES[record.game], record.setup, bytes.fromhex(record.seed))
    found = [game.state]
    for entry in record.log:
        if isinstance(entry, Played):
            if entry.seat == TABLE:
                events = game.advance(entry.at)
            else:
                events = game.play(entry.seat, entry.move, entry.at)
            if not events or any(event.seen(None) is not None for event in events):
                found.append(game.state)
        else:
            game.note(entry)
    assert game.result == record.result
    return found


@pytest.mark.parametrize("name", BOXES)
def test_a_whole_game_of_every_box_with_people_and_bots(name: str, tmp_path: Path) -> None:
    seats, options = BOXES[name]

    async def scene() -> None:
        async with serving(tmp_path, speed=40) as served:
            calm, wild = await whole_game(served, name, seats, options)
            assert calm.table
            found = served.store.record(calm.table.record)
            assert found
            record = recorded(found[1])
            verdicts(record)
            after = states(record)
            rules = GAMES[name]
            for visitor in (calm, wild):
                assert visitor.told[-1].result == record.result
                for told in visitor.told:
                    for sight in told.sights:
                        view = msgspec.json.decode(sight.view, type=rules.view_type)
                        assert view == rules.view(after[told.moves], sight.seat)
                last = visitor.answers[-1]
                assert isinstance(last, m.Refused | m.Error)
            kinds = {type(answer) for answer in wild.answers}
            assert m.Done in kinds
            assert m.Refused in kinds or m.Error in kinds

    asyncio.run(scene())


def test_somebody_who_drops_out_comes_back_to_the_same_seat(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path, speed=40) as served:
            opened = await served.open("spot/practice", options={"rounds": 10})
            ada = Visitor(served, opened.code, (0,), 5, opened.token, wild=True)
            async with asyncio.timeout(60), asyncio.TaskGroup() as group:
                group.create_task(ada.play())
                await ada.seated()
                await ada.ask(m.Start)
            welcomes = [answer for answer in ada.answers if isinstance(answer, m.Welcome)]
            assert {welcome.member for welcome in welcomes} == {1}
            assert len(welcomes) == ada.drops + 1

    asyncio.run(scene())


def test_a_server_that_stops_says_so_and_everything_is_there_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as served:
            opened = await served.open()
            ws = await served.http.ws_connect(f"{served.url}/ws")
            await ws.send_str(
                msgspec.json.encode(m.Hello(1, m.VERSION, opened.code.lower(), opened.token)).decode()
            )
            assert (await ws.receive_json())["type"] == "welcome"
            served.server.lobby.stop()
            kinds = []
            async for frame in ws:
                kinds.append(frame.json()["type"])
            assert kinds[-1] == "closing"
        async with (
            serving(tmp_path) as served,
            served.http.get(f"{served.url}/api/tables/{opened.code}") as answer,
        ):
            assert (await answer.json())["game"] == "spot/tower"

    asyncio.run(scene())


def test_what_is_not_understood_too_long_too_much_or_too_early_is_answered(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as served:
            opened = await served.open()
            hello = msgspec.json.encode(m.Hello(1, m.VERSION, opened.code)).decode()

            async def answer(*sent: str, but: str = "") -> dict[str, Any]:
                async with served.http.ws_connect(f"{served.url}/ws") as ws:
                    for text in sent:
                        await ws.send_str(text)
                    while True:
                        frame = await ws.receive()
                        if not isinstance(frame.data, str):
                            return {"key": "closed", "code": frame.data}
                        message: dict[str, Any] = msgspec.json.decode(frame.data)
                        if message["type"] in ("error", "reload") and message.get("key") != but:
                            return message

            assert (await answer("{"))["key"] == "error.message"
            assert (await answer('{"type":"cheat","id":7}'))["id"] == 7
            assert (await answer('{"type":"start","id":3}'))["key"] == "error.hello"
            assert (await answer(hello.replace(opened.code, "XXXXX")))["key"] == "error.no-table"
            assert (await answer(hello.replace('"version":1', '"version":0')))["type"] == "reload"
            assert (await answer(hello, "x" * 9_000))["code"] == 1009
            flood = await answer(hello, *['{"type":"react","id":1,"reaction":"wow"}'] * 60, but="error.hello")
            assert flood["key"] == "error.rate"

    asyncio.run(scene())
