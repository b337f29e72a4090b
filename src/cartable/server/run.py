"""A server from its start to its end: what it needs, what it says, how it stops."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from secrets import token_urlsafe
from typing import Any, Final

from msgspec import Struct

from cartable.bots.compiled import COMPILED
from cartable.cluster.seal import NAME
from cartable.server.bots import warm_up
from cartable.server.clock import LoopClock
from cartable.server.district import District
from cartable.server.door import Door, listening
from cartable.server.faults import trace
from cartable.server.files import Files
from cartable.server.lobby import Lobby
from cartable.server.renewal import Progress
from cartable.server.routes import Routes
from cartable.server.settings import Settings
from cartable.server.shared_store import shared
from cartable.server.sqlite import SqliteStore
from cartable.server.store import Store, Unwritable, written
from cartable.server.studies import Studies
from cartable.server.sweep import sweep
from cartable.server.think import Thinkers

log = logging.getLogger("cartable")

GRACE: Final = 5.0
"""How many seconds the last messages may take."""
FULL: Final = 60.0
"""How many seconds pass before it is logged again that no descriptor is left for a new connection."""
EXHAUSTED: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
TURN: Final = 0.0005
"""After this many seconds the tables let the store run, several times per commit (usually 5 ms)."""


class Started(Struct, frozen=True):
    """What a server says about itself once it has started."""

    here: str
    """Its address on this machine."""
    home: str
    """Its address for others: on the home network, or the public one; empty if there is none."""
    token: str
    kept: str
    """Where everything is kept: a folder, or a database."""
    port: int
    shared: bool = False
    """Whether that is a database."""


class Busy(OSError):
    """Another program has the port."""


def serve(
    settings: Settings,
    started: Callable[[Started], None],
    failed: Callable[[Exception], None] | None = None,
    renewing: Callable[[Progress], None] | None = None,
) -> None:
    """Run a server on the fastest event loop available: uvloop's if it is installed."""
    quick = import_module("uvloop").new_event_loop if find_spec("uvloop") else None
    with asyncio.Runner(loop_factory=quick) as runner:
        runner.run(run(settings, started, failed, renewing))


async def run(
    settings: Settings,
    started: Callable[[Started], None],
    failed: Callable[[Exception], None] | None = None,
    renewing: Callable[[Progress], None] | None = None,
) -> None:
    """Serve until told to stop (SIGINT, SIGTERM), then say goodbye and write the rest."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        # Windows has no signals in loops; there Ctrl-C ends the loop itself.
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    loop.set_exception_handler(Uncaught())
    sys.setswitchinterval(TURN)
    clock, think = LoopClock(), Thinkers(warm_up)
    store, files = await _opened(settings, renewing)
    try:
        studies = Studies()
        lobby = Lobby(store, clock, think, settings.arbiter, settings.forget, failed, studied=studies.expect)
        token = settings.token or token_urlsafe(16)
        district = _district(settings, lobby, store)
        server = Routes(settings, store, lobby, clock, token, studies, files, district)
        async with _among_nodes(server, district, clock), _listening(server) as port:
            home = settings.public_url
            if not home and not settings.listen.startswith("127."):
                home = f"http://{lan()}:{port}"
            server.desk.address = home
            sweeping = loop.create_task(sweep())
            here, database = f"http://localhost:{port}", bool(settings.database)
            started(Started(here, home, token, files.place, port, database))
            if settings.warm and COMPILED:
                think.warm_up()
            await stop.wait()
            sweeping.cancel()
            if district:
                await district.member.drained(settings.drain)
                district.peers.hang_up()
            lobby.stop()
            await written(store, GRACE)
            await lobby.finish()
    finally:
        think.close()
        await store.close()
        files.close()


async def _opened(settings: Settings, renewing: Callable[[Progress], None] | None) -> tuple[Store, Files]:
    """Open the store that the settings name, and the files next to it; raise Unwritable if that fails."""
    if not settings.database:
        deliver = asyncio.get_running_loop().call_soon_threadsafe
        return SqliteStore(settings.folder, deliver, progress=renewing), Files(settings.folder)
    if not settings.token:
        raise Unwritable("no token", "database.token")
    store = await shared(settings.database)
    from cartable.server.postgres.files import SharedFiles

    return store, SharedFiles(store)


def _district(settings: Settings, lobby: Lobby, store: Store) -> District | None:
    """Return this server's part of the cluster, where a database is shared."""
    if not settings.database:
        return None
    from cartable.server.postgres.store import PostgresStore

    assert isinstance(store, PostgresStore)
    name = settings.node_name or f"{socket.gethostname()}-{settings.port}"
    if not NAME.fullmatch(name):
        raise Unwritable("name", "database.node", name=name)
    return District(lobby, store, name, (settings.secret or settings.token).encode())


@asynccontextmanager
async def _among_nodes(server: Routes, district: District | None, clock: LoopClock) -> AsyncIterator[None]:
    """Be one of the nodes while the block runs."""
    if district is None:
        yield
        return
    settings = server.settings
    door = Door(clock, False, (), server.capacity)
    try:
        async with listening(server.app(nodes=True), door, settings.node_host, settings.node_port, 1) as port:
            try:
                await district.begin(settings.node_address or f"{settings.node_host}:{port}")
                yield
            finally:
                await district.end()
    except OSError as error:
        raise Busy(error.errno, error.strerror) from error


@asynccontextmanager
async def _listening(server: Routes) -> AsyncIterator[int]:
    """Open the door while the block runs, and yield its port."""
    async with AsyncExitStack() as stack:
        try:
            port = await stack.enter_async_context(
                listening(server.app(), server.door, server.settings.listen, server.settings.port, GRACE)
            )
        except OSError as error:
            raise Busy(error.errno, error.strerror) from error
        yield port


class Uncaught:
    """Logs what nobody caught: where it happened, and nothing else the loop knows about it."""

    def __init__(self) -> None:
        self._said = -FULL

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        fault = context.get("exception")
        if isinstance(fault, OSError) and fault.errno in EXHAUSTED and "socket" in context:
            # The loop keeps trying; new connections wait, or the system turns them away.
            if loop.time() - self._said >= FULL:
                self._said = loop.time()
                log.error("nobody new can be let in: %s", fault.strerror)
        elif fault is not None and not _too_late(context):
            log.error("something failed\n%s", trace(fault))


def _too_late(context: dict[str, Any]) -> bool:
    """Whether a loop without descriptors tried again to let people in when the door was closed already."""
    return isinstance(context["exception"], ValueError) and "_start_serving(" in context.get("message", "")


def lan() -> str:
    """Return this machine's address on the home network; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
