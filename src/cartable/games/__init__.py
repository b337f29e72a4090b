"""The rules of each game, nothing else."""

from __future__ import annotations

from typing import Any

from cartable import plugins
from cartable.core import Rules
from cartable.games.catatac import CATATAC
from cartable.games.island import ADVENTURE, BARBARIANS, KNIGHTS, PORTS, ROUTE, WELCOME
from cartable.games.karta import KARTA
from cartable.games.spot import CATCH, FACEOFF, GIFT, POTATO, PRACTICE, TOWER, TRIPLET, WELL

SHIPPED: dict[str, Rules[Any, Any, Any, Any]] = {
    rules.info.name: rules
    for rules in (
        TOWER,
        WELL,
        GIFT,
        TRIPLET,
        POTATO,
        CATCH,
        PRACTICE,
        FACEOFF,
        ADVENTURE,
        WELCOME,
        PORTS,
        ROUTE,
        BARBARIANS,
        KNIGHTS,
        CATATAC,
        KARTA,
    )
}
"""The games of this package, by name."""

GAMES = SHIPPED | plugins.games(SHIPPED)
"""Every game by its name: those of this package, and those that other packages bring."""
