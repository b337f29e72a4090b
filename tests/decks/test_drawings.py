"""Where symbols lie on cards is found once."""

from __future__ import annotations

from pathlib import Path

from cartable.decks.drawings import HERE, MOST, SHIPPED, Drawings, _code, digest
from cartable.decks.pack import themed


def test_the_usual_decks_come_drawn() -> None:
    wanted = sorted(digest(themed(*one)) for one in SHIPPED)
    assert sorted(path.name for path in HERE.iterdir()) == wanted, "run python -m cartable.decks.drawings"


def test_what_comes_drawn_is_what_would_be_drawn() -> None:
    pack = themed("everyday", 3, 13)
    assert Drawings().of(pack) == pack.drawing


def test_another_deck_is_drawn_once_and_kept(tmp_path: Path) -> None:
    drawings = Drawings(tmp_path / "drawn")
    drawing = drawings.of(themed("insects", 2, 7))
    assert drawing == themed("insects", 2, 7).drawing
    (kept,) = (tmp_path / "drawn").iterdir()
    kept.write_bytes(kept.read_bytes().replace(b'"round"', b'"hexagon"'))
    assert drawings.of(themed("insects", 2, 7)).shape == "hexagon", "it is read and not drawn again"


def test_a_broken_file_is_drawn_anew(tmp_path: Path) -> None:
    pack = themed("insects", 2, 7)
    (tmp_path / digest(pack)).write_bytes(b"{")
    assert Drawings(tmp_path).of(pack) == pack.drawing


def test_nowhere_to_keep_costs_time_only(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    pack = themed("insects", 2, 7)
    assert Drawings(tmp_path / "file").of(pack) == pack.drawing


def test_a_folder_of_drawings_does_not_grow_for_ever(tmp_path: Path) -> None:
    for number in range(MOST + 5):
        (tmp_path / f"{number}.json").write_bytes(b"{}")
    Drawings(tmp_path).of(themed("insects", 2, 7))
    assert len(list(tmp_path.glob("*.json"))) == MOST


def test_the_name_tells_decks_themes_and_seeds_apart() -> None:
    packs = [themed("everyday", 3, 13), themed("everyday", 3, 12), themed("backyard", 3, 13)]
    packs.append(themed("everyday", 3, 13, seed=2))
    assert len({digest(pack) for pack in packs}) == len(packs)


def test_what_a_comment_says_changes_no_drawing() -> None:
    plain = "def f(x: int) -> int:\n    return x + 1\n"
    told = '"""A module."""\nNEAR = 1\n"""Near."""\n' + plain
    assert _code(
        '"""Another."""\nNEAR = 1\n# So.\n' + plain.replace("    ret", '    """Add one."""\n    ret')
    ) == _code(told)
    assert _code(told.replace("+ 1", "+ 2")) != _code(told)
