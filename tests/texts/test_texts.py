"""Everything a person reads, in both languages."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from cartable.core import Info, Refused
from cartable.texts import LANGUAGES, brought, catalogue, refusal, say

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "cartable"


def test_a_number_chooses_the_form_of_a_word_by_the_languages_own_rule() -> None:
    for count, english, french in (
        (0, "rules have", "règle n’a"),
        (1, "rule has", "règle n’a"),
        (2, "rules", "règles"),
    ):
        assert english in say("cli.rules.untested.some", "en", count=count)
        assert french in say("cli.rules.untested.some", "fr", count=count)


def test_numbers_of_seats_read_as_one_says_them() -> None:
    for seats, english, french in (
        ((2,), "2", "2"),
        ((1, 2), "1 or 2", "1 ou 2"),
        ((2, 4, 6), "2, 4 or 6", "2, 4 ou 6"),
        ((2, 3, 4, 5, 6, 7, 8), "2 to 8", "2 à 8"),
    ):
        with pytest.raises(Refused) as refused:
            Info("x", 1, {count: ((1,) * count,) for count in seats}).setup(9)
        sentences = [
            refusal(refused.value.rule, refused.value.key, language, refused.value.values)
            for language in LANGUAGES
        ]
        assert sentences == [
            f"This game is for {english} players; there are 9.",
            f"Ce jeu est pour {french} joueurs\u202f; il y a 9 joueurs.",
        ]


def test_what_is_no_number_is_listed_in_full() -> None:
    values: dict[str, int | str] = {"seats": 5, "allowed": "2-2-1, 3-2"}
    said = refusal("TABLE-1", "setup.teams", "en", values)
    assert said.startswith("With 5 players, the teams must be 2-2-1 or 3-2:")


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


def test_no_text_is_empty_or_shouts() -> None:
    for key, sentence in catalogue().items():
        assert sentence.en.strip(), key
        assert sentence.fr.strip(), key
        for said in (sentence.en, sentence.fr):
            assert "!" not in said.replace("Spot it!", ""), f"{key}: no exclamation marks from the program"


def test_a_french_sign_has_the_space_that_its_typography_asks_for() -> None:
    wrong = re.compile(r"(?<!\u202f)[;?!](?=\s|$)|(?<!\xa0)(?:»|:(?=\s|$))|«(?!\xa0)|[\d}][^\S\u202f]?%")
    said = {key: sentence.fr for key, sentence in catalogue().items()}
    said |= {page.name: page.read_text("utf-8") for page in (ROOT / "docs/rules/fr").glob("*.md")}
    for key, text in said.items():
        # What is quoted from code or another language, and the rulers of tables.
        plain = re.sub(r"`[^`]*`|Spot it!|3 own:|Authorization:|^\|[-|]+$", "", text, flags=re.MULTILINE)
        found = wrong.search(plain)
        near = found and plain[max(0, found.start() - 20) : found.end()]
        assert not found, (
            f"{key}: U+202F goes before ; ? ! %, U+00A0 before : and inside « », not as in {near!r}"
        )


def test_a_number_and_its_unit_stay_on_one_line() -> None:
    for key, sentence in catalogue().items():
        for text in (sentence.en, sentence.fr):
            assert not re.search(r"[\d}] (?:s|ms|min|h|mm|kB|ko|MB|Mo)\b", text), f"{key}: an ordinary space"


def test_a_typographic_apostrophe_stands_in_every_sentence() -> None:
    for key, sentence in catalogue().items():
        assert "'" not in sentence.en + sentence.fr, key


def test_one_thing_has_one_word() -> None:
    for key, sentence in catalogue().items():
        assert "bloc d’action" not in sentence.fr, f"{key}: bloc action"


def test_english_writes_percent_without_a_space() -> None:
    for key, sentence in catalogue().items():
        assert not re.search(r"[\d}]\s%", sentence.en), key


def test_every_refusal_has_its_sentence_and_every_sentence_its_refusal() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    own = catalogue().keys() - brought().keys()
    said = {key.removeprefix("refused.") for key in own if key.startswith("refused.")}
    raised = set(re.findall(r'Refused\(\s*[\w."\-]+,\s*"([a-z.\-]+)"', source))
    assert raised - said == set()
    assert {key for key in said if f'"{key}"' not in source} == set()
