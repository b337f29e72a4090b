"""The decks of the boxes, ready to deal."""

from typing import Final

from cartable.designs.cards import Deck, deck

CLASSIC: Final[Deck] = deck(7, 55)
"""The classic box: 55 of the 57 cards, 8 symbols on each (DECK-4)."""

ISLAND: Final[Deck] = deck(8)
"""The CATAN box: 19 island, 3 × 16 team and 6 port cards, 9 symbols on each (DECK-5)."""

INSECTS: Final[Deck] = deck(5)
"""Jacques Cottereau's game of insects: 31 cards, 6 symbols on each (DECK-6)."""
