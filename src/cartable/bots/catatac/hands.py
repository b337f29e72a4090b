"""The hands that nobody shows: deals of the cards that are not seen, the likelier the more they explain.

One deal makes the next: two cards that are not seen change places, and stay there as often as the hands then
explain what their seats chose. After many such steps the deals come as often as they are likely.
"""

from __future__ import annotations

from typing import Final

from cartable.bots.catatac.choice import RARE
from cartable.bots.catatac.learned import NUMBERS
from cartable.bots.catatac.position import (
    FULL,
    HANDS,
    HOCKEY,
    LOTS,
    ME,
    PILE,
    ROOM,
    SEATS,
    SIZES,
    TOP,
    TURN,
    UNSEEN,
    World,
    below,
    node_of,
    on_alley,
    rights_of,
)
from cartable.bots.catatac.tables import COUNTERS, FACTS, GRAB, HELD, NEVER, NONE, NUMBER
from cartable.bots.compiled import Numbers, compiled

SEAT, CARD, FROM, ON, DREW, BEFORE = range(6)
CHOICE: Final = BEFORE + NUMBERS
"""What a seat chose: the seat, its card, the yarn and the top then, whether it drew, and how many cards of
each number lay on the discard."""

OPENING: Final = 300
STEPS: Final = 40
"""How many steps lead to the first deal, and to the next."""

STRANGE: Final = 9
"""So much doubt at most does one choice raise: to let a store pass with a counter in hand, or to lay a card
that is worse by as much as this. Two of it make a deal half as likely."""

CERTAIN: Final = 1 << 20
ODDS: Final = tuple(round(CERTAIN * 0.5 ** (doubt / 2)) for doubt in range(40))
"""How likely a step is that raises this much doubt."""

PLACES: Final = 60
"""What a place in a hand of up to six cards is drawn from, each alike."""


@compiled
def deal(world: World, root: Numbers, seed: int) -> None:
    """Deal for the first time."""
    judge(world, root)
    root[LOTS] = seed * 2654435761 & 0xFFFFFFFF | 1
    for _ in range(4):
        below(root, 2)
    for i in range(root[PILE] - 1):
        swap(root, i, i + below(root, root[PILE] - i))
    for i in range(len(world.drawn)):
        world.drawn[i] = below(root, PLACES)
    for ahead in range(1, root[SEATS]):
        world.doubts[ahead] = doubt(world, root, ahead)
    walk(world, root, OPENING)


