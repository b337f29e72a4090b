"""Names for paper, without characters that the fonts cannot draw."""

from __future__ import annotations

import unicodedata
from collections.abc import Set

import msgspec

from cartable.decks.pack import Pack
from cartable.decks.press.typeset import undrawable

_JOINERS = "\N{ZERO WIDTH JOINER}\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}"


def legible(pack: Pack) -> Pack:
    """Return a pack with names free of characters that no font has; names of nothing else are spelled out."""
    missing = undrawable("".join(emblem.en + emblem.fr for emblem in pack.emblems))
    if not missing:
        return pack
    emblems = tuple(
        msgspec.structs.replace(emblem, en=_legible(emblem.en, missing), fr=_legible(emblem.fr, missing))
        for emblem in pack.emblems
    )
    theme = msgspec.structs.replace(pack.theme, emblems=emblems)
    return Pack(pack.deck, theme, pack.pictures, pack.outlines, pack.seed)


def _legible(name: str, missing: Set[str]) -> str:
    kept = "".join(sign for sign in name if sign not in missing and sign not in _JOINERS)
    return " ".join(kept.split()) or unicodedata.name(name[0], "?").capitalize()
