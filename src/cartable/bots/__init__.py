"""Computer players: they know what their seat is told, and answer with a move and a delay."""

from __future__ import annotations

from typing import Any

from cartable import plugins
from cartable.bots import catatac, island, karta, spot
from cartable.bots.random import Random
from cartable.bots.reflex import by_level
from cartable.core import Bot

AnyBot = Bot[Any, Any]

RANDOM: AnyBot = Random()
"""The bot that plays every game: it draws one of its moves at random."""

BOTS: dict[str, dict[str, AnyBot]] = {
    "spot": {"greedy": spot.SpotGreedy(), **by_level(spot.SpotReflex)},
    "island": {"greedy": island.IslandGreedy(), **by_level(island.IslandReflex)},
    "catatac": {"greedy": catatac.CatatacGreedy(), **catatac.LEVELS},
    "karta": {"greedy": karta.KartaGreedy(), **karta.LEVELS},
    **plugins.bots(),
}
"""The bots written for a box, by box and name; those that think longest come last."""


def players(box: str) -> dict[str, AnyBot]:
    """Return the bots that play a box, by name: whatever the box, `random` is one."""
    return {RANDOM.name: RANDOM, **BOTS.get(box, {})}


def bot(name: str, game: str) -> AnyBot:
    """Return the bot of this name for a game; raise ValueError where there is none."""
    box = game.partition("/")[0]
    found = players(box)
    if name not in found:
        raise ValueError(f"no bot for {box} is called {name!r}: choose from {', '.join(found)}")
    return found[name]


def names(box: str) -> tuple[str, ...]:
    """Return the names of the bots that play a box."""
    return tuple(players(box))
