"""How each game is played, on one page: what a reader finds there."""

from __future__ import annotations

import pytest

from cartable.games import SHIPPED
from cartable.texts import LANGUAGES, Language, say

PARTS = ("goal", "start", "play", "end", "tie")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(SHIPPED))
def test_every_game_says_its_goal_its_end_and_what_ties_do(game: str, language: Language) -> None:
    for part in PARTS:
        text = say(f"howto.{game}.{part}", language)
        assert not text.startswith("howto."), f"{part} is missing"
        assert text.endswith(".")
