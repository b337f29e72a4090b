"""People who play over a database."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from aiohttp import ClientWebSocketResponse

from cartable.server import messages as m
from cartable.server.postgres.database import Database
from cartable.texts import say
from tests.server.databases import stored
from tests.server.postgres.behind import behind
from tests.server.test_store import scene
from tests.server.visitors import ADMIN, Served, serving_on


async def greeted(served: Served, opened: m.Opened) -> ClientWebSocketResponse:
    """Come to a table, and wait for what is said first."""
    ws = await served.http.ws_connect(f"{served.url}/ws")
    await ws.send_json(
        {"type": "hello", "id": 1, "version": m.VERSION, "code": opened.code, "token": opened.token}
    )
    return ws


async def heard(ws: ClientWebSocketResponse, **wanted: object) -> dict[str, Any]:
    """Wait for a message with these fields."""
    async for frame in ws:
        message: dict[str, Any] = frame.json()
        if wanted.items() <= message.items():
            return message
    raise AssertionError(f"nothing with {wanted}")


def test_people_play_on_a_database_and_another_server_goes_on(tmp_path: Path, database: Database) -> None:
    async def play() -> None:
        async with stored(database) as store, serving_on(store, tmp_path) as served:
            opened = await served.open(name="Ada")
            ws = await greeted(served, opened)
            await heard(ws, type="welcome")
            promised = (await heard(ws, type="table"))["next"]
            await ws.send_str('{"type":"rename","id":2,"name":"Eve"}')
            await heard(ws, type="done", id=2)
            async with served.http.get(f"{served.url}/api/tables/{opened.code}") as found:
                assert found.status == 200
        async with stored(database) as store, serving_on(store, tmp_path) as served:
            ws = await greeted(served, opened)
            assert (await heard(ws, type="welcome"))["member"] == 1
            table = served.server.lobby.at_hand(opened.code)
            assert table
            assert table.book.persons[1].name == "Eve"
            # What was promised before is what the game begins with (TABLE-12).
            for seat in range(2):
                await ws.send_str(f'{{"type":"bot","id":{seat + 3},"seat":{seat},"bot":"casual"}}')
            await ws.send_str('{"type":"start","id":5}')
            assert (await heard(ws, type="table", phase="playing"))["commitment"] == promised
            headers = {"Authorization": f"Bearer {ADMIN}"}
            async with served.http.delete(f"{served.url}/api/tables/{opened.code}", headers=headers) as gone:
                assert gone.status == 204
            assert (await heard(ws, type="closing"))["key"] == "closing.forgotten"
            assert await store.find(opened.code) is None

    scene(play)


def test_people_are_told_that_the_database_is_away_and_come_back_to_what_was_confirmed(
    tmp_path: Path, postgres: str, database: Database, hasty: None
) -> None:
    async def play() -> None:
        async with behind(postgres, database.schema) as there, serving_on(there.store, tmp_path) as served:
            opened = await served.open(name="Ada")
            ws = await greeted(served, opened)
            await heard(ws, type="welcome")
            there.way.refusing = True
            there.way.cut()
            await ws.send_str('{"type":"rename","id":2,"name":"Eve"}')
            said = [frame.json() async for frame in ws]
            assert (said[-1]["key"], said[-1]["again"]) == ("closing.storage", True)
            assert not any(message["type"] == "done" for message in said)
            again = await heard(await greeted(served, opened), type="closing")
            assert (again["key"], again["again"]) == ("closing.storage", True)
            async with served.http.get(f"{served.url}/health") as health:
                assert health.status == 503
                assert (await health.json())["key"] == "error.database"
            for path in (f"tables/{opened.code}", "records/none"):
                async with served.http.get(f"{served.url}/api/{path}") as away:
                    assert away.status == 503
                    assert (await away.json())["key"] == "closing.storage"
            async with served.http.post(f"{served.url}/api/tables", data=b'{"game": "karta"}') as away:
                assert away.status == 503
            there.way.refusing = False
            while there.store.full:
                await asyncio.sleep(0.01)
            async with served.http.get(f"{served.url}/health") as health:
                assert health.status == 200
            ws = await greeted(served, opened)
            await heard(ws, type="welcome", member=1)
            table = served.server.lobby.at_hand(opened.code)
            assert table
            assert table.book.persons[1].name == "Ada"
            await ws.send_str('{"type":"rename","id":3,"name":"Eve"}')
            await heard(ws, type="done", id=3)
            assert len(served.complaints) == 1

    scene(play)


def test_a_table_that_could_not_be_deleted_is_not_said_to_be(
    tmp_path: Path, postgres: str, database: Database, hasty: None
) -> None:
    async def play() -> None:
        async with behind(postgres, database.schema) as there, serving_on(there.store, tmp_path) as served:
            opened = await served.open(name="Ada")
            there.way.refusing = True
            there.way.cut()
            address = f"{served.url}/api/tables/{opened.code}"
            headers = {"Authorization": f"Bearer {ADMIN}", "Accept-Language": "fr"}
            async with served.http.delete(address, headers=headers) as away:
                assert away.status == 503
                assert (await away.json())["text"] == say("closing.storage", "fr")
            there.way.refusing = False
            while there.store.full:
                await asyncio.sleep(0.01)
            async with served.http.get(address) as found:
                assert found.status == 200

    scene(play)
