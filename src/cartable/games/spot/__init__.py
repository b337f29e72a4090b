"""Spot it!: games of calling the one symbol that two cards share."""

from cartable.games.spot.tower import Tower

TOWER = Tower()

__all__ = ["TOWER"]