@compiled
def judge(world: World, root: Numbers) -> None:
    """Tell what every card would have been worth at every choice to a player who takes the best at once."""
    now, past, facts = world.now, world.past, world.facts
    cards = len(facts) // FACTS
    for i in range(ROOM):
        now[i] = root[i]
    for choice in range(len(past) // CHOICE):
        at = choice * CHOICE
        seat, yarn = past[at + SEAT], past[at + FROM]
        now[TURN], now[TOP] = seat, past[at + ON]
        free = on_alley(yarn) or world.options[HOCKEY] == 1
        for card in range(cards):
            worth = NEVER
            if free or facts[card * FACTS + COUNTERS]:
                worth = world.grabs[node_of(world, seat, card, rights_of(world, seat, card), yarn) * GRAB]
            if worth != NEVER:
                worth += RARE * past[at + BEFORE + facts[card * FACTS + NUMBER]] - facts[card * FACTS + HELD]
            world.judged[choice * cards + card] = worth


@compiled
def doubt(world: World, root: Numbers, ahead: int) -> int:
    """Return how badly the hand so far ahead explains what its seat chose, if it took the best at once.

    The cards of a hand lie in the order in which they were drawn, and so did those that were laid since.
    """
    past, hand, own, facts = world.past, world.hand, world.own, world.facts
    first, size = UNSEEN + start_of(root, ahead), size_of(root, ahead)
    cards, total = len(facts) // FACTS, 0
    for i in range(size):
        hand[i] = root[first + i]
    for choice in range(world.groups[ahead - 1], world.groups[ahead]):
        laid = past[choice * CHOICE + CARD]
        if laid != NONE:
            if past[choice * CHOICE + DREW] and size:
                size -= 1
            place = world.drawn[choice] % (size + 1)
            for i in range(size, place, -1):
                hand[i] = hand[i - 1]
            hand[place] = laid
            size += 1
        best, mine = NEVER, NEVER
        for number in range(NUMBERS):
            own[number] = 0
        for i in range(size):
            own[facts[hand[i] * FACTS + NUMBER]] += 1
        for i in range(size):
            card = hand[i]
            worth = world.judged[choice * cards + card]
            if worth != NEVER:
                worth += RARE * own[facts[card * FACTS + NUMBER]]
                best = max(best, worth)
                if card == laid:
                    mine = worth
        if laid == NONE:
            total += STRANGE * (best != NEVER)
        elif mine != NEVER:
            total += min(STRANGE, best - mine)
    return total


@compiled
def swap(root: Numbers, one: int, other: int) -> None:
    """Let two cards that are not seen change places."""
    root[UNSEEN + one], root[UNSEEN + other] = root[UNSEEN + other], root[UNSEEN + one]


@compiled
def follows(root: Numbers, more: int) -> bool:
    """Return whether a step that raises this much doubt is made."""
    return more <= 0 or (more < len(ODDS) and below(root, CERTAIN) < ODDS[more])


@compiled
def walk(world: World, root: Numbers, steps: int) -> None:
    """Go n steps from deal to deal: the hands in the order of the seats, then the pile."""
    held = start_of(root, root[SEATS])
    for _ in range(steps if held else 0):
        if len(world.drawn) and below(root, 4) == 0:
            redraw(world, root, below(root, len(world.drawn)))
        else:
            exchange(world, root, below(root, held), below(root, root[PILE]))


@compiled
def redraw(world: World, root: Numbers, choice: int) -> None:
    """Suppose that the card of a choice was drawn at another time, if that explains as much."""
    ahead, before = 1, world.drawn[choice]
    while choice >= world.groups[ahead]:
        ahead += 1
    world.drawn[choice] = below(root, PLACES)
    then = doubt(world, root, ahead)
    if follows(root, then - world.doubts[ahead]):
        world.doubts[ahead] = then
    else:
        world.drawn[choice] = before


@compiled
def exchange(world: World, root: Numbers, one: int, other: int) -> None:
    """Let two cards change places, if that explains as much."""
    if root[UNSEEN + one] == root[UNSEEN + other]:
        return
    doubts, ahead, second = world.doubts, holder_of(root, one), holder_of(root, other)
    swap(root, one, other)
    then, also = doubt(world, root, ahead), 0
    more = then - doubts[ahead]
    if second not in (ahead, root[SEATS]):
        also = doubt(world, root, second)
        more += also - doubts[second]
    if not follows(root, more):
        swap(root, one, other)
        return
    doubts[ahead] = then
    if second not in (ahead, root[SEATS]):
        doubts[second] = also


@compiled
def size_of(root: Numbers, ahead: int) -> int:
    """Return how many cards the seat holds that is so far ahead."""
    return root[SIZES + (root[ME] + ahead) % root[SEATS]]


@compiled
def start_of(root: Numbers, ahead: int) -> int:
    """Return where its hand begins; after the last hand begins the pile."""
    first = 0
    for other in range(1, ahead):
        first += size_of(root, other)
    return first


@compiled
def holder_of(root: Numbers, place: int) -> int:
    """Return how far ahead sits who holds the card at a place: the pile sits after the last seat."""
    ahead, end = 1, size_of(root, 1)
    while ahead < root[SEATS] and place >= end:
        ahead += 1
        end += size_of(root, ahead)
    return ahead


@compiled
def imagined(world: World, root: Numbers, worlds: int) -> None:
    """Write down n worlds: the root with one deal after the other."""
    dealt, me, seats = world.dealt, root[ME], root[SEATS]
    for number in range(worlds):
        walk(world, root, STEPS)
        at, next_ = number * ROOM, UNSEEN
        for i in range(ROOM):
            dealt[at + i] = root[i]
        dealt[at + LOTS] = root[LOTS] * 2654435761 & 0xFFFFFFFF | 1
        for ahead in range(1, seats):
            seat = (me + ahead) % seats
            for i in range(size_of(root, ahead)):
                dealt[at + HANDS + FULL * seat + i] = root[next_]
                next_ += 1
        held = next_ - UNSEEN
        dealt[at + PILE] -= held
        for i in range(root[PILE] - held):
            dealt[at + UNSEEN + i] = root[next_ + i]
