"""What becomes of a plan in imagined worlds."""

from __future__ import annotations

from typing import Final

from cartable.bots.catatac.choice import END, OTHER, look, weigh
from cartable.bots.catatac.endings import SURE
from cartable.bots.catatac.playout import played
from cartable.bots.catatac.position import (
    ASKED,
    AT_ONCE,
    DISTRACTED,
    FULL,
    HANDS,
    LEFT,
    LET_PASS,
    ME,
    PILE,
    ROOM,
    SEATS,
    SIZES,
    TURN,
    YARN,
    World,
    chose,
    clan_of,
    finish,
    lay,
    on_alley,
)
from cartable.bots.catatac.tables import NONE, best_end
from cartable.bots.compiled import Numbers, compiled

LAYS, ACTS, DECLINES, DISTRACTS = range(4)
"""What a plan does: lay a card, act with the card just laid, decline or wait, distract."""

DEPTH: Final = 3
"""How many cards are laid in a world before the seat that imagines it looks again, in its own turn."""


@compiled
def begin(world: World, number: int, kind: int, card: int, end: int, other: int) -> None:
    """Begin a world with a plan of the seat that imagines it."""
    now = world.now
    for i in range(ROOM):
        now[i] = world.dealt[number * ROOM + i]
    me = now[ME]
    if kind == DECLINES:
        now[ASKED] &= ~(1 << me)
        if me == now[TURN] and not on_alley(now[YARN]):
            chose(now, me, LET_PASS)
    elif kind == DISTRACTS:
        finish(now, now[YARN], NONE)
        now[DISTRACTED] = 1 - clan_of(now, me)
    elif kind == ACTS:
        finish(now, end, other)
    else:
        slot = 0
        while now[HANDS + FULL * me + slot] != card:
            slot += 1
        lay(world, me, slot, end, other)


@compiled
def tried(
    world: World, root: Numbers, kind: int, card: int, end: int, fallen: int, worlds: int, alike: bool
) -> int:
    """Try a plan in this many worlds, and return the sum of the chances of the clan that tries it.

    The other clan takes the best at once, or plays alike in every other world.
    """
    guessed(world, root, kind, card, end, fallen)
    total, end, other = 0, world.choice[END], world.choice[OTHER]
    for number in range(worlds):
        world.options[AT_ONCE] = not alike or number & 1
        begin(world, number, kind, card, end, other)
        chance = played(world, DEPTH)
        total += SURE - chance if clan_of(root, root[ME]) else chance
    return total


@compiled
def guessed(world: World, root: Numbers, kind: int, card: int, end: int, fallen: int) -> int:
    """Return what a plan seems worth at first sight; the choice then tells how it ends."""
    now, me, value, choice = world.now, root[ME], world.value, world.choice
    for i in range(ROOM):
        now[i] = root[i]
    for seat in range(now[SEATS]):
        if seat != me:
            now[PILE] -= now[SIZES + seat]
    if kind in (DECLINES, DISTRACTS):
        end = now[YARN]
    if kind == DECLINES:
        look(world, me, now[TURN], now[SIZES + me], now[LEFT])
    else:
        lays = int(kind == LAYS)
        look(world, me, (now[TURN] + 1) % now[SEATS], now[SIZES + me] - lays, now[LEFT] - lays)
    choice[END], choice[OTHER] = end, NONE
    if fallen == NONE:
        weigh(world, me, card if kind == LAYS else NONE, 1 << end)
        return value[end]
    white, black = world.tosses[fallen], world.tosses[fallen + 1]
    weigh(world, me, card if kind == LAYS else NONE, world.ends[white] | world.ends[black])
    choice[END] = best_end(world.ends, white, value, 0)
    choice[OTHER] = best_end(world.ends, black, value, 0)
    return (value[choice[END]] + value[choice[OTHER]]) >> 1
