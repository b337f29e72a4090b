"""The graph of an analysis as a picture (SVG): chances over the moves, or everybody's times card by card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cartable.analysis.found import AnyStudy, ReflexStudy

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
    """Draw the chance of red, or of White, and the bad moves on it."""
    assert not isinstance(studied, ReflexStudy)
    last = max((move.step for move in studied.moves), default=1)
    points = [(_across(move.step, last), _down(1 - move.after)) for move in studied.moves]
    if studied.moves:
        points.insert(0, (_across(0, last), _down(1 - studied.moves[0].before)))
    line = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    yield f'<path d="M0 {TALL / 2}H{WIDE}" stroke="#888" stroke-dasharray="3 5"/>'
    if line:
        yield f'<path d="M{line}" fill="none" stroke="{COLOURS[0]}" stroke-width="2.5"/>'
    for move in studied.moves:
        if move.verdict:
            yield _sign(SIGNS[move.verdict], _across(move.step, last), _down(1 - move.after), "#222")


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
