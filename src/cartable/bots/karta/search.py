"""The search: alpha-beta over the placements that look best, and over all of them at the end.

A node is a placement that is looked at and valued. A placement is one number: its corner times 128 plus its
stamp. Values are those of the side to move; a search that is past its limit returns any number.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cartable.bots.compiled import Numbers, blank, compiled, numbers
from cartable.bots.karta.board import (
    CELLS,
    LAST,
    MIDDLE,
    SECOND,
    SIDE,
    STAMPS,
    around,
    empty,
    fits,
    lay,
    lift,
    shape_of,
    spares,
    weighed,
)
from cartable.bots.karta.weights import DOT, ROW, TOKEN, WEIGHTS

WON: Final = 1 << 24
"""What a won game is worth, more than any guess; the lead is added to it."""

LINE: Final = 64
"""What a token is worth in the lead of a finished game: more than all dots together."""

ROOM: Final = 4096
"""More placements than are ever kept at one turn."""

KILLERS: Final = 4
"""How many placements that refuted a neighbour are tried before all others."""

FRAME: Final = 8
LEFT, TOP, RIGHT, BOTTOM, TOKENS, DOTS, RED, BLUE = range(FRAME)
"""What is known of a turn: where the cards lie, red's lead in tokens and dots, and both hands as bits."""

NODES, LIMIT = range(2)
"""What a search counts: the nodes so far, and how many it may have."""


class KartaMind(NamedTuple):
    """All that one search reads and writes; what there is for every turn lies in a row."""

    grid: Numbers
    frames: Numbers
    saved: Numbers
    values: Numbers
    places: Numbers
    killers: Numbers
    widths: Numbers
    tally: Numbers
    weights: Numbers


def mind(red: int, blue: int, widths: tuple[int, ...], limit: int, corner: bool = False) -> KartaMind:
    """Return a mind before the first card, with the hands as bits and the widths by the cards still ahead."""
    turns, middle = LAST + 2, SIDE // 2
    start = (middle, middle, middle - 1, middle - 1, 0, 0, red, blue)
    return KartaMind(
        empty(corner),
        numbers((*start, *(0,) * (FRAME * (turns - 1)))),
        blank(CELLS * turns, "int8"),
        blank(ROOM * turns),
        blank(ROOM * turns),
        numbers((-1,) * (KILLERS * turns)),
        numbers(widths),
        numbers((0, limit)),
        WEIGHTS,
    )


@compiled
def step(mind: KartaMind, turn: int, place: int) -> None:
    """Lay a card and write the next turn's frame."""
    corner, stamp = divmod(place, STAMPS)
    shape, card = shape_of(stamp), stamp >> 3
    _, before = around(mind.grid, mind.weights, 0, shape, corner)
    gained = lay(mind.grid, stamp, corner, mind.saved, CELLS * turn)
    _, after = around(mind.grid, mind.weights, 0, shape, corner)
    y, x = divmod(corner, SIDE)
    frames, now, then = mind.frames, FRAME * turn, FRAME * (turn + 1)
    frames[then + LEFT] = min(frames[now + LEFT], x)
    frames[then + TOP] = min(frames[now + TOP], y)
    frames[then + RIGHT] = max(frames[now + RIGHT], x + 1 + shape)
    frames[then + BOTTOM] = max(frames[now + BOTTOM], y + 2 - shape)
    frames[then + TOKENS] = frames[now + TOKENS] + after - before
    frames[then + DOTS] = frames[now + DOTS] + gained
    frames[then + RED] = frames[now + RED] & ~(1 << card)
    frames[then + BLUE] = frames[now + BLUE] & ~(1 << card)


@compiled
def back(mind: KartaMind, turn: int, place: int) -> None:
    """Take the card of this turn away again."""
    corner, stamp = divmod(place, STAMPS)
    lift(mind.grid, shape_of(stamp), corner, mind.saved, CELLS * turn)


@compiled
def finished(tokens: int, dots: int) -> int:
    """Return what a finished game is worth to red (KARTA-16)."""
    lead = tokens * LINE + dots
    return lead + WON * ((lead > 0) - (lead < 0))


@compiled
def ground(mind: KartaMind, turn: int) -> int:
    """Return the weights of all windows before a card of this turn, by the measure of after it."""
    if turn == LAST:
        return 0
    frames, now = mind.frames, FRAME * turn
    return weighed(
        mind.grid, mind.weights, ROW * (turn + 1),
        frames[now + LEFT], frames[now + TOP], frames[now + RIGHT], frames[now + BOTTOM],
    )  # fmt: skip


@compiled
def valued(mind: KartaMind, turn: int, stamp: int, corner: int, base: int, tokens: int) -> int:
    """Return what a placement is worth to the side to move.

    `base` is the weight of all windows but the card's, `tokens` red's lead on all lines but the card's.
    """
    mind.tally[NODES] += 1
    weights, row = mind.weights, ROW * (turn + 1)
    gained = lay(mind.grid, stamp, corner, mind.saved, CELLS * turn)
    weight, lines = around(mind.grid, weights, row, shape_of(stamp), corner)
    lift(mind.grid, shape_of(stamp), corner, mind.saved, CELLS * turn)
    dots = mind.frames[FRAME * turn + DOTS] + gained
    if turn == LAST:
        value = finished(tokens + lines, dots)
    else:
        value = base + weight + (tokens + lines) * weights[row + TOKEN] + dots * weights[row + DOT]
    return -value if turn & 1 else value


