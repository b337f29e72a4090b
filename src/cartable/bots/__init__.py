"""Players without a body: they know what their seat is told, and answer with a move and a delay."""

from __future__ import annotations

from typing import Any

from cartable.bots import catatac, island, karta, spot
from cartable.bots.random import Random
from cartable.bots.reflex import LEVELS, Reflex
from cartable.core import Bot

AnyBot = Bot[Any, Any]


def _reflex(name: str, age: str) -> dict[str, AnyBot]:
    return dict.fromkeys(("spot", "island"), Reflex(name, LEVELS[age]))


def _thinker(name: str) -> dict[str, AnyBot]:
    return {"catatac": catatac.LEVELS[name], "karta": karta.LEVELS[name]}


BOTS: dict[str, dict[str, AnyBot]] = {
    "random": dict.fromkeys(("spot", "island", "catatac", "karta"), Random()),
    "greedy": {
        "spot": spot.Greedy(),
        "island": island.Greedy(),
        "catatac": catatac.Greedy(),
        "karta": karta.Greedy(),
    },
    "easy": {**_reflex("easy", "child8"), **_thinker("easy")},
    "medium": {**_reflex("medium", "casual"), **_thinker("medium")},
    "hard": {**_reflex("hard", "regular"), **_thinker("hard")},
    "expert": {**_reflex("expert", "expert"), **_thinker("expert")},
    **{age: _reflex(age, age) for age in LEVELS if age != "expert"},
}
"""Every bot by its name and the boxes that it plays."""


def bot(name: str, game: str) -> AnyBot:
    """Return the bot of this name for a game; raise ValueError where there is none."""
    box = game.partition("/")[0]
    if name not in BOTS or box not in BOTS[name]:
        raise ValueError(f"no bot for {box} is called {name!r}: choose from {', '.join(names(box))}")
    return BOTS[name][box]


def names(box: str) -> tuple[str, ...]:
    """Return the names of the bots that play a box."""
    return tuple(name for name, boxes in BOTS.items() if box in boxes)
