"""The rules of each game, nothing else."""

from __future__ import annotations

from typing import Any

from cartable.core import Rules
from cartable.games.spot import TOWER

GAMES: dict[str, Rules[Any, Any, Any, Any]] = {rules.info.name: rules for rules in (TOWER,)}
"""Every game by its name."""
