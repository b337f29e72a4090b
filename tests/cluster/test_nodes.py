"""Several servers over one database: real processes, real sockets, a real PostgreSQL."""

from __future__ import annotations

import asyncio
import resource
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection
from secrets import token_hex
from typing import Any

import msgspec
import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, TCPConnector
from msgspec.structs import replace

import cartable.cli.cluster  # noqa: F401 (registers the command)
from cartable.cli.app import run as command
from cartable.cluster.leases import Neighbour, Roll
from cartable.cluster.peers import ASKED_AT_ONCE, Peers, framed
from cartable.cluster.roll import read
from cartable.cluster.seal import HEADER, Receiver, Sent, seal
from cartable.cluster.shards import SHARDS, shard_of
from cartable.games import GAMES
from cartable.lab.havoc import KINDS, havoc
from cartable.lab.nodes import Nodes, run_server
from cartable.server import messages as m
from cartable.server.door import Capacity
from cartable.server.limits import SOCKETS_AN_ADDRESS
from cartable.server.lobby import LETTERS
from cartable.server.postgres.database import Database
from cartable.texts import say
from tests.patience import HUNG

NO_TABLES = [f"BBBB{letter}" for letter in LETTERS]
"""Codes that no table has, of so many shards that every node owns one."""


@pytest.fixture
def url(server: str) -> str:
    """Return a database of a test's own on the server."""

    async def made() -> str:
        import asyncpg

        name = f"nodes_{token_hex(8)}"
        db = await asyncpg.connect(server)
        await db.execute(f'CREATE DATABASE "{name}"')
        await db.close()
        before, _, rest = server.partition("/postgres?")
        return f"{before}/{name}?{rest}" if rest else server.rpartition("/")[0] + f"/{name}"

    return asyncio.run(made())


def with_nodes(
    url: str, names: tuple[str, ...], body: Callable[[Nodes, ClientSession], Awaitable[None]], **settings: Any
) -> None:
    async def whole() -> None:
        nodes = Nodes(url, **settings)
        try:
            for name in names:
                await nodes.start(name)
            everybody = TCPConnector(limit=0)
            async with ClientSession(connector=everybody) as http, asyncio.timeout(HUNG):
                await body(nodes, http)
        finally:
            nodes.close()

    asyncio.run(whole())


async def opened(http: ClientSession, address: str, game: str = "spot/tower") -> m.Opened:
    wanted = msgspec.json.encode(m.NewTable(game))
    async with http.post(f"{address}/api/tables", data=wanted) as answer:
        assert answer.status == 201
        return msgspec.json.decode(await answer.read(), type=m.Opened)


async def welcomed(http: ClientSession, address: str, code: str, token: str) -> str:
    """Come to a table at a node; return the type of the first answer, and its key."""
    async with http.ws_connect(f"{address}/ws") as ws:
        await ws.send_str(msgspec.json.encode(m.Hello(1, m.VERSION, code, token)).decode())
        told = msgspec.json.decode((await ws.receive()).data)
        return str(told.get("key") or told["type"])


async def promised(http: ClientSession, address: str, room: m.Opened) -> str:
    """Return what a table promises of its next game, as a node tells it (TABLE-12)."""
    async with http.ws_connect(f"{address}/ws") as ws:
        await ws.send_str(msgspec.json.encode(m.Hello(1, m.VERSION, room.code, room.token)).decode())
        async for frame in ws:
            told = msgspec.json.decode(frame.data)
            if told["type"] == "table":
                return str(told["next"])
    raise AssertionError("the table told nothing")


async def owners(url: str) -> list[str]:
    """Return the name of each shard's owner."""
    db = await Database(url).connect()
    found = await read(db)
    await db.close()
    names = {node.life: node.name for node in found.nodes}
    return [names.get(owned.life, "") for owned in found.shards]


async def spread(url: str, count: int) -> None:
    """Wait until so many nodes have shared all shards out."""
    while True:
        shares = Counter(await owners(url))
        if len(shares) == count and max(shares.values()) - min(shares.values()) <= 1:
            return
        await asyncio.sleep(0.05)


