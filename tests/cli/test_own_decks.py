"""`cartable print` and `cartable deck new`, `list`, `rename`, `delete`, `export`, `import`, `certificate`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cartable.texts import LANGUAGES
from tests.cli.command import Command

SEVEN = "sun\nmoon\nstar\nrain\nsnow\nwind\nfog\n"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARTABLE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "words.txt").write_text(SEVEN, "utf-8")


def test_a_box_is_printed_and_its_figures_said(cartable: Command, tmp_path: Path) -> None:
    printed = cartable("print", "insects", "-o", "out/insects.pdf", "--paper", "letter", "--no-marks")
    assert printed.code == 0
    assert (tmp_path / "out" / "insects.pdf").read_bytes().startswith(b"%PDF")
    assert "Symbols cover 45.9%" in printed.out


def test_boxes_without_symbols_are_printed_too(cartable: Command, tmp_path: Path) -> None:
    assert cartable("print", "karta").code == 0
    assert (tmp_path / "karta.pdf").read_bytes().startswith(b"%PDF")
    refused = cartable("print", "karta", "--json")
    assert refused.code == 2
    assert "not a deck of symbols" in refused.err


def test_a_deck_of_words_lives_from_new_to_delete(cartable: Command, tmp_path: Path) -> None:
    assert "no decks yet" in cartable("deck", "list").out
    assert "7 cards with 3 symbols each" in cartable("deck", "new", "Weather", "--words", "words.txt").out
    assert cartable("deck", "list").out == "Weather\n"
    assert cartable("deck", "rename", "weather", "Météo").code == 0
    assert cartable("deck", "export", "Météo", "-o", "a.cartable").code == 0
    assert cartable("deck", "delete", "Météo").code == 0
    assert cartable("deck", "import", "a.cartable", "--name", "Sky").code == 0
    assert cartable("deck", "list").out == "Sky\n"
    assert cartable("deck", "certificate", "Sky").code == 0
    for form, file in (
        ("--png", "Sky-png/card-01.png"),
        ("--svg", "Sky-svg/card-07.svg"),
        ("--json", "Sky.json"),
        ("--tabletop", "Sky-tabletop/sheet-1.png"),
    ):
        assert cartable("print", "sky", form, "--size", "30").code == 0
        assert (tmp_path / file).is_file()


def test_words_are_printed_in_the_reader_s_language(
    cartable: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = "dog,chien\ncat,chat\ntea,thé\nsun,soleil\nball,balle\nkey,clé\nboat,bateau\n"
    (tmp_path / "words.csv").write_text(both, "utf-8")
    assert cartable("deck", "new", "Words", "--words", "words.csv").code == 0
    for language in LANGUAGES:
        monkeypatch.setattr("cartable.cli.own_decks.LANGUAGE", language)
        assert cartable("print", "Words", "--json", "-o", f"{language}.json").code == 0
    english, french = (
        json.loads((tmp_path / f"{language}.json").read_bytes())["symbols"] for language in LANGUAGES
    )
    assert [symbol["en"] for symbol in english] == [symbol["en"] for symbol in french]
    assert all(one["picture"] != other["picture"] for one, other in zip(english, french, strict=True))


def test_what_is_left_over_is_said(cartable: Command, tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text(SEVEN + "ice\n", "utf-8")
    assert (
        "1 left over; 5 more would make order 3." in cartable("deck", "new", "A", "--words", "words.txt").out
    )


def test_built_in_symbols_fill_a_deck_up(cartable: Command) -> None:
    refused = cartable("deck", "new", "A", "--words", "words.txt", "--order", "3")
    assert "add --fill" in refused.err
    filled = cartable("deck", "new", "A", "--words", "words.txt", "--order", "3", "--fill")
    assert "13 cards with 4 symbols each" in filled.out
    assert "6 of its symbols are built in." in filled.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("print", "chess"), "There is no box or deck called chess"),
        (("print", "spot", "--png", "--svg"), "Choose only one of"),
        (("print", "insects", "--size", "-3"), "positive"),
        (("print", "karta", "--bleed", "11"), "positive"),
        (("print", "insects", "--size", "400"), "choose a --size from 20 to 201"),
        (("print", "insects", "--size", "5"), "choose a --size from 20 to 201"),
        (("print", "insects", "--size", "99", "--backs", "fold"), "choose a --size from 20 to 97"),
        (("print", "island", "--size", "900"), "choose a --size from 20 to 201"),
        (
            ("print", "karta", "--size", "5"),
            "Karta Doppio are always 44 by 66\N{NO-BREAK SPACE}mm: leave out --size",
        ),
        (
            ("print", "karta", "--size", "900"),
            "Karta Doppio are always 44 by 66\N{NO-BREAK SPACE}mm: leave out --size",
        ),
        (("print", "karta", "--shape", "round"), "always rectangles: leave out --shape"),
        (
            ("print", "catatac", "--size", "120"),
            "CATATAC are always 63 by 88\N{NO-BREAK SPACE}mm: leave out --size",
        ),
        (("print", "island", "--shape", "hexagon"), "always round: leave out --shape"),
        (("deck", "new", "A"), "--pictures or --words"),
        (
            ("deck", "new", "A", "--words", "words.txt", "--order", "3"),
            "7 words: order 3 needs 13. Add 6, or use order 2",
        ),
        (
            ("deck", "new", "A", "--words", "words.txt", "--order", "6"),
            "The nearest orders that work are 5 and 7",
        ),
        (("deck", "new", "../A", "--words", "words.txt"), "cannot be called"),
        (("deck", "new", "A", "--pictures", "nowhere"), "There is no file or folder nowhere"),
        (("deck", "delete", "A"), "There is no deck called A"),
        (("deck", "import", "words.txt"), "not a ZIP file"),
        (("deck", "certificate", "karta"), "not a deck of symbols"),
    ],
)
def test_a_mistake_is_answered_with_one_sentence(
    cartable: Command, words: tuple[str, ...], said: str
) -> None:
    answered = cartable(*words)
    assert answered.code == 2
    assert said in answered.err
    assert "Traceback" not in answered.err
    assert cartable("deck", "list").out.startswith("You have no decks")
