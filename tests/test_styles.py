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


def test_the_black_house_is_told_from_the_night_around_it() -> None:
    picture = (SOURCE / "games/catatac/Picture.svelte").read_text("utf-8")
    night = re.search(r"\.strip \{[^}]*--house-edge: (#\w{6});[^}]*background: (#\w{6});", picture)
    assert night is not None
    edge, ground = sorted(map(luminance, night.groups()), reverse=True)
    assert (edge + 0.05) / (ground + 0.05) >= 3  # What WCAG 2 asks of pictures.


def luminance(colour: str) -> float:
    """Return how light a colour is, from 0 to 1, as WCAG 2 reckons it."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
