"""Players without a body: they know what their seat is told, and answer with a move and a delay."""

from __future__ import annotations

from typing import Any

from cartable.bots import catatac, island, karta, spot
from cartable.bots.random import Random
from cartable.core import Bot

BOTS: dict[str, dict[str, Bot[Any, Any]]] = {
    "random": dict.fromkeys(("spot", "island", "catatac", "karta"), Random()),
    "greedy": {
        "spot": spot.Greedy(),
        "island": island.Greedy(),
        "catatac": catatac.Greedy(),
        "karta": karta.Greedy(),
    },
}
"""Every bot by its name and the box that it plays."""


def bot(name: str, game: str) -> Bot[Any, Any]:
    """Return the bot of this name for a game; raise ValueError where there is none."""
    if name not in BOTS:
        raise ValueError(f"no bot is called {name!r}: choose from {', '.join(BOTS)}")
    return BOTS[name][game.partition("/")[0]]
