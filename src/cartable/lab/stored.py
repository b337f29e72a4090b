"""How a server's file copes with very many rows: after a crash, in a backup, and from an earlier format.

The rows are those of real tables (`played_tables`), written again and again as those of others: a thousand
rows a table, all tables at once, and as many to a commit as a busy server writes. The writing process is
killed in the middle of it. What is measured then is measured in processes that have just begun.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import shutil
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count, islice
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from random import Random
from statistics import median
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from cartable.lab.older import FORMS, written
from cartable.lab.played_tables import PlayedTable, at_once, code_of, evenings
from cartable.server.backup import back_up
from cartable.server.clock import LoopClock
from cartable.server.lobby import Lobby
from cartable.server.settings import Settings
from cartable.server.sqlite import SqliteStore
from cartable.server.sqlite_chores import FRESH
from cartable.server.sqlite_file import FILE
from cartable.server.store import Append
from cartable.server.sweep import sweep

A_TABLE: Final = 1_000
"""Rows of a table, on average."""
FEWEST: Final = 8
"""There are at least this many tables."""
FEWEST_ROWS: Final = 200
"""There are at least this many rows, so that a game has begun at every table."""
A_COMMIT: Final = 64
"""This many tables write at once."""
SCATTER: Final = 7_919
"""A prime, by which tables end after different numbers of rows."""
BACK: Final = 200
"""This many tables are brought back."""
LATER: Final = 1_000_000
"""The number of the first table that is opened after the crash."""
BEFORE_BACKUP: Final = 20
"""A backup begins once this part of all rows has been written."""
GATHERED: Final = 300
"""The most seconds until all rows are in chunks."""
LOOKED: Final = 0.005
"""The write-ahead log is looked at this often, in seconds."""
SETTLED: Final = 0.9
"""The share of a table's rows that an earlier server had settled."""

AIMS: Final = {
    "log_mb": 64,
    "start_ms": 1_000,
    "back_p50": 5,
    "back_worst": 5,
    "row_bytes": 400,
    "backup_log_mb": 64,
    "renewed_s": 60,
}
"""What each figure is to stay below."""


class StoreCost(Struct, frozen=True):
    """What a file with this many rows costs."""

    rows: int
    tables: int
    rows_a_second: int
    log_mb: float
    """How large the write-ahead log was at most, while rows were written."""
    start_ms: float
    """From the start of a server's process after the crash until it listens."""
    start_cpu: float
    """Its CPU time, a figure that a busy machine distorts less."""
    open_ms: float
    """How much of that was opening the file."""
    first_ms: float
    """The slowest return of the first table of a game, in a process that has not met the game."""
    back_p50: float
    """Milliseconds until a table is back with its game (median)."""
    back_worst: float
    back_cpu: float
    """Its CPU time (median)."""
    row_bytes: int
    """How many bytes of the file a row takes in the end."""
    backup_s: float
    backup_rows: int
    """Rows that were written during the backup."""
    backup_log_mb: float
    """How large the write-ahead log was at most during the backup."""
    renewed_s: float
    """How long it took to convert a file in the previous format."""


