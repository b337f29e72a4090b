"""Mining puzzles of Karta Doppio from games of weak bots: positions with a single best placement.

With two or three cards left all that can follow is looked at, so that the solution is proved. Before that it
is searched: every other placement is far behind, at every depth that the nodes allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from cartable.analysis.karta import chance, reasons
from cartable.analysis.puzzles import (
    KARTA,
    KINDS,
    SETUP,
    Kind,
    Puzzle,
    after,
    moves_of,
    seen,
    solved,
    solvers,
)
from cartable.bots.compiled import Numbers, blank, compiled, numbers
from cartable.bots.karta.board import LAST, SIDE, STAMPS
from cartable.bots.karta.decision import UNLIMITED, best, code, shown
from cartable.bots.karta.search import (
    LIMIT,
    NODES,
    ROOM,
    WON,
    KartaMind,
    back,
    expand,
    ground,
    seek,
    step,
)
from cartable.core import Chance, seed_of
from cartable.games.karta import WAYS, Card, Place, Position

AHEAD: Final = 0.35
"""How far, in points of winning chance, the solution is ahead of every other placement."""
AS_GOOD: Final = 0.04
"""An answer that gives away no more counts as right."""
NODES_EACH: Final = 6_000_000
"""How many placements the search of one step in the middle of a game looks at, at the most."""
EARLIEST: Final = 12
"""From so many cards on the search sees the end, as far as it follows placements up.

