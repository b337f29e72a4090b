"""The way to another node, on real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from aiohttp import WSMsgType, web

from cartable.cluster.leases import Neighbour
from cartable.cluster.peers import FarEnd, Full, Peers, TooMany, Unreachable
from cartable.cluster.seal import HEADER, Gate, Receiver, Sent, Unsealed

SECRET = b"a secret"


class BareSocket:
    """A person's socket, without a person."""

    def __init__(self) -> None:
        self.far: FarEnd | None = None
        self.heard = b""
        self.held: list[bool] = []
        self.news = asyncio.Event()

    def divert(self, far: FarEnd) -> None:
        self.far = far

    def carry(self, data: bytes) -> None:
        self.heard += data
        self.news.set()

    def hold(self, held: bool) -> None:
        self.held.append(held)


@asynccontextmanager
async def ben(names: tuple[str, ...] = ("ada", "ben")) -> AsyncIterator[Neighbour]:
    """Have a node called ben that echoes whatever it is asked."""
    gate = Gate(SECRET, lambda: Receiver("ben", 2), lambda: names, lambda: 1_000)

    async def answer(request: web.Request) -> web.StreamResponse:
        body = await request.read()
        sealed = request.headers.get(HEADER, "")
        try:
            client = gate.check(sealed, request.method, request.raw_path, request.headers["Host"], body)
        except Unsealed as unsealed:
            return web.Response(status=403, text=str(unsealed))
        if request.headers.get("Upgrade"):
            socket = web.WebSocketResponse()
            await socket.prepare(request)
            await socket.send_str(client)
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    await socket.send_str(frame.data.upper())
            return socket
        told = f"{request.method} {client} {request.headers['Host']} {body.decode()}"
        told += f" {request.headers.get('Authorization')} {request.headers.get('Cookie')}"
        return web.Response(text=told, status=201, headers={"Content-Disposition": "x", "X-Other": "y"})

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app, shutdown_timeout=1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield Neighbour(2, "ben", f"127.0.0.1:{runner.addresses[0][1]}", False, False)
    finally:
        await runner.cleanup()


def with_ben(body: Callable[[Neighbour, Peers], Awaitable[None]], secret: bytes = SECRET) -> None:
    async def whole() -> None:
        peers = Peers("ada", secret, lambda: 1_000)
        try:
            async with ben() as node:
                await body(node, peers)
        finally:
            await peers.close()

    asyncio.run(whole())


def test_a_request_goes_there_with_its_body_and_its_asker_and_the_answer_comes_back() -> None:
    async def body(node: Neighbour, peers: Peers) -> None:
        sent = Sent("POST", "/api/x?y=%20z", "play.example.org", "203.0.113.7", b"hello")
        found = await peers.ask(node, sent, {"Authorization": "Bearer t", "Cookie": "c"})
        assert found.status == 201
        assert found.body == b"POST 203.0.113.7 play.example.org hello Bearer t None"
        assert "X-Other" not in found.headers
        assert found.headers["Content-Disposition"] == "x"
        assert peers.forwarded == 1

    with_ben(body)


def test_a_wrong_secret_opens_nothing() -> None:
    async def body(node: Neighbour, peers: Peers) -> None:
        found = await peers.ask(node, Sent("GET", "/", "h", "c"), {})
        assert (found.status, found.body) == (403, b"wrong seal, or one for an earlier life")
        with pytest.raises(Unreachable):
            await peers.pipe(node, Sent("GET", "/ws", "h", "c"), BareSocket(), b"")
        assert peers.sockets == 0

    with_ben(body, b"another secret")


def test_a_node_that_does_not_listen_is_unreachable() -> None:
    async def body(node: Neighbour, peers: Peers) -> None:
        for address in ("127.0.0.1:1", "nowhere", "127.0.0.1:x"):
            gone = Neighbour(3, "cyd", address, False, False)
            with pytest.raises(Unreachable):
                await peers.pipe(gone, Sent("GET", "/ws", "h", "c"), BareSocket(), b"")
        with pytest.raises(Unreachable):
            await peers.ask(Neighbour(3, "cyd", "127.0.0.1:1", False, False), Sent("GET", "/", "h", "c"), {})

    with_ben(body)


