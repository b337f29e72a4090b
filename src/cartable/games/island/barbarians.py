"""Barbarians: carry off the cards of the island, with one card of your own all the while."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from cartable.core import Chance, Millis, Seat, Setup
from cartable.designs import Card
from cartable.games.island.cards import ISLAND_CARDS, TEAM_CARDS
from cartable.games.island.isle import Isle, TeamTally, opening, tallied
from cartable.games.island.rules import Island, IsleEvent, info
from cartable.games.reflex.calls import Call, Took
from cartable.games.reflex.state import put


class Barbarians(Island):
    """A team has one card, which all its seats call with."""

    info = info("barbarians", version=2, replays=(1,))
    shared = True

    def deal(self, setup: Setup, chance: Chance) -> Isle:
        hands = [
            (chance.choice(TEAM_CARDS[team]),) if team in setup.playing else ()  # BARB-1
            for team in range(setup.team_count)
        ]
        return opening(setup, hands, island=chance.shuffled(ISLAND_CARDS))

    def targets(self, isle: Isle, seat: Seat) -> Sequence[Card]:
        return [card for card in isle.island if card is not None]  # BARB-2

    def take(self, isle: Isle, seat: Seat, call: Call, at: Millis, chance: Chance) -> tuple[Isle, IsleEvent]:
        card, team = call.cards[0], isle.setup.teams[seat]
        after = replace(
            isle,
            island=put(isle.island, isle.island.index(card), None),
            taken=put(isle.taken, team, (*isle.taken[team], card)),  # BARB-2
        )
        return after, Took(seat, call.symbol, call.cards, seat)

    def over(self, isle: Isle) -> bool:
        return isle.island.count(None) == self.places  # BARB-3

    def tallies(self, isle: Isle) -> tuple[TeamTally, ...]:
        return tallied(isle.setup, isle.taken)  # BARB-3
