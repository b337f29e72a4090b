"""The door: who is let in, for how long, and what they are told who are not."""

from __future__ import annotations

import asyncio
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from cartable.server import door, routes
from cartable.server.limits import CONNECTIONS_AN_ADDRESS
from cartable.server.origins import household
from cartable.server.routes import page
from cartable.server.run import Uncaught
from tests.patience import HUNG
from tests.server.visitors import STILL, Served, serving

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]
HEALTH = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
SAFE = (
    b"X-Content-Type-Options: nosniff",
    b"X-Frame-Options: DENY",
    b"Content-Security-Policy: default-src 'none'",
)

OPENED: list[asyncio.StreamWriter] = []


def at_the_door(tmp_path: Path, scene: Callable[[Served], Awaitable[None]], **settings: Any) -> None:
    async def run() -> None:
        OPENED.clear()
        async with asyncio.timeout(HUNG), serving(tmp_path, **settings) as served:
            # Here it is the door's time that runs fast.
            served.server.door.clock = served.clock
            await scene(served)
            for writer in OPENED:
                writer.close()

    asyncio.run(run())


async def knock(served: Served, said: bytes = b"") -> Line:
    reader, writer = await asyncio.open_connection("127.0.0.1", int(served.url.rpartition(":")[2]))
    OPENED.append(writer)
    writer.write(said)
    return reader, writer


async def answer(served: Served, said: bytes) -> bytes:
    """Return a whole answer."""
    reader, writer = await knock(served, said)
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
    body = await reader.readexactly(length)
    writer.close()
    return head + body