@pytest.mark.parametrize(
    ("status", "why"),
    [
        (b"503 Service Unavailable", Full),
        (b"429 Too Many Requests", TooMany),
        (b"403 Forbidden", Unreachable),
    ],
)
def test_a_node_that_opens_no_pipe_says_why(status: bytes, why: type[Exception]) -> None:
    async def body(node: Neighbour, peers: Peers) -> None:
        def refuses(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 %s\r\nContent-Length: 0\r\n\r\n" % status)
            writer.close()

        refusing = await asyncio.start_server(refuses, "127.0.0.1", 0)
        there = Neighbour(3, "cyd", f"127.0.0.1:{refusing.sockets[0].getsockname()[1]}", False, False)
        page = BareSocket()
        with pytest.raises(Exception) as refused:
            await peers.pipe(there, Sent("GET", "/ws", "h", "c"), page, b"hello")
        assert type(refused.value) is why
        assert page.heard == b""
        assert peers.sockets == 0
        refusing.close()

    with_ben(body)


def test_a_node_that_stops_ends_every_pipe_at_once() -> None:
    async def body(node: Neighbour, peers: Peers) -> None:
        pages = [BareSocket() for _ in range(3)]
        piping = [
            asyncio.create_task(peers.pipe(node, Sent("GET", "/ws", "h", "c"), page, b"hello"))
            for page in pages
        ]
        async with asyncio.timeout(20):
            for page in pages:
                while page.far is None:
                    page.news.clear()
                    await page.news.wait()
            peers.hang_up()
            # Without it they stay for as long as the others do.
            await asyncio.gather(*piping)
            # Somebody who comes before the door is shut is not kept either.
            late = BareSocket()
            await peers.pipe(node, Sent("GET", "/ws", "h", "c"), late, b"hello")
            assert late.far is None
        assert peers.sockets == 0

    with_ben(body)


def test_nobody_waits_for_a_node_that_listens_and_is_gone() -> None:
    async def body(node: Neighbour, peers: Peers) -> None:
        # It takes every line and says nothing, as a stopped process does.
        lines: list[asyncio.StreamWriter] = []
        deaf = await asyncio.start_server(lambda reader, writer: lines.append(writer), "127.0.0.1", 0)
        silent = Neighbour(3, "cyd", f"127.0.0.1:{deaf.sockets[0].getsockname()[1]}", False, False)
        page, there = BareSocket(), BareSocket()
        asked = [
            asyncio.create_task(peers.pipe(silent, Sent("GET", "/ws", "h", "c"), page, b"hello")),
            asyncio.create_task(peers.ask(silent, Sent("GET", "/", "h", "c"), {})),
        ]
        piping = asyncio.create_task(peers.pipe(node, Sent("GET", "/ws", "h", "c"), there, b"hello"))
        async with asyncio.timeout(20):
            while there.far is None:
                there.news.clear()
                await there.news.wait()
            # Whoever waits for another node goes on waiting.
            peers.mourn([4])
            await asyncio.sleep(0)
            assert not any(task.done() for task in (*asked, piping))
            peers.mourn([3])
            for failed in await asyncio.gather(*asked, return_exceptions=True):
                assert isinstance(failed, Unreachable)
            assert not piping.done()
            # A pipe that stands ends as well.
            peers.mourn([2])
            peers.mourn([2])
            await piping
        assert peers.sockets == 0
        deaf.close()
        for line in lines:
            line.transport.abort()

    with_ben(body)


@pytest.mark.parametrize("size", [2, 125, 126, 4_000, 70_000])
def test_a_socket_is_piped_byte_for_byte(size: int) -> None:
    async def body(node: Neighbour, peers: Peers) -> None:
        page = BareSocket()
        piping = asyncio.create_task(
            peers.pipe(node, Sent("GET", "/ws", "h", "203.0.113.7"), page, b"a" * size)
        )
        async with asyncio.timeout(20):
            while not page.heard.endswith(b"A" * size):
                page.news.clear()
                await page.news.wait()
        # Its first message, then the echo.
        assert page.heard.startswith(b"\x81\x0b203.0.113.7")
        assert peers.sockets == 1
        assert page.far is not None
        page.far.close()
        await piping
        assert peers.sockets == 0

    with_ben(body)
