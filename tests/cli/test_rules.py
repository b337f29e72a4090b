"""`cartable rules`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from cartable.texts import Language
from cartable.texts.rulebook import done_by, rulebook
from tests.cli.command import Command, spoken

TESTS = Path(__file__).parents[1]


def test_rules_are_printed_by_id_family_and_page(cartable: Command) -> None:
    assert "TOWER-3" in cartable("rules", "tower-3").out
    assert "TOWER-4" in cartable("rules", "TOWER").out
    assert "KARTA-1" in cartable("rules", "karta").out
    assert "CTC-39" in cartable("rules").out
    (ours,), (theirs,) = (cartable("rules", number, "--json").json for number in ("KARTA-2", "KARTA-13"))
    assert (ours["house"], theirs["house"]) == (True, False)
    assert cartable("rules", "KARTA-2").out.split()[1] == "house"
    assert cartable("rules", "KARTA-13").out.split()[1] != "house"


def test_untested_rules_are_printed_and_end_with_one(cartable: Command, tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text('@pytest.mark.rule("TOWER-1", "TOWER-2")\n')
    ran = cartable("rules", "--untested", "--tests", str(tmp_path))
    assert ran.code == 1
    assert "TOWER-3" in ran.out.split()
    assert "TOWER-2" not in ran.out.split()
    told = cartable("rules", "--untested", "--tests", str(tmp_path), "--json")
    assert told.code == 1
    assert "TOWER-3" in told.json["untested"]
    assert told.json["uncoded"] == []


def test_a_rule_without_code_is_printed_and_ends_with_one(
    cartable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    without = {number: lines for number, lines in done_by().items() if number != "TOWER-3"}
    monkeypatch.setattr(import_module("cartable.cli.rules"), "done_by", lambda: without)
    ran = cartable("rules", "--untested", "--tests", str(TESTS))
    assert ran.code == 1
    assert ran.out.split()[-1] == "TOWER-3"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_rule_is_printed_with_its_test_and_its_code(
    cartable: Command, monkeypatch: pytest.MonkeyPatch, language: Language
) -> None:
    first = " ".join(rulebook(language)["TOWER-3"].text.split()[:3])
    spoken(monkeypatch, language, "app", "rules")
    said = cartable("rules", "TOWER-3", "--where", "--tests", str(TESTS)).out
    assert first in said
    assert "test_tower.py:" in said
    assert "tower.py:" in said.replace("test_tower.py:", "")
    (told,) = cartable("rules", "TOWER-3", "--where", "--tests", str(TESTS), "--json").json
    assert told["id"] == "TOWER-3"
    assert told["text"].startswith(first)
    assert {Path(place["file"]).name for place in told["test"]} >= {"test_tower.py"}
    assert {Path(place["file"]).name for place in told["code"]} == {"tower.py"}
    (plain,) = cartable("rules", "TOWER-3", "--json").json
    assert plain.keys() == {"id", "text", "page", "house"}
