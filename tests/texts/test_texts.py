"""Everything a person reads, in both languages."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from cartable.texts import LANGUAGES, catalogue, say


def test_a_number_chooses_the_form_of_a_word_by_the_languages_own_rule() -> None:
    for count, english, french in (
        (0, "rules have", "règle n’a"),
        (1, "rule has", "règle n’a"),
        (2, "rules", "règles"),
    ):
        assert english in say("cli.rules.missing", "en", count=count)
        assert french in say("cli.rules.missing", "fr", count=count)


def test_a_text_that_is_not_there_says_where_to_add_it() -> None:
    with pytest.raises(ValueError, match="src/cartable/texts"):
        say("no.such", "en")


def test_both_languages_name_the_same_values() -> None:
    for key, sentence in catalogue().items():
        named = [
            {name for _, name, _, _ in Formatter().parse(getattr(sentence, language)) if name}
            for language in LANGUAGES
        ]
        assert named[0] == named[1], key


def test_no_text_is_empty_and_french_signs_stand_apart() -> None:
    for key, sentence in catalogue().items():
        assert sentence.en.strip(), key
        assert sentence.fr.strip(), key
        assert not re.search(r" [:;?!»]|« ", sentence.fr), f"{key}: a sign stands after an ordinary space"
        assert "!" not in sentence.en.replace("Spot it!", ""), f"{key}: no exclamation marks from the program"
