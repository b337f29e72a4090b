"""Every check, in one command: `uv run --group dev python tests/all.py`.

It runs the linters, the type checkers and all tests, the browser's included, and ends with one line that says
whether all is well. What cannot run fails, with a sentence that says what to do. `--long` adds the few tests
that take more than half a minute each: whole evenings of play in real browsers.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]

FULL = ("core", "designs", "games")
"""The layers whose every branch the tests walk through; only there coverage is worth its time."""

PYTEST = ("-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal")

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
    ("python", *PYTEST, *(f"--ignore=tests/{layer}" for layer in FULL)),
    ("cartable", "rules", "--untested"),
)


def main() -> int:
    """Run the steps; return the number of those that failed."""
    folder = str(Path(sys.executable).parent)
    environment = dict(os.environ, PATH=folder + os.pathsep + os.environ.get("PATH", ""))
    failed = []
    chosen = () if "--long" in sys.argv else ("-m", "not long")
    for step in STEPS:
        began = time.monotonic()
        if "pytest" in step:
            step = (*step, *chosen)
        _say(f"\n$ {' '.join(step)}")
        if subprocess.run(step, cwd=ROOT, env=environment, check=False).returncode:
            failed.append(" ".join(step))
        _say(f"  {time.monotonic() - began:.1f} s")
    _say("\nAll is well." if not failed else "\nFailed: " + "; ".join(failed))
    return len(failed)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
