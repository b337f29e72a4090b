"""What this machine gives a process: a core of its own, memory and CPU time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager


def pin(core: int) -> None:
    """Pin this process to one core, if the system can."""
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[core % len(cores)]})


@contextmanager
def pinned(core: int) -> Iterator[None]:
    """Stay on one core while the block lasts, if the system can."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    pin(core)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def memory(pid: int) -> tuple[int, float]:
    """Return a process's memory in kB and its CPU time in seconds, from what Linux tells."""
    with open(f"/proc/{pid}/statm") as sizes, open(f"/proc/{pid}/stat") as times:
        resident = int(sizes.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
        fields = times.read().rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])
    return resident, ticks / os.sysconf("SC_CLK_TCK")
