"""Every check, in one command: `uv run --group dev python tests/all.py`.

It runs the linters, the type checkers and all tests, the browser's included, and ends with one line that says
whether all is well, after the slowest tests. What cannot run fails, with a sentence that says what to do.
`--long` adds whole games and other tests that take long, and lets Hypothesis draw new examples. `--times 10`
runs all tests ten times, each time in another random order, and ends with the number of runs that failed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]

FULL = ("core", "designs", "games")
"""The layers whose every branch the tests walk through; only there coverage is worth its time."""

PYTEST = ("-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal")

SLOWEST = 10
"""How many of the slowest tests are named, besides all that take too long."""

TOO_LONG = 30
"""A test that takes more seconds belongs under `--long`."""

Steps = tuple[tuple[str, ...], ...]

CHECKS: Steps = (
    ("ruff", "check"),
    ("ruff", "format", "--check"),
    # The bots' machine code, made once here and not by every process of the tests.
    ("python", "-c", "from cartable.server.bots import warm_up; warm_up()"),
    ("mypy",),
    ("cartable", "rules", "--untested"),
)

RULES: Steps = (
    ("coverage", "erase"),
    ("coverage", "run", *PYTEST, *(f"tests/{layer}" for layer in FULL)),
    ("coverage", "combine", "-q"),
    (
        *("coverage", "report", "--skip-covered", "--fail-under=100"),
        "--include=" + ",".join(f"src/cartable/{layer}/*" for layer in FULL),
    ),
)

BROWSERS: Steps = (("python", *PYTEST, "tests/browser"),)
"""In processes of their own: a browser leaves an event loop running in its thread."""

REST: Steps = (("python", *PYTEST, *(f"--ignore=tests/{layer}" for layer in (*FULL, "browser"))),)

PAGES: Steps = (("python", "hatch_build.py", "test"), ("python", "hatch_build.py", "run", "check"))

LANES = ((*RULES, *REST, *PAGES), (*CHECKS, *BROWSERS))
"""What runs side by side, for about as long: many tests wait for other processes, and would leave half of the
machine idle. The rest comes after the rules, when the bots' machine code is made."""


def main() -> int:
    """Run what was asked for; return the number of failures."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("--long", action="store_true", help="add the tests that take long")
    asked.add_argument("--times", type=int, default=0, help="run only the tests, so many times")
    chosen = asked.parse_args()
    more = ("--hypothesis-profile=new",) if chosen.long else ("-m", "not long")
    lanes = tuple(tuple((*step, *more) if "pytest" in step else step for step in lane) for lane in LANES)
    if not chosen.times:
        with tempfile.TemporaryDirectory() as folder:
            failed = _failed_beside(_timed(lanes, Path(folder)))
            _say("\nThe slowest tests:\n" + "\n".join(slowest(Path(folder), chosen.long)))
        _say("\nAll is well." if not failed else "\nFailed: " + "; ".join(failed))
        return len(failed)
    again = tuple(tuple(step for step in lane if "pytest" in step) for lane in lanes)
    failures = sum(bool(_failed_beside(again)) for _ in range(chosen.times))
    _say(f"\n{failures} of {chosen.times} runs failed.")
    return failures


def _timed(lanes: tuple[Steps, ...], folder: Path) -> tuple[Steps, ...]:
    """Let every run of pytest leave the times of its tests in a folder."""
    number = count()
    return tuple(
        tuple(
            (*step, f"--junitxml={folder / str(next(number))}") if "pytest" in step else step for step in lane
        )
        for lane in lanes
    )


def slowest(folder: Path, long: bool) -> list[str]:
    """Return a line for each of the slowest tests, and say which of them belong under `--long`."""
    tests: list[tuple[float, str]] = []
    for file in sorted(folder.iterdir()):
        # A run that was killed leaves a file that breaks off: the others still count.
        with suppress(ElementTree.ParseError):
            for test in ElementTree.parse(file).iter("testcase"):
                tests.append((float(test.get("time", 0)), f"{test.get('classname')}.{test.get('name')}"))
    tests.sort(reverse=True)
    tardy = 0 if long else sum(seconds > TOO_LONG for seconds, _ in tests)
    return [
        f"  {seconds:5.1f} s  {name}{'  (belongs under --long)' if number < tardy else ''}"
        for number, (seconds, name) in enumerate(tests[: max(SLOWEST, tardy)])
    ]


def _failed_beside(lanes: tuple[Steps, ...]) -> list[str]:
    """Run lanes side by side; return the steps that failed. The first lane is seen as it goes."""
    with ThreadPoolExecutor() as beside:
        others = [beside.submit(_failed, lane, aside=True) for lane in lanes[1:]]
        return _failed(lanes[0]) + [step for other in others for step in other.result()]


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