@compiled
def appraise(mind: KartaMind, turn: int, place: int, base: int) -> int:
    """Return what one placement, which must be allowed, is worth to the side to move, on this ground."""
    corner, stamp = divmod(place, STAMPS)
    before, lines = around(mind.grid, mind.weights, ROW * (turn + 1), shape_of(stamp), corner)
    tokens = mind.frames[FRAME * turn + TOKENS] - lines
    return valued(mind, turn, stamp, corner, base - before, tokens)


@compiled
def expand(mind: KartaMind, turn: int, base: int, width: int, enough: int) -> int:
    """Value every placement, keep the best `width` in order, and return how many are kept.

    `base` is the ground. It ends early with a placement that is worth more than `enough`.
    """
    frames, now = mind.frames, FRAME * turn
    hand = frames[now + BLUE] if turn & 1 else frames[now + RED]
    values, places, at = mind.values, mind.places, ROOM * turn
    kept = 0
    for shape in range(2):
        for y in range(frames[now + TOP] - 3 + shape, frames[now + BOTTOM] + 2):
            for x in range(frames[now + LEFT] - 2 - shape, frames[now + RIGHT] + 2):
                corner = y * SIDE + x
                if corner != MIDDLE if turn == 0 else not fits(mind.grid, shape, corner, turn):
                    continue
                before, lines = around(mind.grid, mind.weights, ROW * (turn + 1), shape, corner)
                tokens = frames[now + TOKENS] - lines
                for card in range(LAST + 1):
                    if not hand >> card & 1:
                        continue
                    for way in range(4):
                        stamp = card << 3 | (way & 2) << 1 | shape << 1 | way & 1
                        if turn == SECOND and not spares(mind.grid, stamp, corner):
                            continue
                        value = valued(mind, turn, stamp, corner, base - before, tokens)
                        if kept == width:
                            if value <= values[at + kept - 1]:
                                continue
                            kept -= 1
                        slot = at + kept
                        while slot > at and values[slot - 1] < value:
                            values[slot], places[slot] = values[slot - 1], places[slot - 1]
                            slot -= 1
                        values[slot], places[slot] = value, corner * STAMPS + stamp
                        kept += 1
                        if value > enough:
                            return kept
    return kept


@compiled
def leaf(mind: KartaMind, turn: int, beta: int) -> int:
    """Return what the best placement is worth, or any that is worth beta."""
    hand = mind.frames[FRAME * turn + (BLUE if turn & 1 else RED)]
    killers, at, base = mind.killers, KILLERS * turn, ground(mind, turn)
    for i in range(at, at + KILLERS):
        corner, stamp = divmod(killers[i], STAMPS)
        # The second turn has rules of its own for every card, and no need of speed.
        if killers[i] < 0 or turn <= SECOND or not hand >> (stamp >> 3) & 1:
            continue
        if fits(mind.grid, shape_of(stamp), corner, turn):
            value = appraise(mind, turn, killers[i], base)
            if value >= beta:
                return value
    if expand(mind, turn, base, 1, beta - 1) == 0:
        # Only the last card can have nowhere to lie, and it is blue's (KARTA-12).
        frames = mind.frames
        return -finished(frames[FRAME * turn + TOKENS], frames[FRAME * turn + DOTS])
    value = mind.values[ROOM * turn]
    if value >= beta:
        for i in range(at + KILLERS - 1, at, -1):
            killers[i] = killers[i - 1]
        killers[at] = mind.places[ROOM * turn]
    return value


@compiled
def seek(mind: KartaMind, turn: int, depth: int, alpha: int, beta: int) -> int:
    """Return what the position is worth to the side to move, looking `depth` cards ahead."""
    tally = mind.tally
    if depth == 1 or turn == LAST:
        return leaf(mind, turn, beta)
    best = -2 * WON
    # The last two cards are searched whole.
    width = ROOM if turn == LAST - 1 else mind.widths[depth]
    kept = expand(mind, turn, ground(mind, turn), width, -best)
    for i in range(ROOM * turn, ROOM * turn + kept):
        place = mind.places[i]
        low = max(alpha, best)
        step(mind, turn, place)
        if i == ROOM * turn:
            value = -seek(mind, turn + 1, depth - 1, -beta, -low)
        else:
            value = -seek(mind, turn + 1, depth - 1, -low - 1, -low)
            if low < value < beta:
                value = -seek(mind, turn + 1, depth - 1, -beta, -value)
        back(mind, turn, place)
        if tally[NODES] >= tally[LIMIT]:
            break
        best = max(best, value)
        if best >= beta:
            break
    return best
