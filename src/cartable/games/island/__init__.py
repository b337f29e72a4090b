"""Spot it! CATAN: five games on an island, each a match of its own, and the adventure of all five."""

from typing import Final

from cartable.games.island.adventure import adventure, beginner
from cartable.games.island.barbarians import Barbarians
from cartable.games.island.knights import Knights
from cartable.games.island.ports import Ports
from cartable.games.island.route import Route
from cartable.games.island.welcome import Welcome

WELCOME: Final = beginner(Welcome())
PORTS: Final = beginner(Ports())
ROUTE: Final = beginner(Route())
BARBARIANS: Final = beginner(Barbarians())
KNIGHTS: Final = beginner(Knights())
ADVENTURE: Final = adventure(Welcome(), Ports(), Route(), Barbarians(), Knights())

__all__ = [
    "ADVENTURE",
    "BARBARIANS",
    "KNIGHTS",
    "PORTS",
    "ROUTE",
    "WELCOME",
    "Barbarians",
    "Knights",
    "Ports",
    "Route",
    "Welcome",
]
