"""Mining puzzles of Karta Doppio from games of weak bots: positions with a single placement that wins.

With two, three or four cards left the search sees everything that can follow, so the solution is proved.
With five it is proved that the solution wins, and searched whether anything else does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from cartable.analysis.karta import reasons
from cartable.analysis.puzzles import (
    KINDS,
    RULES,
    SETUP,
    Kind,
    Puzzle,
    after,
    moves_of,
    seen,
    solved,
    solvers,
)
from cartable.bots.compiled import compiled, numbers
from cartable.bots.karta.board import LAST, SIDE, STAMPS
from cartable.bots.karta.decision import UNLIMITED, best, shown
from cartable.bots.karta.search import (
    ROOM,
    WON,
    KartaMind,
    appraise,
    back,
    expand,
    ground,
    seek,
    step,
)
from cartable.core import Chance, seed_of
from cartable.games.karta import WAYS, KartaCard, Place, Position

WEAK: Final = (60, 300, 300, 3_000)
"""How much the players of a game look at: they must err, or there would be nothing to punish."""
FEW: Final = 200
"""Among how many placements a player looks for one that keeps the game open."""
VARIATIONS: Final[dict[Kind, int]] = {"two": 6, "three": 100, "four": 15, "five": 40}
"""How many positions are tried at each turn."""
GLANCE: Final = 80
"""Among how many placements, the best-looking first, to look for a winning one."""
ANSWERS: Final = 12
"""With five cards left, how many answers of the other side are tried before all of them are."""
REPLIES: Final = 16
"""With five cards left, how many of the solver's second placements are followed up at a glance."""
FOLLOWED: Final = ((20, 480), (GLANCE, 48), (ROOM, REPLIES))
"""And how many after a first placement that is among this many best-looking ones."""
HOPES: Final = 5
"""If more placements than this seem to win at first, more than one does."""
LEVELS: Final = (1, 4, 12, 40)
"""How many placements may look at least as good at first sight at each level but the last."""


def mined(seed: int, kinds: Sequence[Kind] = KINDS) -> Iterator[Puzzle]:
    """Play a game of weak bots and yield its puzzles, at most one of each kind."""
    draws = Chance(seed_of(seed), 0)
    state = RULES.start(SETUP, draws)
    while not state.over:
        kind = kind_of(len(state.laid) + 1)
        if kind == "five" and kind in kinds:
            yield from _middle(state, draws)
        elif kind and kind in kinds:
            # One position in many has a single way on: some are tried that the game could have had next.
            tried = (after(state, place) for place in _even(state, draws)[: VARIATIONS[kind]])
            found = (puzzled(one, kind) for one in tried if not one.over)
            yield from islice(filter(None, found), 1)
        state = after(state, _weak(state, draws))


def kind_of(turn: int) -> Kind | None:
    """Return which kind of puzzle a position with this many cards could be."""
    kinds: dict[int, Kind] = {LAST - 1: "two", LAST - 2: "three", LAST - 3: "four", LAST - 4: "five"}
    return kinds.get(turn)


def puzzled(state: Position, kind: Kind) -> Puzzle | None:
    """Return the puzzle of a position, or None if it has no single winning move."""
    line = _searched(state) if kind == "five" else _proved(state)
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
    return Puzzle(kind, level, RULES.write(state), tuple(line), rows)


class Glanced:
    """A position as the search sees it, with the placements that look best at once, the best first."""

    def __init__(self, state: Position, nodes: int, most: int = ROOM) -> None:
        self.turn = len(state.laid)
        self.mind = shown(seen(state), nodes)
        self.whole = self.mind._replace(widths=numbers((ROOM,) * len(self.mind.widths)))
        """The same mind, but it looks at every answer and not only at those that look best."""
        kept = expand(self.mind, self.turn, ground(self.mind, self.turn), most, 2 * WON)
        at = ROOM * self.turn
        self.places = numbers(self.mind.places[at : at + kept])
        self.values = numbers(self.mind.values[at : at + kept])


