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
from pathlib import Path

ROOT = Path(__file__).parents[1]

FULL = ("core", "designs", "games")
"""The layers whose every branch the tests walk through; only there coverage is worth its time."""

PYTEST = ("-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal", "--durations=10")

STEPS: tuple[tuple[str, ...], ...] = (
    ("ruff", "check"),
    ("ruff", "format", "--check"),
    ("mypy",),
    ("python", "hatch_build.py", "run", "check"),
    ("python", "hatch_build.py", "test"),
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
    steps = [(*step, *more) if "pytest" in step else step for step in STEPS]
    if not chosen.times:
        failed = _failed(steps)
        _say("\nAll is well." if not failed else "\nFailed: " + "; ".join(failed))
        return len(failed)
    tests = [step for step in steps if "pytest" in step]
    failures = sum(bool(_failed(tests)) for _ in range(chosen.times))
    _say(f"\n{failures} of {chosen.times} runs failed.")
    return failures


def _failed(steps: list[tuple[str, ...]]) -> list[str]:
    """Run steps one after the other; return those that failed."""
    folder = str(Path(sys.executable).parent)
    environment = dict(os.environ, PATH=folder + os.pathsep + os.environ.get("PATH", ""))
    failed = []
    for step in steps:
        began = time.monotonic()
        _say(f"\n$ {' '.join(step)}")
        if subprocess.run(step, cwd=ROOT, env=environment, check=False).returncode:
            failed.append(" ".join(step))
        _say(f"  {time.monotonic() - began:.1f} s")
    return failed


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
