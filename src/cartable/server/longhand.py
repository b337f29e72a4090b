"""Texts among a game's options: everybody is sent a text's hash; whoever wants to read it fetches it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Final

from cartable.core import Info, Refused, Text, Value
from cartable.games import GAMES
from cartable.server import messages
from cartable.server.rows import Agreement

MARK: Final = "sha256:"
"""The prefix of a text's hash; no game's text begins with it."""


@lru_cache(maxsize=256)
def digest(text: str) -> str:
    """Return the hash that stands for a text."""
    return MARK + sha256(text.encode(errors="replace")).hexdigest()


def told(info: Info, options: Mapping[str, Value]) -> dict[str, Value]:
    """Return the options as everybody is sent them."""
    return {**options, **{name: digest(text) for name, text in _texts(info, options)}}


def meant(info: Info, options: Mapping[str, Value], before: Agreement | None) -> dict[str, Value]:
    """Return the options with texts in place of hashes; raise Refused if the table has no such text."""
    chosen = dict(options)
    for name, said in _texts(info, options):
        if said.startswith(MARK):
            text = before and text_of(before, said)
            if not text:
                raise Refused("TABLE-1", "table.no-text", option=name)
            chosen[name] = text
    return chosen


def text_of(agreed: Agreement, hashed: str) -> str | None:
    """Return the text of an agreement that a hash stands for."""
    return next((text for _, text in _texts(agreed.info, agreed.options) if digest(text) == hashed), None)


def checked(wanted: messages.TextCheck) -> tuple[messages.Hindrance, ...]:
    """Return what is wrong with a text; nothing if it can be played."""
    if wanted.game not in GAMES:
        raise Refused("TABLE-1", "table.game", allowed=", ".join(GAMES))
    rules = GAMES[wanted.game]
    try:
        found = rules.flaws(rules.info.setup(options={wanted.option: wanted.text}))
    except Refused as refused:
        found = (refused,)
    return tuple(messages.Hindrance(flaw.rule, flaw.key, dict(flaw.values)) for flaw in found)


def _texts(info: Info, options: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
    for option in info.options:
        said = options.get(option.name)
        if isinstance(option, Text) and isinstance(said, str) and said:
            yield option.name, said