def test_any_node_takes_any_socket_and_any_request(url: str) -> None:
    async def body(nodes: Nodes, http: ClientSession) -> None:
        await spread(url, 2)
        rooms = [await opened(http, address) for address in nodes.addresses.values()]
        of = await owners(url)
        # A new table belongs to the node that was asked.
        assert [of[shard_of(room.code)] for room in rooms] == ["ada", "ben"]
        for room in rooms:
            for address in nodes.addresses.values():
                assert await welcomed(http, address, room.code, room.token) == "welcome"
                assert await welcomed(http, address, room.code, "wrong") == "table.unknown"
                async with http.get(f"{address}/api/tables/{room.code.lower()}") as answer:
                    assert answer.status == 200
                    assert (await answer.json())["code"] == room.code
                async with http.get(f"{address}/api/tables/{room.code}/qr.svg") as answer:
                    assert answer.content_type == "image/svg+xml"
                bearer = {"Authorization": f"Bearer {room.token}"}
                async with http.get(f"{address}/api/tables/{room.code}/records", headers=bearer) as answer:
                    assert (answer.status, await answer.json()) == (200, [])
                async with http.get(f"{address}/api/tables/{room.code}/records") as answer:
                    assert answer.status == 401
        unknown = next(code for code in NO_TABLES if of[shard_of(code)] == "ben")
        assert await welcomed(http, nodes.addresses["ada"], unknown, "") == "error.no-table"
        admin = {"Authorization": f"Bearer {nodes.token}"}
        gone = f"/api/tables/{rooms[1].code}"
        async with http.delete(f"{nodes.addresses['ada']}{gone}", headers=admin) as answer:
            assert answer.status == 204
        async with http.get(f"{nodes.addresses['ben']}{gone}") as answer:
            assert answer.status == 404
        for name, address in nodes.addresses.items():
            async with http.get(f"{address}/health") as answer:
                assert f"node {name}: 32 shards" in await answer.text()

    with_nodes(url, ("ada", "ben"), body)


async def figures(http: ClientSession, address: str, token: str) -> dict[str, int]:
    """Return what a node counts."""
    async with http.get(f"{address}/metrics", headers={"Authorization": f"Bearer {token}"}) as answer:
        told = [line.split() for line in (await answer.text()).splitlines() if not line.startswith("#")]
    return {name.removeprefix("cartable_"): int(value) for name, value in told}


def test_a_node_counts_its_shards_the_nodes_and_what_it_forwards(url: str) -> None:
    async def body(nodes: Nodes, http: ClientSession) -> None:
        await spread(url, 2)
        here, there = nodes.addresses.values()
        room = await opened(http, there)
        db = await Database(url).connect()
        found = await read(db)
        await db.close()
        for node in found.nodes:
            counted = await figures(http, nodes.addresses[node.name], nodes.token)
            epochs = [owned.epoch for owned in found.shards if owned.life == node.life]
            assert (counted["shards"], counted["shards_epoch"]) == (len(epochs), max(epochs))
            assert counted["nodes"] == 2
            assert counted["database_lag_microseconds"] > 0
            assert (counted["forwarded_sockets"], counted["forwarded_total"]) == (0, 0)
        async with http.ws_connect(f"{here}/ws") as ws:
            await ws.send_str(msgspec.json.encode(m.Hello(1, m.VERSION, room.code, room.token)).decode())
            assert msgspec.json.decode((await ws.receive()).data)["type"] == "welcome"
            counted = await figures(http, here, nodes.token)
            assert (counted["forwarded_sockets"], counted["forwarded_total"]) == (1, 1)
        async with http.get(f"{here}/api/tables/{room.code}") as answer:
            assert answer.status == 200
        while (counted := await figures(http, here, nodes.token))["forwarded_sockets"]:
            await asyncio.sleep(0.05)
        assert counted["forwarded_total"] == 2
        assert (await figures(http, there, nodes.token))["forwarded_total"] == 0

    with_nodes(url, ("ada", "ben"), body)


