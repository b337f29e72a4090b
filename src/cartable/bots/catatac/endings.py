"""How a game ends: what the point cards that nobody has seen may add up to.

Chances are whole numbers of 2^20, and White's: how likely it is to win, a draw counting half.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final

from cartable.games.catatac.cards import POINT_CARDS, box
from cartable.games.catatac.yarn import BLACK, CLANS, WHITE

SURE: Final = 1 << 20
MOST: Final = 58
"""How many paw cards there can be."""

KINDS: Final = POINT_CARDS + 1
"""A clan has taken 0 to 8 point cards."""


@lru_cache(maxsize=16)
def endings(cards: str) -> tuple[int, ...]:
    """Return White's chances when the game ends, by the point cards of both clans, which nobody has seen."""
    chosen = box(cards)
    won, all_ = [0] * (KINDS * KINDS), [0] * (KINDS * KINDS)
    treasure = chosen.treasure()
    for takers in product((*CLANS, None), repeat=POINT_CARDS):
        taken = tuple(
            tuple(card for card, by in zip(treasure, takers, strict=True) if by == clan) for clan in CLANS
        )
        white, black = zip(*chosen.tally(taken), strict=True)
        at = len(taken[WHITE]) * KINDS + len(taken[BLACK])
        won[at] += 2 * (white > black) + (white == black)
        all_[at] += 2
    return tuple(SURE * of // max(1, every) for of, every in zip(won, all_, strict=True))
