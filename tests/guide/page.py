"""docs/adding-a-game.md as its reader follows it: the files it writes and the commands it runs, in order."""

from __future__ import annotations

import re
from contextlib import chdir
from pathlib import Path
from zipfile import ZipFile

from hatchling.build import build_wheel
from msgspec import Struct

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")

STEP = re.compile(
    r"^```\w+ (?P<path>\S+)(?P<more> \+)?\n(?P<text>.*?)^```$|^    (?P<command>uv [^\n]*)$",
    re.MULTILINE | re.DOTALL,
)


class File(Struct, frozen=True):
    """A file that the page shows; `more` is added to one that is there."""

    path: str
    text: str
    more: bool


class ShownCommand(Struct, frozen=True):
    """A command that the page shows."""

    words: tuple[str, ...]


def steps() -> list[File | ShownCommand]:
    """Return what the page asks of its reader, in order."""
    return [
        ShownCommand(tuple(step["command"].split()))
        if step["command"]
        else File(step["path"], step["text"], bool(step["more"]))
        for step in STEP.finditer(PAGE)
    ]


def write(file: File, folder: Path) -> None:
    """Write a file of the page."""
    path = folder / file.path
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text(encoding="utf-8") + "\n" if file.more else ""
    path.write_text(before + file.text, encoding="utf-8")


def install(project: Path, site: Path) -> None:
    """Build a package as an installer would, and lay it into a folder that is on the path."""
    made = project / "dist"
    with chdir(project):
        name = build_wheel(str(made))
    with ZipFile(made / name) as wheel:
        wheel.extractall(site)


def nim(folder: Path) -> Path:
    """Follow the page to its end, without its commands; return the folder where Nim is installed."""
    for step in steps():
        if isinstance(step, File):
            write(step, folder)
    site = folder / "site"
    install(folder / "nim", site)
    return site