def test_a_television_is_shown_a_table_whichever_nodes_they_and_their_people_reach(url: str) -> None:
    async def body(nodes: Nodes, http: ClientSession) -> None:
        await spread(url, 2)
        of = await owners(url)
        here, there = nodes.addresses.values()
        # The screen belongs to ada, and the table to ada or to ben.
        for room in (await opened(http, here), await opened(http, there)):
            async with http.post(f"{here}/api/screens") as answer:
                screen = msgspec.json.decode(await answer.read(), type=m.Screen)
            assert of[shard_of(screen.code)] == "ada"
            polled, shown = f"/api/screens/{screen.code}/{screen.secret}", f"/api/screens/{screen.code}"
            for address in (here, there):
                async with http.get(f"{address}{polled}") as answer:
                    assert (answer.status, await answer.json()) == (200, {"table": "", "token": ""})
            for token, code, status in (
                ("wrong", room.code, 401),
                (room.token, "\0", 401),
                (room.token, room.code, 204),
            ):
                bearer = {"Authorization": f"Bearer {token}"}
                async with http.post(f"{there}{shown}", json={"table": code}, headers=bearer) as answer:
                    assert answer.status == status
            async with http.get(f"{there}{polled}") as answer:
                given = msgspec.json.decode(await answer.read(), type=m.Shown)
            assert given.table == room.code
            # The table's own node knows what any node signed for its host.
            assert await welcomed(http, here, room.code, given.token) == "welcome"
            async with http.get(f"{here}{polled}") as answer:
                assert answer.status == 404

    with_nodes(url, ("ada", "ben"), body)


async def dealt(http: ClientSession, address: str, room: m.Opened) -> dict[str, Any]:
    """Begin a game at a node; return the first cards that it shows."""
    async with http.ws_connect(f"{address}/ws") as ws:
        await ws.send_str(msgspec.json.encode(m.Hello(1, m.VERSION, room.code, room.token)).decode())
        async for frame in ws:
            told = msgspec.json.decode(frame.data)
            if told["type"] == "table" and told["phase"] == "gathering":
                await ws.send_str(msgspec.json.encode(m.Start(2)).decode())
            if told["type"] == "game" and told["sights"] and told["sights"][0]["view"]["flips"] is None:
                view: dict[str, Any] = told["sights"][0]["view"]
                return view
    raise AssertionError("no cards came")


@pytest.mark.rule("TABLE-16", "TABLE-17")
def test_nodes_have_the_same_deck_of_the_day_one_try_for_a_device_and_one_list(url: str) -> None:
    async def body(nodes: Nodes, http: ClientSession) -> None:
        await spread(url, 2)
        here, there = nodes.addresses.values()

        async def begun(address: str, device: str) -> m.Opened:
            async with http.post(f"{address}/api/day", json={"device": device}) as answer:
                assert answer.status == 201
                return msgspec.json.decode(await answer.read(), type=m.Opened)

        async def page(address: str, device: str) -> m.DayPage:
            bearer = {"Authorization": f"Bearer {device}"}
            async with http.get(f"{address}/api/day", headers=bearer) as answer:
                return msgspec.json.decode(await answer.read(), type=m.DayPage)

        ada, ben = "a" * 32, "b" * 32
        rooms = [await begun(here, ada), await begun(there, ben)]
        again = await begun(there, ada)
        assert (again.code, again.token) == (rooms[0].code, rooms[0].token), "its try goes on"
        first, second = [await dealt(http, at, room) for at, room in zip((here, there), rooms, strict=True)]
        assert first["middle"] >= 0
        assert (first["middle"], first["tops"]) == (second["middle"], second["tops"])
        assert (await page(there, ada)).own == m.DayOwn(None, None)

        # As both nodes find it once the runs have been measured.
        db = await Database(url).connect()
        await db.execute("UPDATE tries SET why = '', millis = 43200 + (home % 97)::integer")
        await db.close()
        pages = [await page(address, ada) for address in (here, there)]
        (list_here,), (list_there,) = (found.lists for found in pages)
        assert len(list_here.entries) == 2
        assert list_here == list_there
        assert [entry.own for entry in list_here.entries].count(True) == 1
        assert pages[0].own == pages[1].own

    with_nodes(url, ("ada", "ben"), body)


