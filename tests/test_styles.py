"""Styles that one page brings along stay for all pages after it, so they speak of their own page alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "web/src"
OWN = re.compile(r"\.(catatac|karta|linen|replay|studying)\b|\[data-colour=")
"""What no other page has."""


@pytest.mark.parametrize("sheet", sorted(SOURCE.glob("*/**/*.css")), ids=lambda sheet: sheet.name)
def test_a_sheet_styles_nothing_of_other_pages(sheet: Path) -> None:
    rules = re.findall(r"[^{}]+(?=\{)", re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL))
    selectors = [rule.strip() for rule in rules if not rule.strip().startswith("@")]
    assert selectors
    assert [selector for selector in selectors if not OWN.search(selector)] == []
