"""Every command that the README and the docs print can be typed as it stands there, and all are listed."""

from __future__ import annotations

import inspect
import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from zipfile import ZipFile

import pytest
from cyclopts import App
from PIL import Image

from cartable.cli import MODULES
from cartable.cli.app import app, run

for name in {name for names in MODULES.values() for name in names}:
    import_module(f"cartable.cli.{name}")

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
LISTED = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
SLOW = ("arena", "bench")
"""Measures for minutes."""


def every(of: App, words: tuple[str, ...] = ()) -> Iterator[tuple[str, App]]:
    """Yield every command that does something, with the words that call it."""
    for name in of:
        if not name.startswith("-"):
            below = of[name]
            if below.default_command is not None:
                yield " ".join((*words, name)), below
            yield from every(below, (*words, name))


COMMANDS = dict(every(app))
WITH_JSON = [
    name
    for name, of in COMMANDS.items()
    if of.default_command is not None and "json" in inspect.signature(of.default_command).parameters
]


def commands(page: Path) -> list[list[str]]:
    """Return the command lines of a page, without the explanations after them and those with gaps to fill."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    lines = [line for block in blocks for line in block.splitlines()]
    lines += [line.strip() for line in text.splitlines() if line.startswith("    ")]
    typed = (re.fullmatch(r"(?:uv run )?cartable (.+?)(?: {2,}.*)?", line) for line in lines)
    return [shlex.split(found[1]) for found in typed if found and "…" not in found[1]]


def drawings(count: int) -> list[tuple[str, str]]:
    """Return names and drawings, all different."""
    shapes = (f'<rect x="8" y="8" width="{40 + number}" height="100"/>' for number in range(count))
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">{}</svg>'
    return [(f"picture-{number}.svg", svg.format(shape)) for number, shape in enumerate(shapes)]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with what the examples begin with: photos, drawings, and words."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CARTABLE_DATA", str(tmp_path / "data"))
    (tmp_path / "photos").mkdir()
    for number in range(57):
        Image.linear_gradient("L").resize((100, 40 + number)).save(tmp_path / "photos" / f"{number}.png")
    (tmp_path / "family").mkdir()
    for name, svg in drawings(20):
        (tmp_path / "family" / name).write_text(svg, "utf-8")
    with ZipFile("holidays.zip", "w") as archive:
        for name, svg in drawings(57):
            archive.writestr(name, svg)
    Path("animals.csv").write_text(
        "".join(f"animal {number};bête {number}\n" for number in range(31)), "utf-8"
    )
    return tmp_path


def test_there_are_commands_to_read() -> None:
    assert [line[0] for line in commands(ROOT / "README.md")] == [
        "deck", "print", "print", "games", "sim", "deck", "rules", "arena", "bench",
    ]  # fmt: skip


def test_there_are_commands_to_list() -> None:
    assert {"serve", "deck", "deck new", "bench", "lab kill"} <= set(COMMANDS)
    assert {"sim", "bench", "cluster list", "puzzles"} <= set(WITH_JSON)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_of_commands_has_a_row_for_each(name: str) -> None:
    rows = re.findall(r"^\| (`cartable .*?`) \|", LISTED, re.MULTILINE)
    assert any(re.search(rf"`cartable {name}(?! [a-z])[^`]*`", row) for row in rows)


@pytest.mark.parametrize("name", WITH_JSON)
def test_the_page_of_commands_says_what_json_each_prints(name: str) -> None:
    alone = "cluster" if name == "cluster list" else name
    assert re.search(rf"\*\*`cartable {alone}(?: --\w+)? --json`\*\*", LISTED)


@pytest.mark.parametrize(
    "tokens", [pytest.param(line, id=" ".join(line)) for page in PAGES for line in commands(page)]
)
def test_its_words_and_options_exist(tokens: list[str]) -> None:
    app.parse_args(tokens, exit_on_error=False, print_error=False)


def test_those_of_the_readme_do_what_they_say(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for tokens in commands(ROOT / "README.md"):
        if tokens[0] not in SLOW:
            run(tokens)
            assert capsys.readouterr().out, tokens
    assert (desk / "holidays.pdf").read_bytes().startswith(b"%PDF")
    assert (desk / "island.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.long
@pytest.mark.parametrize("tokens", [line for line in commands(ROOT / "README.md") if line[0] in SLOW])
def test_those_that_measure_do_too(tokens: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    run(tokens)
    assert capsys.readouterr().out


@pytest.mark.long
def test_those_about_decks_make_and_print_them(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for tokens in commands(ROOT / "docs" / "decks.md"):
        if tokens[:2] == ["deck", "import"]:
            # Whoever is sent a deck does not have it yet.
            run(["deck", "delete", "Animals"])
        run(tokens)
        assert capsys.readouterr().out, tokens
    assert sorted(path.name for path in desk.glob("*.pdf")) == [
        "Our holidays.pdf", "catatac.pdf", "island.pdf", "karta.pdf", "spot.pdf",
    ]  # fmt: skip