def test_a_node_listens_to_nobody_without_the_secret_and_forwards_nothing_twice(url: str) -> None:
    async def body(nodes: Nodes, http: ClientSession) -> None:
        await spread(url, 2)
        room = await opened(http, nodes.addresses["ada"])
        db = await Database(url).connect()
        ben = next(node for node in (await read(db)).nodes if node.name == "ben")
        await db.close()
        path = f"/api/tables/{room.code}"
        sent = Sent("GET", path, "localhost", "203.0.113.7")
        async with http.get(f"http://{ben.address}{path}") as answer:
            assert (answer.status, (await answer.json())["key"]) == (403, "error.node")
        for name, secret, status in (
            ("ada", b"wrong", 403),
            ("eve", nodes.token.encode(), 403),
            # Known, and right: but the table is ada's, and ben does not send it on.
            ("ada", nodes.token.encode(), 503),
        ):
            peers = Peers(name, secret)
            assert (await peers.ask(ben, sent, {})).status == status
            await peers.close()
        sealed = seal(
            nodes.token.encode(), sent, "ada", Receiver("ben", ben.life), time.time_ns() // 1_000_000
        )
        headers = {HEADER: sealed, "Host": "localhost"}
        for status in (503, 403):
            async with http.get(f"http://{ben.address}{path}", headers=headers) as answer:
                assert answer.status == status
        # On the public port a seal says nothing, and nobody is believed about who asks.
        async with http.get(f"{nodes.addresses['ben']}{path}", headers=headers) as answer:
            assert answer.status == 200, await answer.text()

    with_nodes(url, ("ada", "ben"), body)


def test_limits_count_who_asks_and_not_the_node_that_forwards(url: str) -> None:
    async def body(nodes: Nodes, http: ClientSession) -> None:
        await spread(url, 2)
        of = await owners(url)
        code = next(code for code in NO_TABLES if of[shard_of(code)] == "ben")
        db = await Database(url).connect()
        ben = next(node for node in (await read(db)).nodes if node.name == "ben")
        await db.close()
        peers = Peers("ada", nodes.token.encode())
        answers = [await asked(peers, ben, code, "203.0.113.7") for _ in range(40)]
        assert (answers[0], answers[-1]) == (404, 429)
        assert await asked(peers, ben, code, "203.0.113.8") == 404
        await peers.close()

    with_nodes(url, ("ada", "ben"), body, limits=True)


def test_whoever_the_owner_lets_in_no_more_is_told_so_by_the_node_that_forwards(url: str) -> None:
    async def body(nodes: Nodes, http: ClientSession) -> None:
        await spread(url, 2)
        here, there = nodes.addresses.values()
        # All that an address may have open at ben; ada has counted none of them.
        sockets: list[ClientWebSocketResponse] = []
        while len(sockets) < SOCKETS_AN_ADDRESS:
            if len(sockets) % 20 == 0:
                room = await opened(http, there)
            sockets.append(ws := await http.ws_connect(f"{there}/ws"))
            await ws.send_str(msgspec.json.encode(m.Hello(1, m.VERSION, room.code, name="Ada")).decode())
            assert (await ws.receive_json())["type"] == "welcome"
        async with http.ws_connect(f"{here}/ws") as ws:
            hello = m.Hello(1, m.VERSION, room.code, room.token, language="fr")
            await ws.send_str(msgspec.json.encode(hello).decode())
            told = msgspec.json.decode((await ws.receive()).data)
        key = "error.too-many"
        assert told == {"type": "closing", "key": key, "text": say(key, "fr"), "again": True}
        # Once: a node that answers is there, and is not asked again until the page dials again.
        assert (await figures(http, here, nodes.token))["forwarded_total"] == 1
        for socket in sockets:
            await socket.close()
        while await welcomed(http, here, room.code, room.token) != "welcome":
            await asyncio.sleep(0.05)

    with_nodes(url, ("ada", "ben"), body, limits=True)


async def asked(peers: Peers, node: Neighbour, code: str, client: str) -> int:
    return (await peers.ask(node, Sent("GET", f"/api/tables/{code}", "localhost", client), {})).status


def test_a_planned_stop_moves_tables_and_a_killed_node_is_replaced(url: str) -> None:
    async def body(nodes: Nodes, http: ClientSession) -> None:
        await spread(url, 3)
        rooms = [await opened(http, address) for address in nodes.addresses.values()]
        before = [await promised(http, nodes.addresses["ben"], room) for room in rooms]
        async with http.ws_connect(f"{nodes.addresses['ben']}/ws") as ws:
            hello = m.Hello(1, m.VERSION, rooms[0].code, rooms[0].token)
            await ws.send_str(msgspec.json.encode(hello).decode())
            assert msgspec.json.decode((await ws.receive()).data)["type"] == "welcome"
            nodes.send("ada", signal.SIGTERM)
            told = [msgspec.json.decode(frame.data) async for frame in ws]
        assert told[-1]["key"] == "closing.moved"
        assert told[-1]["again"]
        await nodes.gone("ada")
        nodes.send("ben", signal.SIGKILL)
        for room in rooms:
            while await welcomed(http, nodes.addresses["cyd"], room.code, room.token) != "welcome":
                await asyncio.sleep(0.05)
        assert [await promised(http, nodes.addresses["cyd"], room) for room in rooms] == before
        assert set(await owners(url)) == {"cyd"}

    with_nodes(url, ("ada", "ben", "cyd"), body)


