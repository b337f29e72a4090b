"""How a game is likely to end when nothing is known of the hands: exact sums over how a turn usually goes.

Chances are whole numbers of 2^20, and White's: how likely it is to win, a draw counting half.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final

from cartable.bots.catatac.tables import YARNS, code
from cartable.bots.compiled import Numbers, numbers
from cartable.games.catatac.cards import POINT_CARDS, box
from cartable.games.catatac.yarn import ALLEYS, BLACK, CLANS, NEUTRAL, WHITE, Yarn, doorstep, hideout, rival

SURE: Final = 1 << 20
MOST: Final = 58
"""How many paw cards there can be."""

KINDS: Final = POINT_CARDS + 1
"""A clan has taken 0 to 8 point cards."""

CHANGES: Final = (
    (440, 2, 3, 0, 0, 0, 555),
    (356, 334, 6, 0, 0, 0, 304),
    (245, 270, 306, 0, 0, 0, 179),
    (53, 47, 425, 375, 43, 42, 15),
    (59, 465, 0, 1, 390, 52, 33),
    (538, 0, 0, 0, 0, 428, 34),
)
"""How a turn changes the yarn, in 1000 cases, as bots play: from each yarn to each, and to an attempt.

Yarns are seen from the clan that plays: its own at 1, 2 or 3 places from its hideout, then the other's.
"""

COUNTERED: Final = 352
"""How many of 1000 attempts are countered."""


@cache
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


@cache
def outlook(cards: str) -> Numbers:
    """Return White's chances by the clan to play, the cards left to lay, both clans' points and the yarn."""
    end = endings(cards)
    found = [0] * (len(CLANS) * (MOST + 1) * KINDS * KINDS * YARNS)
    for left in range(MOST + 1):
        for total in range(POINT_CARDS - 1, -1, -1):
            for white in range(total + 1):
                _fill(found, end, left, white, total - white)
    return numbers(found)


def spot(clan: int, left: int, white: int, black: int) -> int:
    """Return where the chances of such a position begin, one for each yarn."""
    return (((clan * (MOST + 1) + left) * KINDS + white) * KINDS + black) * YARNS


def _fill(found: list[int], end: tuple[int, ...], left: int, white: int, black: int) -> None:
    for clan in CLANS:
        here, other = spot(clan, left, white, black), rival(clan)
        for yarn in (Yarn(place, of) for place in ALLEYS for of in CLANS):
            if left == 0:
                found[here + code(yarn)] = end[white * KINDS + black]
                continue
            there = spot(other, left - 1, white, black)
            chances = CHANGES[_seen(yarn, clan)]
            after = [found[there + of] for of in _ends(clan)]
            found[here + code(yarn)] = sum(map(int.__mul__, chances, after)) // sum(chances)
    for clan in CLANS:
        storing = rival(clan)
        more = white + (storing == WHITE), black + (storing == BLACK)
        if sum(more) == POINT_CARDS or left == 0:
            stored = end[more[0] * KINDS + more[1]]
        else:
            stored = sum(found[spot(clan, left, *more) + code(Yarn(NEUTRAL, of))] for of in CLANS) // 2
        value = stored
        if left:
            out = found[spot(storing, left - 1, white, black) + code(Yarn(doorstep(storing), storing))]
            value = (stored * (1000 - COUNTERED) + out * COUNTERED) // 1000
        for of in CLANS:
            found[spot(clan, left, white, black) + code(Yarn(hideout(storing), of))] = value


def _seen(yarn: Yarn, clan: int) -> int:
    far = abs(yarn.place - hideout(yarn.clan))
    return far - 1 if yarn.clan == clan else far + 2


@cache
def _ends(clan: int) -> list[int]:
    """Return the yarns of a row of changes."""
    us = CLANS[clan]
    return [
        *(code(Yarn(place, of)) for of in (us, rival(us)) for place in sorted(ALLEYS, reverse=of == BLACK)),
        code(Yarn(hideout(us), us)),
    ]
