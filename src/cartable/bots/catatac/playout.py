"""Playing on in an imagined world until the seat that imagines it is in turn again."""

from __future__ import annotations

from typing import Final

from cartable.bots.catatac.choice import END, OTHER, SLOT, WORTH, choose, grab
from cartable.bots.catatac.endings import SURE
from cartable.bots.catatac.position import (
    ASKED,
    AT_ONCE,
    DISTRACTED,
    FULL,
    HANDS,
    LEFT,
    LET_PASS,
    ME,
    SEATS,
    SIZES,
    TURN,
    YARN,
    World,
    chose,
    clan_of,
    ending,
    lay,
    on_alley,
    pass_on,
    succeed,
)
from cartable.bots.catatac.tables import FACTS, NONE, TOGETHER
from cartable.bots.compiled import compiled

FURTHER: Final = 8
"""It stops this many cards later, whoever's turn it is."""


@compiled
def pick(world: World, seat: int, must: bool, may_wait: bool) -> None:
    """Choose what a seat does, or that it does not counter or cooperate."""
    now = world.now
    if world.options[AT_ONCE] and clan_of(now, seat) != clan_of(now, now[ME]):
        grab(world, seat, must)
    else:
        choose(world, seat, must, may_wait)


@compiled
def cooperates(world: World, seat: int) -> bool:
    """Return whether a seat holds a card with which it could cooperate."""
    first = HANDS + FULL * seat
    for i in range(first, first + world.now[SIZES + seat]):
        if world.facts[world.now[i] * FACTS + TOGETHER]:
            return True
    return False


@compiled
def together(world: World) -> bool:
    """Let a teammate of the seat in turn cooperate if it will."""
    now, choice = world.now, world.choice
    for ahead in range(2, now[SEATS], 2):
        mate = (now[TURN] + ahead) % now[SEATS]
        if now[ASKED] >> mate & 1 and cooperates(world, mate):
            pick(world, mate, True, True)
            if choice[SLOT] != NONE:
                lay(world, mate, choice[SLOT], choice[END], choice[OTHER])
                return True
            now[ASKED] &= ~(1 << mate)
    return False


@compiled
def defended(world: World) -> bool:
    """Return whether the store that was tried is countered."""
    now, choice = world.now, world.choice
    if now[ASKED] >> now[TURN] & 1 and now[SIZES + now[TURN]]:
        pick(world, now[TURN], False, True)
        if choice[SLOT] != NONE:
            lay(world, now[TURN], choice[SLOT], choice[END], choice[OTHER])
            return True
        chose(now, now[TURN], LET_PASS)
    return together(world)


@compiled
def played(world: World, depth: int) -> int:
    """Play n cards and on to the seat's next turn, and return White's chances then."""
    now, choice = world.now, world.choice
    while now[LEFT]:
        turn = now[TURN]
        if not on_alley(now[YARN]):
            if defended(world):
                depth -= 1
            elif not succeed(world):
                return ending(world)
        elif now[DISTRACTED] != clan_of(now, turn) and together(world):
            depth -= 1
        elif now[SIZES + turn] == 0:
            pass_on(now)
        elif depth <= 0 and (turn == now[ME] or depth <= -FURTHER):
            choose(world, turn, False, False)
            return SURE - choice[WORTH] if clan_of(now, turn) else choice[WORTH]
        else:
            pick(world, turn, False, False)
            lay(world, turn, choice[SLOT], choice[END], choice[OTHER])
            depth -= 1
    if not on_alley(now[YARN]):
        succeed(world)
    return ending(world)
