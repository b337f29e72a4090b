"""Welcome to Catan: have the most cards of your colour visible on the island."""

from __future__ import annotations

from collections.abc import Sequence

from cartable.core import Team
from cartable.designs import Card
from cartable.games.island.cover import Cover
from cartable.games.island.isle import visible
from cartable.games.island.rules import info


class Welcome(Cover):
    """Cards may be laid anywhere on the island."""

    info = info("welcome", version=2, replays=(1,))

    def counted(self, island: Sequence[Card | None], team: Team) -> tuple[int, ...]:
        return visible(island, team)  # WELCOME-3
