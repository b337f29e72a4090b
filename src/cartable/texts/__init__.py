"""Everything a person reads, in English and French: one catalogue for Python and the web client.

A sentence may name values, `{count}`, let a number choose between two forms, `{count:card|cards}`, and say
a list as people do, `{seats:to/or}`: 2 to 8; 2, 4 or 6.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Formatter
from typing import Any, Literal

import msgspec
from msgspec import Struct

from cartable import plugins

Language = Literal["en", "fr"]

LANGUAGES: tuple[Language, ...] = ("en", "fr")


class Sentence(Struct, frozen=True, forbid_unknown_fields=True):
    """One text in every language."""

    en: str
    fr: str


_decoder = msgspec.json.Decoder(dict[str, Sentence])


def say(key: str, language: Language, **values: int | str) -> str:
    """Return the text for the key in a language, with the values filled in."""
    sentence = catalogue().get(key)
    if sentence is None:
        raise ValueError(f"no text for {key!r}: add it to src/cartable/texts")
    return _FORMATTERS[language].vformat(getattr(sentence, language), (), values)


def has(key: str) -> bool:
    """Return whether there is a text for the key."""
    return key in catalogue()


def game_title(game: str, language: Language) -> str:
    """Return what a game is called; one without texts is called by its name."""
    return say(f"game.{game}", language) if has(f"game.{game}") else game


def refusal(rule: str, key: str, language: Language, values: Mapping[str, int | str]) -> str:
    """Return the sentence of a refusal; one without a text says which rule it is about."""
    if has(f"refused.{key}"):
        return say(f"refused.{key}", language, **values)
    return say("refusal.unsaid", language, rule=rule)


@cache
def catalogue() -> dict[str, Sentence]:
    """Return all texts by key: those of this package, and those that come with games of other packages."""
    found: dict[str, Sentence] = {}
    for page in sorted(files(__package__).iterdir(), key=lambda page: page.name):
        if page.name.endswith(".json"):
            sentences = _decoder.decode(page.read_bytes())
            if twice := found.keys() & sentences.keys():
                raise ValueError(f"{page.name} repeats {', '.join(sorted(twice))}")
            found.update(sentences)
    for page, sentences in _brought():
        if twice := found.keys() & sentences.keys():
            raise plugins.Unusable(page, f"there is a text already for {', '.join(sorted(twice))}")
        found.update(sentences)
    return found


@cache
def brought() -> dict[str, Sentence]:
    """Return the texts that come with games of other packages, which no client was built with."""
    return {key: sentence for _, sentences in _brought() for key, sentence in sentences.items()}


def _brought() -> Iterator[tuple[Traversable, dict[str, Sentence]]]:
    for folder in plugins.folders():
        page = folder / "texts.json"
        if page.is_file():
            try:
                yield page, _decoder.decode(page.read_bytes())
            except msgspec.MsgspecError as error:
                raise plugins.Unusable(page, str(error)) from error


class _Spoken(Formatter):
    """Formats `{count:one|many}` by the language's own idea of one (French counts 0), and `{seats:to/or}`."""

    def __init__(self, language: Language) -> None:
        self._ones = (0, 1) if language == "fr" else (1,)

    def format_field(self, value: Any, format_spec: str) -> str:
        one, bar, many = format_spec.partition("|")
        if bar:
            return one if value in self._ones else many
        to, slash, either = format_spec.partition("/")
        return _listed(str(value), to, either) if slash else str(super().format_field(value, format_spec))


def _listed(items: str, to: str, either: str) -> str:
    """Return items as one says them: three numbers or more without a gap by their ends."""
    *some, last = items.split(", ")
    gapless = map(str, range(int(some[0]), int(last) + 1)) if len(some) > 1 and last.isdigit() else ()
    if [*some, last] == [*gapless]:
        return f"{some[0]} {to} {last}"
    return f"{', '.join(some)} {either} {last}" if some else last


_FORMATTERS = {language: _Spoken(language) for language in LANGUAGES}
