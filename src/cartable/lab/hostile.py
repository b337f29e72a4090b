"""Clients written only to do harm: each does one thing, again and again, from one address.

They are all here at once. What a server may do about them is to answer, to refuse, to slow down, to close;
what it may not do is to fail (an answer of 500 or more), or to let anybody else notice.
"""

from __future__ import annotations

import asyncio
import logging
import os
from asyncio import StreamReader, StreamWriter
from collections import Counter
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection
from random import Random
from time import perf_counter
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from cartable.cluster.peers import framed
from cartable.core import Seat
from cartable.server import messages as m

PATIENCE: Final = 60.0
"""How many seconds one of them lasts."""
MASK: Final = b"\0\0\0\0"
MORE, PING = b"\x80", b"\x89"
"""The first byte of a frame."""
HOST: Final = b"Host: localhost\r\n"
SHAKE: Final = (
    b"GET /ws HTTP/1.1\r\n"
    + HOST
    + b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
    + b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
ODD: Final = (
    b"nonsense\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: [\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + HOST + b"A" + b"a" * 9000 + b": b\r\n\r\n",
    b"GET /%00 HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /" + b"a" * 1990 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /ws HTTP/1.1\r\n" + HOST + b"Origin: http://[\r\n\r\n",
    b"GET /ws HTTP/1.1\r\n" + HOST + b"Origin: http://elsewhere\r\n\r\n",
    b"GET /api/tables HTTP/1.1\r\n" + HOST + b"Authorization: Bearer \xc3\xa9\r\n\r\n",
    b"GET /metrics HTTP/1.1\r\n" + HOST + b"Authorization: Bearer \xff\r\n\r\n",
    b"GET /api/decks/" + b"9" * 1400 + b"/3 HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /api/decks/" + b"9" * 4300 + b"/3 HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /api/tables/%ff%fe HTTP/1.1\r\n" + HOST + b"\r\n",
    b"PATCH / HTTP/1.1\r\n" + HOST + b"\r\n",
    b"POST /api/tables HTTP/1.1\r\n" + HOST + b"Content-Length: -1\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\n" + HOST + b"Content-Length: 6000\r\n\r\n" + b"[" * 6000,
    b"POST /api/tables HTTP/1.1\r\n" + HOST + b"Content-Length: 70000\r\n\r\n" + b"[" * 70000,
    b"POST /api/tables HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\nz\r\n",
)
DIGITS: Final = b"9" * 4300
STRANGE: Final = (
    b"[" * 3000,
    b'{"type":"play","id":1,"seat":0,"move":' + b"[" * 3000 + b"]" * 3000 + b"}",
    b'{"type":"ask","id":1,"seat":0,"question":' + b'{"a":' * 1200 + b"1" + b"}" * 1200 + b"}",
    b'{"type":"sit","id":2,"seat":' + DIGITS + b"}",
    b'{"type":"sit","id":' + DIGITS + b',"seat":0}',
    b'{"type":"play","id":3,"seat":0,"move":{"type":"call","symbol":' + DIGITS + b',"cards":[1,2]}}',
    b'{"type":"play","id":4,"seat":-1,"move":null}',
    b'{"type":"react","id":5,"reaction":"wow","seat":1e400}',
    b'{"type":"rename","id":6,"name":"\\ud800"}',
    b'{"type":"pong","nonce":"00000000","reveal":-1,"clock":99999999999999999999}',
    b'{"type":"start","id":7}',
    b'{"type":"remove","id":8,"member":1}',
    b"\xff\xfe",
    b"",
)
"""Messages that no page sends."""


class Raged(Struct):
    """What the hostile clients did, and what a server should not have answered."""

    times: dict[str, float]
    """How often per second each of them started over, or sent what it sends."""
    megabits: float
    """What they sent per second."""
    faults: list[str]


class Hostile:
    """All of them, against one server and the tables whose codes they know."""

    def __init__(self, port: int, codes: list[str], seed: int) -> None:
        self.counts: Counter[str] = Counter()
        self.bytes = 0
        self.faults: list[str] = []
        self._port = port
        self._codes = codes
        self._random = Random(seed)
        self._lines: set[StreamWriter] = set()
        self._over = False

    async def rage(self, until: Callable[[], Awaitable[None]]) -> Raged:
        """Do harm until told to stop."""
        # How many of each are there at once, and how many seconds each rests.
        kinds: tuple[tuple[Callable[[str], Awaitable[None]], int, float], ...] = (
            (self.empty_frames, 8, 0.1),
            (self.ping_frames, 8, 0.1),
            (self.endless_message, 4, 0.2),
            (self.half_requests, 150, 0.1),
            (self.silent_sockets, 60, 0.1),
            (self.strange_messages, 4, 0.2),
            (self.odd_requests, 4, 0.05),
            (self.wrong_tokens, 4, 0.1),
            (self.wrong_bearers, 4, 0.1),
            (self.guesses, 4, 0.1),
            (self.hello_and_leave, 8, 0.1),
            (self.floods, 4, 0.3),
            (self.deaf_listeners, 10, 0.5),
            (self.questions, 2, 1.0),
            (self.saved_games, 4, 0.1),
        )
        start = perf_counter()
        tasks = [
            asyncio.create_task(self._again(do, f"127.0.1.{10 + number}", rest))
            for number, (do, at_once, rest) in enumerate(kinds)
            for _ in range(at_once)
        ]
        await until()
        self._over = True
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        self.faults += [repr(fault) for fault in ended if isinstance(fault, Exception)]
        for writer in list(self._lines):
            writer.transport.abort()
        seconds = perf_counter() - start
        times = {name: round(count / seconds, 1) for name, count in sorted(self.counts.items())}
        return Raged(times, round(self.bytes * 8 / 1e6 / seconds, 2), self.faults)

    # What they do, one round each

    async def empty_frames(self, address: str) -> None:
        """Send fragments of no message, without a hello, until the socket is closed."""
        await self._frames(address, MORE + b"\x80" + MASK)

    async def ping_frames(self, address: str) -> None:
        """Send pings, without a hello, until the socket is closed."""
        await self._frames(address, PING + b"\x80" + MASK)

    async def endless_message(self, address: str) -> None:
        """Begin a message and never finish it."""
        reader, writer = await self._socket(address)
        self._write(writer, b"\x01\x80" + MASK)
        while not writer.is_closing() and not reader.at_eof():
            self._write(writer, (b"\x00\xfe\x01\x00" + MASK + b"a" * 256) * 10)
            await writer.drain()
            await asyncio.sleep(0.01)

    async def half_requests(self, address: str) -> None:
        """Send half a request."""
        reader, writer = await self._line(address)
        self._write(
            writer, self._random.choice((b"", b"GET", SHAKE[:60], b"POST /api/tables HTTP/1.1\r\nA:"))
        )
        await reader.read()

    async def silent_sockets(self, address: str) -> None:
        """Open a socket and say nothing."""
        reader, _ = await self._socket(address)
        await reader.read()

    async def strange_messages(self, address: str) -> None:
        """Send what no page does, before a hello and after it."""
        for known in (False, True):
            reader, writer = await self._socket(address)
            if known:
                self._hello(writer, self._code())
            for strange in self._random.sample(STRANGE, len(STRANGE)):
                self._say(writer, strange)
                await writer.drain()
                await asyncio.sleep(0.03)
            await self._skim(reader, 0.5)
            writer.close()

    async def odd_requests(self, address: str) -> None:
        """Ask what no browser asks."""
        await self._request(address, self._random.choice(ODD))

    async def wrong_tokens(self, address: str) -> None:
        """Arrive with a token that is somebody else's, or nobody's."""
        reader, writer = await self._socket(address)
        self._hello(writer, self._code(), self._random.randbytes(16).hex())
        await self._skim(reader, 0.3)
        writer.close()

    async def wrong_bearers(self, address: str) -> None:
        """Ask for what only the operator or a table may have."""
        path = self._random.choice(("/metrics", "/api/tables", f"/api/tables/{self._code()}/records"))
        token = self._random.randbytes(8).hex()
        await self._request(
            address,
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode(),
        )

    async def guesses(self, address: str) -> None:
        """Guess codes and records."""
        code = "".join(self._random.choices("BCDFGHJKLMNPQRSTVWXZ", k=5))
        path = self._random.choice((f"tables/{code}", f"records/{self._random.randbytes(16).hex()}"))
        await self._request(address, f"GET /api/{path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())

    async def hello_and_leave(self, address: str) -> None:
        """Join a table as somebody new, and leave before or after the welcome."""
        reader, writer = await self._socket(address)
        self._hello(writer, self._code())
        if self._random.random() < 0.5:
            await self._skim(reader, 0.1)
        writer.transport.abort()

    async def floods(self, address: str) -> None:
        """Send reactions and new names without end."""
        reader, writer = await self._socket(address)
        self._hello(writer, self._code())
        await self._skim(reader, 0.2)
        for id in range(2, 400):
            self._say(writer, m.React(id, "hurry") if id % 3 else m.Rename(id, "x" * 64))
            if id % 20 == 0:
                await writer.drain()
                await asyncio.sleep(self._random.choice((0, 0.5)))
        await self._skim(reader, 1.0)
        writer.close()

    async def deaf_listeners(self, address: str) -> None:
        """Join a table, and read nothing of what it sends."""
        _, writer = await self._socket(address)
        self._hello(writer, self._code())
        await asyncio.sleep(15)
        writer.transport.abort()

    async def questions(self, address: str) -> None:
        """Open a table where a bot thinks, and ask the game as much as the limits allow."""
        opened = await self._opened(address, b'{"game":"karta"}')
        reader, writer = await self._socket(address)
        self._hello(writer, opened.code, opened.token)
        await self._skim(reader, 0.3)
        requests = (m.Sit(2, Seat(0)), m.Bot(3, Seat(1), "expert"), m.Start(4))
        for request in requests:
            self._say(writer, request)
        for id in range(5, 1000):
            card, turned = self._random.randrange(40), self._random.randrange(4)
            question = f'{{"type":"where","card":{card},"turned":{turned},"over":false}}'.encode()
            self._say(writer, m.Ask(id, Seat(0), Raw(question)))
            self.counts["questions asked"] += 1
            await self._skim(reader, 0.03)
        writer.close()

    async def saved_games(self, address: str) -> None:
        """Abandon a game, then ask for its record in every way, and send it to be replayed and analysed."""
        opened = await self._opened(address, b'{"game":"spot/practice"}')
        reader, writer = await self._socket(address)
        self._hello(writer, opened.code, opened.token)
        await reader.readuntil(b'"welcome"')
        for request in (m.Sit(2, Seat(0)), m.Start(3), m.Abandon(4)):
            self._say(writer, request)
            await reader.readuntil(b'"id":%d' % request.id)
        writer.close()
        mine = f"Authorization: Bearer {opened.token}\r\n"
        listed = await self._request(address, _get(f"/api/tables/{opened.code}/records", mine))
        for one in msgspec.json.decode(_body(listed), type=list[m.Listed]):
            path = f"/api/records/{one.record}"
            file = _body(await self._request(address, _get(path)))
            asked = [_get(path + way) for way in ("", "/qr.svg", "/replay", "/study", "/ghost")]
            asked += [_post(where, file) for where in ("/api/replay", "/api/study")]
            for question in asked * 20:
                self.counts["saved games asked for"] += 1
                await self._request(address, question)

    # How they do it

    async def _again(self, do: Callable[[str], Awaitable[None]], address: str, rest: float) -> None:
        name = getattr(do, "__name__", "").replace("_", " ")
        await asyncio.sleep(self._random.random())
        while not self._over:
            self.counts[name] += 1
            try:
                async with asyncio.timeout(PATIENCE):
                    await do(address)
            except (OSError, EOFError, TimeoutError, msgspec.MsgspecError):
                # Turned away, which is as it should be.
                pass
            await asyncio.sleep(rest)

    async def _frames(self, address: str, frame: bytes) -> None:
        reader, writer = await self._socket(address)
        while not writer.is_closing() and not reader.at_eof():
            self._write(writer, frame * 100)
            self.counts["frames"] += 100
            await writer.drain()
            await asyncio.sleep(0.002)

    async def _request(self, address: str, said: bytes) -> bytes:
        """Return a whole answer, which must not be the server's fault."""
        reader, writer = await self._line(address)
        self._write(writer, said)
        head = await reader.readuntil(b"\r\n\r\n")
        if head[9:10] == b"5":
            self.faults.append(f"{head[:12].decode()} to {said[:60]!r}")
        length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
        body = await (reader.readexactly(int(length)) if length else reader.read())
        writer.close()
        return head + body

    async def _opened(self, address: str, wanted: bytes) -> m.Opened:
        answer = await self._request(address, _post("/api/tables", wanted))
        return msgspec.json.decode(_body(answer), type=m.Opened)

    async def _socket(self, address: str) -> tuple[StreamReader, StreamWriter]:
        reader, writer = await self._line(address)
        self._write(writer, SHAKE)
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head:
            writer.close()
            raise ConnectionError(head[:12].decode())
        return reader, writer

    async def _line(self, address: str) -> tuple[StreamReader, StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, local_addr=(address, 0))
        self._lines = {line for line in self._lines if not line.is_closing()} | {writer}
        return reader, writer

    def _hello(self, writer: StreamWriter, code: str, token: str = "") -> None:
        self._say(writer, m.Hello(1, m.VERSION, code, token, "Eve"))

    def _say(self, writer: StreamWriter, message: Any) -> None:
        text = message if isinstance(message, bytes) else msgspec.json.encode(message)
        self._write(writer, framed(text))

    def _write(self, writer: StreamWriter, data: bytes) -> None:
        self.bytes += len(data)
        writer.write(data)

    async def _skim(self, reader: StreamReader, seconds: float) -> None:
        """Read for a while."""
        try:
            async with asyncio.timeout(seconds):
                while await reader.read(1 << 16):
                    pass
        except TimeoutError:
            return
        raise ConnectionError("closed")

    def _code(self) -> str:
        return self._random.choice(self._codes)


def _get(path: str, header: str = "") -> bytes:
    # In HTTP/1.0 an answer of unknown length ends with its connection.
    return f"GET {path} HTTP/1.0\r\nHost: localhost\r\n{header}\r\n".encode()


def _post(path: str, body: bytes) -> bytes:
    return f"POST {path} HTTP/1.0\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def _body(answer: bytes) -> bytes:
    return answer.partition(b"\r\n\r\n")[2]


def rage(pipe: Connection, port: int, codes: list[str], seed: int) -> None:
    """Be hostile until the pipe says stop, in a separate process that yields to the honest ones."""
    os.nice(5)
    # It warns of every write to a socket that the server has closed.
    logging.getLogger("asyncio").setLevel(logging.ERROR)

    async def until() -> None:
        await asyncio.to_thread(pipe.recv)

    pipe.send(asyncio.run(Hostile(port, codes, seed).rage(until)))
