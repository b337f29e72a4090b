"""The page on adding a game, followed to the letter: its files, its commands, its list."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cartable.bots import BOTS
from cartable.games import GAMES, SHIPPED
from cartable.texts.rulebook import rulebook
from tests.guide.page import PAGE, ROOT, File, ShownCommand, install, steps, write

NIM = next(step.text for step in steps() if isinstance(step, File) and step.path.endswith("__init__.py"))

UV_RUN = ("uv", "run")
PYTEST = (*UV_RUN, "--group", "dev", "pytest")
SERVE = (*UV_RUN, "cartable")
"""Tried in tests/browser/test_plain.py, where somebody plays."""


def test_the_rules_on_the_page_are_those_that_are_checked_and_tested() -> None:
    assert (ROOT / "tests" / "nim.py").read_text(encoding="utf-8") == NIM


def test_whoever_follows_the_page_gets_what_it_promises(tmp_path: Path) -> None:
    site = tmp_path / "site"
    told = [output for step in steps() if (output := follow(step, tmp_path, site))]
    printed = "\n".join(told)
    assert re.search(r"^nim +nim +2 or 3 +heap 1…\[15\]…40", printed, re.MULTILINE), "without texts"
    assert "nim: 100 games" in printed
    assert re.search(r"\d+ passed", printed)
    assert "take one, two or three from the heap" in printed
    assert re.search(r"^perfect +\d{4}", printed, re.MULTILINE), "the perfect bot is rated first"
    assert "Nim: 1 game" in printed, "with texts"
    assert re.search(r"^0 \d$", told[-1], re.MULTILINE), "the record replays to an empty heap"


def follow(step: File | ShownCommand, folder: Path, site: Path) -> str:
    """Do what a step of the page asks for, where `nim` lies in a folder; return what it printed."""
    if isinstance(step, File):
        write(step, folder)
        return ""
    # As `-e` has it: the entry points are those that were installed, the files those that are there.
    path = os.pathsep.join((str(folder / "nim"), str(site)))
    match step.words:
        case ("uv", "pip", "install", "-e", project):
            install(folder / project, site)
            return ""
        case ("uv", "sync") | ("uv", "pip", "uninstall", _):
            return ""
        case ("uv", "run", "cartable", _, *_):
            return run([str(Path(sys.executable).parent / "cartable"), *step.words[3:]], folder, path)
        case ("uv", "run", "--group", "dev", "pytest", *rest):
            return run([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *rest], ROOT, path)
    assert step.words == SERVE, f"the page has a command that no test runs: {' '.join(step.words)}"
    return ""


def run(command: list[str], folder: Path, path: str) -> str:
    """Run a command with more to import; return what it printed."""
    environment = {**os.environ, "PYTHONPATH": path, "COLUMNS": "120", "LANG": "en", "LC_ALL": ""}
    told = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr
    return told.stdout


def rows(heading: str) -> list[tuple[str, list[str]]]:
    """Return the rows of the table after a sentence: what there is to be, and the paths where it is."""
    table = PAGE[PAGE.index(heading) :].partition("|---|---|\n")[2].partition("\n\n")[0]
    found = [line.strip("|").split("|") for line in table.splitlines()]
    return [(what.strip(), re.findall(r"`([^`]+/[^`]*)`", where)) for what, where in found]


LIST = rows("A test walks this list")


def test_the_list_is_read() -> None:
    assert len(LIST) >= 6
    assert all(paths for _, paths in LIST)


@pytest.mark.parametrize("game", SHIPPED)
def test_every_game_that_ships_has_what_the_list_asks_for(game: str) -> None:
    info = SHIPPED[game].info
    for what, paths in LIST:
        for path in paths:
            pattern = path.replace("<box>", info.box).replace("<game>", game.replace("/", "-"))
            pattern = pattern.replace("<version>", str(info.version))
            assert list(ROOT.glob(pattern)), f"{game} lacks {what}: {path}"


def test_every_box_that_ships_has_rules_with_numbers() -> None:
    pages = {rule.page for rule in rulebook("en").values()}
    assert {rules.info.box for rules in SHIPPED.values()} <= pages


def test_what_can_come_later_is_there_for_boxes_that_exist_and_no_others() -> None:
    boxes = {rules.info.box for rules in SHIPPED.values()}
    drawn = {path.name for path in (ROOT / "web/src/games").iterdir() if path.is_dir()} - {"plain", "reflex"}
    assert drawn <= boxes
    index = (ROOT / "web/src/games/index.ts").read_text(encoding="utf-8")
    for box in drawn:
        assert f'import("./{box}/' in index
    lids = set(re.findall(r"(\w+):", (ROOT / "web/src/pages/lids/index.ts").read_text().partition("LIDS")[2]))
    assert lids & boxes == drawn
    assert set(BOTS) <= {rules.info.box for rules in GAMES.values()}


def test_a_game_of_speed_that_ships_has_a_drawing() -> None:
    for rules in SHIPPED.values():
        if rules.info.reflex:
            assert (ROOT / "web/src/games" / rules.info.box).is_dir()
