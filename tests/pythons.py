"""The library's tests on every Python it claims: `uv run --group dev python tests/pythons.py`.

A Python that is neither here nor can be downloaded counts as failed; with `--missing-ok` it is only named.
Versions given as arguments (`3.13 3.14`) are tried instead of all.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIBRARY = ("core", "designs", "games", "fair", "decks", "bots", "analysis", "texts")
UV = os.environ.get("UV", "uv")
SAID = {
    "passed": "all tests passed",
    "failed": "some tests failed",
    "missing": "nothing was tested: it is neither on this machine nor can it be downloaded",
}


def claimed() -> list[str]:
    """Return the versions that the package says it runs on."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found = (
        re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", one) for one in project["classifiers"]
    )
    return [one[1] for one in found if one]


def main() -> int:
    """Run the tests on each; return the number of versions that failed."""
    versions = [one for one in sys.argv[1:] if not one.startswith("-")] or claimed()
    outcomes = {version: _outcome(version) for version in versions}
    _say("")
    for version, outcome in outcomes.items():
        _say(f"On Python {version} {SAID[outcome]}.")
    fine = ("passed", "missing") if "--missing-ok" in sys.argv else ("passed",)
    return sum(outcome not in fine for outcome in outcomes.values())


def _outcome(version: str) -> str:
    if _uv("python", "find", version, quiet=True) and _uv("python", "install", version):
        return "missing"
    tests = (f"tests/{layer}" for layer in LIBRARY)
    pytest = ("pytest", "-q", "-n", "auto", "-m", "not long", *tests)
    return "failed" if _uv("run", "--isolated", "--python", version, "--group", "dev", *pytest) else "passed"


def _uv(*arguments: str, quiet: bool = False) -> int:
    command = (UV, *arguments)
    _say(f"\n$ {' '.join(command)}")
    # The environment that this command runs in is not that of the other Python.
    environment = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    # pyenv's own commands run only the version that is switched on.
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    folders = [*map(str, kept.glob("3.*/bin")), environment.get("PATH", "")]
    environment["PATH"] = os.pathsep.join(folders)
    out = subprocess.DEVNULL if quiet else None
    return subprocess.run(command, cwd=ROOT, env=environment, stdout=out, stderr=out, check=False).returncode


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
