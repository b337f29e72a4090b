"""What a seat chooses: by what it has learnt, or what is best at once.

Nobody's choice looks at another's hand, so what is learnt from many worlds is what could be known in the
true one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from cartable.bots.catatac.endings import SURE
from cartable.bots.catatac.learned import (
    CHOICES,
    COVERED,
    DEEP,
    EMPTY,
    FEW,
    NEXT,
    NUMBERS,
    OURS,
    PAIRED,
    SIZE,
    THEIRS,
    WIDE,
)
from cartable.bots.catatac.learned import LEFT as LEFT_ROW
from cartable.bots.catatac.learned import PILE as PILE_ROW
from cartable.bots.catatac.learned import TOP as TOP_ROW
from cartable.bots.catatac.learned import YARN as YARN_ROW
from cartable.bots.catatac.position import (
    FULL,
    HANDS,
    HOCKEY,
    LEFT,
    LET_PASS,
    PILE,
    RECENT,
    REMAINING,
    REST,
    SEATS,
    SHOWN,
    SIZES,
    TOP,
    TURN,
    WHITE,
    YARN,
    World,
    clan_of,
    node_of,
    on_alley,
    rights_of,
)
from cartable.bots.catatac.tables import (
    COUNTERS,
    FACTS,
    GRAB,
    HELD,
    NEVER,
    NONE,
    NUMBER,
    SLOTS,
    TOGETHER,
    YARNS,
    best_end,
)
from cartable.bots.compiled import Fractions, Numbers, compiled

SLOT, END, OTHER, WORTH = range(4)
"""A choice: the card's place in the hand, the yarn at the end, the other one that a toss may bring (none
without a toss), and what it is worth."""

STEPS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 36)
"""How many cards left the net counts as few, fewer and very few."""

CHOSEN: Final = 9
"""How many rows tell of one choice: let pass, the six yarns on alleys, a block, a pair."""

MANY: Final = 7
"""How many cards have the same number; the net counts no more pairs than that."""
RARE: Final = 2
"""The greedy player lays what was seen more often: each time is worth this much."""
HOPED: Final = 500
"""The greedy player cooperates if that gains more than this."""


@compiled
def add(to: Fractions, row: Sequence[float]) -> None:
    """Add a row of weights."""
    for i in range(WIDE):
        to[i] += row[i]


@compiled
def take(to: Fractions, row: Sequence[float]) -> None:
    """Take a row of weights away."""
    for i in range(WIDE):
        to[i] -= row[i]


@compiled
def add_times(to: Fractions, row: Sequence[float], times: float) -> None:
    """Add a row of weights n times."""
    for i in range(WIDE):
        to[i] += times * row[i]


@compiled
def as_own(yarn: int, clan: int) -> int:
    """Return the yarn as a clan sees it if it takes itself for White."""
    return 9 - yarn if clan else yarn


@compiled
def look(world: World, seat: int, turn: int, size: int, left: int) -> None:
    """Add up what a seat sees: whose turn comes, how many cards it keeps and how many are left then."""
    now, net, seen, own, scale = world.now, world.learned, world.seen, world.own, world.scale
    for i in range(WIDE):
        seen[i] = net.bias[i]
    for number in range(NUMBERS):
        own[number] = 0
    for card in range(len(world.facts) // FACTS):
        if now[REST + card]:
            add_times(seen, net.hidden[card], scale[now[REST + card]])
    for at in range(HANDS + FULL * seat, HANDS + FULL * seat + now[SIZES + seat]):
        add(seen, net.held[now[at]])
        take(seen, net.hidden[now[at]])
        own[world.facts[now[at] * FACTS + NUMBER]] += 1
    clan, seats = clan_of(now, seat), now[SEATS]
    add(seen, net.first[OURS + now[WHITE + clan]])
    add(seen, net.first[THEIRS + now[WHITE + 1 - clan]])
    add(seen, net.first[NEXT + (turn - seat) % seats])
    add_times(seen, net.first[SIZE], scale[size])
    for ahead in range(1, seats):
        other = (seat + ahead) % seats
        add_times(seen, net.first[SIZE + ahead], scale[now[SIZES + other]])
        for ago in range(2):
            tell(world, clan, now[RECENT + 2 * other + ago], CHOICES + ((ahead - 1) * 2 + ago) * CHOSEN)
    add_times(seen, net.first[LEFT_ROW], scale[left])
    for step in range(len(STEPS)):
        if left <= STEPS[step]:
            add(seen, net.first[FEW + step])
    if now[PILE]:
        add_times(seen, net.first[PILE_ROW], scale[now[PILE]])
    else:
        add(seen, net.first[EMPTY])


@compiled
def tell(world: World, clan: int, choice: int, row: int) -> None:
    """Add what another seat chose."""
    first, seen = world.learned.first, world.seen
    if choice == LET_PASS:
        add(seen, first[row])
    if choice >= SHOWN:
        yarn = (choice - SHOWN) >> 2
        if on_alley(yarn):
            add(seen, first[row - 1 + as_own(yarn, clan)])
        if (choice - SHOWN) & 2:
            add(seen, first[row + 7])
        if (choice - SHOWN) & 1:
            add(seen, first[row + 8])


@compiled
def hidden(world: World, number: int) -> int:
    """Return how many cards of a number the seat that looks does not see."""
    return world.now[REMAINING + number] - world.own[number]


@compiled
def weigh(world: World, seat: int, card: int, yarns: int) -> None:
    """Tell what each of these yarns is worth to a seat that lays a card (none: it lays none) and ends so."""
    now, net, laid, wide = world.now, world.learned, world.laid, world.wide
    top = now[TOP] if card == NONE else card
    number, spent = world.facts[top * FACTS + NUMBER], NONE
    for i in range(WIDE):
        laid[i] = world.seen[i]
    if card != NONE:
        take(laid, net.held[card])
        spent = number
    pairs, covers = hidden(world, number), 0
    if number:
        pairs += hidden(world, 0)
    for other in range(1, NUMBERS):
        if world.own[other] > (other == spent):
            covers += hidden(world, other)
    add(laid, net.first[TOP_ROW + number])
    add(laid, net.first[PAIRED + min(pairs, MANY)])
    add_times(laid, net.first[COVERED], world.scale[covers])
    clan, nothing = clan_of(now, seat), world.scale[0]
    for yarn in range(YARNS):
        if yarns >> yarn & 1:
            own = as_own(yarn, clan)
            row = net.first[YARN_ROW + own]
            for i in range(WIDE):
                more = laid[i] + row[i]
                wide[i] = more if more > nothing else nothing
            world.value[yarn] = chance_of(world, own)


@compiled
def chance_of(world: World, yarn: int) -> int:
    """Return the chance that the net tells, by the second layer of this yarn."""
    net, wide, deep = world.learned, world.wide, world.deep
    second, bias, last = net.second[yarn], net.second_bias[yarn], net.last[yarn]
    for k in range(DEEP):
        deep[k] = bias[k]
    for i in range(0, WIDE, 4):  # by fours: three times as fast
        a, b, c, d = wide[i], wide[i + 1], wide[i + 2], wide[i + 3]
        row_a, row_b, row_c, row_d = second[i], second[i + 1], second[i + 2], second[i + 3]
        for k in range(DEEP):
            deep[k] = deep[k] + a * row_a[k] + b * row_b[k] + c * row_c[k] + d * row_d[k]
    odds = net.last_bias[yarn]
    for k in range(DEEP):
        if deep[k] > 0:
            odds += deep[k] * last[k]
    return int(SURE / (1.0 + exp(-odds)))


@compiled
def allowed(world: World, seat: int, card: int, must: bool) -> bool:
    """Return whether a seat may lay a card now; it must cooperate in the turn of another."""
    now, facts = world.now, world.facts
    if must and not facts[card * FACTS + TOGETHER]:
        return False
    return on_alley(now[YARN]) or facts[card * FACTS + COUNTERS] == 1 or world.options[HOCKEY] == 1


@compiled
def twice(now: Numbers, first: int, slot: int) -> bool:
    """Return whether a card like this came earlier in the hand."""
    found = False
    for before in range(slot):
        found |= now[first + before] == now[first + slot]
    return found


@compiled
def reach(world: World, node: int) -> int:
    """Return all yarns that a node can end with, tosses included, as bits."""
    yarns = world.ends[node]
    for at in range(node * SLOTS * 2, (node + 1) * SLOTS * 2):
        if world.tosses[at] == NONE:
            break
        yarns |= world.ends[world.tosses[at]]
    return yarns


@compiled
def choose(world: World, seat: int, must: bool, may_wait: bool) -> None:
    """Choose what a seat does by what it has learnt."""
    now, choice, value = world.now, world.choice, world.value
    choice[WORTH], choice[SLOT] = NEVER, NONE
    first = HANDS + FULL * seat
    look(world, seat, (now[TURN] + 1) % now[SEATS], now[SIZES + seat] - 1, now[LEFT] - 1)
    for slot in range(now[SIZES + seat]):
        card = now[first + slot]
        if not allowed(world, seat, card, must) or twice(now, first, slot):
            continue
        node = node_of(world, seat, card, rights_of(world, seat, card), now[YARN])
        weigh(world, seat, card, reach(world, node))
        worth, end, other = best_of(world, node)
        if worth > choice[WORTH]:
            choice[SLOT], choice[END], choice[OTHER], choice[WORTH] = slot, end, other, worth
    if may_wait:
        look(world, seat, now[TURN], now[SIZES + seat], now[LEFT])
        weigh(world, seat, NONE, 1 << now[YARN])
        if value[now[YARN]] >= choice[WORTH]:
            choice[SLOT], choice[WORTH] = NONE, value[now[YARN]]


@compiled
def best_of(world: World, node: int) -> tuple[int, int, int]:
    """Return the best that a node leads to: what it is worth, the yarn, and the other one after a toss."""
    tosses, value = world.tosses, world.value
    end, other = best_end(world.ends, node, value, 0), NONE
    worth = NEVER if end == NONE else value[end]
    for at in range(node * SLOTS * 2, (node + 1) * SLOTS * 2, 2):
        if tosses[at] == NONE:
            break
        white = best_end(world.ends, tosses[at], value, 0)
        black = best_end(world.ends, tosses[at + 1], value, 0)
        if white != NONE and black != NONE and (value[white] + value[black]) >> 1 > worth:
            worth, end, other = (value[white] + value[black]) >> 1, white, black
    return worth, end, other


@compiled
def hoarded(world: World, seat: int, card: int) -> int:
    """Return what it costs a greedy player to give a card away."""
    now, facts = world.now, world.facts
    number = facts[card * FACTS + NUMBER]
    unseen = now[REMAINING + number]
    for i in range(HANDS + FULL * seat, HANDS + FULL * seat + now[SIZES + seat]):
        unseen -= facts[now[i] * FACTS + NUMBER] == number
    return facts[card * FACTS + HELD] - RARE * ((MANY if number else 2) - unseen)


@compiled
def grab(world: World, seat: int, must: bool) -> None:
    """Choose the best at once; it must use the block of a card with which it cooperates."""
    now, choice, grabs = world.now, world.choice, world.grabs
    choice[WORTH], choice[SLOT] = NEVER, NONE
    for slot in range(now[SIZES + seat]):
        card = now[HANDS + FULL * seat + slot]
        if not allowed(world, seat, card, must):
            continue
        node = node_of(world, seat, card, rights_of(world, seat, card), now[YARN])
        at = node * GRAB
        worth = grabs[at] - hoarded(world, seat, card)
        if grabs[at] != NEVER and worth > choice[WORTH]:
            choice[SLOT], choice[WORTH] = slot, worth
            choice[END], choice[OTHER] = grabs[at + 1], grabs[at + 2]
    if must and choice[WORTH] <= world.hopes[clan_of(now, seat) * YARNS + now[YARN]] + HOPED:
        choice[SLOT] = NONE
