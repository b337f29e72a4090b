"""Themes: complete, credited, and told apart."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cartable.decks import alike
from cartable.decks.sheet import write_all
from cartable.decks.theme import THEMES, outlines, picture, theme
from cartable.decks.tracing import outline

_LICENCES = {"MIT", "Apache-2.0"}
_DRAWINGS = Path(__file__).parents[2] / "src/cartable/decks/themes/drawings"


@pytest.mark.parametrize(
    ("name", "count"), [("everyday", 133), ("island", 73), ("backyard", 57), ("insects", 31)]
)
def test_a_theme_has_a_symbol_for_each_point_of_its_plane(name: str, count: int) -> None:
    emblems = theme(name).emblems
    assert len(emblems) == count
    assert len({emblem.id for emblem in emblems}) == count
    assert len({emblem.en for emblem in emblems}) == count
    assert len({emblem.fr for emblem in emblems}) == count


@pytest.mark.parametrize("name", THEMES)
def test_every_picture_has_an_author_and_a_licence(name: str) -> None:
    for emblem in theme(name).emblems:
        source = theme(name).source(emblem)
        assert source.author
        assert source.title
        assert source.licence in _LICENCES
        # What is not ours says where it comes from.
        assert source.licence == "MIT" or source.link.startswith("https://")


@pytest.mark.parametrize("name", THEMES)
def test_no_source_is_credited_for_nothing(name: str) -> None:
    used = {emblem.picture.partition(":")[0] for emblem in theme(name).emblems}
    assert used == set(theme(name).sources)


def test_every_drawing_of_our_own_is_used() -> None:
    used = {emblem.picture for name in THEMES for emblem in theme(name).emblems}
    assert {f"own:{path.stem}" for path in _DRAWINGS.iterdir()} <= used


@pytest.mark.parametrize("name", THEMES)
def test_every_symbol_has_a_name_in_both_languages(name: str) -> None:
    for emblem in theme(name).emblems:
        assert emblem.name("en").strip() == emblem.en != ""
        assert emblem.name("fr").strip() == emblem.fr != ""
        assert "'" not in emblem.fr
        assert re.fullmatch(r"[a-z][a-z-]*", emblem.id)


@pytest.mark.parametrize("name", THEMES)
def test_no_two_symbols_of_a_theme_look_alike(name: str) -> None:
    emblems = theme(name).emblems
    pairs = alike.compared([picture(emblem) for emblem in emblems])
    assert [(emblems[pair.first].id, emblems[pair.second].id) for pair in pairs if pair.alike] == []


def test_a_picture_looks_like_itself_turned_and_shrunk_and_not_like_another() -> None:
    def shape(body: str) -> str:
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">{body}</svg>'

    bar = shape('<rect x="10" y="50" width="100" height="24" fill="#335"/>')
    turned = shape('<rect x="10" y="50" width="50" height="12" fill="#335" transform="rotate(60 40 64)"/>')
    star = shape('<path d="M64 4l14 46 46 14-46 14-14 46-14-46L4 64l46-14z" fill="#335"/>')
    light = shape('<rect x="10" y="50" width="100" height="24" fill="#ee9"/>')
    by_places = {(pair.first, pair.second): pair for pair in alike.compared([bar, turned, star, light])}
    assert by_places[0, 1].alike
    assert by_places[0, 2].overlap < alike.OVERLAP
    assert by_places[0, 3].overlap > 95
    assert not by_places[0, 3].alike


@pytest.mark.parametrize("name", THEMES)
def test_the_kept_outlines_are_those_of_the_pictures(name: str) -> None:
    for emblem, kept in list(zip(theme(name).emblems, outlines(name), strict=True))[::6]:
        traced = outline(picture(emblem))
        assert abs(traced.area - kept.area) <= kept.area // 100, emblem.id
        assert abs(traced.side - kept.side) <= 10, emblem.id


def test_an_empty_picture_has_no_outline() -> None:
    nothing = '<rect width="9" height="9" fill="none"/>'
    with pytest.raises(ValueError, match="nothing of the picture is visible"):
        outline(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{nothing}</svg>')


def test_an_unknown_theme_is_answered_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="everyday, island, backyard, insects"):
        theme("dinosaurs")


def test_every_licence_that_asks_for_its_text_has_it_beside_the_themes() -> None:
    asked = {source.licence for name in THEMES for source in theme(name).sources.values()} - {"MIT"}
    assert asked
    for licence in asked:
        text = (_DRAWINGS.parent / "licences" / f"{licence}.txt").read_text("utf-8")
        assert "Apache License" in text


def test_the_sheets_of_the_documentation_show_every_theme(tmp_path: Path) -> None:
    write_all(tmp_path, coarser=8)
    made = {path.name for path in tmp_path.iterdir()}
    assert made == {path.name for path in (_DRAWINGS.parents[4] / "docs/pictures").iterdir()} & made
    assert {f"theme-{name}.png" for name in THEMES} <= made
