"""Which cards of the deck of order 8 are which: 19 island, 3 times 16 team and 6 port cards (DECK-5)."""

from __future__ import annotations

from typing import Final

from cartable.core import DeckSpec, Team
from cartable.designs import ISLAND

BOX: Final = DeckSpec(order=ISLAND.order, cards=len(ISLAND))

COLOURS: Final = ("blue", "orange", "red")
"""The colour of each team (ISLE-1)."""

ISLAND_CARDS: Final = ISLAND.cards[:19]
TEAM_CARDS: Final = (ISLAND.cards[19:35], ISLAND.cards[35:51], ISLAND.cards[51:67])
PORT_CARDS: Final = ISLAND.cards[67:]

TEAM_OF: Final = (
    *(
        next((Team(team) for team, cards in enumerate(TEAM_CARDS) if card in cards), None)
        for card in ISLAND.cards
    ),
    None,
)
"""The team whose colour each card shows, or None; the last entry is that of no card at all, which is -1."""
