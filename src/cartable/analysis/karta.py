"""Karta Doppio: red's chance at every move, what each gave away, and the rows that made the difference."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import exp
from typing import Any, Final

from msgspec import Struct

from cartable.analysis.losses import Verdict, accuracy, verdict
from cartable.bots.karta.board import AXES, LAST, SIDE
from cartable.bots.karta.decision import code, judged, shown, worth
from cartable.bots.karta.search import BOTTOM, FRAME, LEFT, RIGHT, TOP, WON, KartaMind, step
from cartable.bots.karta.thinker import NODES
from cartable.bots.karta.weights import ROW, UNIT
from cartable.core import Game, OtherVersion, Played, Record, Seat
from cartable.games import GAMES
from cartable.games.karta import KartaView, Place

SHOWN_ROWS: Final = 3
"""How many rows are named as the reason."""
WAYS: Final = {1: (1, 0), SIDE: (0, 1), SIDE + 1: (1, 1), SIDE - 1: (-1, 1)}
"""Where the next square of a row lies, by the step on the fast board."""
BETTER: Final = 0.001
"""Of placements that differ by less neither is called better."""


class RowSwing(Struct, frozen=True):
    """A row of four squares, from its first, and how much more red's odds gain by it with the better card.

    The odds are their logarithm: 1.1 is about three times as likely. Blue's gain is below zero.
    """

    x: int
    y: int
    across: int
    down: int
    swing: float


class KartaMove(Struct, frozen=True):
    """A move, and what the search makes of it."""

    step: int
    """Which entry of the log it is, from 1."""
    game: int
    """Which game of a series, from 0."""
    seat: Seat
    played: Place
    better: Place | None
    """The best placement there was, where it is another."""
    before: float
    """Red's chance to win, with the best card."""
    after: float
    """Red's chance once it was played."""
    loss: float
    """The mover's points of winning chance that it gave away, from 0 to 1."""
    verdict: Verdict
    ahead: int
    """How many cards ahead the search saw; it saw the end where so many were left."""
    exact: bool
    """Whether the search saw all that could follow, so that nothing of it is a guess."""
    rows: tuple[RowSwing, ...]


class KartaStudy(Struct, frozen=True):
    """A game of Karta Doppio, gone through."""

    level: str
    moves: tuple[KartaMove, ...]
    accuracy: tuple[float, ...]
    """How close to perfect each seat played, from 0 to 1."""


def study(
    record: Record[Any], level: str = "hard", told: Callable[[int, int], object] = lambda done, of: None
) -> KartaStudy:
    """Go through a record of Karta Doppio; `told` hears how many of how many moves are done."""
    rules = GAMES[record.game]
    if not rules.info.plays(record.version):
        raise OtherVersion(record.game, record.version, rules.info.version)
    asked = list(_asked(record))
    found: list[KartaMove] = []
    for number, one in enumerate(asked, 1):
        found.append(_judged(*one, NODES[level]))
        told(number, len(asked))
    seats = range(record.setup.seats)
    return KartaStudy(
        level,
        tuple(found),
        tuple(accuracy([move.loss for move in found if move.seat == seat]) for seat in seats),
    )


def chance(value: int) -> float:
    """Return how likely the side wins to whom a position is worth this."""
    if abs(value) > WON // 2:
        return 1.0 if value > 0 else 0.0
    return 1 / (1 + exp(-value / UNIT))


def _asked(record: Record[Any]) -> Iterator[tuple[int, int, Seat, Place, KartaView, list[Place]]]:
    """Yield every placement of a record with what its player saw and could do."""
    rules = GAMES[record.game]
    game = Game(rules, record.setup, bytes.fromhex(record.seed))
    for number, entry in enumerate(record.log, 1):
        if not isinstance(entry, Played):
            game.note(entry)
        elif entry.mover is None:
            game.advance(entry.at)
        else:
            # The table moves first where something was due.
            game.advance(entry.at)
            if isinstance(entry.move, Place):
                moves = [move for move in rules.moves(game.state, entry.seat) if isinstance(move, Place)]
                stage = rules.view(game.state, None)
                yield number, stage.index, entry.seat, entry.move, stage.game, moves
            game.play(entry.seat, entry.move, entry.at, entry.evidence)


def _judged(
    number: int, index: int, seat: Seat, played: Place, view: KartaView, moves: list[Place], nodes: int
) -> KartaMove:
    turn = len(view.laid)
    best = judged(view, moves, nodes, lambda: False)
    own = best.value if best.place == played else worth(view, played, best.depth)
    # The search follows the likeliest placements only: one that it left out may be better after all.
    value = max(best.value, own)
    loss = chance(value) - chance(own)
    better = best.place if loss > BETTER else None
    red = turn % 2 == 0
    return KartaMove(
        number,
        index,
        seat,
        played,
        better,
        chance(value) if red else 1 - chance(value),
        chance(own) if red else 1 - chance(own),
        loss,
        verdict(loss),
        best.depth,
        # The last two cards are searched whole; before them only the likeliest placements are.
        turn + best.depth > LAST and best.depth <= 2,
        _reasons(view, turn, played, better) if better and turn < LAST else (),
    )


def _reasons(view: KartaView, turn: int, played: Place, better: Place) -> tuple[RowSwing, ...]:
    """Return the rows that are worth most more to red, or less, with the better placement."""
    one, other = _weights(view, turn, played), _weights(view, turn, better)
    swings = {row: other.get(row, 0) - one.get(row, 0) for row in one | other}
    # For red what is worth more, for blue what is worth less.
    towards = 1 if turn % 2 == 0 else -1
    most = sorted(swings, key=lambda row: (-towards * swings[row], row))[:SHOWN_ROWS]
    return tuple(
        RowSwing(
            square % SIDE - SIDE // 2, square // SIDE - SIDE // 2, *WAYS[axis], swings[square, axis] / UNIT
        )
        for square, axis in most
        if towards * swings[square, axis] > 0
    )


def _weights(view: KartaView, turn: int, place: Place) -> dict[tuple[int, int], int]:
    """Return what every row of four squares weighs once a card lies, by its first square and its step."""
    mind = shown(view, 0)
    step(mind, turn, code(place))
    now, row = FRAME * (turn + 1), ROW * (turn + 1)
    left, top, right, bottom = (int(mind.frames[now + side]) for side in (LEFT, TOP, RIGHT, BOTTOM))
    found = {}
    for axis in AXES:
        for y in range(top - 3, bottom + 4):
            for x in range(left - 3, right + 4):
                if weight := _weight(mind, row, y * SIDE + x, axis):
                    found[y * SIDE + x, axis] = weight
    return found


def _weight(mind: KartaMind, row: int, square: int, axis: int) -> int:
    window = 0
    for place in range(4):
        window = window << 3 | int(mind.grid[square + place * axis])
    return int(mind.weights[row + window])
