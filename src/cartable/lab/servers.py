"""Other servers under the same load, by the tools in `bench/peers`, which only the repository has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

ROOT: Final = Path(__file__).parents[3]
COMPARE: Final = ROOT / "bench/peers/compare.py"
RATE: Final = 2000
"""Calls per second, over all tables, at which the time to answer is measured."""


class ServerSpeed(Struct, frozen=True):
    """How a server did: medians of several rounds."""

    name: str
    calls_a_second: int
    """At full speed, on one core."""
    cpu_micros: float
    """CPU time for each call."""
    ratio: float
    """Cartable's calls per second to its own, within a round."""
    p50: float
    """Milliseconds from when a call was due to each seat's view, at `RATE` calls per second."""
    p99: float


class NotCompared(Exception):
    """The tools could not do their work, and have said why."""


def compared(tables: int, seconds: float, rounds: int = 3) -> list[ServerSpeed]:
    """Measure Cartable and its peers in turns; raise NotCompared where that cannot be done."""
    raw, opened = (
        _medians(command, "--tables", str(tables), "--seconds", str(seconds), "--rounds", str(rounds))
        for command in ("raw", "open")
    )
    return [
        ServerSpeed(
            name,
            round(run["calls_per_s"]),
            round(run["cpu_us_per_call"], 1),
            round(1 / run["to_cartable"], 2),
            round(opened[name]["p50_us"] / 1000, 2),
            round(opened[name]["p99_us"] / 1000, 2),
        )
        for name, run in raw.items()
        if name in opened
    ]


def _medians(command: str, *asked: str) -> dict[str, Any]:
    rate = ("--rate", str(RATE)) if command == "open" else ()
    words = (sys.executable, str(COMPARE), command, "--json", "--root", str(ROOT), *asked, *rate)
    # What it has to say, and where it is, goes to the terminal.
    done = subprocess.run(words, stdout=subprocess.PIPE, check=False)
    if done.returncode:
        raise NotCompared
    found: dict[str, Any] = msgspec.json.decode(done.stdout)
    sys.stderr.writelines(f"{note}\n" for note in found["notes"])
    medians: dict[str, Any] = found["medians"]
    return medians
