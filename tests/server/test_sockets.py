"""Whole games through real sockets, with people who drop, come back, send nonsense, twice, late, too late."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from aiohttp import (
    ClientSession,
    ClientWebSocketResponse,
    TCPConnector,
    WSMsgType,
    WSServerHandshakeError,
)
from msgspec import Raw

from cartable.core import Seat
from cartable.fair import verdicts
from cartable.games.catatac import Turns
from cartable.games.karta import Outlook
from cartable.lab.leaks import Past
from cartable.server import messages as m
from cartable.server.limits import GUESSES_A_MINUTE, MESSAGES_A_SECOND, SOCKETS_AN_ADDRESS
from cartable.server.records import recorded
from cartable.server.routes import sockets
from cartable.server.sqlite_file import FILE
from cartable.texts import Language, say
from tests.patience import HUNG
from tests.server.test_websocket import frame
from tests.server.visitors import PRANKS, STILL, Served, Visitor, serving

UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)

BOXES: dict[str, tuple[int, dict[str, Any]]] = {
    "spot/tower": (4, {}),
    "spot/triplet": (3, {}),
    "island/welcome": (4, {"once": True}),
    "catatac": (4, {}),
    "karta": (2, {}),
}
"""Seats and options of one game or more of every box."""


async def whole_game(
    served: Served, name: str, seats: int, options: dict[str, Any], pranks: bool = False
) -> list[Visitor]:
    """Play with one calm screen, one wild person and a bot where there is room; two others look on.

    With all its pranks, the wild one is left alone until each of them has been answered.
    """
    opened = await served.open(name, options=options)
    calm = Visitor(served, opened.code, (0, 1) if seats > 3 else (0,), 1, opened.token)
    wild = Visitor(served, opened.code, (len(calm.seats),), 2, wild=True)
    if pranks:
        calm.waits = lambda: not (wild.drops and set(wild.replies) >= {*PRANKS} - {"gone"})
    guests = [Visitor(served, opened.code, (), 3), Visitor(served, opened.code, (), 4, tv=True)]
    async with asyncio.timeout(HUNG), asyncio.TaskGroup() as group:
        for visitor in (calm, wild, *guests):
            group.create_task(visitor.play())
            await visitor.seated()
        for seat in range(len(calm.seats) + 1, seats):
            await calm.ask(m.Bot, seat=seat, bot="random")
        await calm.ask(m.Start)
    return [calm, wild, *guests]


@pytest.mark.parametrize("name", BOXES)
def test_a_whole_game_of_every_box_with_people_and_bots(name: str, tmp_path: Path) -> None:
    seats, options = BOXES[name]

    async def scene() -> None:
        async with serving(tmp_path, speed=40) as served:
            visitors = await whole_game(served, name, seats, options)
            calm, wild, *_ = visitors
            assert calm.table
            found = served.store.kept.record(calm.table.record)
            assert found
            record = recorded(found.rows, found.listed.result)
            verdicts(record)
            past = Past(record)
            for visitor in visitors:
                assert visitor.told[-1].result == record.result
                past.hold_against(visitor.sent, tuple(map(Seat, visitor.seats)))
            assert past.tally.sights > 20
            for visitor in (calm, wild):
                (after,) = visitor.replies["after"]
                assert isinstance(after, m.Refused | m.Error)
            assert any(isinstance(answer, m.Done) for answer in wild.replies["Play"])
            for prank, answers in wild.replies.items():
                assert all(isinstance(answer, EXPECTED.get(prank, m.Message)) for answer in answers), prank

    asyncio.run(scene())


EXPECTED: dict[str, Any] = {
    "nonsense": m.Error,
    "no seat": m.Refused,
    "another's seat": m.Refused,
    "no move": m.Error | m.Refused,
    "not the host": m.Refused,
    "a second hello": m.Refused,
    "the same message": m.Done,
}
"""How pranks are answered; a move once more, or one of before, may be whatever the game says of it."""


def test_whatever_wild_people_do_is_answered_and_changes_nothing_for_the_others(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path, speed=40) as served:
            calm, wild, *_ = await whole_game(served, "spot/tower", 2, {}, pranks=True)
            assert wild.drops > 0
            assert set(wild.replies) >= {*PRANKS} - {"gone"}
            assert len(wild.replies["the same message"]) % 2 == 0
            refusals = wild.replies["another's seat"]
            keys = [answer.key for answer in refusals if isinstance(answer, m.Refused)]
            assert len(keys) == len(refusals)
            # Once the game is over there is none to move in, whoever's the seat.
            playing = [key for key in keys if key != "table.no-game"]
            assert playing
            assert {*playing} == {"table.not-yours"}
            assert {type(answer) for answer in calm.answers} <= {m.Welcome, m.Done, m.Late, m.Refused}
            assert not calm.closings

    asyncio.run(scene())


class Asker(Visitor):
    """Somebody who asks first, and plays what was answered."""

    def __init__(self, *fields: Any) -> None:
        super().__init__(*fields)
        self.choice: Any = None
        self.barred: list[tuple[str, str]] = []
        """Why the places tried first are not allowed, as the answers had it."""

    async def _move(self) -> None:
        waits = {"Ask", "Play", "barred"} & set(self._waiting.values())
        if waits or not self.told or not self.told[-1].sights or self.told[-1].result is not None:
            return
        self.choice = self._chosen(Seat(self.seats[0]))
        if self.choice is not None:
            question = {"type": "what"}
            if self.rules.info.name == "karta":
                place = self.choice
                question = {"type": "where", "card": place.card, "turned": place.turned, "over": place.over}
            await self.ask(m.Ask, seat=self.seats[0], question=Raw(msgspec.json.encode(question)))

    async def _heard(self, message: Any) -> None:
        await super()._heard(message)
        if isinstance(message, m.Answered):
            answer = msgspec.json.decode(message.answer, type=self.rules.answer_type)
            await (self._place(answer) if isinstance(answer, Outlook) else self._turn(answer))

    async def _place(self, outlook: Outlook) -> None:
        """Lay the card on one of the spots; before that try a place where it may not lie."""
        assert (self.choice.x, self.choice.y) in {(spot.x, spot.y) for spot in outlook.spots}
        seat = self.seats[0]
        if outlook.barred:
            barred = self.random.choice(outlook.barred)
            there = msgspec.structs.replace(self.choice, x=barred.x, y=barred.y)
            await self._send(m.Play(self._next("barred"), Seat(seat), Raw(msgspec.json.encode(there))))
            self.barred.append((barred.reason.rule, barred.reason.key))
        spot = self.random.choice(outlook.spots)
        await self._press(seat, msgspec.structs.replace(self.choice, x=spot.x, y=spot.y))

    async def _turn(self, turns: Turns) -> None:
        """Begin one of the turns, or go on with it; what cannot begin yet waits for a breath to be over."""
        (sight,) = self.told[-1].sights
        assert sight.moves is not None
        now = [msgspec.json.decode(move) for move in sight.moves]
        first = [turn.moves[0] for card in turns.cards for turn in card.turns if turn.moves]
        begun = [move for move in map(msgspec.to_builtins, first) if move in now]
        await self._press(self.seats[0], self.random.choice(begun or now))


@pytest.mark.parametrize("name", ["karta", "catatac"])
def test_a_game_is_played_by_asking_what_a_card_may_do(name: str, tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path, speed=40) as served:
            opened = await served.open(name)
            ada = Asker(served, opened.code, (0,), 1, opened.token)
            bob = Asker(served, opened.code, (1,), 2)
            async with asyncio.timeout(HUNG), asyncio.TaskGroup() as group:
                for visitor in (ada, bob):
                    group.create_task(visitor.play())
                    await visitor.seated()
                await ada.ask(m.Start)
            assert ada.told[-1].result == bob.told[-1].result is not None
            for visitor in (ada, bob):
                assert len(visitor.replies["Ask"]) > 5
                assert {type(answer) for answer in visitor.replies["Ask"]} == {m.Answered}
                assert {type(answer) for answer in visitor.replies["Play"]} == {m.Done}
                refusals: list[Any] = visitor.replies.get("barred", [])
                assert [(refusal.rule, refusal.key) for refusal in refusals] == visitor.barred
                assert bool(visitor.barred) == (name == "karta")

    asyncio.run(scene())


def test_somebody_who_drops_out_comes_back_to_the_same_seat(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path, speed=40) as served:
            opened = await served.open("spot/practice", options={"rounds": 10})
            ada = Visitor(served, opened.code, (0,), 5, opened.token, wild=True)
            async with asyncio.timeout(HUNG), asyncio.TaskGroup() as group:
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
        async with serving(tmp_path, speed=STILL) as served:
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
            assert (await answer(hello.replace(f'"version":{m.VERSION}', '"version":0')))["type"] == "reload"
            assert (await answer(hello, "x" * 9_000))["code"] == 1009
            flood = await answer(hello, *['{"type":"react","id":1,"reaction":"wow"}'] * 60, but="error.hello")
            assert flood["key"] == "error.rate"

    asyncio.run(scene())


async def heard(ws: ClientWebSocketResponse, *kinds: str) -> dict[str, Any]:
    """Return the next message of one of these kinds; answer pings meanwhile."""
    while True:
        message: dict[str, Any] = await ws.receive_json(timeout=HUNG)
        if message["type"] == "ping":
            await ws.send_json({"type": "pong", "nonce": message["nonce"]})
        if message["type"] in kinds:
            return message


def hello(code: str, token: str = "", language: Language = "en") -> str:
    return msgspec.json.encode(m.Hello(1, m.VERSION, code, token, language=language)).decode()


def test_whoever_finds_the_door_closed_is_told_why_and_may_knock_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as served:
            opened = await served.open()
            async with (
                served.http.ws_connect(f"{served.url}/ws") as host,
                served.http.ws_connect(f"{served.url}/ws") as guest,
            ):
                await host.send_str(hello(opened.code, opened.token))
                await heard(host, "welcome")
                await host.send_str('{"type":"lock","id":2,"locked":true}')
                await heard(host, "done")
                await guest.send_str(hello(opened.code, language="fr"))
                refused = await heard(guest, "refused", "welcome")
                assert (refused["rule"], refused["key"]) == ("TABLE-7", "table.locked")
                assert refused["text"] == say("refused.table.locked", "fr")
                await host.send_str('{"type":"lock","id":3,"locked":false}')
                await heard(host, "done")
                await guest.send_str(hello(opened.code))
                assert (await heard(guest, "refused", "welcome"))["type"] == "welcome"

    asyncio.run(scene())


def test_who_guesses_codes_is_shown_the_door(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path, speed=STILL) as served, served.http.ws_connect(f"{served.url}/ws") as ws:
            keys = [""]
            while keys[-1] != "error.too-many":
                served.clock.skipped += 1000 // MESSAGES_A_SECOND  # Guessing is no flood.
                await ws.send_str(hello("XXXXX"))
                keys.append((await heard(ws, "error"))["key"])
            assert len(keys) > GUESSES_A_MINUTE
            assert {*keys[1:-1]} == {"error.no-table"}
            assert (await ws.receive()).type is WSMsgType.CLOSE

    asyncio.run(scene())


def test_who_floods_with_nonsense_is_shown_the_door(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path, speed=STILL) as served, served.http.ws_connect(f"{served.url}/ws") as ws:
            for _ in range(10 * MESSAGES_A_SECOND):
                await ws.send_str("{")
            answers = [frame.json()["key"] async for frame in ws]
            assert answers.index("error.rate") >= MESSAGES_A_SECOND
            assert {*answers} == {"error.message", "error.rate"}

    asyncio.run(scene())


def test_one_address_has_only_so_many_sockets_and_gets_them_back(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as served, ClientSession(connector=TCPConnector(limit=0)) as http:
            connect = partial(http.ws_connect, f"{served.url}/ws")
            opened = [await connect() for _ in range(SOCKETS_AN_ADDRESS)]
            with pytest.raises(WSServerHandshakeError) as refused:
                await connect()
            assert refused.value.status == 429
            await asyncio.gather(*(socket.close() for socket in opened))
            await (await connect()).close()

    asyncio.run(scene())


def test_on_a_full_disk_nothing_is_confirmed_and_with_room_again_everything_goes_on(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as served:
            opened = await served.open()
        with closing(sqlite3.connect(tmp_path / FILE)) as db:
            (pages,) = db.execute("PRAGMA page_count").fetchone()
        async with serving(tmp_path, speed=100, most_pages=pages + 1) as served:
            async with served.http.ws_connect(f"{served.url}/ws") as ws:
                await ws.send_str(hello(opened.code, opened.token))
                await heard(ws, "welcome")
                confirmed = 0
                for number in range(2, 10_000):
                    name = "x" * 24 if number % 2 else "y" * 24
                    await ws.send_str(msgspec.json.encode(m.Rename(number, name)).decode())
                    answer = await heard(ws, "done", "closing", "error")
                    if answer["type"] != "done":
                        break
                    confirmed += 1
                assert answer["type"] == "closing"
                assert (answer["key"], answer["again"]) == ("closing.storage", True)
            async with served.http.get(f"{served.url}/health") as health:
                assert health.status == 503
            async with served.http.post(f"{served.url}/api/tables", data=b'{"game": "karta"}') as refused:
                assert refused.status == 507
        async with serving(tmp_path) as served:
            table = await served.server.lobby.find(opened.code)
            assert table
            # Opened, came, hosted, and a row for each name that was confirmed.
            assert table.book.rows == 3 + confirmed
            await served.open()

    asyncio.run(scene())


def test_when_there_is_room_again_a_new_table_finds_out(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as served:
            served.store.full = "database or disk is full"
            await served.open()
            async with served.http.get(f"{served.url}/health") as health:
                assert health.status == 200

    asyncio.run(scene())


def test_whoever_does_not_say_hello_is_not_kept(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path, speed=100) as served, served.http.ws_connect(f"{served.url}/ws") as ws:
            assert (await heard(ws, "error"))["key"] == "error.hello"
            assert (await ws.receive()).type is WSMsgType.CLOSE
            assert ws.close_code == 1008

    asyncio.run(scene())


def test_a_wrong_token_is_said_and_guessing_one_is_limited(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path, speed=STILL) as served:
            opened = await served.open()
            table = served.server.lobby.at_hand(opened.code)
            assert table
            async with served.http.ws_connect(f"{served.url}/ws") as ws:
                keys = [""]
                while keys[-1] != "error.too-many":
                    served.clock.skipped += 1000 // MESSAGES_A_SECOND
                    await ws.send_str(hello(opened.code, "not a token of theirs"))
                    keys.append((await heard(ws, "error", "refused"))["key"])
                assert len(keys) > GUESSES_A_MINUTE
                assert {*keys[1:-1]} == {"table.unknown"}
            assert len(table.book.persons) == 1

    asyncio.run(scene())


def test_json_that_nobody_can_read_is_answered_and_the_table_goes_on(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path, speed=10) as served:
            opened = await served.open("spot/practice")
            async with served.http.ws_connect(f"{served.url}/ws") as ws:
                await ws.send_str(hello(opened.code, opened.token))
                await heard(ws, "welcome")
                await ws.send_str('{"type":"sit","id":2,"seat":0}')
                await heard(ws, "done")
                await ws.send_str('{"type":"start","id":3}')
                await heard(ws, "done")
                for depth in (300, 900, 960, 3000):
                    deep = "[" * depth + "]" * depth
                    for text in (deep, f'{{"type":"play","id":4,"seat":0,"move":{deep}}}'):
                        await ws.send_str(text)
                        answer = await heard(ws, "error", "refused", "closing")
                        assert answer["key"] in ("error.message", "error.move")
                for number in ("9" * 5000, "-" + "9" * 5000, "1e999", "\\ud800"):
                    await ws.send_str(f'{{"type":"sit","id":{number}}}')
                    assert (await heard(ws, "error", "closing"))["key"] == "error.message"
                await ws.send_str('{"type":"rename","id":9,"name":"Ada"}')
                assert (await heard(ws, "done", "closing"))["type"] == "done"

    asyncio.run(scene())


def test_what_everybody_at_a_table_hears_is_limited_and_nobody_is_thrown_out_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "ARRANGED", 5)

    async def scene() -> None:
        async with serving(tmp_path, speed=STILL) as served:
            opened = await served.open()
            async with served.http.ws_connect(f"{served.url}/ws") as ws:
                await ws.send_str(hello(opened.code, opened.token))
                await heard(ws, "welcome")
                answers = []
                for number in range(2, 17):
                    await ws.send_str(f'{{"type":"react","id":{number},"reaction":"wow"}}')
                    answers.append((await heard(ws, "done", "error"))["type"])
                assert answers[:5] == ["done"] * 5
                assert "error" in answers
                assert not ws.closed

    asyncio.run(scene())


def test_questions_of_an_address_are_limited_and_nobody_is_thrown_out_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "ASKED", 5)

    async def scene() -> None:
        async with serving(tmp_path, speed=STILL) as served:
            opened = await served.open("karta")
            async with served.http.ws_connect(f"{served.url}/ws") as ws:
                await ws.send_str(hello(opened.code, opened.token))
                await heard(ws, "welcome")
                answers = []
                for number in range(2, 12):
                    await ws.send_str(f'{{"type":"ask","id":{number},"seat":0,"question":{{}}}}')
                    answers.append((await heard(ws, "refused", "error"))["type"])
                assert answers == ["refused"] * 5 + ["error"] * 5
                assert not ws.closed

    asyncio.run(scene())


def test_hostile_frames_on_many_sockets_keep_nobody_else_waiting(tmp_path: Path) -> None:
    random = Random(14)

    def nasty() -> bytes:
        kind = random.randrange(6)
        if kind == 0:
            return random.randbytes(random.randrange(1, 400))
        if kind == 1:
            return frame(random.choice((0x00, 0x01, 0x80, 0x89, 0x8A)), b"") * random.randrange(1, 400)
        if kind == 2:
            return frame(0x81, random.choice((b"[" * 3000, b"\xff", b'{"type":"play"', b"\xed\xa0\x80")))
        if kind == 3:
            return b"\x81\xff" + random.randbytes(12)
        if kind == 4:
            return frame(0xF1, b"reserved") + frame(0x82, b"binary")
        return frame(0x88, random.randbytes(random.randrange(5)))

    async def attack(served: Served) -> None:
        port = int(served.url.rpartition(":")[2])
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(UPGRADE)
            try:
                with suppress(ConnectionError, EOFError):
                    await reader.readuntil(b"\r\n\r\n")
                    for _ in range(random.randrange(1, 30)):
                        writer.write(nasty())
                        await writer.drain()
            finally:
                writer.close()
                with suppress(ConnectionError):
                    await writer.wait_closed()

    async def scene() -> None:
        async with asyncio.timeout(HUNG), serving(tmp_path) as served:
            opened = await served.open()
            async with served.http.ws_connect(f"{served.url}/ws") as ws:
                await ws.send_str(hello(opened.code, opened.token))
                await heard(ws, "welcome")
                attacks = [asyncio.create_task(attack(served)) for _ in range(8)]
                for number in range(2, 22):
                    await ws.send_str(f'{{"type":"rename","id":{number},"name":"Ada"}}')
                    assert (await heard(ws, "done", "closing", "error"))["type"] == "done"
                    await asyncio.sleep(0.03)
                for task in attacks:
                    assert not task.done()
                    task.cancel()
                await asyncio.gather(*attacks, return_exceptions=True)
            assert not served.complaints

    asyncio.run(scene())
