"""Imagined worlds: hands that fit what everybody saw, and what becomes of a plan in them."""

from __future__ import annotations

from typing import Final

from cartable.bots.catatac.outlook import SURE
from cartable.bots.catatac.playout import (
    ACTS,
    ASKED,
    DECLINES,
    DISTRACTED,
    DISTRACTS,
    END,
    FALLEN,
    FULL,
    HANDS,
    HOCKEY,
    LAYS,
    LEFT,
    LOTS,
    ME,
    NEVER,
    PILE,
    ROOM,
    SEATS,
    SIZES,
    SLOT,
    TOP,
    TURN,
    UNSEEN,
    YARN,
    World,
    appraise,
    below,
    best_end,
    best_of,
    clan_of,
    declined,
    ending,
    finish,
    given,
    lay,
    node_of,
    on_alley,
    played,
    rights_of,
    settled,
    waited,
)
from cartable.bots.catatac.tables import COUNTERS, FACTS, HELD, NONE, SLOTS, YARNS
from cartable.bots.compiled import Numbers, compiled

TRIES: Final = 16
"""So many deals are looked at, at most, for one that explains what the seats did."""

SURELY: Final = 1024
HARDLY: Final = 50
"""How likely it is, of 1024, that a seat does what looks best to it, and what does not at all."""

HALF: Final = 5
"""What looks worse by half a place of the yarn is half as likely."""

CHOICE: Final = 5
"""How many numbers say what a seat chose: the seat, its card, the yarn, the top, whether it drew."""

PLAN: Final = 5
FEW: Final = 4
GLANCES: Final = 8
NEAR: Final = 4
"""A seat that thinks in an imagined world tries the few best plans in so many worlds, so many cards deep."""


@compiled
def deal(world: World, root: Numbers, lots: int) -> None:
    """Begin a world: the root, with the cards that are not seen dealt to the other hands."""
    now = world.now
    for i in range(ROOM):
        now[i] = root[i]
    now[LOTS] = lots
    unseen = now[PILE]
    for seat in range(now[SEATS]):
        if seat == now[ME]:
            continue
        for i in range(now[SIZES + seat]):
            picked = UNSEEN + below(now, unseen)
            unseen -= 1
            now[HANDS + FULL * seat + i] = now[picked]
            now[picked] = now[UNSEEN + unseen]
    now[PILE] = unseen


