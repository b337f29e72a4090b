"""The numbered rules, as the pages in `docs/rules` say them in either language."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from msgspec import Struct

from cartable.texts import Language

ROW = re.compile(r"^\| ([A-Z]+-\d+) \| (.*?) \|(?: .*\|)?$", re.MULTILINE)


class Rule(Struct, frozen=True):
    """One numbered rule, its text in Markdown, and the page that holds it."""

    id: str
    text: str
    page: str


@cache
def rulebook(language: Language) -> dict[str, Rule]:
    """Return every rule by its id, page by page."""
    folder = pages() if language == "en" else pages() / language
    return {
        number: Rule(number, text, path.stem)
        for path in sorted(folder.glob("*.md"))
        for number, text in ROW.findall(path.read_text(encoding="utf-8"))
    }


def pages() -> Path:
    """Return the folder of the rules pages: in a checkout `docs/rules`, in an installed package its copy."""
    package = Path(__file__).parents[1]
    checkout = package.parents[1] / "docs" / "rules"
    return checkout if checkout.is_dir() else package / "pages" / "rules"


def named_in(folder: Path) -> set[str]:
    """Return the ids that the tests in a folder name, by `@pytest.mark.rule("…")`."""
    marker = re.compile(r"mark\.rule\(\s*((?:\"[A-Z]+-\d+\"[,\s]*)+)\)")
    return {
        number
        for path in folder.rglob("test_*.py")
        for names in marker.findall(path.read_text(encoding="utf-8"))
        for number in re.findall(r"[A-Z]+-\d+", names)
    }
