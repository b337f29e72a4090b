"""The decision: all that a seat can do is tried in the same imagined worlds, and what does well in more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain
from typing import Final

from msgspec import Struct

from cartable.bots.catatac.effort import Effort
from cartable.bots.catatac.endings import MOST, endings
from cartable.bots.catatac.hands import CHOICE, deal, imagined
from cartable.bots.catatac.learned import DEEP, NUMBERS, WIDE, learned
from cartable.bots.catatac.position import (
    EVERYBODY,
    FULL,
    HANDS,
    LET_PASS,
    ME,
    RECENT,
    REMAINING,
    REST,
    ROOM,
    SHOWN,
    SIZES,
    UNSEEN,
    World,
)
from cartable.bots.catatac.tables import FACTS, NONE, SLOTS, YARNS, code, leads, node, tables
from cartable.bots.catatac.worlds import ACTS, DECLINES, DISTRACTS, LAYS, guessed, tried
from cartable.bots.compiled import Numbers, blank, numbers, weights
from cartable.core import Chance, Seat, Setup
from cartable.games.catatac.cards import PawCard
from cartable.games.catatac.moves import CatatacMove, Cooperate, Decline, Distract, Lay
from cartable.games.catatac.state import BLOCK, GAMBLE, MUST, PAIR, RIGHTS, Chosen
from cartable.games.catatac.terms import Terms, terms
from cartable.games.catatac.view import CatatacView
from cartable.games.catatac.yarn import Yarn, on_alley

BATCH: Final = 16
"""After this many worlds the bot asks whether to stop."""

LIKELY: Final = 6
"""How many plans are tried: those that seem best at first sight."""


class TurnPlan(Struct, frozen=True):
    """Something a seat can do: its first move (None: it waits), and what becomes of the yarn."""

    move: CatatacMove | None
    kind: int
    card: PawCard | None = None
    end: int | None = None
    """Where it leaves the yarn, by number; None where a toss decides."""
    fallen: int | None = None
    """Which toss of the tables decides."""

    @property
    def numbers(self) -> tuple[int, int, int, int]:
        """The plan as playing on knows it, with NONE where there is nothing."""
        card, end, fallen = (NONE if some is None else some for some in (self.card, self.end, self.fallen))
        return self.kind, card, end, fallen


def best(
    view: CatatacView,
    setup: Setup,
    seat: Seat,
    moves: Sequence[CatatacMove],
    chance: Chance,
    effort: Effort,
    stop: Callable[[], bool],
) -> CatatacMove | None:
    """Return the best of the moves (None: to wait), judged with this many imagined games."""
    plans = list(Choices(view, setup, seat).plans(moves))
    if len({plan.move for plan in plans}) == 1:
        return plans[0].move
    table = terms(setup)
    root, world = seen(view, table, seat), prepared(setup, remembered(view, table, seat))
    worlds = 0
    found = {plan: effort.trust * int(guessed(world, root, *plan.numbers)) for plan in plans}
    plans = sorted(plans, key=found.__getitem__, reverse=True)[:LIKELY]
    rounds = (len(plans) - 1).bit_length()
    deal(world, root, chance.below(1 << 30))
    for _ in range(rounds):
        until = worlds + max(1, effort.worlds(setup.seats) // (rounds * len(plans)))
        while worlds < until and not stop():
            more = min(until - worlds, BATCH)
            imagined(world, root, more)
            for plan in plans:
                found[plan] += int(tried(world, root, *plan.numbers, more, effort.alike))
            worlds += more
        plans.sort(key=found.__getitem__, reverse=True)
        plans = plans[: (len(plans) + 1) // 2]
    return plans[0].move


class Choices:
    """What a seat can do, by its view."""

    def __init__(self, view: CatatacView, setup: Setup, seat: Seat) -> None:
        self.view = view
        self.seat = seat
        self.terms = terms(setup)
        self.tables = tables(setup)
        self.clan = self.terms.teams[seat]
        self.alpha = int(seat in view.alphas)

    def plans(self, moves: Sequence[CatatacMove]) -> Iterator[TurnPlan]:
        """Give everything that the moves can lead to."""
        if self.view.phase == "act":
            yield from self._acting(moves)
            return
        for move in moves:
            if isinstance(move, Lay | Cooperate):
                rights = self._gained(move.card)
                for end, fallen in self._ends(self._node(move.card, rights, self.view.yarn)):
                    yield TurnPlan(move, LAYS, move.card, end, fallen)
            else:
                yield TurnPlan(move, DECLINES)
        if self.seat != self.view.turn and Decline() not in moves:
            yield TurnPlan(None, DECLINES)

    def _acting(self, moves: Sequence[CatatacMove]) -> Iterator[TurnPlan]:
        card, yarn = self.view.top.card, self.view.yarn
        rights = sum(1 << RIGHTS.index(right) for right in self.view.rights if right != "distract")
        seen: set[tuple[int | None, int | None]] = set()
        for act in moves:
            if isinstance(act, Distract):
                yield TurnPlan(act, DISTRACTS)
                continue
            then = [
                self._node(card, *after) for after in leads(self.terms, act, self.clan, card, rights, yarn)
            ]
            found: list[tuple[int | None, int | None]]
            if not then:
                found = [(code(yarn), None)]
            elif len(then) == 1:
                found = list(self._ends(then[0]))
            else:
                here = self._node(card, rights, yarn)
                slots = range(here * SLOTS * 2, (here + 1) * SLOTS * 2, 2)
                found = [
                    (None, at) for at in slots if [int(n) for n in self.tables.tosses[at : at + 2]] == then
                ]
            for end, fallen in found:
                if (end, fallen) not in seen:
                    seen.add((end, fallen))
                    yield TurnPlan(act, ACTS, card, end, fallen)

    def _gained(self, card: PawCard) -> int:
        view, face = self.view, self.terms.box.faces[card]
        rights = PAIR | GAMBLE * self.terms.momentum if self.terms.box.pairs(card, view.top.card) else 0
        if face.ways and not (view.distracted == self.clan and on_alley(view.yarn)):
            rights |= BLOCK
        return rights | (MUST if self.seat != view.turn else 0)

    def _node(self, card: PawCard, rights: int, yarn: Yarn) -> int:
        return node(len(self.terms.box.faces), self.clan, self.alpha, card, rights, code(yarn))

    def _ends(self, here: int) -> Iterator[tuple[int | None, int | None]]:
        for yarn in range(YARNS):
            if self.tables.ends[here] >> yarn & 1:
                yield yarn, None
        for at in range(here * SLOTS * 2, (here + 1) * SLOTS * 2, 2):
            if self.tables.tosses[at] != NONE:
                yield None, at


def prepared(setup: Setup, past: Sequence[Sequence[int]]) -> World:
    """Return a world for a table that knows what each seat ahead chose, ready to be played on."""
    made, cards = tables(setup), setup.word("cards")
    counts = [len(choices) // CHOICE for choices in past]
    total = sum(counts)
    return World(
        *made,
        numbers(endings(cards)),
        learned(setup.seats, cards),
        blank(ROOM),
        blank(YARNS),
        blank(4),
        numbers((setup.toggle("hockey"), setup.toggle("momentum"), 0)),
        numbers(chain.from_iterable(past)),
        numbers(accumulate(counts, initial=0)),
        blank(total * len(made.facts) // FACTS),
        blank(total),
        blank(setup.seats),
        blank(FULL + total),
        blank(BATCH * ROOM),
        blank(NUMBERS),
        weights(range(MOST + 1)),
        *(weights([0] * size) for size in (WIDE, WIDE, WIDE, DEEP)),
    )


def remembered(view: CatatacView, terms: Terms, seat: Seat) -> list[list[int]]:
    """Return what the other seats chose, from the next seat on, the latest choice first."""
    return [_choices(view, terms, Seat((seat + ahead) % terms.seats)) for ahead in range(1, terms.seats)]


def _choices(view: CatatacView, terms: Terms, seat: Seat) -> list[int]:
    row: list[int] = []
    missing = terms.hand - view.counts[seat]
    for choice in reversed([choice for choice in view.lately if choice.seat == seat]):
        card = view.discard[choice.at] if choice.laid else NONE
        row += (seat, card, code(choice.yarn), view.discard[choice.at - 1], missing <= 0)
        before = Counter(terms.box.faces[card].number for card in view.discard[: choice.at])
        row += (before[number] for number in range(NUMBERS))
        missing -= choice.laid
    return row


def seen(view: CatatacView, terms: Terms, seat: Seat) -> Numbers:
    """Return the position that a view shows; all that is not seen lies in the pile."""
    own = [face.card for face in view.hand]
    rest = Counter(terms.deck)
    rest.subtract([*own, *view.discard])
    unseen = list(rest.elements())
    row = [0] * ROOM
    row[: ME + 1] = (
        terms.seats,
        terms.hand,
        view.turn,
        code(view.yarn),
        view.top.card,
        view.laid,
        *view.won,
        len(unseen),
        sum(view.counts) + view.pile,
        NONE if view.distracted is None else view.distracted,
        0,
        terms.teams[0],
        sum(1 << alpha for alpha in view.alphas),
        sum(1 << asked for asked in view.asked) if view.phase != "act" else EVERYBODY,
        seat,
    )
    for card in (*own, *unseen):
        row[REST + card] += 1
        row[REMAINING + terms.box.faces[card].number] += 1
    for other in range(terms.seats):
        lately = [choice for choice in reversed(view.lately) if choice.seat == other][:2]
        for ago, choice in enumerate(lately):
            row[RECENT + 2 * other + ago] = _shown(choice, view, terms) if choice.laid else LET_PASS
    row[SIZES : SIZES + terms.seats] = view.counts
    row[HANDS + FULL * seat : HANDS + FULL * seat + len(own)] = own
    row[UNSEEN : UNSEEN + len(unseen)] = unseen
    return numbers(row)


def _shown(choice: Chosen, view: CatatacView, terms: Terms) -> int:
    """Return a card that was laid, as playing on remembers it."""
    card, top = view.discard[choice.at], view.discard[choice.at - 1]
    blocked, paired = bool(terms.box.faces[card].ways), terms.box.pairs(card, top)
    return SHOWN + code(choice.yarn) * 4 + 2 * blocked + paired