@compiled
def likely(world: World, seat: int, at: int) -> int:
    """Return how likely the hand of the past makes what its seat did then, if it took the best at once."""
    now, past, hand, facts = world.now, world.past, world.hand, world.facts
    laid, yarn, turn, top = past[at + 1], past[at + 2], now[TURN], now[TOP]
    clan, window = clan_of(now, seat), not on_alley(yarn)
    for i in range(YARNS):
        world.value[i] = world.hopes[clan * YARNS + i]
    now[TURN], now[TOP] = seat, past[at + 3]
    best, mine = NEVER, NEVER
    for i in range(1, hand[0] + 1):
        card = hand[i]
        if window and not facts[card * FACTS + COUNTERS] and not world.options[HOCKEY]:
            continue
        worth = best_of(world, node_of(world, seat, card, rights_of(world, seat, card), yarn))[1]
        if worth == NEVER:
            continue
        worth -= facts[card * FACTS + HELD]
        best = max(best, worth)
        if card == laid:
            mine = worth
    now[TURN], now[TOP] = turn, top
    if laid == NONE:
        return SURELY if best == NEVER else HARDLY
    return max(HARDLY, SURELY >> min(10, (best - mine) // HALF)) if mine != NEVER else SURELY


@compiled
def explained(world: World) -> bool:
    """Draw by lots whether this deal stands, the rarer the worse it explains what the seats did."""
    now, past, hand = world.now, world.past, world.hand
    chance, seat, lot = SURELY, NONE, below(now, SURELY)
    for at in range(1, 1 + CHOICE * past[0], CHOICE):
        if seat != past[at]:
            seat = past[at]
            hand[0] = now[SIZES + seat]
            for i in range(hand[0]):
                hand[1 + i] = now[HANDS + FULL * seat + i]
        if past[at + 1] != NONE:
            if past[at + 4] and hand[0]:
                hand[1 + below(now, hand[0])] = hand[hand[0]]
                hand[0] -= 1
            hand[0] += 1
            hand[hand[0]] = past[at + 1]
        chance = chance * likely(world, seat, at) >> 10
        if chance <= lot:
            return False
    return True


@compiled
def imagined(world: World, root: Numbers, seed: int, worlds: int) -> None:
    """Write the lots of so many worlds that explain what the seats did, as far as they are found."""
    now = world.now
    for number in range(worlds):
        now[LOTS] = (seed + number) * 2654435761 & 0xFFFFFFFF | 1
        for _ in range(4):
            below(now, 2)
        world.lots[number] = now[LOTS]
        for _ in range(TRIES * (world.past[0] > 0)):
            world.lots[number] = now[LOTS]
            deal(world, root, now[LOTS])
            if explained(world):
                break


@compiled
def begin(world: World, root: Numbers, lots: int, kind: int, card: int, end: int, fallen: int) -> None:
    """Begin a world with a plan of the seat that imagines it."""
    now, me = world.now, root[ME]
    clan = clan_of(root, me)
    deal(world, root, lots)
    if kind == DECLINES:
        now[ASKED] &= ~(1 << me)
    elif kind == DISTRACTS:
        finish(world, now[YARN], NONE)
        now[DISTRACTED] = 1 - clan
    elif kind == ACTS:
        appraise(world, clan, now[LEFT])
        finish(world, end, fallen)
    else:
        appraise(world, clan, now[LEFT] - 1)
        slot = 0
        while now[HANDS + FULL * me + slot] != card:
            slot += 1
        lay(world, me, slot, end, fallen)


@compiled
def tried(
    world: World, root: Numbers, kind: int, card: int, end: int, fallen: int, worlds: int, depth: int
) -> int:
    """Try a plan in the first worlds, and return the sum of the chances of the clan that tries it."""
    total = 0
    for number in range(worlds):
        begin(world, root, world.lots[number], kind, card, end, fallen)
        chance = played(world, depth)
        total += SURE - chance if clan_of(root, root[ME]) else chance
    return total


@compiled
def guessed(world: World, root: Numbers, kind: int, card: int, end: int, fallen: int) -> int:
    """Return what a plan seems worth at first sight."""
    now, clan = world.now, clan_of(root, root[ME])
    for i in range(ROOM):
        now[i] = root[i]
    if kind == DECLINES and not on_alley(now[YARN]):
        return declined(world, clan)
    appraise(world, clan, now[LEFT] - (kind == LAYS))
    if kind in (DECLINES, DISTRACTS):
        return world.value[now[YARN]]
    if end != NONE:
        worth = world.value[end]
    else:
        white, black = best_end(world, world.tosses[fallen]), best_end(world, world.tosses[fallen + 1])
        worth = (world.value[white] + world.value[black]) >> 1
    if kind == LAYS:
        worth -= given(world, now[ME], card, end)
    return worth


@compiled
def noted(world: World, count: int, kind: int, card: int, end: int, fallen: int) -> int:
    """Keep a plan if it is one of the few that seem best; return how many are kept."""
    plans = world.plans
    worth = guessed(world, world.root, kind, card, end, fallen)
    at = min(count, FEW)
    while at and plans[at * PLAN - 1] < worth:
        for i in range(PLAN):
            plans[at * PLAN + i] = plans[at * PLAN - PLAN + i]
        at -= 1
    at *= PLAN
    plans[at], plans[at + 1], plans[at + 2], plans[at + 3], plans[at + 4] = kind, card, end, fallen, worth
    return min(count + 1, FEW)


@compiled
def thought(world: World, inner: World) -> None:
    """Let the seat in turn think about its choice, in worlds of its own that know nothing of the others."""
    now, root, plans, choice = world.now, inner.root, inner.plans, world.choice
    seat = now[TURN]
    for i in range(ROOM):
        root[i] = now[i]
    root[ME] = seat
    for other in range(now[SEATS]):
        if other != seat:
            for i in range(now[SIZES + other]):
                root[UNSEEN + root[PILE]] = now[HANDS + FULL * other + i]
                root[PILE] += 1
    window, count = not on_alley(now[YARN]), 0
    if window:
        count = noted(inner, count, DECLINES, NONE, NONE, NONE)
    for slot in range(now[SIZES + seat]):
        card = now[HANDS + FULL * seat + slot]
        if window and not now[ASKED] >> seat & 1:
            continue
        if window and not world.facts[card * FACTS + COUNTERS] and not world.options[HOCKEY]:
            continue
        node = node_of(world, seat, card, rights_of(world, seat, card), now[YARN])
        for yarn in range(YARNS):
            if world.ends[node] >> yarn & 1:
                count = noted(inner, count, LAYS, card, yarn, NONE)
        for at in range(node * SLOTS * 2, (node + 1) * SLOTS * 2, 2):
            if world.tosses[at] != NONE:
                count = noted(inner, count, LAYS, card, NONE, at)
    best, most = 0, NEVER
    if count > 1:
        imagined(inner, root, below(now, 1 << 30), GLANCES)
    for at in range(0, count * PLAN * (count > 1), PLAN):
        kind, card, end, fallen = plans[at], plans[at + 1], plans[at + 2], plans[at + 3]
        worth = 2 * plans[at + 4] + tried(inner, root, kind, card, end, fallen, GLANCES, NEAR)
        if worth > most:
            best, most = at, worth
    choice[SLOT] = NONE
    if plans[best] == LAYS:
        choice[SLOT], choice[END], choice[FALLEN] = 0, plans[best + 2], plans[best + 3]
        while now[HANDS + FULL * seat + choice[SLOT]] != plans[best + 1]:
            choice[SLOT] += 1
        appraise(world, clan_of(now, seat), now[LEFT] - 1)


@compiled
def pondered(
    world: World,
    inner: World,
    root: Numbers,
    kind: int,
    card: int,
    end: int,
    fallen: int,
    worlds: int,
    depth: int,
    replies: int,
) -> int:
    """Try a plan as `tried` does, in worlds where the first replies are thought over."""
    now, total = world.now, 0
    for number in range(worlds):
        begin(world, root, world.lots[number], kind, card, end, fallen)
        to_think, left, chance = replies, depth, NONE
        while to_think and now[LEFT] and chance == NONE:
            laid = waited(world)
            if laid == NONE:
                to_think -= on_alley(now[YARN])
                thought(world, inner)
                laid = settled(world)
                if laid == NONE:
                    chance = ending(world)
            left -= laid
        if chance == NONE:
            chance = played(world, left)
        total += SURE - chance if clan_of(root, root[ME]) else chance
    return total
