"""Learning: how the weights come about, from games of the search against itself, one card ahead.

After a game the odds of each position are drawn towards those of the one after it (temporal differences), and
the last ones towards the result. Weights that moved often move less (Adagrad).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final

from cartable.bots.compiled import Fractions, Numbers, blank, compiled, fractions, numbers
from cartable.bots.karta.board import AXES, LAST, SIDE, WINDOWS, backwards
from cartable.bots.karta.search import (
    BOTTOM,
    DOTS,
    FRAME,
    LEFT,
    LINE,
    RIGHT,
    ROOM,
    TOKENS,
    TOP,
    WON,
    KartaMind,
    back,
    expand,
    ground,
    mind,
    step,
)
from cartable.bots.karta.weights import DOT, ROW, TOKEN, UNIT
from cartable.core import Chance

FINE: Final = 256
"""Learning takes steps that are this much finer than the weights of play."""

RATE: Final = 0.03
TRUST: Final = 0.7
"""How far a position believes the rest of the game, and not only the position after it."""

MARGIN: Final = 0.3
"""How much of the result is its margin: the odds of a token's lead are e to the 1.2."""

ASTRAY: Final = 10
AMONG: Final = 30
"""One card in ten is drawn among the thirty best, so that other positions are met as well."""


def beginner() -> list[int]:
    """Return the weights of someone who counts tokens, and dots if those are tied."""
    row = [0] * ROW
    row[TOKEN], row[DOT] = UNIT, UNIT // LINE
    return row * (LAST + 2)


def learn(weights: Sequence[int], games: int, seed: bytes) -> list[int]:
    """Return the weights, row after row, after this many more games."""
    fine = numbers((FINE * weight for weight in weights), "int32")
    moved = fractions(len(weights))
    found = blank(ROW)
    for game in range(games):
        _game(fine, moved, found, Chance(seed, game))
    return [round(weight / FINE) for weight in fine]


def _game(weights: Numbers, moved: Fractions, found: Numbers, chance: Chance) -> None:
    red = sum(1 << card for card in chance.shuffled(range(LAST + 1))[: (LAST + 1) // 2])
    thinking = mind(red, (1 << LAST + 1) - 1 - red, (), 0)._replace(weights=weights)
    laid: list[int] = []
    odds: list[float] = []
    astray: list[bool] = []
    for turn in range(LAST + 1):
        strays = turn < LAST and chance.below(ASTRAY) == 0
        kept = expand(thinking, turn, ground(thinking, turn), AMONG if strays else 1, 2 * WON)
        if kept == 0:
            break
        value = int(thinking.values[ROOM * turn])
        odds.append(chances((-value if turn % 2 else value) / (FINE * UNIT)))
        astray.append(strays)
        laid.append(int(thinking.places[ROOM * turn + (chance.below(kept) if strays else 0)]))
        step(thinking, turn, laid[-1])
    end = FRAME * len(laid)
    lead = int(thinking.frames[end + TOKENS]) * LINE + int(thinking.frames[end + DOTS])
    result = (1 + (lead > 0) - (lead < 0)) / 2
    aim = result + MARGIN * (chances(1.2 * lead / LINE) - result)
    for turn in range(len(laid) - 1, 0, -1):
        back(thinking, turn, laid[turn])
        if turn < len(laid) - 1:
            aim = odds[turn] if astray[turn] else odds[turn] + TRUST * (aim - odds[turn])
        adjust(thinking, turn, aim, moved, found)


@compiled
def chances(value: float) -> float:
    """Return how likely red wins, from the logarithm of its odds."""
    return 1 / (1 + exp(-value))


@compiled
def adjust(mind: KartaMind, turn: int, aim: float, moved: Fractions, found: Numbers) -> None:
    """Draw the value of the position with this many cards towards the aim; `found` is for counting."""
    frames, weights, now, row = mind.frames, mind.weights, FRAME * turn, ROW * turn
    found[TOKEN], found[DOT] = frames[now + TOKENS], frames[now + DOTS]
    for axis in AXES:
        for y in range(frames[now + TOP] - 3, frames[now + BOTTOM] + 4):
            for x in range(frames[now + LEFT] - 3, frames[now + RIGHT] + 4):
                window = 0
                for i in range(4):
                    window = window << 3 | mind.grid[y * SIDE + x + i * axis]
                found[min(window, backwards(window))] += 1
    found[0] = 0
    value = 0.0
    for i in range(ROW):
        value += found[i] * weights[row + i]
    missed = aim - chances(value / (FINE * UNIT))
    for i in range(ROW):
        if found[i]:
            slope = missed * found[i]
            moved[row + i] += slope * slope
            weights[row + i] += round(FINE * UNIT * RATE * slope / sqrt(moved[row + i] + 0.1))
            if i < WINDOWS:
                weights[row + backwards(i)] = weights[row + i]
        found[i] = 0