@pytest.mark.parametrize(
    "said", [b"", b"GET /health HTTP/1.1\r\nHost: local", b"POST /api/tables HTTP/1.1\r\nA: b\r\n"]
)
def test_whoever_does_not_say_what_they_want_is_not_kept(said: bytes, tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        reader, _ = await knock(served, said)
        heard = b""
        try:
            heard = await reader.read()
        except ConnectionError:
            assert not said
        assert (b" 408 " in heard and b"error.slow" in heard) == bool(said)

    at_the_door(tmp_path, scene, speed=100)


def test_a_request_that_comes_as_its_time_is_up_is_answered_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    received = door.Guest.data_received

    def as_time_is_up(guest: door.Guest, data: bytes) -> None:
        received(guest, data)
        guest._slow()

    monkeypatch.setattr(door.Guest, "data_received", as_time_is_up)

    async def scene(served: Served) -> None:
        reader, _ = await knock(served, HEALTH)
        heard = await reader.read()
        assert heard.startswith(b"HTTP/1.1 408 ")
        assert heard.count(b"HTTP/1.1") == 1

    at_the_door(tmp_path, scene)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_a_request_that_never_ends_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # However long this machine takes to read its head, which has a time of its own.
    monkeypatch.setattr(door, "HEAD_MILLIS", 10**9)

    async def scene(served: Served) -> None:
        head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"
        reader, _ = await knock(served, head + b"{")
        with suppress(ConnectionError):
            assert await reader.read() == b""

    at_the_door(tmp_path, scene, speed=1000)


def test_one_address_has_only_so_many_connections_and_is_told_so(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        lines = [await knock(served, b"GET") for _ in range(CONNECTIONS_AN_ADDRESS)]
        heard = await answer(served, HEALTH)
        assert b" 429 " in heard
        assert b"error.too-many" in heard
        assert all(line in heard for line in SAFE)
        for _, writer in lines:
            writer.close()
            await writer.wait_closed()
        while b" 200 " not in await answer(served, HEALTH):
            await asyncio.sleep(0.01)

    at_the_door(tmp_path, scene, speed=STILL)


def test_a_named_proxy_is_not_one_address(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        for _ in range(CONNECTIONS_AN_ADDRESS + 1):
            await knock(served, b"GET")
        assert b" 200 " in await answer(served, HEALTH)

    at_the_door(tmp_path, scene, proxies=("127.0.0.1",))


def test_a_server_without_descriptors_left_says_that_it_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 50
    monkeypatch.setattr(routes, "descriptors", lambda: most * 4 // 3 + door.TURNED_AWAY * 2 + door.RESERVED)

    async def scene(served: Served) -> None:
        lines = [await knock(served, b"GET") for _ in range(2 * most)]
        heard = await answer(served, HEALTH)
        assert b" 503 " in heard
        assert b"The server is full" in heard
        assert b"Le serveur est complet" in heard
        assert all(line in heard for line in SAFE)
        # Not everyone is told: most of these are cut off.
        for _ in range(2 * door.TURNED_AWAY):
            await knock(served)
        for _, writer in lines:
            writer.close()
            await writer.wait_closed()
        heard = b""
        while b" 200 " not in heard:
            with suppress(ConnectionError, EOFError):
                heard = await answer(served, HEALTH)
            await asyncio.sleep(0.01)

    at_the_door(tmp_path, scene, speed=10)


def test_whoever_asks_without_end_is_told_to_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "KNOCKS", 20)

    async def scene(served: Served) -> None:
        reader, _ = await knock(served, HEALTH * 1000)
        heard = await reader.read()
        assert 20 <= heard.count(b" 200 OK") + 1 < 1000
        assert heard.count(b" 429 ") == 1
        assert b" 429 " in await answer(served, HEALTH)

    at_the_door(tmp_path, scene, speed=STILL)


def test_a_home_counts_as_one_address_with_ipv6_as_well() -> None:
    assert household("2001:db8:1:2:3::4") == household("2001:db8:1:2:ffff::1") == "2001:db8:1:2::/64"
    assert household("2001:db8:1:3::4") != household("2001:db8:1:2::4")
    assert household("::ffff:192.0.2.7") == household("192.0.2.7") == "192.0.2.7"
    assert household("fe80::1%eth0") == household("fe80::2")
    assert household("whoever") == ""


def test_the_limit_on_descriptors_is_raised_at_the_start() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    code = (
        "import resource\nfrom cartable.server.door import descriptors\n"
        f"resource.setrlimit(resource.RLIMIT_NOFILE, (200, {hard}))\n"
        "print(descriptors(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])\n"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    said, is_now = map(int, out.split())
    assert said == is_now > 200


CROWDED = """
import asyncio, logging, os, resource, socket, sys, threading
from importlib import import_module
from cartable.server.run import run
from cartable.server.settings import Settings

accept, tries = socket.socket.accept, [0]

def counted(self):
    tries[0] += 1
    return accept(self)

socket.socket.accept = counted
logging.basicConfig(format="%(message)s")

def obey(port):
    taken = []
    print(port, flush=True)
    for line in sys.stdin:
        if line == "take all\\n":
            most = len(os.listdir("/proc/self/fd")) + 8
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
            try:
                while True:
                    taken.append(os.open(os.devnull, os.O_RDONLY))
            except OSError:
                tries[0] = 0
        while line == "free\\n" and taken:
            os.close(taken.pop())
        print(tries[0], flush=True)

def started(told):
    threading.Thread(target=obey, args=(told.port,), daemon=True).start()

settings = Settings(port=0, local=True, data=sys.argv[2], warm=False)
quick = import_module("uvloop").new_event_loop if sys.argv[1] == "uvloop" else None
with asyncio.Runner(loop_factory=quick) as runner:
    runner.run(run(settings, started))
"""


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts its descriptors as Linux does")
@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_without_a_descriptor_nobody_new_is_let_in_and_everything_else_goes_on(
    loop: str, tmp_path: Path
) -> None:
    command = [sys.executable, "-c", CROWDED, loop, str(tmp_path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as server:
        assert server.stdin
        assert server.stdout
        port = int(server.stdout.readline())

        def order(what: str) -> int:
            assert server.stdin
            assert server.stdout
            server.stdin.write(f"{what}\n")
            server.stdin.flush()
            return int(server.stdout.readline())

        def heard(line: socket.socket) -> bytes:
            try:
                line.sendall(HEALTH)
                return line.recv(1 << 16)
            except ConnectionError:
                return b""

        def knocking() -> socket.socket:
            return socket.create_connection(("127.0.0.1", port), HUNG)

        with knocking() as inside:
            assert heard(inside).startswith(b"HTTP/1.1 200 ")
            began = time.monotonic()
            order("take all")
            outside = [knocking() for _ in range(4)]
            for _ in range(20):
                assert heard(inside).startswith(b"HTTP/1.1 200 ")
            # After each time that it cannot, the loop rests for a second.
            tries = order("count")
            assert tries <= door.AT_ONCE * (2 + time.monotonic() - began)
            order("free")
            with knocking() as late:
                assert heard(late).startswith(b"HTTP/1.1 200 ")
            for line in outside:
                assert heard(line)[:13] in (b"", b"HTTP/1.1 200 "), "late, or turned away by the system"
                line.close()
        server.terminate()
        _, logged = server.communicate(timeout=HUNG)
    assert logged.count("\n") == (loop == "asyncio"), logged


def test_a_door_that_closes_before_the_loop_tries_again_leaves_nothing_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def closed() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(Uncaught())
        listener = socket.socket()
        listener.close()
        # What the loop does a second after it found no descriptor.
        loop.call_soon(getattr(loop, "_start_serving"), None, listener)  # noqa: B009
        loop.call_soon(int, "no number")
        await asyncio.sleep(0)

    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(closed())
    (said,) = caplog.messages
    assert said.startswith("something failed")


ODD = (
    (b"nonsense\r\n\r\n", 400),
    (b"\x16\x03\x01\x02\x00\x01", 400),
    (b"GET / HTTP/9.9\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: [\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: localhost\r\nA" + b"a" * 9000 + b": b\r\n\r\n", 400),
    (b"GET /%00 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    (b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    (b"GET /" + b"a" * 300 + b".js HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
    (b"GET /ws HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    (b"GET /ws HTTP/1.1\r\nHost: localhost\r\nOrigin: http://[\r\n\r\n", 400),
    (b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \xc3\xa9\r\n\r\n", 400),
    (b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \xff\r\n\r\n", 400),
    (b"GET /api/decks/" + b"9" * 1400 + b"/3 HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
    (b"GET /api/decks/" + b"9" * 4400 + b"/3 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    (b"GET /api/tables/%ff%fe HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
    (b"GET http://[/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    (b"GET * HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    (b"FETCH / HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    (b"PATCH / HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
    (b"GET /health HTTP/1.1\r\nHost: localhost\r\nExpect: wonders\r\n\r\n", 417),
    (b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", 400),
    (b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6000\r\n\r\n" + b"[" * 6000, 400),
    (b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n", 400),
)
"""What no browser asks, and how it is answered."""


def test_what_no_browser_asks_is_answered_with_the_headers_that_keep_one_safe(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(served: Served) -> None:
        for said, status in ODD:
            heard = await answer(served, said)
            assert heard[8:13] == b" %d " % status, (said[:80], heard[:80])
            head = heard.partition(b"\r\n\r\n")[0]
            assert all(line in head for line in SAFE), said[:80]
            assert b"aiohttp" not in head

    at_the_door(tmp_path, scene)
    assert not caplog.records


def test_a_fault_is_answered_and_its_log_says_neither_who_asked_nor_what_it_was_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hand = "the queen of hearts"

    def broken(name: str) -> None:
        raise RuntimeError(hand)

    monkeypatch.setattr(page, "_file", broken)

    async def scene(served: Served) -> None:
        heard = await answer(served, b"GET /t HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert heard.startswith(b"HTTP/1.1 500 ")
        assert b"error.fault" in heard
        assert all(line in heard for line in SAFE)

    at_the_door(tmp_path, scene)
    assert "RuntimeError" in caplog.text
    assert "queen" not in caplog.text
    assert "127.0.0.1" not in caplog.text