@compiled
def wins(mind: KartaMind, turn: int, place: int) -> bool:
    """Return whether a placement wins against all answers that a mind looks at."""
    if turn == LAST:
        return appraise(mind, turn, place, 0) > WON // 2
    step(mind, turn, place)
    value = -seek(mind, turn + 1, LAST - turn, -WON // 2 - 1, -WON // 2)
    back(mind, turn, place)
    return value > WON // 2


def placed(place: int) -> Place:
    """Return a placement that the search knows as a number."""
    corner, stamp = divmod(int(place), STAMPS)
    y, x = divmod(corner, SIDE)
    card, way = divmod(stamp, len(WAYS))
    return Place(KartaCard(card), *WAYS[way], x - SIDE // 2, y - SIDE // 2)


def refuted(puzzle: Puzzle) -> bool:
    """Return whether a solution does not win, or another placement wins too, whatever it looks like.

    All placements are tried against all answers, which takes some ten times as long as mining does; with five
    cards left ten times as many replies are followed up.
    """
    for state, place in solved(puzzle):
        look = Glanced(state, UNLIMITED)
        if look.turn == LAST - 4:
            if [placed(one) for one in holding(look, look.places, 10)] != [place]:
                return True
            continue
        if [placed(one) for one in look.places if wins(look.whole, look.turn, one)] != [place]:
            return True
    return False


def _weak(state: Position, draws: Chance) -> Place:
    """Return a placement of a weak player; every other time it is one that keeps the game open."""
    if draws.below(2):
        return _even(state, draws)[0]
    return best(seen(state), draws.shuffled(moves_of(state)), draws.choice(WEAK), lambda: False)


def _even(state: Position, draws: Chance) -> list[Place]:
    """Return some placements, those first after which it is most open who wins."""
    look = Glanced(state, UNLIMITED)
    some = draws.shuffled(range(len(look.places)))[:FEW]
    return [placed(look.places[one]) for one in sorted(some, key=lambda one: abs(look.values[one]))]


def _middle(state: Position, draws: Chance) -> Iterator[Puzzle]:
    """Yield a puzzle from the middle game, if one is near: the other side's next placement is varied.

    Where too much wins, the next placement is a better one, where nothing does a worse one: between them lie
    those that leave a single way.
    """
    look = Glanced(state, UNLIMITED)
    some = sorted(draws.shuffled(range(len(look.places)))[:FEW])
    middle = min(range(len(some)), key=lambda at: abs(look.values[some[at]]))
    better, worse, at = middle - 1, middle + 1, middle
    for _ in range(VARIATIONS["five"]):
        then = after(state, placed(look.places[some[at]]))
        ways = _hopes(Glanced(then, UNLIMITED))
        if len(ways) == 1 and (puzzle := puzzled(then, "five")):
            yield puzzle
            return
        if ways:
            at, better = better, better - 1
        else:
            at, worse = worse, worse + 1
        if not 0 <= at < len(some):
            return


def _searched(state: Position) -> list[Place]:
    """Return the line of a position with five cards left; nothing where no single placement wins."""
    look = Glanced(state, UNLIMITED)
    ways = _hopes(look)
    if len(ways) != 1 or list(islice(holding(look, look.places), 2)) != ways:
        return []
    place = placed(ways[0])
    state = after(state, place)
    for answer in map(placed, Glanced(state, UNLIMITED, HOPES).places):
        then = after(state, answer)
        if not then.over and (last := _only(then)):
            return [place, answer, last]
    return [place]


def _hopes(look: Glanced) -> list[int]:
    """Return the placements that win among those that look best: none, one, or two that stand for many."""
    mind = _follows(look, ANSWERS, REPLIES)
    seeming = list(islice((one for one in look.places[:GLANCE] if wins(mind, look.turn, one)), HOPES + 1))
    if len(seeming) > HOPES:
        return seeming[:2]
    return list(islice(holding(look, seeming), 2))


def holding(look: Glanced, places: Iterable[int], times: int = 1) -> Iterator[int]:
    """Yield those of the placements that win against all answers, with this many times the usual replies."""
    ranks = {int(place): rank for rank, place in enumerate(look.places)}
    for place in places:
        usual = next(replies for most, replies in FOLLOWED if ranks[int(place)] < most)
        replies = min(times * usual, ROOM)
        # Most fail against the answers that look best.
        if all(wins(_follows(look, answers, replies), look.turn, place) for answers in (ANSWERS, ROOM)):
            yield place


def _follows(look: Glanced, answers: int, replies: int) -> KartaMind:
    """Return the mind of a position with five cards left that follows up this many answers and replies."""
    return look.mind._replace(widths=numbers((0, 0, ROOM, replies, answers, replies)))


def _proved(state: Position) -> list[Place]:
    """Return the line of an ending; nothing if there is no single way to win."""
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
    first = next(_winning(look, look.places[:GLANCE]), None)
    if first is None:
        return None
    others = (place for place in look.places if place != first)
    return placed(first) if next(_winning(look, others), None) is None else None


def _winning(look: Glanced, places: Iterable[int]) -> Iterator[int]:
    """Yield those of the placements that win; most fail already against what looks best."""
    for place in places:
        if wins(look.mind, look.turn, place) and wins(look.whole, look.turn, place):
            yield place
