"""A position in an imagined world, as one row of numbers, and how a turn changes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cartable.bots.catatac.endings import KINDS, MOST
from cartable.bots.catatac.learned import NUMBERS, Learned
from cartable.bots.catatac.tables import BLOCKED, FACTS, NONE, NUMBER, RIGHTS, YARNS
from cartable.bots.compiled import Fractions, Numbers, compiled

SEATS, HAND, TURN, YARN, TOP, LAID, WHITE, BLACK = range(8)
PILE, LEFT, DISTRACTED, LOTS, FIRST, ALPHAS, ASKED, ME = range(8, 16)
"""A position: how many seats, how large a full hand, whose turn, the yarn, the top of the discard, who laid
it, White's and Black's point cards; how many cards in the pile, how many still to lay, which clan is
distracted, the lots, the clan of the first seat, the Alphas and who may answer as bits, who imagines."""

SIZES: Final = 16
FULL: Final = 6
HANDS: Final = SIZES + FULL
UNSEEN: Final = HANDS + FULL * FULL
"""From here the cards that nobody holds, in no order."""
REST: Final = UNSEEN + MOST
"""From here how many cards of each kind were not discarded."""
REMAINING: Final = REST + MOST
"""From here how many cards of each number were not discarded."""
RECENT: Final = REMAINING + NUMBERS
"""From here the last two choices of each seat, the latest first."""
ROOM: Final = RECENT + 2 * FULL

PAIR, BLOCK, MUST, GAMBLE = 1, 2, 4, 8
POINTS: Final = 8
EVERYBODY: Final = 63

LET_PASS: Final = 1
SHOWN: Final = 2
"""A choice: 0 is none, 1 that a store was let pass, the others are a card that was laid."""

HOCKEY, MOMENTUM, AT_ONCE = range(3)
"""The options that playing on asks for, and whether the other clan takes the best at once."""


class World(NamedTuple):
    """All that playing on reads and writes."""

    facts: Numbers
    ends: Numbers
    tosses: Numbers
    hopes: Numbers
    grabs: Numbers
    endings: Numbers
    learned: Learned
    now: Numbers
    """The position."""
    value: Numbers
    """What each yarn is worth to the seat that chooses, with the card that it looks at."""
    choice: Numbers
    options: Numbers
    past: Numbers
    """What the others chose, seat by seat, the latest first."""
    groups: Numbers
    """Where the choices of each of them begin, and where all end."""
    judged: Numbers
    """What each card would have been worth at each choice."""
    drawn: Numbers
    """When the card of each choice was drawn: its place in the hand."""
    doubts: Numbers
    """How badly the hand of each seat ahead explains its choices."""
    hand: Numbers
    """A hand of the past."""
    dealt: Numbers
    """The worlds that are looked at, each a position."""
    own: Numbers
    """How many cards of each number the seat that looks holds."""
    scale: Sequence[float]
    """Whole numbers as fractions."""
    seen: Fractions
    """The first layer of what a seat sees, whatever it does."""
    laid: Fractions
    """The same with the card that it lays."""
    wide: Fractions
    deep: Fractions
    """What the two layers give."""


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
def on_alley(yarn: int) -> bool:
    """Return whether the yarn lies on an alley."""
    return 2 <= yarn < 8


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
def chose(now: Numbers, seat: int, choice: int) -> None:
    """Remember what a seat chose in its own turn."""
    at = RECENT + 2 * seat
    now[at + 1] = now[at]
    now[at] = choice


@compiled
def lay(world: World, seat: int, slot: int, end: int, other: int) -> None:
    """Lay a card, and end the turn with this yarn, or by a toss with this one or the other."""
    now, facts = world.now, world.facts
    at, last = HANDS + FULL * seat + slot, now[SIZES + seat] - 1
    card = now[at]
    if seat == now[TURN]:
        paired = rights_of(world, seat, card) & PAIR
        chose(now, seat, SHOWN + now[YARN] * 4 + 2 * facts[card * FACTS + BLOCKED] + paired)
    now[at] = now[HANDS + FULL * seat + last]
    now[SIZES + seat] = last
    now[LEFT] -= 1
    now[TOP], now[LAID] = card, seat
    now[REST + card] -= 1
    now[REMAINING + facts[card * FACTS + NUMBER]] -= 1
    finish(world.now, end, other)


@compiled
def finish(now: Numbers, end: int, other: int) -> None:
    """End the turn with this yarn, or by a toss with this one or the other, and draw."""
    now[YARN] = other if other != NONE and below(now, 2) else end
    if now[LAID] == now[TURN]:
        draw(now, now[TURN])
    if now[DISTRACTED] == clan_of(now, now[TURN]):
        now[DISTRACTED] = NONE
    pass_on(now)


@compiled
def pass_on(now: Numbers) -> None:
    """Let the next seat have its turn."""
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
