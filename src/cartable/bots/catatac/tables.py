"""All that a card can do, looked up: for each clan, card, set of rights and yarn, where the yarn can end.

A yarn is one number, its place times two plus its clan. A node is a moment of a turn after a card was laid:
the clan, whether the seat is its Alpha, the card, its rights and the yarn, in one number. The rules
themselves are asked once for each node.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from msgspec.structs import replace

from cartable.bots.catatac import greedy
from cartable.bots.compiled import Numbers, blank, compiled, numbers
from cartable.core import Chance, Seat, Setup, Team
from cartable.games.catatac.acts import acts, after
from cartable.games.catatac.cards import Face, PawCard
from cartable.games.catatac.moves import Carry, CatatacMove, Counter, Steal, StoreYarn, Toss, Use
from cartable.games.catatac.rules import Catatac
from cartable.games.catatac.state import BLOCK, GAMBLE, MUST, PAIR
from cartable.games.catatac.terms import INFO, Terms, terms
from cartable.games.catatac.yarn import CLANS, PLACES, Yarn, hideout, on_alley, walks

YARNS: Final = len(PLACES) * len(CLANS)
RIGHTS: Final = 16
SIDES: Final = 4
"""Two clans, each with an Alpha's turn and another's."""

SLOTS: Final = 4
"""How many ways to come to a toss a node remembers; our cards have one at most."""

NONE: Final = -1
NEVER: Final = -(1 << 40)
GRAB: Final = 3
"""How many numbers say which move is best at first sight."""

NUMBER, BLOCKED, TOGETHER, COUNTERS, HELD = range(5)
FACTS: Final = 5
"""What is known of a card: its number, whether it has a block, cooperates or counters, and what it is worth
to who takes the best at once."""

TENTHS: Final = 10
"""Greedy's fractions as whole numbers."""


class Tables(NamedTuple):
    """What the cards of a table can do."""

    facts: Numbers
    ends: Numbers
    """For each node the yarns that its turn can end with, as bits."""
    tosses: Numbers
    """For each node and slot the nodes after a toss that falls on White's and on Black's side."""
    hopes: Numbers
    """For each clan what each yarn is worth to it at once."""
    grabs: Numbers
    """For each node what is best at once: what it is worth, the yarn, and the other one after a toss."""


def code(yarn: Yarn) -> int:
    """Return a yarn as one number."""
    return yarn.place * len(CLANS) + yarn.clan


def node(cards: int, clan: int, alpha: int, card: int, rights: int, yarn: int) -> int:
    """Return a moment of a turn as one number; the rights are without the one to distract."""
    return (((clan * 2 + alpha) * cards + card) * RIGHTS + rights) * YARNS + yarn


def leads(
    terms: Terms, act: CatatacMove, clan: Team, card: PawCard, rights: int, yarn: Yarn
) -> tuple[tuple[int, Yarn], ...]:
    """Return the rights and the yarn after an act: none where it ends the turn, two after a toss."""
    match act:
        case Toss():
            left = rights & ~GAMBLE
            return tuple((left | (PAIR if fell == clan else 0), Yarn(yarn.place, fell)) for fell in CLANS)
        case Use(way, to):
            left, effects = rights & ~(BLOCK | MUST), terms.box.faces[card].ways[way]
            if any(effect.do == "toss" for effect in effects):
                return tuple((left, Yarn(to, fell)) for fell in CLANS)
            return ((left, next(walk[-1] for walk in walks(effects, yarn, clan) if walk[-1].place == to)),)
        case Steal() | Carry() | StoreYarn() | Counter():
            return ((rights & ~PAIR, after(act, clan, yarn)),)
        case _:
            return ()


def tables(setup: Setup) -> Tables:
    """Return the tables for the cards and options of a table."""
    return _tables(setup.word("cards"), *(setup.toggle(name) for name in ("hockey", "alpha", "momentum")))