def measure(rows: int) -> StoreCost:
    """Measure all of it in a folder of its own, which is deleted."""
    tables = max(FEWEST, rows // A_TABLE)
    played = evenings(3 * rows // (2 * tables) + 2 * A_COMMIT)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        rate, log_mb = _crashed(folder, played, tables, rows)
        # A copy of what the crash left behind: whoever opens it first tidies it up for the next.
        start_ms, start_cpu = _started(shutil.copytree(folder, folder.parent / "copy"))
        shutil.rmtree(folder.parent / "copy")
        with _process(_back, folder, played, tables) as pipe:
            open_ms, first_ms, back, back_cpu = pipe.recv()
            backup_s, backup_rows, backup_log_mb = _backed_up(folder, pipe, rows // BEFORE_BACKUP)
            there, of = _gathered(folder)
            pipe.send(None)
            pipe.recv()
        row_bytes = (folder / FILE).stat().st_size // there
        shutil.rmtree(folder)
        renewed_s = _renewed(folder, played, tables, rows)
    return StoreCost(
        there, of, rate, log_mb, start_ms, start_cpu, open_ms, first_ms, median(back), max(back), back_cpu,
        row_bytes, backup_s, backup_rows, backup_log_mb, renewed_s,
    )  # fmt: skip


class _Log(threading.Thread):
    """Watches how large the write-ahead log of a folder gets."""

    def __init__(self, folder: Path) -> None:
        super().__init__(daemon=True)
        self._file = folder / f"{FILE}-wal"
        self._over = threading.Event()
        self._most = 0

    def run(self) -> None:
        over = False
        while not over:
            over = self._over.wait(LOOKED)
            if self._file.exists():
                self._most = max(self._most, self._file.stat().st_size)

    @property
    def megabytes(self) -> float:
        """The most it had, in megabytes; reading this stops the watching."""
        self._over.set()
        self.join()
        return self._most / 1_000_000


def _crashed(folder: Path, played: list[PlayedTable], tables: int, rows: int) -> tuple[int, float]:
    """Kill a process once it has written this many rows; return its rows per second, and its largest log."""
    log = _Log(folder)
    log.start()
    with _process(_write, folder, played, tables, rows) as pipe:
        seconds = pipe.recv()
    return int(rows / seconds), log.megabytes


def _started(folder: Path) -> tuple[float, float]:
    """Return how many milliseconds a server takes until it listens, and how many of CPU time."""
    start = time.monotonic()
    with _process(_serve, folder) as pipe:
        spent = pipe.recv()
        return _millis(start), spent * 1000


def _backed_up(folder: Path, pipe: Connection, before: int) -> tuple[float, int, float]:
    """Back the folder up while a process writes; return the seconds, its rows, and its largest log."""
    pipe.send(before)
    pipe.recv()
    log = _Log(folder)
    log.start()
    start = time.monotonic()
    pipe.send(None)
    back_up(folder, folder.parent / "backup.db")
    pipe.send(None)
    seconds = time.monotonic() - start
    meanwhile = pipe.recv()
    return seconds, meanwhile, log.megabytes


def _gathered(folder: Path) -> tuple[int, int]:
    """Wait until nearly all rows are in chunks; return how many rows and tables there are."""
    end = time.monotonic() + GATHERED
    with closing(sqlite3.connect(folder / FILE)) as db:
        while (fresh := int(db.execute("SELECT count(*) FROM fresh").fetchone()[0])) >= FRESH:
            if time.monotonic() > end:
                raise TimeoutError(f"{fresh} rows are in no chunk")
            time.sleep(LOOKED)
        chunks = "SELECT ifnull(sum(last - first + 1), 0) FROM chunks"
        (packed,), (tables,) = (
            db.execute(query).fetchone() for query in (chunks, "SELECT count(*) FROM tables")
        )
    return packed + fresh, tables


def _renewed(folder: Path, played: list[PlayedTable], tables: int, rows: int) -> float:
    """Write a file in the previous format; return how many seconds it takes to convert it."""
    each = -(-rows // tables)
    lines = (
        (table, append.number + place, row)
        for table in range(1, tables + 1)
        for append in played[table % len(played)].of(table, each)
        for place, row in enumerate(append.rows)
    )
    written(folder, len(FORMS), islice(lines, rows), settled=int(each * SETTLED))
    with _process(_renew, folder) as pipe:
        return float(pipe.recv())


@contextmanager
def _process(target: Callable[..., None], *values: Any) -> Iterator[Connection]:
    """Run a function in a new process with a pipe, and kill it in the end."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=target, args=(theirs, *values))
    process.start()
    theirs.close()
    try:
        yield ours
    finally:
        process.kill()
        process.join()


def _write(pipe: Connection, folder: Path, played: list[PlayedTable], tables: int, rows: int) -> None:
    """Write until killed, and say how many seconds it took to write this many rows."""
    store = SqliteStore(folder, lambda do: do())
    start, told = time.monotonic(), False
    for there in _commits(store, played, tables):
        if there >= rows and not told:
            pipe.send(time.monotonic() - start)
            told = True


def _serve(pipe: Connection, folder: Path) -> None:
    from cartable.server.run import serve

    settings = Settings(port=0, local=True, data=str(folder), limits=False, warm=False)
    serve(settings, lambda started: pipe.send(time.process_time()))


def _back(pipe: Connection, folder: Path, played: list[PlayedTable], tables: int) -> None:
    """Open the file, bring tables back, then write during a backup, as the pipe says."""
    start = time.monotonic()
    store = SqliteStore(folder, lambda do: do())
    opened = _millis(start)
    pipe.send((opened, *asyncio.run(_brought_back(store, len(played)))))
    before = pipe.recv()
    begun: int | None = None
    there = 0
    for there in _commits(store, played, tables, LATER):
        if there >= before and begun is None:
            pipe.send(None)
            pipe.recv()
            begun = there
        if begun is not None and pipe.poll():
            break
    pipe.recv()
    pipe.send(there - (begun or 0))
    pipe.recv()
    store.stop()
    pipe.send(None)


async def _brought_back(store: SqliteStore, kinds: int) -> tuple[float, list[float], float]:
    """Return how long the first table of a kind takes at most, others take each, and the CPU time of one."""
    from cartable.server.run import TURN

    # As a server does: threads take short turns, and nobody waits for garbage.
    sys.setswitchinterval(TURN)
    sweeping = asyncio.create_task(sweep())
    await asyncio.sleep(0)
    lobby = Lobby(store, LoopClock(), at_once)
    firsts = [code_of(table) for table in range(1, kinds + 1)]
    others = [code for code, _ in store.kept.tables() if code not in firsts]
    took, spent = [], []
    for code in (*firsts, *Random(1).sample(others, min(BACK, len(others)))):
        start, cpu = time.monotonic(), time.process_time()
        table = await lobby.find(code)
        # Some had just been opened.
        if table and table.book.final():
            took.append(_millis(start))
            spent.append(time.process_time() - cpu)
    sweeping.cancel()
    await lobby.finish()
    return max(took[:kinds]), took[kinds:], median(spent[kinds:]) * 1000


def _renew(pipe: Connection, folder: Path) -> None:
    start = time.monotonic()
    store = SqliteStore(folder, lambda do: do())
    pipe.send(time.monotonic() - start)
    store.stop()


def _commits(store: SqliteStore, played: list[PlayedTable], tables: int, first: int = 1) -> Iterator[int]:
    """Write at n tables in turn, a new one whenever one is over; yield how many rows there are."""
    numbers = count(first)
    told: SimpleQueue[Exception | None] = SimpleQueue()

    def opened() -> tuple[int, Iterator[Append]]:
        """Open a table that writes between a third and all of its rows."""
        table = next(numbers)
        evening = played[table % len(played)]
        third = evening.rows // 3
        return store.enter(code_of(table)), evening.of(table, third + table * SCATTER % (2 * third))

    there, logs = 0, [opened() for _ in range(tables)]
    while True:
        for start in range(0, tables, A_COMMIT):
            waiting = 0
            for place, (home, log) in enumerate(logs[start : start + A_COMMIT], start):
                if (one := next(log, None)) is None:
                    logs[place] = opened()
                    continue
                store.append(replace(one, home=home, then=told.put))
                there += len(one.rows)
                waiting += 1
            for _ in range(waiting):
                if failure := told.get():
                    raise failure
            yield there


def _millis(start: float) -> float:
    return (time.monotonic() - start) * 1000
