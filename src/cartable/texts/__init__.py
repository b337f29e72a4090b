"""Everything a person reads, in English and French: one catalogue for Python and the web client.

A sentence may name values, `{count}`, and let a number choose between two forms, `{count:card|cards}`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, Literal

import msgspec
from msgspec import Struct

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


@cache
def catalogue() -> dict[str, Sentence]:
    """Return all texts by key."""
    found: dict[str, Sentence] = {}
    for page in sorted(files(__package__).iterdir(), key=lambda page: page.name):
        if page.name.endswith(".json"):
            sentences = _decoder.decode(page.read_bytes())
            if twice := found.keys() & sentences.keys():
                raise ValueError(f"{page.name} repeats {', '.join(sorted(twice))}")
            found.update(sentences)
    return found


class _Plural(Formatter):
    """Formats `{count:one|many}` by the language's own idea of one: French counts 0 as one."""

    def __init__(self, language: Language) -> None:
        self._ones = (0, 1) if language == "fr" else (1,)

    def format_field(self, value: Any, format_spec: str) -> str:
        one, bar, many = format_spec.partition("|")
        if not bar:
            return str(super().format_field(value, format_spec))
        return one if value in self._ones else many


_FORMATTERS = {language: _Plural(language) for language in LANGUAGES}