Of the puzzles that it found earlier, without the end, a search ten times as long refuted every fifth.
"""
LONGEST: Final = 3
"""No more placements are asked for."""
WEAK: Final = (60, 300, 300, 3_000)
"""What the players of a game look at: they must err, or nobody could punish them."""
FEW: Final = 200
"""Among so many placements a player looks for one that keeps the game open."""
VARIATIONS: Final[dict[Kind, int]] = {"two": 6, "three": 100, "middle": 200}
"""How many positions are tried at each turn."""
LEAD: Final = 0.15
"""A position in the middle of a game is tried if a placement is so many points ahead at first sight."""
GLANCE: Final = 80
"""Among so many placements, those first that look best at once, a winning one is looked for."""
PROMISING: Final = 100
"""How many placements are followed more than two cards ahead, unless the search sees the end."""
LEVELS: Final = (1, 4, 12, 40)
"""How many placements may look at least as good at first sight at each level but the last."""


class Single(NamedTuple):
    """Whether every other placement is far behind at a depth, and whether the end was seen."""

    to_end: bool
    alone: bool


def mined(seed: int, kinds: Sequence[Kind] = KINDS) -> Iterator[Puzzle]:
    """Play a game of weak bots and yield its puzzles, one of each of these kinds at the most."""
    draws = Chance(seed_of(seed), 0)
    state = KARTA.start(SETUP, draws)
    while not state.over:
        kind = kind_of(len(state.laid) + 1)
        if kind and kind in kinds:
            # One position in many has a single way on: some are tried that the game could have had next.
            places = _even(state, draws, ROOM if kind == "middle" else FEW)[: VARIATIONS[kind]]
            tried = (after(state, place) for place in (_sharp(state, places) if kind == "middle" else places))
            found = (puzzled(one, kind) for one in tried if not one.over)
            yield from islice(filter(None, found), 1)
        state = after(state, _weak(state, draws))


def kind_of(turn: int) -> Kind | None:
    """Return which kind of puzzle a position with so many cards could be."""
    if turn in (LAST - 1, LAST - 2):
        return "two" if turn == LAST - 1 else "three"
    return "middle" if EARLIEST <= turn < LAST - 2 else None


def puzzled(state: Position, kind: Kind) -> Puzzle | None:
    """Return the puzzle of a position, or None where there is no single way on."""
    line = (_searched if kind == "middle" else _proved)(state)
    if not line:
        return None
    hidden, second = 0, line[0]
    for number, (at, place) in enumerate(solvers(state, line)):
        order = [placed(one) for one in Glanced(at, UNLIMITED).places]
        hidden = max(hidden, order.index(place))
        if number == 0:
            second = next(one for one in order if one != place)
    level = 1 + sum(hidden >= most for most in LEVELS)
    rows = reasons(seen(state), len(state.laid), second, line[0])
    return Puzzle(kind, level, KARTA.write(state), tuple(line), rows)


def alone(state: Position, place: Place, nodes: int, points: float) -> Iterator[Single]:
    """Yield, depth by depth while nodes last, whether a placement is so many points ahead of all others."""
    look = Glanced(state, nodes)
    own = numbers((code(place),))
    others = numbers(other for other in look.places if other != own[0])
    for depth in range(2, LAST + 2 - look.turn):
        # Two cards ahead all placements are looked at, and further on those that look best.
        to_end = look.turn + depth > LAST
        rivals = others if to_end or depth == 2 else others[:PROMISING]
        _, value = top(look.mind, look.turn, depth, own)
        other = above(look.mind, look.turn, depth, rivals, _behind(int(value), points), 0)
        if look.mind.tally[NODES] >= look.mind.tally[LIMIT]:
            return
        yield Single(to_end, other == len(rivals))


class Glanced:
    """A position as the search sees it, with the placements that look best at once, the best first."""

    def __init__(self, state: Position, nodes: int, most: int = ROOM) -> None:
        self.turn = len(state.laid)
        self.mind = shown(seen(state), nodes)
        kept = expand(self.mind, self.turn, ground(self.mind, self.turn), most, 2 * WON)
        at = ROOM * self.turn
        self.places = numbers(self.mind.places[at : at + kept])
        self.values = numbers(self.mind.values[at : at + kept])


@compiled
def top(mind: KartaMind, turn: int, depth: int, places: Numbers) -> tuple[int, int]:
    """Return which of the placements is the best so many cards ahead, and its value; -1 without nodes."""
    found, most = -1, -2 * WON
    for i in range(len(places)):
        step(mind, turn, places[i])
        value = -seek(mind, turn + 1, depth - 1, -most - 1, -most) if i else most + 1
        if value > most:
            value = -seek(mind, turn + 1, depth - 1, -2 * WON, -most)
        back(mind, turn, places[i])
        if mind.tally[NODES] >= mind.tally[LIMIT]:
            return -1, 0
        if value > most:
            found, most = i, value
    return found, most


@compiled
def above(mind: KartaMind, turn: int, depth: int, places: Numbers, least: int, start: int) -> int:
    """Return the first placement that is worth more, their count if none is, -1 without nodes."""
    for i in range(start, len(places)):
        step(mind, turn, places[i])
        value = -seek(mind, turn + 1, depth - 1, -least - 1, -least)
        back(mind, turn, places[i])
        if mind.tally[NODES] >= mind.tally[LIMIT]:
            return -1
        if value > least:
            return i
    return len(places)


@compiled
def first_two(mind: KartaMind, turn: int, places: Numbers, values: Numbers) -> None:
    """Write what the two best answers to each placement are worth at first sight."""
    at = ROOM * (turn + 1)
    for i in range(len(places)):
        step(mind, turn, places[i])
        kept = expand(mind, turn + 1, ground(mind, turn + 1), 2, 2 * WON)
        values[2 * i] = mind.values[at] if kept > 0 else 0
        values[2 * i + 1] = mind.values[at + 1] if kept > 1 else values[2 * i]
        back(mind, turn, places[i])


def placed(place: int) -> Place:
    """Return a placement that the search knows as a number."""
    corner, stamp = divmod(int(place), STAMPS)
    y, x = divmod(corner, SIDE)
    card, way = divmod(stamp, len(WAYS))
    return Place(Card(card), *WAYS[way], x - SIDE // 2, y - SIDE // 2)


def refuted(puzzle: Puzzle, nodes: int) -> bool:
    """Return whether a search of so many nodes finds a placement that is as good as the solution."""
    for state, place in solved(puzzle):
        if puzzle.kind != "middle":
            if _only(state) != place:
                return True
            continue
        *_, last = alone(state, place, nodes, AS_GOOD)
        if not last.alone:
            return True
    return False


def _weak(state: Position, draws: Chance) -> Place:
    """Return a placement of a weak player; every other time it is one that keeps the game open."""
    if draws.below(2):
        return _even(state, draws)[0]
    return best(seen(state), draws.shuffled(moves_of(state)), draws.choice(WEAK), lambda: False)


def _even(state: Position, draws: Chance, few: int = FEW) -> list[Place]:
    """Return some placements, those first after which it is most open who wins."""
    look = Glanced(state, UNLIMITED)
    some = draws.shuffled(range(len(look.places)))[:few]
    return [placed(look.places[one]) for one in sorted(some, key=lambda one: abs(look.values[one]))]


def _sharp(state: Position, places: Sequence[Place]) -> list[Place]:
    """Return those placements after which one answer looks far better than any other.

    In the middle of a game most puzzles look so, and few other positions.
    """
    look = Glanced(state, UNLIMITED, 1)
    values = blank(2 * len(places))
    first_two(look.mind, look.turn, numbers(map(code, places)), values)
    pairs = zip(values[::2], values[1::2], places, strict=True)
    return [place for best, second, place in pairs if chance(int(best)) - chance(int(second)) > LEAD]


def _behind(value: int, points: float) -> int:
    """Return the greatest value whose chance is so many points lower."""
    return _least(chance(value) - points)


def _least(wanted: float) -> int:
    """Return the greatest value with no more than this chance."""
    low, high = -2 * WON, 2 * WON
    while low < high:
        middle = (low + high + 1) // 2
        if chance(middle) <= wanted:
            low = middle
        else:
            high = middle - 1
    return low


def _searched(state: Position) -> list[Place]:
    """Return the line of a puzzle in the middle of a game; nothing where there is none."""
    line: list[Place] = []
    while len(line) < 2 * LONGEST:
        place = _stands_out(state)
        if place is None:
            break
        line.append(place)
        state = after(state, place)
        if len(state.laid) >= LAST - 2:
            return line
        answer = best(seen(state), moves_of(state), NODES_EACH, lambda: False)
        line.append(answer)
        state = after(state, answer)
    return line[:-1]


def _stands_out(state: Position) -> Place | None:
    """Return the one placement that is far ahead, at every depth up to the end."""
    place = _first_sight(Glanced(state, UNLIMITED, GLANCE))
    if place is None:
        return None
    single = Single(False, False)
    for single in alone(state, place, NODES_EACH, AHEAD):
        if not single.alone:
            return None
    return place if single.to_end else None


def _first_sight(look: Glanced) -> Place | None:
    """Return the placement that is far ahead two cards on, among those that look best at once.

    If one is ahead by AHEAD, it alone is likelier to win than 1 - AHEAD, or at least than AHEAD: so two of
    these are enough to end it, mostly among the first few.
    """
    for least in (_least(1 - AHEAD), _least(AHEAD)):
        first = above(look.mind, look.turn, 2, look.places, least, 0)
        if first < len(look.places):
            second = above(look.mind, look.turn, 2, look.places, least, first + 1)
            return placed(look.places[first]) if second == len(look.places) else None
    return None


def _proved(state: Position) -> list[Place]:
    """Return the line of an ending; nothing where there is no single way to win."""
    place = _only(state)
    if place is None:
        return []
    state = after(state, place)
    if len(state.laid) == LAST:
        return [place]
    # The other side answers as it seems best to it, where that leaves one way again.
    for answer in map(placed, Glanced(state, UNLIMITED, GLANCE).places):
        then = after(state, answer)
        if not then.over and (last := _only(then)):
            return [place, answer, last]
    return [place]


def _only(state: Position) -> Place | None:
    """Return the one placement that wins; None where there is none, or it is well hidden."""
    look = Glanced(state, UNLIMITED)
    if look.turn == LAST:
        right = [place for place, value in zip(look.places, look.values, strict=True) if value > WON // 2]
        return placed(right[0]) if len(right) == 1 else None
    ahead, glance = LAST + 1 - look.turn, look.places[:GLANCE]
    first = above(look.mind, look.turn, ahead, glance, WON // 2, 0)
    if first == len(glance):
        return None
    again = above(look.mind, look.turn, ahead, look.places, WON // 2, first + 1)
    return placed(look.places[first]) if again == len(look.places) else None
