"""Playing on in an imagined world: every seat does what looks best to it by its own hand alone.

A position is one row of numbers. Chances are White's, of 2^20. Nobody's choice looks at another's hand, so
what is learnt from many worlds is what could be known in the true one.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cartable.bots.catatac.outlook import KINDS, MOST, SURE
from cartable.bots.catatac.tables import (
    BLOCKED,
    COUNTERS,
    FACTS,
    HELD,
    KEEP,
    NONE,
    NUMBER,
    RIGHTS,
    SLOTS,
    TOGETHER,
    YARNS,
)
from cartable.bots.compiled import Numbers, compiled

SEATS, HAND, TURN, YARN, TOP, LAID, WHITE, BLACK = range(8)
PILE, LEFT, DISTRACTED, LOTS, FIRST, ALPHAS, ASKED, ME = range(8, 16)
"""A position: how many seats, how large a full hand, whose turn, the yarn, the top of the discard, who laid
it, White's and Black's point cards; how many cards in the pile, how many still to lay, which clan is
distracted, the lots, the clan of the first seat, the Alphas and who may answer as bits, who imagines."""

OUT: Final = 16
"""From here how many cards of each number were discarded."""
SIZES: Final = 26
HANDS: Final = 32
FULL: Final = 6
UNSEEN: Final = HANDS + FULL * FULL
"""From here the cards that nobody holds, in no order."""
ROOM: Final = UNSEEN + MOST

PAIR, BLOCK, MUST, GAMBLE = 1, 2, 4, 8
POINTS: Final = 8
EVERYBODY: Final = 63
NEVER: Final = -(1 << 40)

STORES: Final = 88
STEALS: Final = 78
CARRIES: Final = 22
"""What a pair is worth to the seat in turn, in 256ths of a point card, for what it can do; measured."""

OFTEN: Final = 28
"""What the outlook takes for granted of it."""

LATE: Final = 26
"""A held card is worth less the fewer are left to lay: all of its worth with 38, under half at the end."""

SLOT, END, WORTH, FALLEN = range(4)
"""A choice: the card's place in the hand, the yarn at the end (none after a toss), the worth, the toss."""


RARE: Final = 2
HOPED: Final = 500
"""Who takes the best at once lays what was seen more often, and cooperates where it gains as much as this."""


class World(NamedTuple):
    """All that playing on reads and writes."""

    facts: Numbers
    ends: Numbers
    tosses: Numbers
    hopes: Numbers
    outlook: Numbers
    endings: Numbers
    now: Numbers
    """The position."""
    value: Numbers
    """What each yarn is worth to the clan that chooses, and last what a point is worth."""
    choice: Numbers
    options: Numbers
    past: Numbers
    """How many choices are remembered, and each: the seat, its card, the yarn, the top, whether it drew."""
    hand: Numbers
    """A hand of the past: how many cards, and the cards."""
    lots: Numbers
    """The lots of the worlds that are looked at."""
    plans: Numbers
    """What a seat thinks of doing: each a kind, a card, an end, a toss and what it seems worth."""
    root: Numbers
    """What the seat that thinks can see."""


HOCKEY, MOMENTUM, AT_ONCE = range(3)
"""The options that playing on asks for, and whether the other clan takes the best at once."""

LAYS, ACTS, DECLINES, DISTRACTS = range(4)
"""What a plan does: lay a card, act with the card just laid, say no or wait, distract."""


@compiled
def below(now: Numbers, n: int) -> int:
    """Draw a number from 0 to n - 1."""
    lots = now[LOTS]
    lots ^= lots << 13 & 0xFFFFFFFF
    lots ^= lots >> 17
    lots ^= lots << 5 & 0xFFFFFFFF
    now[LOTS] = lots
    return lots * n >> 32


@compiled
def clan_of(now: Numbers, seat: int) -> int:
    """Return the clan of a seat."""
    return (seat + now[FIRST]) & 1


@compiled
def home(clan: int) -> int:
    """Return the yarn of a clan in its own hideout."""
    return 9 if clan else 0


@compiled
def on_alley(yarn: int) -> bool:
    """Tell whether the yarn lies on an alley."""
    return 2 <= yarn < 8


@compiled
def chances(world: World, clan: int, left: int) -> int:
    """Return where the outlook begins for this clan to play with so many cards left."""
    now = world.now
    return (((clan * (MOST + 1) + left) * KINDS + now[WHITE]) * KINDS + now[BLACK]) * YARNS


