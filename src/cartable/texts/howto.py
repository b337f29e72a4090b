"""How each game is played, on one page: sentences that name the rules of ours that they tell, `{SPOT-5}`."""

from __future__ import annotations

import re
from typing import Final

from cartable.texts import Language, catalogue
from cartable.texts.rulebook import HOUSE

PARTS: Final = ("goal", "start", "play", "end", "tie")

OURS: Final = re.compile(r"\{([A-Z]+-\d+)\}")


def told(game: str, part: str, language: Language) -> str:
    """Return a part of a game's page, with the mark of the numbered rules after what is ours."""
    text: str = getattr(catalogue()[f"howto.{game}.{part}"], language)
    return OURS.sub(f"\N{NO-BREAK SPACE}{mark(language)}", text)


def ours(game: str, language: Language) -> tuple[str, ...]:
    """Return the rules of ours that a game's page tells."""
    return tuple(
        rule
        for part in PARTS
        for rule in OURS.findall(getattr(catalogue()[f"howto.{game}.{part}"], language))
    )


def mark(language: Language) -> str:
    """Return the mark as it is read: (house)."""
    return HOUSE[language].strip("*")
