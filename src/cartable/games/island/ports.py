"""Ports: spread from the centre of the island to as many ports as you can."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from cartable.core import Chance, Choice, Millis, Refused, Seat, Setup, Team, Toggle, Value
from cartable.designs import Card
from cartable.games.island.cards import ISLAND_CARDS, PORT_CARDS, TEAM_OF
from cartable.games.island.cover import Cover, first, split, tops
from cartable.games.island.isle import Isle, TeamTally, opening, tallied, visible
from cartable.games.island.map import CENTRES, NEAR, PORTS
from cartable.games.island.rules import IsleEvent, info
from cartable.games.reflex.calls import Call

CENTRE: Final = Choice("centre", default="7", words=("7", "1"))
"""How many cards the centre of the island has (ISLE-13)."""


INLAND: Final = Toggle("inland", default=True)
"""Whether teams that are level without a port score as well, as the rulebook says (PORTS-6)."""

EARLIER: Final[dict[str, Value]] = {INLAND.name: False}
"""They scored nothing before one could choose."""


class Ports(Cover):
    """Cards may be laid where the team has cards, or in the centre."""

    info = info("ports", CENTRE, INLAND, version=2, replays=(1,), earlier=EARLIER)
    ports = len(PORTS)

    def deal(self, setup: Setup, chance: Chance) -> Isle:
        return opening(
            setup,
            split(setup, self.team_decks(setup, chance)),
            island=chance.shuffled(ISLAND_CARDS),
            ports=chance.shuffled(PORT_CARDS),
            reach=(_centre(setup),) * setup.seats,
        )

    def targets(self, isle: Isle, seat: Seat) -> Sequence[Card]:
        reach = open_to(isle.setup, isle.island, isle.setup.teams[seat])
        return [card for place, card in enumerate(tops(isle)) if reach >> place & 1]  # PORTS-1, PORTS-2

    def late(self, isle: Isle, seat: Seat, call: Call) -> bool:
        if not super().late(isle, seat, call):
            return False
        top, own = call.cards
        if top in isle.ports:
            raise Refused("PORTS-4", "island.port")
        if own == isle.turned[seat] and top in isle.island:
            # Elsewhere: late where a cover has closed the place since the card was turned, refused otherwise.
            if isle.reach[seat] >> isle.island.index(top) & 1:
                return True
            if visible(isle.island, isle.setup.teams[seat]):
                raise Refused("PORTS-2", "island.not-near")
            raise Refused("PORTS-1", "island.not-centre")
        return True

    def take(self, isle: Isle, seat: Seat, call: Call, at: Millis, chance: Chance) -> tuple[Isle, IsleEvent]:
        after, event = super().take(isle, seat, call, at, chance)
        teams = isle.setup.teams
        now = [open_to(isle.setup, after.island, Team(team)) for team in range(len(isle.taken))]
        reach = tuple(
            now[teams[of]] if of == seat else was | now[teams[of]] for of, was in enumerate(isle.reach)
        )
        return replace(after, reach=reach), event

    def open(self, isle: Isle) -> tuple[tuple[int, ...], ...]:
        reaches = [open_to(isle.setup, isle.island, Team(team)) for team in range(len(isle.taken))]
        return tuple(tuple(place for place in range(self.places) if reach >> place & 1) for reach in reaches)

    def tallies(self, isle: Isle) -> tuple[TeamTally, ...]:
        counted = [self.counted(isle.island, Team(team)) for team in range(len(isle.taken))]
        least = 0 if isle.setup.toggle(INLAND.name) else 1  # PORTS-6
        return tallied(isle.setup, counted, first(isle), least)

    def counted(self, island: Sequence[Card | None], team: Team) -> tuple[int, ...]:
        return tuple(
            # PORTS-6: a port counts once, next to one card of the team or two.
            port
            for port, (a, b) in enumerate(PORTS)
            if team in (TEAM_OF[island[a]], TEAM_OF[island[b]])
        )


def open_to(setup: Setup, island: Sequence[Card | None], team: Team) -> int:
    """Return where a team may lay its next card, as bits: by its visible cards, or in the centre."""
    reach = 0
    for card, near in zip(island, NEAR, strict=True):
        if TEAM_OF[card] == team:
            reach |= near  # PORTS-2
    return reach or _centre(setup)  # PORTS-1, PORTS-3


def _centre(setup: Setup) -> int:
    return CENTRES[setup.word(CENTRE.name)]