@compiled
def appraise(world: World, clan: int, left: int) -> None:
    """Write what each yarn is worth to a clan at the end of its turn, with so many cards left then."""
    now, value = world.now, world.value
    at = chances(world, 1 - clan, left)
    for yarn in range(YARNS):
        chance = world.outlook[at + yarn]
        value[yarn] = SURE - chance if clan else chance
    total = now[WHITE] + now[BLACK]
    if total == POINTS - 1:
        more = world.endings[(now[WHITE] + 1) * KINDS + now[BLACK]]
        fewer = world.endings[now[WHITE] * KINDS + now[BLACK] + 1]
        value[YARNS] = (more - fewer) >> 1
    else:
        value[YARNS] = (world.outlook[at + KINDS * YARNS + 4] - world.outlook[at + YARNS + 4]) >> 1


@compiled
def best_end(world: World, node: int) -> int:
    """Return the best yarn a node can end with, or None where it has to be tossed."""
    mask, best, most = world.ends[node], NONE, NEVER
    for yarn in range(YARNS):
        if mask >> yarn & 1:
            worth = world.value[yarn]
            if worth > most:
                best, most = yarn, worth
    return best


@compiled
def best_of(world: World, node: int) -> tuple[int, int, int]:
    """Return the best that a node leads to: the yarn, what it is worth, and the toss if there is one."""
    value, tosses = world.value, world.tosses
    end, worth, fallen = best_end(world, node), NEVER, NONE
    if end != NONE:
        worth = value[end]
    for at in range(node * SLOTS * 2, (node + 1) * SLOTS * 2, 2):
        if tosses[at] == NONE:
            break
        white, black = best_end(world, tosses[at]), best_end(world, tosses[at + 1])
        if white != NONE and black != NONE:
            tossed = (value[white] + value[black]) >> 1
            if tossed > worth:
                end, worth, fallen = NONE, tossed, at
    return end, worth, fallen


@compiled
def rights_of(world: World, seat: int, card: int) -> int:
    """Return the rights of a card that a seat lays now."""
    now, facts = world.now, world.facts
    number, rights = facts[card * FACTS + NUMBER], 0
    if number == 0 or number == facts[now[TOP] * FACTS + NUMBER]:
        rights = PAIR | GAMBLE * world.options[MOMENTUM]
    if facts[card * FACTS + BLOCKED] and not (now[DISTRACTED] == clan_of(now, seat) and on_alley(now[YARN])):
        rights |= BLOCK
    if seat != now[TURN]:
        rights |= MUST
    return rights


