"""The graph of an analysis as a picture (SVG): chances over the moves, or everyone's times card by card."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Final

from cartable.analysis.found import AnyStudy, CatatacChoice, CatatacStudy, KartaMove, KartaStudy, ReflexStudy

WIDE: Final = 720
TALL: Final = 240
EDGE: Final = 8
COLOURS: Final = ("#b3161f", "#1f5fae", "#2c7a3f", "#a15a00", "#6b3fa0", "#00737a", "#8c5a6e", "#444444")
"""A colour for each seat; every seat has a shape of its own as well."""
SHAPES: Final = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
    "M-4-4H4V4H-4Z",
    "M0-5L5 4H-5Z",
    "M0-5L5 0L0 5L-5 0Z",
    "M-4-4L4 4M4-4L-4 4",
    "M0-5V5M-5 0H5",
    "M0 5L5-4H-5Z",
    "M-5 0H5",
)
SIGNS: Final = {"inaccuracy": SHAPES[2], "mistake": SHAPES[1], "blunder": SHAPES[4]}


def drawn(studied: AnyStudy) -> str:
    """Return the picture of a study."""
    inner = _times(studied) if isinstance(studied, ReflexStudy) else _chances(studied)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{TALL}" viewBox="0 0 {WIDE} {TALL}">'
        f'<rect width="{WIDE}" height="{TALL}" fill="#fff"/>{"".join(inner)}</svg>\n'
    )


def _chances(studied: AnyStudy) -> Iterable[str]:
    """Draw the chance of red, or of White, a line for each game, and the bad moves on it."""
    assert not isinstance(studied, ReflexStudy)
    lines = _stretches(studied)
    last = max((step for line in lines for step, _ in line), default=1)
    yield f'<path d="M0 {TALL / 2}H{WIDE}" stroke="#888" stroke-dasharray="3 5"/>'
    for line in lines:
        drawn = "L".join(f"{_across(step, last):.1f} {_down(1 - chance):.1f}" for step, chance in line)
        yield f'<path d="M{drawn}" fill="none" stroke="{COLOURS[0]}" stroke-width="2.5"/>'
    for move in studied.moves:
        if move.verdict:
            yield _sign(SIGNS[move.verdict], _across(move.step, last), _down(1 - move.after), "#222")


def _stretches(studied: KartaStudy | CatatacStudy) -> list[list[tuple[int, float]]]:
    """Return where the line of each game goes: from before its first move to its own end."""
    games: dict[int, list[KartaMove | CatatacChoice]] = {}
    for move in studied.moves:
        games.setdefault(move.game, []).append(move)
    # Practice may begin with a later game of a series.
    ends = studied.ends if isinstance(studied, CatatacStudy) else ()
    ended = dict(zip(count(min(games, default=0)), ends))
    lines = []
    for game, moves in games.items():
        line = [(moves[0].step - 1, moves[0].before), *((move.step, move.after) for move in moves)]
        if (end := ended.get(game)) is not None:
            line.append((moves[-1].step + 1, end))  # Chance has the last word.
        lines.append(line)
    return lines


def _times(studied: ReflexStudy) -> Iterable[str]:
    """Draw every right call by its time, the quickest at the bottom."""
    right = [one for one in studied.reactions if one.outcome in ("first", "beaten")]
    last = max((one.step for one in right), default=1)
    most = max((one.time for one in right), default=1)
    for level in studied.levels:
        if level.time <= most:
            y = _down(1 - level.time / most)
            yield f'<path d="M0 {y:.1f}H{WIDE}" stroke="#ccc"/>'
            yield f'<text x="4" y="{y - 2:.1f}" font-size="10" fill="#666">{level.level}</text>'
    for one in right:
        x, y = _across(one.step, last), _down(1 - one.time / most)
        yield _sign(SHAPES[one.seat % len(SHAPES)], x, y, COLOURS[one.seat % len(COLOURS)])


def _sign(shape: str, x: float, y: float, colour: str) -> str:
    return (
        f'<path d="{shape}" transform="translate({x:.1f} {y:.1f})" fill="none" stroke="{colour}" '
        'stroke-width="2"/>'
    )


def _across(step: int, last: int) -> float:
    return EDGE + (WIDE - 2 * EDGE) * step / max(1, last)


def _down(share: float) -> float:
    return EDGE + (TALL - 2 * EDGE) * share
