"""A storm: a server with a hundred tables, honest people who come and go, and all hostile clients at once.

The server has one core, everybody else another, where the system can say so. The hostile are at other
addresses than the honest, since limits are by address. What must hold: everybody honest is answered, in time;
nobody is cut off; nothing fails in the server; its memory stays as it is; nobody is sent another's cards.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import re
import socket
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from secrets import token_urlsafe
from typing import Final

from msgspec import Struct

from cartable.lab.crowd import Crowd
from cartable.lab.evening import Seen
from cartable.lab.hostile import Raged, rage
from cartable.lab.machine import memory, pin, pinned
from cartable.lab.served import served
from cartable.server.settings import Settings

SLOWEST: Final = 50.0
"""At most one in a hundred honest requests may take longer than this, in milliseconds."""
MOST_GROWN: Final = 10.0
"""How much each table may add to the server's memory in half an hour, in kB."""
SETTLES: Final = 5
"""Memory is compared from this minute on: until then buffers and caches fill."""
LOG: Final = "server.log"
FAULT: Final = re.compile(r'^(ERROR|CRITICAL)|Traceback|^  File ".*cartable|^\w*Error\b|^Fatal', re.MULTILINE)
KEPT: Final = 20
"""This many of each kind of failure are named."""


class Unable(Exception):
    """This system has only one address of its own, or does not report a process's memory."""


class Storm(Struct, frozen=True):
    """What a server went through, and how."""

    minutes: float
    tables: int
    people: int
    answered: int
    """Honest requests that were answered."""
    p50: float
    p99: float
    """Milliseconds to the answer, where it waits for nobody else."""
    moves: int
    games: int
    looked_through: int
    """Finished games in which everything sent was compared with what its receiver may know."""
    hostile: dict[str, float]
    """How often per second each kind of hostile client did it."""
    hostile_megabits: float
    memory_mb: tuple[int, ...]
    """The server's memory at the start and after every minute."""
    grown_kb: float | None
    """How much each table grew in half an hour, from minute 5 on; None if it was too short to tell."""
    unanswered: tuple[str, ...]
    cut_off: tuple[str, ...]
    still: tuple[str, ...]
    """Games of tables where nobody moved."""
    leaks: tuple[str, ...]
    faults: tuple[str, ...]
    """What failed in the server: from its log, and from answers of 500 and more."""

    def failures(self, timing: bool = True) -> tuple[str, ...]:
        """Return the names of the failures."""
        failed = [
            name for name in ("unanswered", "cut_off", "still", "leaks", "faults") if getattr(self, name)
        ]
        if timing and self.p99 > SLOWEST:
            failed.append("p99")
        if self.grown_kb is not None and self.grown_kb > MOST_GROWN:
            failed.append("grown_kb")
        return tuple(failed)


def storm(
    minutes: float,
    tables: int = 100,
    seed: int = 1,
    minute: Callable[[int, int], None] = lambda number, megabytes: None,
    serve: Callable[[Connection, str], None] | None = None,
    database: str = "",
) -> Storm:
    """Let a storm rage over a file, or a database; call back every minute with the server's memory in MB."""
    _able()
    with tempfile.TemporaryDirectory() as folder:
        with served(folder, serve or partial(calm, database=database)) as server, pinned(1):
            raging = _rage(server.pid, server.port, minutes, tables, seed, minute)
            seen, done, sizes, still, people = asyncio.run(raging)
        faults = [*done.faults, *faults_in(Path(folder, LOG).read_text())]
    times = sorted(seen.times) or [0.0]
    return Storm(
        minutes,
        tables,
        people,
        seen.answered,
        round(times[len(times) // 2] * 1000, 2),
        round(times[len(times) * 99 // 100] * 1000, 2),
        seen.moves,
        seen.games,
        seen.looked_through,
        done.times,
        done.megabits,
        tuple(round(size / 1024) for size in sizes),
        _grown(sizes, tables),
        tuple(seen.unanswered[:KEPT]),
        tuple(seen.cut_off[:KEPT]),
        tuple(still),
        tuple(seen.leaks[:KEPT]),
        tuple(faults[:KEPT]),
    )


def calm(pipe: Connection, folder: str, database: str = "") -> None:
    """Serve as always, on one core, and write the log into a file."""
    from cartable.server.run import serve

    pin(0)
    with open(Path(folder, LOG), "a", buffering=1) as log:
        os.dup2(log.fileno(), 2)
        logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(levelname)s %(message)s")
        settings = Settings(
            port=0, local=True, data=folder, warm=False, database=database, token=token_urlsafe(16)
        )
        serve(settings, lambda started: pipe.send(started.port))


def faults_in(log: str) -> list[str]:
    """Return the lines of a log that tell of a fault."""
    return [line for line in log.splitlines() if FAULT.search(line)]


async def _rage(
    pid: int,
    port: int,
    minutes: float,
    tables: int,
    seed: int,
    minute: Callable[[int, int], None],
) -> tuple[Seen, Raged, list[int], list[str], int]:
    crowd = Crowd(port, seed)
    await crowd.begin(tables)
    codes = [room.code for room in crowd.rooms]
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=rage, args=(theirs, port, codes, seed), daemon=True)
    process.start()
    try:
        sizes = [memory(pid)[0]]
        for number in range(1, int(minutes) + 1):
            await asyncio.sleep(60)
            sizes.append(memory(pid)[0])
            minute(number, sizes[-1] // 1024)
        await asyncio.sleep(60 * (minutes % 1))
        await crowd.moving()
        still = [f"{room.game} ({room.bot})" for room in crowd.rooms if not room.moves]
        people = sum(len(room.people) for room in crowd.rooms)
        await crowd.end()
        ours.send("stop")
        done: Raged = await asyncio.to_thread(ours.recv)
    finally:
        process.kill()
    return crowd.evening.seen, done, sizes, still, people


def _grown(sizes: list[int], tables: int) -> float | None:
    """Return how much each table grew in half an hour, from the medians of the first and the last third."""
    settled = sizes[SETTLES:]
    third = len(settled) // 3
    if third < 1:
        return None
    first, last = sorted(settled[:third])[third // 2], sorted(settled[-third:])[third // 2]
    return round((last - first) / tables * 30 / (len(settled) - third), 1)


def _able() -> None:
    """Raise Unable if the machine has no second address of its own, or does not report memory."""
    try:
        with socket.socket() as probe:
            probe.bind(("127.0.1.1", 0))
        memory(os.getpid())
    except OSError as error:
        raise Unable from error
