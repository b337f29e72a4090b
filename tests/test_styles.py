"""Styles that one page brings along stay for all pages after it, so they speak of their own page alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "web/src"
OWN = re.compile(r"\.(catatac|island|karta|linen|replay|studying)\b|\[data-colour=")
"""What no other page has."""


@pytest.mark.parametrize("sheet", sorted(SOURCE.glob("*/**/*.css")), ids=lambda sheet: sheet.name)
def test_a_sheet_styles_nothing_of_other_pages(sheet: Path) -> None:
    rules = re.findall(r"[^{}]+(?=\{)", re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL))
    selectors = [rule.strip() for rule in rules if not rule.strip().startswith("@")]
    assert selectors
    assert [selector for selector in selectors if not OWN.search(selector)] == []


def test_a_lid_on_the_shelf_has_no_class_that_a_sheet_styles() -> None:
    lid = (SOURCE / "pages/Lid.svelte").read_text("utf-8")
    assert re.findall(r'class="([^"]*)"', lid) == ["box", "lid", "title"]


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


def test_larger_cards_are_larger_by_an_eighth_at_least() -> None:
    alley = (SOURCE / "games/catatac/alley.css").read_text("utf-8")
    table = (SOURCE / "games/karta/Arrangement.svelte").read_text("utf-8")
    card = r"(?<=--card: )[^;]+"
    usual, larger = (
        [size for rule in re.findall(rf"{of} \{{[^}}]*\}}", alley) for size in re.findall(card, rule)]
        for of in (r"(?<!\] )\.catatac", r'\[data-cards="big"\] \.catatac')
    )
    pairs = list(zip(usual, larger, strict=True))
    pairs += re.findall(
        r"\n    \.near \{\s*--card: ([^;]+);.*?big.*?\.near \{\s*--card: ([^;]+);", table, re.DOTALL
    )
    assert len(pairs) == 4
    for before, after in pairs:
        assert all(
            float(big) >= 1.125 * float(small)
            for small, big in zip(*(re.findall(r"[\d.]+", size) for size in (before, after)), strict=True)
        )


def test_on_every_card_the_number_of_a_block_stands_left_of_its_icon() -> None:
    fan = (SOURCE / "games/catatac/Fan.svelte").read_text("utf-8")
    paw = (SOURCE / "games/catatac/Paw.svelte").read_text("utf-8")
    assert "row-reverse" not in fan + paw
    effect = re.search(r'class="effect".*?</span>', paw, re.DOTALL)
    assert effect is not None
    assert effect[0].index("<b") < effect[0].index("<Icon")


def test_linen_has_threads_both_ways_and_light_from_one_side() -> None:
    linen = (SOURCE / "games/spot/linen.css").read_text("utf-8")
    ground = re.search(r"\.linen \{[^}]*background:([^;]*);", linen)
    assert ground is not None
    assert re.findall(r"linear-gradient\((\d+)deg, transparent (\d)px", ground[1]) == [
        ("0", "3"),
        ("90", "3"),
    ]
    assert len(re.findall(r"var\(--thread\)[^/]*/ 4px\s+4px", ground[1])) == 2
    assert "radial-gradient(" in ground[1]


def test_scrollbars_have_the_colours_of_the_page() -> None:
    page = (SOURCE / "app.css").read_text("utf-8")
    root = re.search(r":root \{([^}]*)\}", page)
    assert root is not None
    assert "scrollbar-color: var(--line) transparent;" in root[1]
    assert re.search(r"--line: light-dark\(", root[1])


def test_what_stays_in_sight_below_the_results_is_styled_once() -> None:
    summary = (SOURCE / "pages/Summary.svelte").read_text("utf-8")
    sticky = re.findall(r"([^{}/]*)\{[^{}]*position: sticky;", summary)
    assert [rule.split() for rule in sticky] == [[".next,", ".first"]]


def test_a_clan_is_no_wider_than_its_half_of_the_screen_however_long_a_name_is() -> None:
    clan = (SOURCE / "games/catatac/Clan.svelte").read_text("utf-8")
    for part in (r"\.clan", "ul"):
        assert re.search(rf"\n  {part} \{{[^}}]*grid-template-columns: minmax\(0, 1fr\);", clan), part
    assert re.search(r"\n  \.name \{[^}]*min-width: 0;[^}]*text-overflow: ellipsis;", clan)
    for part in ("icon", "next", "cards", "rank"):
        assert re.search(rf"\n  \.{part} \{{[^}}]*flex: none;", clan), part
