"""Which cards of the deck of order 8 are which: 19 island, 3 times 16 team and 6 port cards (DECK-5)."""

from __future__ import annotations

from typing import Final

from cartable.core import DeckSpec, Team
from cartable.designs import ISLAND, Card

BOX: Final = DeckSpec(order=ISLAND.order, cards=len(ISLAND))

COLOURS: Final = ("blue", "orange", "red")
"""The colour of each team (ISLE-1)."""

ISLAND_CARDS: Final = ISLAND.cards[:19]
TEAM_CARDS: Final = (ISLAND.cards[19:35], ISLAND.cards[35:51], ISLAND.cards[51:67])  # ISLE-2
PORT_CARDS: Final = ISLAND.cards[67:]

TEAM_OF: Final[dict[Card | None, Team | None]] = dict.fromkeys((*ISLAND.cards, None)) | {
    card: Team(team) for team, cards in enumerate(TEAM_CARDS) for card in cards
}
"""The team whose colour each card shows; None where it shows none, and where there is no card."""
