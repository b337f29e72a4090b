"""Every check, in one command: `uv run --group dev python tests/all.py`.

It runs the linters, the type checkers and all tests, the browser's included, and ends with one line that says
whether all is well. What cannot run fails, with a sentence that says what to do. `--long` adds the few tests
that take more than half a minute each, and lets Hypothesis draw new examples. `--times 10` runs all tests ten
times, each time in another random order, and ends with the number of runs that failed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]

FULL = ("core", "designs", "games")
"""The layers whose every branch the tests walk through; only there coverage is worth its time."""

PYTEST = ("-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal", "--durations=10")

Steps = tuple[tuple[str, ...], ...]

CHECKS: Steps = (
    ("ruff", "check"),
    ("ruff", "format", "--check"),
    # The bots' machine code, made once here and not by every process of the tests.
    ("python", "-c", "from cartable.server.bots import warm_up; warm_up()"),
    ("mypy",),
    ("python", "hatch_build.py", "test"),
    ("python", "hatch_build.py", "run", "check"),
)
"""Each of these keeps one core busy: they run beside the tests."""

TESTS: Steps = (
    ("coverage", "erase"),
    ("coverage", "run", *PYTEST, *(f"tests/{layer}" for layer in FULL)),
    ("coverage", "combine", "-q"),
    (
        *("coverage", "report", "--skip-covered", "--fail-under=100"),
        "--include=" + ",".join(f"src/cartable/{layer}/*" for layer in FULL),
    ),
    ("python", *PYTEST, *(f"--ignore=tests/{layer}" for layer in (*FULL, "browser"))),
    # In processes of their own: a browser leaves an event loop running in its thread.
    ("python", *PYTEST, "tests/browser"),
    ("cartable", "rules", "--untested"),
)


def main() -> int:
    """Run what was asked for; return the number of failures."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("--long", action="store_true", help="add the tests that take more than half a minute")
    asked.add_argument("--times", type=int, default=0, help="run only the tests, so many times")
    chosen = asked.parse_args()
    more = ("--hypothesis-profile=new",) if chosen.long else ("-m", "not long")
    tests = tuple((*step, *more) if "pytest" in step else step for step in TESTS)
    if not chosen.times:
        with ThreadPoolExecutor() as beside:
            checked = beside.submit(_failed, CHECKS, aside=True)
            failed = _failed(tests) + checked.result()
        _say("\nAll is well." if not failed else "\nFailed: " + "; ".join(failed))
        return len(failed)
    again = tuple(step for step in tests if "pytest" in step)
    failures = sum(bool(_failed(again)) for _ in range(chosen.times))
    _say(f"\n{failures} of {chosen.times} runs failed.")
    return failures


def _failed(steps: Steps, aside: bool = False) -> list[str]:
    """Run steps one after the other; return those that failed. What runs aside is printed at its end."""
    folder = str(Path(sys.executable).parent)
    environment = dict(os.environ, PATH=folder + os.pathsep + os.environ.get("PATH", ""))
    out, errors = (subprocess.PIPE, subprocess.STDOUT) if aside else (None, None)
    failed = []
    for step in steps:
        command, began = f"\n$ {' '.join(step)}", time.monotonic()
        if not aside:
            _say(command)
        done = subprocess.run(step, cwd=ROOT, env=environment, stdout=out, stderr=errors)
        if aside:
            _say(f"{command}\n{done.stdout.decode('utf-8', 'replace')}")
        if done.returncode:
            failed.append(" ".join(step))
        _say(f"  {time.monotonic() - began:.1f} s")
    return failed


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
