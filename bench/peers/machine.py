"""Processes on cores of their own, and what Linux tells of them."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

PATIENCE = 20.0
"""How many seconds a process has to end by itself."""
TICK = os.sysconf("SC_CLK_TCK")
"""How many of Linux's ticks make a second."""
DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG


def cores() -> tuple[int, int] | None:
    """Return a core for the server and one for the load generator, where there are two."""
    mine = sorted(os.sched_getaffinity(0))
    return (mine[0], mine[1]) if len(mine) > 1 else None


@contextmanager
def running(command: Sequence[str], core: int | None, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Run a program on one core; however this ends, so does it, and nothing else does."""
    prepare = partial(_prepare, core)
    process = subprocess.Popen(command, preexec_fn=prepare, start_new_session=True, text=True, **options)
    try:
        yield process
    finally:
        end(process)


def end(process: subprocess.Popen[str]) -> None:
    """End a process of ours, politely first."""
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _prepare(core: int | None) -> None:
    if core is not None:
        os.sched_setaffinity(0, {core})
    ctypes.CDLL(None).prctl(DIES_WITH_PARENT, signal.SIGKILL)


def allow_many_connections() -> None:
    """Allow as many open files as this user may have; children inherit it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def listens(port: int) -> bool:
    """Say whether somebody listens on a port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def reading(server: int, load: int) -> dict[str, float]:
    """Return the time, and the CPU seconds used so far: by both, this process, everybody, and the host."""
    with open("/proc/stat") as file:
        ticks = [int(field) / TICK for field in file.readline().split()[1:9]]
    user, nice, system, _idle, _waiting, interrupts, soft, steal = ticks
    ours = {"server": cpu(server), "load": cpu(load), "own": sum(os.times()[:2])}
    return {"at": time.monotonic(), **ours, "busy": user + nice + system + interrupts + soft, "steal": steal}


def used(before: dict[str, float], after: dict[str, float]) -> dict[str, float]:
    """Return the parts of a core that the server, the load generator, other programs and the host had."""
    part = {name: (after[name] - before[name]) / (after["at"] - before["at"]) for name in before}
    others = max(0.0, part["busy"] - part["server"] - part["load"] - part["own"])
    parts = {
        "server_cpu": part["server"],
        "load_cpu": part["load"],
        "others_cpu": others,
        "steal": part["steal"],
    }
    return {name: round(value, 3) for name, value in parts.items()}


def cpu(pid: int) -> float:
    """Return the CPU seconds of a process."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def resident(pid: int) -> float:
    """Return the memory of a process in kB."""
    with open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024


def written(pid: int) -> int:
    """Return how many bytes a process has sent to the disk."""
    with open(f"/proc/{pid}/io") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("write_bytes"))
