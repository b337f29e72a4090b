"""The choices of a record worth analysing; none of this looks ahead, or loads numba."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from cartable.analysis.replaying import entries
from cartable.core import Next, Played, Record, Seat, Setup, Stage, TakenBack
from cartable.games.catatac.moves import CatatacMove, Tossed
from cartable.games.catatac.rules import Catatac
from cartable.games.catatac.state import State
from cartable.games.karta import Place, Position

CATATAC: Final = Catatac()


class KartaAsked(Struct, frozen=True):
    """A placement of a record, and what its player could have done."""

    step: int
    game: int
    seat: Seat
    played: Place
    state: Position


class CatatacAsked(Struct, frozen=True):
    """A choice of a record, and all that its seat could see."""

    step: int
    game: int
    seat: Seat
    played: CatatacMove
    state: State
    setup: Setup
    tossed: bool
    """Whether the yarn was tossed since the choice before."""


def asked(record: Record[Any]) -> Iterator[Any]:
    """Yield every choice of a record; for a game of speed the record itself, which is studied as a whole.

    It raises OtherVersion where the rules have changed.
    """
    match record.game.partition("/")[0]:
        case "karta":
            return placements(record)
        case "catatac":
            return choices(record)
        case _:
            return iter((record,))


def placements(record: Record[Any]) -> Iterator[KartaAsked]:
    """Yield every placement of a record of Karta Doppio that stood."""
    last: KartaAsked | None = None
    for number, entry, done in entries(record):
        if isinstance(entry, TakenBack):  # Nobody had answered it (TABLE-9).
            last = None
        if isinstance(entry, Played) and isinstance(entry.move, Place):
            if last:
                yield last
            stage: Stage[Position] = done.before
            last = KartaAsked(number, stage.index, entry.seat, entry.move, stage.game)
    if last:
        yield last


def choices(record: Record[Any]) -> Iterator[CatatacAsked]:
    """Yield every choice of a record of CATATAC between at least two things to do."""
    tossed, index = False, 0
    for number, entry, game in entries(record):
        stage: Stage[State] = game.before
        tossed, index = tossed and stage.index == index, stage.index
        if isinstance(entry, Played) and entry.mover is not None and not isinstance(entry.move, Next):
            moves = list(CATATAC.moves(stage.game, entry.seat))
            if len(moves) > 1:
                yield CatatacAsked(
                    number, stage.index, entry.seat, entry.move, stage.game, record.setup, tossed
                )
                tossed = False
        tossed |= any(isinstance(event, Tossed) for event in game.events)
