"""The terms of one table: what its seats and options mean for every move."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct

from cartable.core import Info, Number, Refused, Seat, Setup, Team, Text, Toggle
from cartable.games.catatac.cards import Box, Face, PawCard, box
from cartable.games.catatac.moves import Use
from cartable.games.catatac.yarn import CLANS, PLACES, Yarn, walks

HAND: Final = 6
CROWDED_HAND: Final = 5
"""The hand of six kittens: their 35 cards do not suffice for more (CTC-35)."""
CROWD: Final = 6
HIGHEST_KITTEN: Final = 5

INFO: Final = Info(
    name="catatac",
    version=2,
    replays=(1,),
    shapes={2: ((1, 1),), 4: ((2, 2),), 6: ((3, 3),)},
    alternate=True,
    hidden=True,
    practice=True,
    analysis="moves",
    options=(
        Number("starter", 0, 0, 6, unit="seat"),
        Toggle("hockey"),
        Toggle("marathon"),
        Toggle("kittens"),
        Toggle("distraction"),
        Toggle("alpha"),
        Toggle("momentum"),
        Text("cards"),
    ),
)


class Terms(Struct, frozen=True):
    """What every move needs to know of a table."""

    teams: tuple[Team, ...]
    hand: int
    box: Box
    deck: tuple[PawCard, ...]
    uses: Mapping[tuple[PawCard, Team, Yarn], tuple[Use, ...]]
    mates: tuple[tuple[Seat, ...], ...]
    """For each seat its teammates, in turn order after it."""
    hockey: bool
    distraction: bool
    alpha: bool
    momentum: bool

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.teams)

    def left_of(self, seat: Seat) -> Seat:
        """Return the seat that comes next."""
        return Seat((seat + 1) % len(self.teams))


def terms(setup: Setup) -> Terms:
    """Return the terms of a table; raise Refused where it cannot be played at."""
    options = setup.options
    return _terms(
        setup.teams,
        setup.word("cards"),
        options["kittens"] is True,
        options["hockey"] is True,
        options["distraction"] is True,
        options["alpha"] is True,
        options["momentum"] is True,
    )


@lru_cache(maxsize=256)
def _terms(
    teams: tuple[Team, ...],
    cards: str,
    kittens: bool,
    hockey: bool,
    distraction: bool,
    alpha: bool,
    momentum: bool,
) -> Terms:
    seats = len(teams)
    if any(teams[seat] == teams[seat - 1] for seat in range(seats)):
        raise Refused("TABLE-1", "catatac.alternate")
    chosen = box(cards)
    return Terms(
        teams,
        CROWDED_HAND if kittens and seats == CROWD else HAND,  # CTC-35, CTC-2
        chosen,
        chosen.paws(HIGHEST_KITTEN if kittens else None),
        {
            (face.card, clan, yarn): _uses(face, clan, yarn)
            for face in chosen.faces
            for clan in CLANS
            for yarn in (Yarn(place, possessor) for place in PLACES for possessor in CLANS)
        },
        tuple(tuple(Seat((seat + ahead) % seats) for ahead in range(2, seats, 2)) for seat in range(seats)),
        hockey,
        distraction,
        alpha,
        momentum,
    )


def _uses(face: Face, clan: Team, yarn: Yarn) -> tuple[Use, ...]:
    if not face.holds(yarn.clan == clan):  # CTC-8, CTC-12
        return ()
    ends = {
        Use(way, walk[-1].place): None
        for way, effects in enumerate(face.ways)  # CTC-18
        for walk in walks(effects, yarn, clan)
    }
    return tuple(ends)