@lru_cache(maxsize=16)
def _tables(cards: str, hockey: bool, alpha: bool, momentum: bool) -> Tables:
    options: dict[str, bool | int | str] = {
        "cards": cards,
        "hockey": hockey,
        "alpha": alpha,
        "momentum": momentum,
    }
    table = terms(INFO.setup(2, options=options))
    faces = table.box.faces
    ends = [0] * (SIDES * len(faces) * RIGHTS * YARNS)
    tosses = [NONE] * (len(ends) * SLOTS * 2)
    writer = _Writer(table, ends, tosses)
    for side, face, yarn in product(range(2 + 2 * alpha), faces, _yarns()):
        for rights in _first(face, momentum):
            writer.write(CLANS[side % 2], side // 2, face.card, rights, yarn)
    facts = (fact for face in faces for fact in _facts(face))
    hopes = numbers(_hope(yarn, clan) for clan in CLANS for yarn in _yarns())
    made = Tables(numbers(facts), numbers(ends), numbers(tosses), hopes, blank(GRAB * len(ends)))
    _grab(made)
    return made


@compiled
def _grab(tables: Tables) -> None:
    """Write down what is best at once for each node."""
    ends, tosses, hopes, grabs = tables.ends, tables.tosses, tables.hopes, tables.grabs
    half = len(ends) // 2
    for here in range(len(ends)):
        value = here // half * YARNS
        at, end = here * GRAB, best_end(ends, here, hopes, value)
        grabs[at], grabs[at + 1], grabs[at + 2] = NEVER, end, NONE
        if end != NONE:
            grabs[at] = hopes[value + end]
        for toss in range(here * SLOTS * 2, (here + 1) * SLOTS * 2, 2):
            if tosses[toss] == NONE:
                break
            white = best_end(ends, tosses[toss], hopes, value)
            black = best_end(ends, tosses[toss + 1], hopes, value)
            if white != NONE and black != NONE:
                worth = (hopes[value + white] + hopes[value + black]) >> 1
                if worth > grabs[at]:
                    grabs[at], grabs[at + 1], grabs[at + 2] = worth, white, black


@compiled
def best_end(ends: Numbers, here: int, value: Numbers, at: int) -> int:
    """Return the best yarn that a node can end with, where the yarns' worths begin, or None."""
    best, most = NONE, NEVER
    for yarn in range(YARNS):
        if ends[here] >> yarn & 1 and value[at + yarn] > most:
            best, most = yarn, value[at + yarn]
    return best


class _Writer:
    """Asks the rules what each node allows, and writes down where it leads."""

    def __init__(self, terms: Terms, ends: list[int], tosses: list[int]) -> None:
        self.terms = terms
        self.ends = ends
        self.tosses = tosses
        self.written: set[int] = set()
        self.state = Catatac().start(INFO.setup(2), Chance(b"", 0))

    def write(self, clan: Team, alpha: int, card: PawCard, rights: int, yarn: Yarn) -> int:
        """Write down a node and all that it leads to, and return its number."""
        here = node(len(self.terms.box.faces), clan, alpha, card, rights, code(yarn))
        if here in self.written:
            return here
        self.written.add(here)
        if yarn.place == hideout(clan):
            self.ends[here] = 1 << code(yarn)
            return here
        state = replace(
            self.state,
            laid=Seat(clan),
            rights=rights,
            yarn=yarn,
            discard=(card,),
            alphas=(Seat(clan),) * alpha,
        )
        for act in acts(state, self.terms):
            there = [
                self.write(clan, alpha, card, *then)
                for then in leads(self.terms, act, clan, card, rights, yarn)
            ]
            if not there:
                self.ends[here] |= 1 << code(yarn)
            elif len(there) == 1:
                self._merge(here, there[0])
            else:
                self._remember(here, there)
        return here

    def _merge(self, here: int, there: int) -> None:
        self.ends[here] |= self.ends[there]
        for at in range(there * SLOTS * 2, (there + 1) * SLOTS * 2, 2):
            self._remember(here, self.tosses[at : at + 2])

    def _remember(self, here: int, fallen: list[int]) -> None:
        for at in range(here * SLOTS * 2, (here + 1) * SLOTS * 2, 2):
            if self.tosses[at] == NONE or self.tosses[at : at + 2] == fallen:
                if fallen[0] != NONE:
                    self.tosses[at : at + 2] = fallen
                return


def _yarns() -> tuple[Yarn, ...]:
    return tuple(Yarn(place, clan) for place in PLACES for clan in CLANS)


def _first(face: Face, momentum: bool) -> list[int]:
    """Return the rights that a card may have when it is laid."""
    pairs = (0, PAIR | GAMBLE * momentum)
    blocks = (0, BLOCK, BLOCK | MUST) if face.ways else (0,)
    return [pair | block for pair in pairs for block in blocks]


def _facts(face: Face) -> tuple[int, ...]:
    does = {effect.do for way in face.ways for effect in way}
    held = _held(face, "counter" in does)
    return face.number, int(bool(face.ways)), int(face.together), int("counter" in does), held


def _held(face: Face, counters: bool) -> int:
    """Return what greedy holds a card to be worth."""
    plain = greedy.KEEP_BLOCK if face.ways else 0
    return int(TENTHS * (greedy.KEEP_COUNTER if counters else plain if face.number else greedy.KEEP_JOKER))


def _hope(yarn: Yarn, clan: Team) -> int:
    """Return what greedy hopes for when its turn ends with this yarn."""
    near = greedy.NEAR * (greedy.FAR - abs(yarn.place - hideout(yarn.clan)))
    if on_alley(yarn):
        hope = greedy.POSSESSION + near if yarn.clan == clan else -greedy.POSSESSION - near
    else:
        hope = greedy.ATTEMPT if yarn.place == hideout(clan) else -greedy.ATTEMPT
    return int(TENTHS * hope)
