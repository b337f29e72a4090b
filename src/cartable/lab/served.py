"""A server in a process of its own, for as long as it is measured."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection

from msgspec import Struct

from cartable.lab.machine import pin
from cartable.server.settings import Settings


class ServedHere(Struct, frozen=True):
    """Where to find the server: its port, and its process."""

    port: int
    pid: int


@contextmanager
def served(folder: str, serve: Callable[[Connection, str], None]) -> Iterator[ServedHere]:
    """Run a server over this folder while the block lasts."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    # Not a daemon: the processes of bots and analyses are its children.
    process = context.Process(target=serve, args=(theirs, folder))
    process.start()
    try:
        port = ours.recv()
        assert process.pid is not None
        yield ServedHere(port, process.pid)
    finally:
        process.terminate()
        process.join()


def unlimited(pipe: Connection, folder: str, arbiter: bool = True, pinned: bool = False) -> None:
    """Serve without limits on one address, perhaps pinned to one core."""
    from cartable.server.run import serve

    if pinned:
        pin(0)
    settings = Settings(port=0, local=True, data=folder, arbiter=arbiter, limits=False, warm=False)
    serve(settings, lambda started: pipe.send(started.port))
