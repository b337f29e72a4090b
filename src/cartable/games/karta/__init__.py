"""Karta Doppio: lines of four on see-through cards."""

from cartable.games.karta.cards import CARDS, FRONTS, WAYS, CardRows, Colour, KartaCard, face
from cartable.games.karta.double import KARTA
from cartable.games.karta.lines import Line
from cartable.games.karta.outlook import Outlook, Where, outlook
from cartable.games.karta.position import CORNER, OpenPlace, Place, Position, places
from cartable.games.karta.rules import Karta, KartaView, Placed, Side, Square, Stuck

__all__ = [
    "CARDS",
    "CORNER",
    "FRONTS",
    "KARTA",
    "WAYS",
    "CardRows",
    "Colour",
    "Karta",
    "KartaCard",
    "KartaView",
    "Line",
    "OpenPlace",
    "Outlook",
    "Place",
    "Placed",
    "Position",
    "Side",
    "Square",
    "Stuck",
    "Where",
    "face",
    "outlook",
    "places",
]
