"""Karta Doppio: red's chance at every move, what each gave away, and the rows that made the difference."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any, Final

from cartable.analysis.choices import KartaAsked
from cartable.analysis.found import KartaGame, KartaHint, KartaMove, KartaStudy, RowSwing
from cartable.analysis.losses import accuracies, accuracy, verdict
from cartable.bots.karta.board import AXES, LAST, SIDE
from cartable.bots.karta.decision import code, judged, shown, worth
from cartable.bots.karta.search import BOTTOM, FRAME, LEFT, RIGHT, TOP, WON, KartaMind, step
from cartable.bots.karta.thinker import NODES
from cartable.bots.karta.weights import ROW, UNIT
from cartable.core import Chance, Millis, Record
from cartable.games.karta import Colour, Karta, KartaView, Line, Place, Position

SURENESS: Final = 1.4
LEAN: Final = 0.25
"""How much surer a value is than the weights say, and what red's odds gain beyond them (a logarithm).

Fitted to games of `hard` bots. Red is behind from the start, since blue lays the last card: red won 21% of
300 such games, a draw counted as half, and before the first card this says 19% on average.
"""
RULES: Final = Karta()
SHOWN_ROWS: Final = 3
"""How many rows are named as the reason."""
WAYS: Final = {1: (1, 0), SIDE: (0, 1), SIDE + 1: (1, 1), SIDE - 1: (-1, 1)}
"""Where the next square of a row lies, by the step on the fast board."""
BETTER: Final = 0.001
"""If placements differ by less, neither is called better."""


def gathered(record: Record[Any], level: str, moves: Sequence[KartaMove]) -> KartaStudy:
    """Return the study of these moves."""
    losses = ([move.loss for move in moves if move.seat == seat] for seat in range(record.setup.seats))
    games = (
        KartaGame(
            game,
            accuracies(((move.seat, move.loss) for move in moves if move.game == game), record.setup.seats),
        )
        for game in sorted({move.game for move in moves})
    )
    return KartaStudy(level, tuple(moves), tuple(map(accuracy, losses)), tuple(games))


def answered(position: str, place: Place, level: str = "hard") -> KartaMove:
    """Judge a placement in a position; raise ValueError or Refused where it cannot be."""
    state = RULES.read(position, RULES.info.setup())
    if state.turn is None:
        raise ValueError("the game is over")
    RULES.play(state, state.turn, place, Millis(0), Chance(b"", 0))
    return judge(KartaAsked(0, 0, state.turn, place, state), level)


def hinted(position: str, share: float = 1.0) -> KartaHint:
    """Return what the `hard` level would do in a position, with some of its nodes if many wait."""
    state = RULES.read(position, RULES.info.setup())
    assert state.turn is not None
    view, moves = RULES.view(state, None), list(RULES.moves(state, state.turn))
    corner = state.table.corner
    turn, nodes = len(view.laid), max(len(moves), int(NODES["hard"] * share))
    better, glance = (judged(view, moves, most, lambda: False, corner).place for most in (nodes, len(moves)))
    if turn == LAST:
        return KartaHint(better, scored(turn, view.lines, _lines(state, better)))
    return KartaHint(better, reasons(view, turn, glance, better) if glance != better else ())


def chance(value: int, lean: float = 0.0) -> float:
    """Return the winning chance of the side for which a position has this value; `lean` adds to its odds."""
    if abs(value) > WON // 2:
        return 1.0 if value > 0 else 0.0
    return 1 / (1 + exp(-max(-700.0, SURENESS * value / UNIT + lean)))


def judge(one: KartaAsked, level: str) -> KartaMove:
    """Return what the search makes of a placement."""
    played, view, moves = one.played, RULES.view(one.state, None), list(RULES.moves(one.state, one.seat))
    turn = len(view.laid)
    corner = one.state.table.corner
    best = judged(view, moves, NODES[level], lambda: False, corner)
    own = best.value if best.place == played else worth(view, played, best.depth, corner)
    # The search follows the likeliest placements only: one that it left out may be better after all.
    value = max(best.value, own)
    red = turn % 2 == 0
    # Where the search sees the end nothing of it is a guess.
    lean = 0.0 if turn + best.depth > LAST else LEAN if red else -LEAN
    before, after = chance(value, lean), chance(own, lean)
    loss = before - after
    better = best.place if loss > BETTER else None
    return KartaMove(
        one.step,
        RULES.write(one.state),
        one.game,
        one.seat,
        played,
        better,
        before if red else 1 - before,
        after if red else 1 - after,
        loss,
        verdict(loss),
        best.depth,
        # The last two cards are searched whole; before them only the likeliest placements are.
        turn + best.depth > LAST and best.depth <= 2,
        why(one.state, view, played, better) if better else (),
    )


def why(state: Position, view: KartaView, played: Place, better: Place) -> tuple[RowSwing, ...]:
    """Return the rows that make the difference between two placements."""
    turn = len(view.laid)
    if turn < LAST:
        return reasons(view, turn, played, better)
    return scored(turn, _lines(state, played), _lines(state, better))


def scored(turn: int, one: Sequence[Line], other: Sequence[Line]) -> tuple[RowSwing, ...]:
    """Return the rows of four behind the tokens that the other lines gain the mover, or save."""
    towards = 1 if turn % 2 == 0 else -1
    swings = []
    for lost, won, sign in ((one, other, 1), (other, one, -1)):
        for line in won:
            along = [each for each in lost if _track(each) == _track(line)]
            more = sum(each.tokens for each in won if _track(each) == _track(line))
            if more <= sum(each.tokens for each in along):
                continue
            swing = sign if line.colour == "red" else -sign
            swings += [
                RowSwing(x, y, line.across, line.down, swing)
                for x, y in _fours(line)
                if towards * swing > 0 and not any(_holds(each, x, y) for each in along)
            ]
    return tuple(swings[:SHOWN_ROWS])


def _lines(state: Position, place: Place) -> tuple[Line, ...]:
    """Return the lines on the table once a card lies."""
    assert state.turn is not None
    after = RULES.play(state, state.turn, place, Millis(0), Chance(b"", 0)).state
    return RULES.view(after, None).lines


def _track(line: Line) -> tuple[Colour, int, int, int]:
    """Return what lines on the same infinite line have in common."""
    return line.colour, line.across, line.down, line.x * line.down - line.y * line.across


def _fours(line: Line) -> list[tuple[int, int]]:
    """Return where each of the rows begins that a run counts as (KARTA-15)."""
    return [(line.x + 4 * n * line.across, line.y + 4 * n * line.down) for n in range(line.tokens)]


def _holds(line: Line, x: int, y: int) -> bool:
    """Tell whether a row of four on the same infinite line is part of a run."""
    begins = (x - line.x) * line.across if line.across else y - line.y
    return 0 <= begins <= line.length - 4


def reasons(view: KartaView, turn: int, played: Place, better: Place) -> tuple[RowSwing, ...]:
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
