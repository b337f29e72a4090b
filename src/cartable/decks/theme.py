"""Themes: what the symbols of a deck look like and are called, as data."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from cartable.decks.outline import Outline
from cartable.decks.parts import Composite
from cartable.texts import Language

THEMES = ("everyday", "island", "backyard", "insects")
"""The themes that come with the project; `everyday` is the default."""

_HERE = Path(__file__).parent
_FOLDER = _HERE / "themes"
OUTLINES = _FOLDER / "outlines"
"""The folder of what `cartable.decks.tracing` has traced."""
_NOTO = _HERE.parent / "static" / "symbols" / "noto.json"


class Source(msgspec.Struct, frozen=True):
    """Where pictures come from, and what their licence asks to be said."""

    title: str
    author: str
    licence: str
    link: str = ""


class Emblem(msgspec.Struct, frozen=True, omit_defaults=True):
    """One symbol of a theme: its names, and its picture as `source:name`."""

    id: str
    en: str
    fr: str
    picture: str
    made: Composite | None = None

    def name(self, language: Language) -> str:
        """Return the name in this language."""
        return self.fr if language == "fr" else self.en


class Theme(msgspec.Struct, frozen=True):
    """A set of symbols in the order in which decks use them, with the sources of their pictures."""

    name: str
    en: str
    fr: str
    sources: dict[str, Source]
    emblems: tuple[Emblem, ...]

    def title(self, language: Language) -> str:
        """Return the title in this language."""
        return self.fr if language == "fr" else self.en

    def source(self, emblem: Emblem) -> Source:
        """Return where the picture of an emblem comes from."""
        return self.sources[emblem.picture.partition(":")[0]]


# Built before there are threads: two that build one at once crash msgspec.
_theme = msgspec.json.Decoder(Theme)
_traced = msgspec.json.Decoder(dict[str, Outline])


@cache
def theme(name: str) -> Theme:
    """Load a theme by name; ValueError names the themes there are."""
    if name not in THEMES:
        raise ValueError(f"no theme is called {name!r}; there are {', '.join(THEMES)}")
    return _theme.decode((_FOLDER / f"{name}.json").read_bytes())


def picture(emblem: Emblem) -> str:
    """Return the picture of an emblem as a square SVG."""
    if emblem.made is not None:
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -14 144 144">{emblem.made.draw()}</svg>'
    source, _, name = emblem.picture.partition(":")
    if source == "own":
        return (_FOLDER / "drawings" / f"{name}.svg").read_text("utf-8")
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">{_noto()[name]}</svg>'


@cache
def outlines(name: str) -> tuple[Outline, ...]:
    """Load the outlines of a theme's pictures, in the order of its emblems.

    They are kept next to the theme, not traced each time, so that a card is drawn the same on every machine.
    """
    traced = _traced.decode((OUTLINES / f"{name}.json").read_bytes())
    return tuple(traced[emblem.id] for emblem in theme(name).emblems)


@cache
def _noto() -> dict[str, str]:
    try:
        return msgspec.json.decode(_NOTO.read_bytes(), type=dict[str, str])
    except FileNotFoundError:
        raise ValueError(
            "the pictures are not built yet: run `npm ci && npm run build` in web/, or install again"
        ) from None
