"""Cartable beside its peers under one load generator; README.md here says what is measured and how.

python3 bench/peers/compare.py raw      how many calls per second each carries on one core
python3 bench/peers/compare.py open     how soon each answers at a fixed rate
python3 bench/peers/compare.py paced    Cartable alone, everything on, at human pace
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Iterable
from pathlib import Path
from statistics import median

sys.dont_write_bytecode = True

import machine  # noqa: E402
import report  # noqa: E402
from peers import Bench, Failed, LoadedServer, Peer  # noqa: E402
from report import Run  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
WINDOW = 20
"""Seconds for which a paced run gives figures of their own."""


def main() -> int:
    """Measure what was asked for; return the exit code."""
    asked = _asked()
    # Whatever was started ends with this process, however it is told to end.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        machine.allow_many_connections()
        bench = Bench(asked.root.resolve())
        if asked.command == "paced":
            found = paced(bench, asked.tables, asked.seconds)
        else:
            rate = asked.rate if asked.command == "open" else 0.0
            found = compared(bench, asked.only, asked.rounds, asked.tables, rate, asked.seconds)
    except Failed as failed:
        print(failed, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped, and so is everything that was started.", file=sys.stderr)
        return 130
    if asked.json:
        print(json.dumps(found))
    else:
        {"raw": report.raw, "open": report.opened, "paced": report.paced}[asked.command](found)
        print(*found["notes"], sep="\n")
    return 0


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name, tables, seconds in (("raw", 200, 8.0), ("open", 200, 8.0), ("paced", 1000, 300.0)):
        command = commands.add_parser(name)
        command.add_argument(
            "--root", type=Path, default=ROOT, help="the checkout to measure (default: this one)"
        )
        command.add_argument(
            "--tables", type=int, default=tables, help=f"of four seats each (default: {tables})"
        )
        command.add_argument("--seconds", type=float, default=seconds, help=f"per run (default: {seconds:g})")
        command.add_argument("--json", action="store_true", help="print everything that was measured as JSON")
        if name != "paced":
            command.add_argument(
                "--rounds", type=int, default=3, help="each has a turn in every round (default: 3)"
            )
            command.add_argument("--only", default="", help="short names, with commas: c, picows, aiohttp, …")
        if name == "open":
            command.add_argument("--rate", type=float, default=2000, help="calls per second, over all tables")
    return parser.parse_args()


# ---- side by side


def compared(bench: Bench, only: str, count: int, tables: int, rate: float, seconds: float) -> Run:
    """Give everybody a turn in every round, so that a busy minute of the machine hits all alike."""
    peers = bench.peers()
    chosen = only.split(",") if only else list(peers)
    if unknown := set(chosen) - set(peers):
        raise Failed(f"There is no {', '.join(sorted(unknown))}. Choose among {', '.join(peers)}.")
    rounds: list[dict[str, Run]] = [{} for _ in range(count)]
    failed: dict[str, str] = {}
    load_average = os.getloadavg()[0]
    for number, runs in enumerate(rounds, 1):
        for peer in map(peers.__getitem__, chosen):
            _say(f"round {number} of {count}: {peer.name}")
            try:
                runs[peer.name] = turn(bench, peer, tables, rate, seconds)
            except Failed as error:
                failed[peer.name] = f"{peer.name} failed: {error}"
    notes = report.notes([run for runs in rounds for run in runs.values()], load_average)
    about = {"tables": tables, "seconds": seconds, "rate": rate}
    return about | {"medians": medians(rounds), "rounds": rounds, "notes": [*notes, *failed.values()]}


def turn(bench: Bench, peer: Peer, tables: int, rate: float, seconds: float) -> Run:
    """Measure one server once."""
    with bench.live(peer, tables, "open" if rate else "closed", rate, seconds) as live:
        live.go()
        before = machine.reading(live.server.pid, live.load.pid)
        live.heard("END")
        after = machine.reading(live.server.pid, live.load.pid)
        run: Run = json.loads(live.heard())
    run["cpu_us_per_call"] = (after["server"] - before["server"]) * report.MEGA / max(1, run["calls"])
    return run | machine.used(before, after)


def medians(rounds: list[dict[str, Run]]) -> dict[str, Run]:
    """Return everybody's medians, but the worst maximum; ratios are taken within a round."""
    found = {}
    for name in dict.fromkeys(name for runs in rounds for name in runs):
        mine = [runs[name] for runs in rounds if name in runs]
        middle = {field: median(run[field] for run in mine) for field in mine[0]}
        both = [(runs[name], runs["Cartable"]) for runs in rounds if name in runs and "Cartable" in runs]
        ratios = [run["calls_per_s"] / max(1, cartable["calls_per_s"]) for run, cartable in both]
        worst = max(run["max_us"] for run in mine)
        found[name] = middle | {"max_us": worst, "to_cartable": median(ratios) if ratios else None}
    return found


