"""What is printed: figures side by side, and what makes them doubtful."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

import machine

MEGA = 1e6
NOISY = 0.15
"""A run is in doubt where other programs had more of a core than this."""

Run = dict[str, Any]
"""What was measured, by name: what the load generator prints as JSON, and what was seen from outside."""


def raw(report: Run) -> None:
    """Print how many calls per second each carried."""
    print(f"{report['tables']} tables × 4 seats, one call at a time at each; medians of {_times(report)}")
    heads = (
        "",
        "calls/s",
        "CPU µs/call",
        "calls/s to Cartable's",
        "bytes/call",
        "frames/call",
        "generator's CPU",
    )
    lines = []
    for name, run in report["medians"].items():
        ratio = "" if run["to_cartable"] is None else f"× {run['to_cartable']:.2f}"
        sizes = f"{run['bytes_per_call']:,.0f}", f"{run['frames_per_call']:.1f}", f"{run['load_cpu']:.0%}"
        lines.append([name, f"{run['calls_per_s']:,.0f}", f"{run['cpu_us_per_call']:.1f}", ratio, *sizes])
    _print_table(heads, lines)


def opened(report: Run) -> None:
    """Print how soon each answered."""
    print(
        f"{report['rate']:,.0f} calls/s over {report['tables']} tables × 4 seats, ms from when a call was due"
    )
    print(f"to each seat's view; medians of {_times(report)}, but max is the worst of all")
    lines = []
    for name, run in report["medians"].items():
        times = [f"{run[field] / 1000:,.2f}" for field in ("p50_us", "p99_us", "max_us")]
        lines.append([name, *times, f"{run['calls_per_s']:,.0f}", f"{run['server_cpu']:.0%}"])
    _print_table(("", "p50", "p99", "max", "calls/s", "server's CPU"), lines)


def paced(report: Run) -> None:
    """Print how Cartable did at human pace."""
    print(f"Cartable, {report['tables']} tables × 4 seats at human pace, {report['seconds']:.0f} s;", end=" ")
    print("ms beyond the hold")
    heads = {"from": "from s", "verdicts": "verdicts", "p50_ms": "p50", "p99_ms": "p99", "max_ms": "max"}
    heads |= {"rss_mb": "RSS MB", "file_mb": "file MB", "wal_mb": "WAL MB"}
    _print_table(
        list(heads.values()), [[f"{line[field]:,}" for field in heads] for line in report["windows"]]
    )
    count, most, (start, end) = report["verdicts"], report["wal_most_bytes"], report["rss_kb_per_table"]
    print(
        f"all: {count:,} verdicts, p50 {report['p50_ms']}, p99 {report['p99_ms']}, max {report['max_ms']} ms"
    )
    print(f"longest silence to everybody {report['stall_ms']} ms, {report['stall_at']} s in;", end=" ")
    print(f"the generator's own longest pause {report['own_pause_ms']} ms")
    print(f"memory per table beyond the empty server: {start} kB at the start, {end} kB at the end")
    print(f"per verdict: {report['cpu_us_per_verdict']} µs CPU,", end=" ")
    print(f"{report['file_bytes_per_verdict']:,} bytes of file,", end=" ")
    print(f"{report['written_bytes_per_verdict']:,} bytes written")
    print(f"WAL at most {most / MEGA:,.1f} MB, {most / count:,.0f} bytes per verdict")
    print(
        f"the server used {report['server_cpu']:.0%} of a core, the generator {report['load_cpu']:.0%};",
        end=" ",
    )
    print(f"{report['late']:,} calls late")


def notes(runs: list[Run], load_average: float) -> list[str]:
    """Say how it was measured, and what makes the figures doubtful."""
    at = machine.cores()
    where = (
        f"server on core {at[0]}, generator on core {at[1]}" if at else "ONE CORE FOR BOTH, so no capacity"
    )
    said = [f"{where}; load average {load_average:.1f} before, {os.getloadavg()[0]:.1f} after"]
    if not runs:
        return said
    most = {name: max(run[name] for run in runs) for name in runs[0]}
    others, host = most["others_cpu"], most["steal"]
    said.append(f"other programs had at most {others:.2f} of a core in a run, the host {host:.3f}")
    if others > NOISY:
        said.append(
            "THE MACHINE WAS BUSY with something else: trust CPU and ratios before calls/s, and no latency"
        )
    if most["refused"]:
        said.append(f"up to {most['refused']} requests in a run were refused: has the protocol changed?")
    if most["games_ended"] and most["p50_us"]:
        said.append(
            "games ended, and their tables stood still for the countdown: take fewer seconds or more tables"
        )
    return said


def _print_table(heads: Sequence[str], lines: Iterable[Sequence[str]]) -> None:
    table = [heads, *lines]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for line in table:
        print("  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)))


def _times(report: Run) -> str:
    return f"{len(report['rounds'])} × {report['seconds']:g} s"