@compiled
def node_of(world: World, seat: int, card: int, rights: int, yarn: int) -> int:
    """Return the node of a card that the seat has laid."""
    now = world.now
    side = clan_of(now, seat) * 2 + (now[ALPHAS] >> seat & 1)
    return ((side * (len(world.facts) // FACTS) + card) * RIGHTS + rights) * YARNS + yarn


@compiled
def exposure(world: World, seat: int, card: int) -> int:
    """Return how many of 1024 chances there are that the next seat makes a pair on this card."""
    now, facts = world.now, world.facts
    number = facts[card * FACTS + NUMBER]
    known, size = now[OUT + number], now[SIZES + seat]
    for i in range(HANDS + FULL * seat, HANDS + FULL * seat + size):
        known += facts[now[i] * FACTS + NUMBER] == number
    copies = 2 if number == 0 else 7
    hidden = now[LEFT] - size
    if hidden <= 0:
        return 0
    held = now[SIZES + (seat + 1) % now[SEATS]]
    share = 1024 - 1024 * max(0, copies - known) // hidden
    none = 1024
    for _ in range(held):
        none = none * share >> 10
    return 1024 - none


@compiled
def pair_worth(yarn: int, clan: int) -> int:
    """Return what a pair is worth to a clan in turn."""
    if not on_alley(yarn):
        return CARRIES
    if yarn & 1 != clan:
        return STEALS
    return STORES if yarn >> 1 == (3 if clan else 1) else CARRIES


@compiled
def foreseen(world: World, clan: int) -> int:
    """Return White's chances with this clan in turn, by the outlook and what the hands hold."""
    now, facts = world.now, world.facts
    appraise(world, clan, now[LEFT])
    lead, number = 0, facts[now[TOP] * FACTS + NUMBER]
    for seat in range(now[SEATS]):
        first = HANDS + FULL * seat
        for i in range(first, first + now[SIZES + seat]):
            keep = facts[now[i] * FACTS + KEEP]
            lead += -keep if clan_of(now, seat) else keep
    lead = lead * (LATE + now[LEFT]) >> 6
    first, tempo = HANDS + FULL * now[TURN], -OFTEN
    for i in range(first, first + now[SIZES + now[TURN]]):
        held = facts[now[i] * FACTS + NUMBER]
        if held in (0, number):
            tempo = pair_worth(now[YARN], clan) - OFTEN
            break
    lead += -tempo if clan else tempo
    chance = world.outlook[chances(world, clan, now[LEFT]) + now[YARN]]
    return max(0, min(SURE, chance + (lead * world.value[YARNS] >> 8)))


@compiled
def given(world: World, seat: int, card: int, end: int) -> int:
    """Return what it costs to give a card away, and the pair that the next seat may make on it."""
    point = world.value[YARNS]
    cost = world.facts[card * FACTS + KEEP] * (LATE + world.now[LEFT]) * point >> 14
    if end != NONE:
        cost += exposure(world, seat, card) * pair_worth(end, 1 - clan_of(world.now, seat)) * point >> 18
    return cost


@compiled
def hoarded(world: World, seat: int, card: int) -> int:
    """Return what it costs to give a card away, for who takes the best at once."""
    now, facts = world.now, world.facts
    number = facts[card * FACTS + NUMBER]
    known = now[OUT + number]
    for i in range(HANDS + FULL * seat, HANDS + FULL * seat + now[SIZES + seat]):
        known += facts[now[i] * FACTS + NUMBER] == number
    return facts[card * FACTS + HELD] - RARE * known


@compiled
def choose(world: World, seat: int, must: bool, at_once: bool) -> None:
    """Choose the best of what a seat may do; it must use the block of a card with which it cooperates."""
    now, facts, choice = world.now, world.facts, world.choice
    choice[WORTH], choice[SLOT] = NEVER, NONE
    first = HANDS + FULL * seat
    window = not on_alley(now[YARN])
    for slot in range(now[SIZES + seat]):
        card = now[first + slot]
        if must and not facts[card * FACTS + TOGETHER]:
            continue
        if window and not facts[card * FACTS + COUNTERS] and not world.options[HOCKEY]:
            continue
        node = node_of(world, seat, card, rights_of(world, seat, card), now[YARN])
        end, worth, fallen = best_of(world, node)
        if worth == NEVER:
            continue
        worth -= hoarded(world, seat, card) if at_once else given(world, seat, card, end)
        if worth > choice[WORTH]:
            choice[SLOT], choice[END], choice[WORTH], choice[FALLEN] = slot, end, worth, fallen


@compiled
def lay(world: World, seat: int, slot: int, end: int, fallen: int) -> None:
    """Lay a card, and end the turn with this yarn or with a toss."""
    now = world.now
    at, last = HANDS + FULL * seat + slot, now[SIZES + seat] - 1
    card = now[at]
    now[at] = now[HANDS + FULL * seat + last]
    now[SIZES + seat] = last
    now[LEFT] -= 1
    now[TOP], now[LAID] = card, seat
    now[OUT + world.facts[card * FACTS + NUMBER]] += 1
    finish(world, end, fallen)


@compiled
def finish(world: World, end: int, fallen: int) -> None:
    """End the turn with this yarn or with a toss, and draw."""
    now = world.now
    now[YARN] = end
    if end == NONE:
        now[YARN] = best_end(world, world.tosses[fallen + below(now, 2)])
    if now[LAID] == now[TURN]:
        draw(now, now[TURN])
    if now[DISTRACTED] == clan_of(now, now[TURN]):
        now[DISTRACTED] = NONE
    now[TURN] = (now[TURN] + 1) % now[SEATS]
    now[ASKED] = EVERYBODY


@compiled
def draw(now: Numbers, seat: int) -> None:
    """Draw back up from the cards that nobody holds."""
    while now[SIZES + seat] < now[HAND] and now[PILE] > 0:
        picked = UNSEEN + below(now, now[PILE])
        now[PILE] -= 1
        now[HANDS + FULL * seat + now[SIZES + seat]] = now[picked]
        now[picked] = now[UNSEEN + now[PILE]]
        now[SIZES + seat] += 1


@compiled
def pick(world: World, seat: int, must: bool) -> None:
    """Choose what a seat does by its own hand alone, or that it counters or cooperates not."""
    now, value, choice = world.now, world.value, world.choice
    clan = clan_of(now, seat)
    if world.options[AT_ONCE] and clan != clan_of(now, now[ME]):
        for yarn in range(YARNS):
            value[yarn] = world.hopes[clan * YARNS + yarn]
        choose(world, seat, must, True)
        if must and choice[WORTH] <= value[now[YARN]] + HOPED:
            choice[SLOT] = NONE
        return
    appraise(world, clan, now[LEFT] - 1)
    choose(world, seat, must, False)
    if not on_alley(now[YARN]):
        if choice[WORTH] <= declined(world, clan):
            choice[SLOT] = NONE
    elif must and choice[END] != home(clan):
        choice[SLOT] = NONE


@compiled
def cooperates(world: World, seat: int) -> bool:
    """Tell whether a seat holds a card with which it could cooperate."""
    first = HANDS + FULL * seat
    for i in range(first, first + world.now[SIZES + seat]):
        if world.facts[world.now[i] * FACTS + TOGETHER]:
            return True
    return False


@compiled
def together(world: World) -> bool:
    """Let a team-mate of the seat in turn cooperate if it will."""
    now, choice = world.now, world.choice
    for ahead in range(2, now[SEATS], 2):
        mate = (now[TURN] + ahead) % now[SEATS]
        if now[ASKED] >> mate & 1 and cooperates(world, mate):
            pick(world, mate, True)
            if choice[SLOT] != NONE:
                lay(world, mate, choice[SLOT], choice[END], choice[FALLEN])
                return True
    return False


@compiled
def succeed(world: World) -> bool:
    """Let the store succeed, and tell whether the game goes on."""
    now = world.now
    if clan_of(now, now[LAID]):
        now[BLACK] += 1
    else:
        now[WHITE] += 1
    if now[WHITE] + now[BLACK] == POINTS or now[LEFT] == 0:
        return False
    now[YARN] = 4 + below(now, 2)
    now[ASKED] = EVERYBODY
    while now[SIZES + now[TURN]] == 0:
        now[TURN] = (now[TURN] + 1) % now[SEATS]
    return True


@compiled
def ending(world: World) -> int:
    """Return White's chances when the game is over."""
    return world.endings[world.now[WHITE] * KINDS + world.now[BLACK]]


@compiled
def waited(world: World) -> int:
    """Let happen what comes before the seat in turn chooses: return how many cards were laid, or None."""
    now = world.now
    if not on_alley(now[YARN]):
        return NONE
    if now[SEATS] > 2 and now[DISTRACTED] != clan_of(now, now[TURN]) and together(world):
        return 1
    if now[SIZES + now[TURN]]:
        return NONE
    now[TURN] = (now[TURN] + 1) % now[SEATS]
    now[ASKED] = EVERYBODY
    return 0


@compiled
def settled(world: World) -> int:
    """Do what the seat in turn chose: return how many cards were laid, or None where the game is over."""
    now, choice = world.now, world.choice
    if choice[SLOT] != NONE:
        lay(world, now[TURN], choice[SLOT], choice[END], choice[FALLEN])
        return 1
    if now[SEATS] > 2 and together(world):
        return 1
    return 0 if succeed(world) else NONE


@compiled
def played(world: World, depth: int) -> int:
    """Play so many cards and return White's chances then."""
    now = world.now
    while now[LEFT]:
        if depth <= 0 and on_alley(now[YARN]):
            return foreseen(world, clan_of(now, now[TURN]))
        laid = waited(world)
        if laid == NONE:
            world.choice[SLOT] = NONE
            if on_alley(now[YARN]) or now[ASKED] >> now[TURN] & 1:
                pick(world, now[TURN], False)
            laid = settled(world)
            if laid == NONE:
                return ending(world)
        depth -= laid
    if not on_alley(now[YARN]):
        succeed(world)
    return ending(world)


@compiled
def declined(world: World, clan: int) -> int:
    """Return what it is worth to a clan to let a store pass."""
    now = world.now
    white, black = now[WHITE] + clan, now[BLACK] + 1 - clan
    if white + black == POINTS:
        chance = world.endings[white * KINDS + black]
    else:
        at = (((clan * (MOST + 1) + now[LEFT]) * KINDS + white) * KINDS + black) * YARNS
        chance = (world.outlook[at + 4] + world.outlook[at + 5]) >> 1
    return SURE - chance if clan else chance