# ---- at human pace


def paced(bench: Bench, tables: int, seconds: float) -> Run:
    """Measure Cartable with everything on, four people searching at every table."""
    _say(f"{tables} tables at human pace for {seconds:g} s, after about {25 + tables // 100} s to sit down")
    load_average = os.getloadavg()[0]
    with bench.live(bench.peers()["cartable"], tables, "paced", 0, seconds) as live:
        live.go()
        before = machine.reading(live.server.pid, live.load.pid)
        samples = [sample(live)]
        while not live.said_something(before["at"] + len(samples)):
            samples.append(sample(live))
        live.heard("END")
        after = machine.reading(live.server.pid, live.load.pid)
        samples.append(sample(live))
        run: Run = json.loads(live.heard())
        live.heard("WRITTEN")
        # Nobody looks into the server's file before it rests.
        machine.end(live.server)
        _say("reading the evidence of every verdict")
        files = (str(live.folder / name) for name in ("data", "tables", "log"))
        verdicts = [
            (at - run["began"], late * 1000) for at, late in json.loads(bench.inside("beyond", *files))
        ]
    verdicts = [(at, late) for at, late in verdicts if 0 <= at < seconds]
    if not verdicts:
        raise Failed("No verdict was found in the server's file.")
    first, last, count = samples[0], samples[-1], len(verdicts)
    grown = {name: (last[name] - first[name]) / count for name in first}
    run |= machine.used(before, after)
    return run | {
        "tables": tables,
        "verdicts": count,
        **spread(late for _, late in verdicts),
        "windows": [window(verdicts, samples, start) for start in range(0, max(1, int(seconds)), WINDOW)],
        "rss_kb_per_table": [round((each["rss_kb"] - live.empty_kb) / tables, 1) for each in (first, last)],
        "cpu_us_per_verdict": round(grown["cpu"] * report.MEGA),
        "file_bytes_per_verdict": round(grown["file"]),
        "written_bytes_per_verdict": round(grown["written"]),
        "wal_most_bytes": max(each["wal"] for each in samples),
        "samples": samples,
        "notes": report.notes([run], load_average),
    }


def sample(live: LoadedServer) -> Run:
    """Look at the server and its files from outside."""
    pid, sizes = live.server.pid, {"file": 0, "wal": 0}
    for path in (live.folder / "data").glob("*.db*"):
        if not path.name.endswith(("-shm", "-journal")):
            sizes["wal" if path.name.endswith("-wal") else "file"] += path.stat().st_size
    return sizes | {"rss_kb": machine.resident(pid), "cpu": machine.cpu(pid), "written": machine.written(pid)}


def window(verdicts: list[tuple[float, float]], samples: list[Run], start: int) -> Run:
    """Return the figures of some seconds of a run."""
    end = samples[min(start + WINDOW, len(samples) - 1)]
    late = [late for at, late in verdicts if start <= at < start + WINDOW]
    sizes = {
        "rss_mb": end["rss_kb"] / 1024,
        "file_mb": end["file"] / report.MEGA,
        "wal_mb": end["wal"] / report.MEGA,
    }
    rounded = {name: round(size, 1) for name, size in sizes.items()}
    return {"from": start, "verdicts": len(late), **spread(late), **rounded}


def spread(late: Iterable[float]) -> Run:
    """Return the median, the 99th percentile and the worst of milliseconds."""
    late = sorted(late) or [0.0]
    picked = {"p50_ms": late[len(late) // 2], "p99_ms": late[len(late) * 99 // 100], "max_ms": late[-1]}
    return {name: round(value, 2) for name, value in picked.items()}


def _say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
