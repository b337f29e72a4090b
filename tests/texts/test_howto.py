"""How each game is played, on one page: what a reader finds there."""

from __future__ import annotations

import pytest

from cartable.games import SHIPPED
from cartable.texts import LANGUAGES, Language
from cartable.texts.howto import PARTS, mark, ours, told
from cartable.texts.rulebook import HOUSE, rulebook

BOXES = {game.partition("/")[0] for game in SHIPPED}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(SHIPPED))
def test_every_game_says_its_goal_its_end_and_what_ties_do(game: str, language: Language) -> None:
    for part in PARTS:
        text = told(game, part, language)
        assert text.endswith(".")
        assert "{" not in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(SHIPPED))
def test_what_a_page_marks_as_ours_is_marked_in_the_numbered_rules(game: str, language: Language) -> None:
    rules = rulebook(language)
    assert [rule for rule in ours(game, language) if not rules[rule].house] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_mark_the_games_that_are_ours_rule_by_rule(language: Language) -> None:
    rules = [rule for rule in rulebook(language).values() if rule.page in BOXES]
    wholly = {rule.id for rule in rules if rule.text.startswith(HOUSE[language])}
    others = {rule.id.partition("-")[0] for rule in rules if rule.id not in wholly}
    wanted = {rule for rule in wholly if rule.partition("-")[0] not in others}
    marked = {rule for game in SHIPPED for rule in ours(game, language)}
    assert {rule.partition("-")[0] for rule in wanted} == {"HOT", "CATCH"}
    assert wanted <= marked


def test_the_mark_is_that_of_the_numbered_rules() -> None:
    assert [mark(language) for language in LANGUAGES] == ["(house)", "(maison)"]
    assert told("karta", "tie", "en").endswith("if still tied, it is a draw\N{NO-BREAK SPACE}(house).")
    assert told("karta", "tie", "fr").endswith("partie nulle\N{NO-BREAK SPACE}(maison).")
