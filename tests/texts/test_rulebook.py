"""The numbered rules: the same in both languages, and each with a test."""

from __future__ import annotations

from pathlib import Path

from cartable.texts.rulebook import named_in, rulebook

TESTS = Path(__file__).parents[1]


def test_no_rule_is_without_a_test() -> None:
    assert [number for number in rulebook("en") if number not in named_in(TESTS)] == []


def test_no_test_names_a_rule_that_is_not_there() -> None:
    assert sorted(named_in(TESTS) - rulebook("en").keys()) == []


def test_both_languages_have_the_same_rules() -> None:
    assert rulebook("en").keys() == rulebook("fr").keys()
    assert all(rule.text for rule in rulebook("fr").values())
