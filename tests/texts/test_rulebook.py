"""The numbered rules: the same in both languages, and each with a test and with code."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from cartable.texts import Language
from cartable.texts.rulebook import HOUSE, NUMBER, done_by, rulebook, shown_by

TESTS = Path(__file__).parents[1]


def test_no_rule_is_without_a_test() -> None:
    assert sorted(rulebook("en").keys() - shown_by(TESTS).keys()) == []


def test_no_rule_is_without_code() -> None:
    assert sorted(rulebook("en").keys() - done_by().keys()) == []


def test_no_test_names_a_rule_that_is_not_there() -> None:
    assert sorted(shown_by(TESTS).keys() - rulebook("en").keys()) == []


def test_no_code_names_a_rule_that_is_not_there() -> None:
    families = {number.partition("-")[0] for number in rulebook("en")}
    ours = {number for number in done_by() if number.partition("-")[0] in families}
    assert sorted(ours - rulebook("en").keys()) == []


def test_a_rule_leads_to_the_lines_that_name_it() -> None:
    for test in shown_by(TESTS)["TOWER-3"]:
        assert Path(test.file).read_text("utf-8").splitlines()[test.line - 1].startswith("def test_")
    for code in done_by()["TOWER-3"]:
        assert "TOWER-3" in NUMBER.findall(Path(code.file).read_text("utf-8").splitlines()[code.line - 1])


def test_no_rule_is_done_at_the_head_of_a_file() -> None:
    files = {Path(code.file) for codes in done_by().values() for code in codes if code.file.endswith(".py")}
    ends = {str(file): head(file) for file in files}
    assert any(ends.values())
    for number, codes in done_by().items():
        assert all(code.line > ends.get(code.file, 0) for code in codes), number


def head(file: Path) -> int:
    """Return the last line of a module's docstring."""
    first = ast.parse(file.read_text("utf-8")).body[0]
    return first.end_lineno or 0 if isinstance(first, ast.Expr) else 0


def test_a_rule_leads_to_the_comment_at_the_code_that_does_it() -> None:
    done = done_by()
    for number, file, comment in (
        ("FAIR-1", "deck.ts", "// FAIR-1"),
        ("FAIR-3", "ReactionClock.ts", "// FAIR-3. By the clock"),
        ("DECK-7", "kirkman.py", "# DECK-7"),
        ("DECK-8", "layout.py", "# DECK-8"),
    ):
        [code] = [code for code in done[number] if Path(code.file).name == file]
        assert Path(code.file).read_text("utf-8").splitlines()[code.line - 1].strip().startswith(comment)
    files = {Path(code.file).name for codes in done.values() for code in codes}
    assert not any(name.endswith(".test.ts") or name == "messages.ts" for name in files)


def test_both_languages_have_the_same_rules() -> None:
    assert rulebook("en").keys() == rulebook("fr").keys()
    assert all(rule.text for rule in rulebook("fr").values())


def test_what_a_player_reads_is_a_rule_and_not_a_proof() -> None:
    proof = re.compile(r"Burnside|⌊|\btests?\b|plain data|fichier de données|`[.BR]{2}/")
    for rule in (*rulebook("en").values(), *rulebook("fr").values()):
        if rule.page in ("spot", "island", "catatac", "karta"):
            assert not proof.search(rule.text), rule.id


def test_what_is_ours_has_one_mark_in_both_languages() -> None:
    words: dict[Language, str] = {"en": "house", "fr": "maison"}
    for language, word in words.items():
        for rule in rulebook(language).values():
            bare = rule.text.replace(HOUSE[language], "")
            assert not re.search(rf"\b{word}\b", bare), rule.id
            assert rule.house == (HOUSE[language] in rule.text)
    ours = {rule.id for rule in rulebook("en").values() if rule.house}
    assert ours == {rule.id for rule in rulebook("fr").values() if rule.house}
    families = ("FAIR-", "TABLE-", "HOT-", "CATCH-")
    assert {number for number in rulebook("en") if number.startswith(families)} <= ours
    # Practice's length, `once`, the breath, the timings, and what does not follow from the rulebook.
    assert {"SPOT-7", "SPOT-14", "ISLE-14", "CTC-40", "KARTA-2", "KARTA-3"} <= ours
    # What can be read in two ways.
    assert {"FIVE-3", "KARTA-7", "KARTA-10", "KARTA-14", "PORTS-6", "ISLE-13", "CTC-23", "SPOT-6"} <= ours
    assert not {"TOWER-3", "WELCOME-3", "CTC-6", "KARTA-13"} & ours
