"""The numbered rules, as the pages in `docs/rules` say them in either language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from msgspec import Struct

from cartable import plugins
from cartable.texts import Language

ROW = re.compile(r"^\| ([A-Z]+-\d+) \| (.*?) \|(?: .*\|)?$", re.MULTILINE)
NUMBER = re.compile(r"\b[A-Z]+-\d+\b")
MARKER = re.compile(r"mark\.rule\(\s*((?:\"[A-Z]+-\d+\"[,\s]*)+)\)")
TEST = re.compile(r"^ *(?:async )?def test_", re.MULTILINE)
LINE = re.compile(r".+")
COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<![:\w])//[^\n]*", re.DOTALL)
HEAD = re.compile(r'""".*?"""|/\*\*.*?\*/(?=\n\n)', re.DOTALL)
"""What stands at the head of a file is about a topic: no rule is done there."""
MADE: Final = "messages.ts"
"""Made from the server's structs, with their docstrings."""


HOUSE: Final[dict[Language, str]] = {"en": "**(house)**", "fr": "**(maison)**"}
"""The one mark for what is ours and not the rulebook's."""


class Rule(Struct, frozen=True):
    """One numbered rule, its text in Markdown, the page that holds it, and whether any of it is ours."""

    id: str
    text: str
    page: str
    house: bool


class RuleLine(Struct, frozen=True):
    """A line of a test, or of the code, that a rule's id leads to."""

    file: str
    line: int


@cache
def rulebook(language: Language) -> dict[str, Rule]:
    """Return every rule of this package by its id, page by page."""
    folder = pages() if language == "en" else pages() / language
    return {
        number: Rule(number, text, path.stem, HOUSE[language] in text)
        for path in sorted(folder.glob("*.md"))
        for number, text in ROW.findall(path.read_text(encoding="utf-8"))
    }


@cache
def brought_rules(language: Language) -> dict[str, Rule]:
    """Return the rules that come with games of other packages, by id."""
    return {
        number: Rule(number, text, page, HOUSE[language] in text)
        for page in _brought()
        for number, text in ROW.findall(brought_page(page, language) or "")
    }


def brought_page(page: str, language: Language) -> str | None:
    """Return the rules page of a box of another package, in English where it has no other; None: no page."""
    folder = _brought().get(page)
    if folder is None:
        return None
    own = folder / language / f"{page}.md"
    return (own if own.is_file() else folder / f"{page}.md").read_text(encoding="utf-8")


@cache
def _brought() -> dict[str, Traversable]:
    """Return the pages of those packages, each with the folder it lies in."""
    folders = (folder / "rules" for folder in plugins.folders())
    pages = ((path.name, folder) for folder in folders if folder.is_dir() for path in folder.iterdir())
    return {name.removesuffix(".md"): folder for name, folder in sorted(pages) if name.endswith(".md")}


def pages() -> Path:
    """Return the folder of the rules pages: in a checkout `docs/rules`, in an installed package its copy."""
    package = Path(__file__).parents[1]
    checkout = package.parents[1] / "docs" / "rules"
    return checkout if checkout.is_dir() else package / "pages" / "rules"


def shown_by(folder: Path) -> dict[str, list[RuleLine]]:
    """Return the tests in a folder that name a rule, by `@pytest.mark.rule("…")`, for each rule."""
    found: dict[str, list[RuleLine]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for marker in MARKER.finditer(text):
            test = TEST.search(text, marker.end())
            line = text.count("\n", 0, test.start() if test else marker.start()) + 1
            for number in NUMBER.findall(marker[1]):
                found.setdefault(number, []).append(RuleLine(_shown(path), line))
    return found


def done_by() -> dict[str, list[RuleLine]]:
    """Return the lines of code that name a rule, for each rule: ours and those of other packages."""
    found: dict[str, list[RuleLine]] = {}
    for path, pattern in _code():
        text = path.read_text(encoding="utf-8")
        head = HEAD.match(text)
        for part in pattern.finditer(text, head.end() if head else 0):
            for number in NUMBER.finditer(part[0]):
                line = RuleLine(_shown(path), text.count("\n", 0, part.start() + number.start()) + 1)
                if line not in found.setdefault(number[0], []):
                    found[number[0]].append(line)
    return found


def _code() -> Iterator[tuple[Path, re.Pattern[str]]]:
    """Yield the files of code, each with what can name a rule in it; none are of the web once installed."""
    package = Path(__file__).parents[1]
    for folder in (package, *(of for of in plugins.folders() if isinstance(of, Path))):
        yield from ((path, LINE) for path in sorted(folder.rglob("*.py")))
    for path in sorted((package.parents[1] / "web" / "src").rglob("*")):
        if path.suffix in (".ts", ".svelte", ".css") and not path.name.endswith((".test.ts", MADE)):
            yield path, COMMENT


def _shown(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
