"""Imagined worlds: hands that fit what everybody saw, and what becomes of a plan in them."""

from __future__ import annotations

from typing import Final

from cartable.bots.catatac.choice import END, OTHER, RARE, look, weigh
from cartable.bots.catatac.endings import SURE
from cartable.bots.catatac.learned import NUMBERS
from cartable.bots.catatac.playout import played
from cartable.bots.catatac.position import (
    ASKED,
    AT_ONCE,
    DISTRACTED,
    FULL,
    HANDS,
    HOCKEY,
    LEFT,
    LET_PASS,
    LOTS,
    ME,
    PILE,
    ROOM,
    SEATS,
    SIZES,
    TOP,
    TURN,
    UNSEEN,
    YARN,
    World,
    below,
    chose,
    clan_of,
    finish,
    lay,
    node_of,
    on_alley,
    rights_of,
)
from cartable.bots.catatac.tables import COUNTERS, FACTS, GRAB, HELD, NEVER, NONE, NUMBER, best_end
from cartable.bots.compiled import Numbers, compiled

LAYS, ACTS, DECLINES, DISTRACTS = range(4)
"""What a plan does: lay a card, act with the card just laid, say no or wait, distract."""

DEPTH: Final = 3
"""How many cards are laid in a world before the seat that imagines it looks again, in its own turn."""

TRIES: Final = 16
"""So many hands are looked at, at most, for one that explains what its seat did."""

CERTAIN: Final = 1 << 24
SURELY: Final = 1024
HARDLY: Final = 50
"""How likely it is, of 1024, that a seat does what looks best to it, and what does not at all."""

HALF: Final = 2
"""What looks worse by as much as one card that was seen more of is half as likely."""

CHOICE: Final = 5 + NUMBERS
"""How many numbers say what a seat chose: the seat, its card, the yarn, the top, whether it drew, and how
many cards of each number lay on the discard then."""


@compiled
def likely(world: World, seat: int, at: int) -> int:
    """Return how likely the hand of the past makes what its seat did then, if it took the best at once."""
    now, past, hand, facts = world.now, world.past, world.hand, world.facts
    laid, yarn, turn, top = past[at + 1], past[at + 2], now[TURN], now[TOP]
    window = not on_alley(yarn)
    now[TURN], now[TOP] = seat, past[at + 3]
    for number in range(NUMBERS):
        world.own[number] = 0
    for i in range(1, hand[0] + 1):
        world.own[facts[hand[i] * FACTS + NUMBER]] += 1
    best, mine = NEVER, NEVER
    for i in range(1, hand[0] + 1):
        card = hand[i]
        if window and not facts[card * FACTS + COUNTERS] and not world.options[HOCKEY]:
            continue
        node = node_of(world, seat, card, rights_of(world, seat, card), yarn)
        worth = world.grabs[node * GRAB]
        if worth == NEVER:
            continue
        number = facts[card * FACTS + NUMBER]
        worth += RARE * (past[at + 5 + number] + world.own[number]) - facts[card * FACTS + HELD]
        best = max(best, worth)
        if card == laid:
            mine = worth
    now[TURN], now[TOP] = turn, top
    if laid == NONE:
        return SURELY if best == NEVER else HARDLY
    return max(HARDLY, SURELY >> min(10, (best - mine) // HALF)) if mine != NEVER else SURELY


@compiled
def explained(world: World, seat: int) -> int:
    """Return how well the hand that is tried explains what its seat did last."""
    now, past, hand = world.now, world.past, world.hand
    chance = CERTAIN
    for at in range(1, 1 + CHOICE * past[0], CHOICE):
        if past[at] != seat:
            continue
        if past[at + 1] != NONE:
            if past[at + 4] and hand[0]:
                hand[1 + below(now, hand[0])] = hand[hand[0]]
                hand[0] -= 1
            hand[0] += 1
            hand[hand[0]] = past[at + 1]
        chance = chance * likely(world, seat, at) >> 10
    return chance + 1


@compiled
def deal(world: World, seat: int) -> None:
    """Deal a hand of the cards that are not seen: one of several, the likelier the better it explains."""
    now, hand = world.now, world.hand
    mine, size, total = HANDS + FULL * seat, now[SIZES + seat], 0
    end = UNSEEN + now[PILE]
    for _ in range(TRIES):
        for i in range(size):
            other = UNSEEN + below(now, now[PILE] - i)
            now[end - 1 - i], now[other] = now[other], now[end - 1 - i]
            hand[1 + i] = now[end - 1 - i]
        hand[0] = size
        chance = explained(world, seat)
        total += chance
        if below(now, total) < chance:
            for i in range(size):
                now[mine + i] = now[end - 1 - i]
        if chance > CERTAIN:
            break
    for i in range(size):
        at = UNSEEN
        while now[at] != now[mine + i]:
            at += 1
        now[PILE] -= 1
        now[at] = now[UNSEEN + now[PILE]]


@compiled
def imagined(world: World, root: Numbers, seed: int, worlds: int) -> None:
    """Write down so many worlds: the root, with the cards that are not seen dealt to the other hands."""
    now, dealt = world.now, world.dealt
    for number in range(worlds):
        for i in range(ROOM):
            now[i] = root[i]
        now[LOTS] = (seed + number) * 2654435761 & 0xFFFFFFFF | 1
        for _ in range(4):
            below(now, 2)
        for seat in range(now[SEATS]):
            if seat != now[ME]:
                deal(world, seat)
        for i in range(ROOM):
            dealt[number * ROOM + i] = now[i]


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
    """Try a plan in so many worlds, and return the sum of the chances of the clan that tries it.

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