def test_a_node_that_was_stopped_and_wakes_closes_the_sockets_of_what_it_lost(url: str) -> None:
    async def body(nodes: Nodes, http: ClientSession) -> None:
        await spread(url, 2)
        room = await opened(http, nodes.addresses["ada"])
        host = nodes.addresses["ada"].removeprefix("http://")
        reader, writer = await asyncio.open_connection(*host.split(":"))
        upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13"
        key = "Sec-WebSocket-Key: Y2FydGFibGUtbm9kZXMhIQ=="
        writer.write(f"GET /ws HTTP/1.1\r\nHost: {host}\r\n{upgrade}\r\n{key}\r\n\r\n".encode())
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        writer.write(framed(msgspec.json.encode(m.Hello(1, m.VERSION, room.code, room.token))))
        await reader.readuntil(b'"type":"welcome"')
        nodes.send("ada", signal.SIGSTOP)
        while set(await owners(url)) != {"ben"}:
            await asyncio.sleep(0.05)
        assert not reader.at_eof()
        nodes.send("ada", signal.SIGCONT)
        # Until the end of the line itself, which the page sees whatever it makes of the message.
        assert b"closing.moved" in await reader.read()
        writer.close()

    with_nodes(url, ("ada", "ben"), body)


def crowded(pipe: Connection, settings: dict[str, Any]) -> None:
    """Run a server that may open only so many files."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (600, 600))
    run_server(pipe, settings)


def test_a_node_counts_both_ends_of_a_pipe_and_says_when_it_is_full(url: str) -> None:
    async def body(nodes: Nodes, http: ClientSession) -> None:
        await nodes.start("ben", serve=crowded)
        await spread(url, 2)
        capacity = Capacity(600 - ASKED_AT_ONCE)

        async def at(table: m.Opened) -> tuple[ClientWebSocketResponse, str]:
            ws = await http.ws_connect(f"{nodes.addresses['ben']}/ws")
            await ws.send_str(msgspec.json.encode(m.Hello(1, m.VERSION, table.code, name="Ada")).decode())
            told = msgspec.json.decode((await ws.receive()).data)
            return ws, str(told.get("key") or told["type"])

        sockets: list[ClientWebSocketResponse] = []
        said = "welcome"
        while said == "welcome":
            if len(sockets) % 20 == 0:
                table = await opened(http, nodes.addresses["ada"])
            ws, said = await at(table)
            sockets.append(ws)
        assert said == "error.full"
        assert len(sockets) == capacity.most // 2 + 1
        for ws in sockets:
            await ws.close()
        while (await at(table))[1] != "welcome":
            await asyncio.sleep(0.05)

    with_nodes(url, ("ada",), body)


def upgraded(pipe: Connection, settings: dict[str, Any]) -> None:
    """Run a server of tomorrow, whose rules of Karta Doppio have changed."""
    rules = GAMES["karta"]
    rules.info = replace(rules.info, version=rules.info.version + 1, replays=())
    run_server(pipe, settings)


class NodeGuest:
    """Somebody at a table, at whichever node takes the socket."""

    def __init__(self, ws: ClientWebSocketResponse) -> None:
        self._ws = ws
        self._id = 1

    async def hello(self, room: m.Opened) -> dict[str, Any]:
        """Come to a table; return what is told of it."""
        await self._send(m.Hello(1, m.VERSION, room.code, room.token))
        return await self.told("table")

    async def ask(self, kind: type[m.Request], **fields: Any) -> None:
        """Ask for something, and wait until it is done."""
        self._id += 1
        await self._send(kind(self._id, **fields))
        answer = await self.told("done", "refused", "error")
        assert answer["type"] == "done", answer

    async def told(self, *types: str) -> dict[str, Any]:
        """Return the next message of a type."""
        async for frame in self._ws:
            said: dict[str, Any] = msgspec.json.decode(frame.data)
            if said["type"] in types:
                return said
        raise AssertionError("the socket was closed")

    async def _send(self, request: m.Request) -> None:
        await self._ws.send_str(msgspec.json.encode(request).decode())


def test_an_upgrade_of_two_nodes_ends_no_game_and_one_of_other_rules_stays_till_its_end(url: str) -> None:
    async def body(nodes: Nodes, http: ClientSession) -> None:
        async def at(name: str, room: m.Opened) -> tuple[NodeGuest, dict[str, Any]]:
            guest = NodeGuest(await http.ws_connect(f"{nodes.addresses[name]}/ws"))
            return guest, await guest.hello(room)

        await spread(url, 1)
        karta = tower = await opened(http, nodes.addresses["ada"], "spot/tower")
        # A table that stays keeps its shard, and what else lies there.
        while shard_of(karta.code) == shard_of(tower.code):
            karta = await opened(http, nodes.addresses["ada"], "karta")
        for room in (tower, karta):
            guest, _ = await at("ada", room)
            await guest.ask(m.Sit, seat=0)
            if room is karta:
                await guest.ask(m.Bot, seat=1, bot="random")
            await guest.ask(m.Start)
        await nodes.start("ben", serve=upgraded)
        while "ben" not in await owners(url):
            await asyncio.sleep(0.05)
        nodes.send("ada", signal.SIGTERM)
        while (await owners(url))[shard_of(tower.code)] != "ben":
            await asyncio.sleep(0.05)
        _, told = await at("ben", tower)
        assert (told["phase"], told["games"]) == ("playing", 1)
        # By then all others have moved: this one is ada's until its game is over.
        while Counter(await owners(url)) != {"ben": SHARDS - 1, "ada": 1}:
            await asyncio.sleep(0.05)
        guest, told = await at("ben", karta)
        assert told["phase"] == "playing"
        await guest.ask(m.Resign, seat=0)
        await nodes.gone("ada")
        assert set(await owners(url)) == {"ben"}
        guest, told = await at("ben", karta)
        assert (told["phase"], told["outdated"]) == ("over", False)
        assert (await guest.told("game"))["result"]["why"] == "resigned"

    with_nodes(url, ("ada",), body, drain=HUNG)


def test_the_operator_lists_and_drains_nodes(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def body(nodes: Nodes, http: ClientSession) -> None:
        await spread(url, 2)

        def typed(*words: str) -> str:
            command(["cluster", *words, "--database", url])
            return capsys.readouterr().out

        listed = await asyncio.to_thread(typed)
        assert "ada" in listed
        assert "32" in listed
        pairs = [line.split() for line in (await asyncio.to_thread(typed, "map")).splitlines()]
        assert [name for _, name in pairs] == await owners(url)
        assert [int(shard) for shard, _ in pairs] == list(range(SHARDS))
        assert "ben" in await asyncio.to_thread(typed, "drain", "ben")
        while "ben" in await owners(url):
            await asyncio.sleep(0.05)
        found = msgspec.json.decode(await asyncio.to_thread(typed, "--json"), type=Roll)
        assert {node.name: node.draining for node in found.nodes} == {"ada": False, "ben": True}
        ada = next(node for node in found.nodes if node.name == "ada")
        assert [owned.life for owned in found.shards] == [ada.life] * SHARDS
        assert "ben" in await asyncio.to_thread(typed, "drain", "ben", "--back")
        await spread(url, 2)
        with pytest.raises(SystemExit):
            await asyncio.to_thread(typed, "drain", "nobody")

    with_nodes(url, ("ada", "ben"), body)


@pytest.mark.parametrize("kinds", [KINDS[:4], KINDS[4:]], ids=["a node", "lines and the database"])
def test_nothing_confirmed_is_lost_whatever_befalls_a_node_or_the_database(kinds: tuple[str, ...]) -> None:
    # Over a database of its own, which can be restarted; three seconds are longer than a life.
    found = havoc(2 * len(kinds), seed=1, longest=3, kinds=kinds)
    assert found.well, found
    assert found.counts == dict.fromkeys(kinds, 2)
    assert found.held == (2 if "handover" in kinds else 0)
    assert found.confirmed > 100
    assert found.turns
