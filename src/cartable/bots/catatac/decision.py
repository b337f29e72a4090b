"""The decision: all that a seat can do is tried in the same imagined worlds, and what does well in more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from cartable.bots.catatac.effort import Effort
from cartable.bots.catatac.outlook import endings, outlook
from cartable.bots.catatac.playout import (
    ACTS,
    DECLINES,
    DISTRACTS,
    EVERYBODY,
    FULL,
    HANDS,
    LAYS,
    ME,
    OUT,
    ROOM,
    SIZES,
    UNSEEN,
    World,
)
from cartable.bots.catatac.tables import NONE, SLOTS, YARNS, code, leads, node, tables
from cartable.bots.catatac.worlds import FEW, GLANCES, PLAN, guessed, imagined, pondered, tried
from cartable.bots.compiled import Numbers, blank, numbers
from cartable.core import Chance, Seat, Setup
from cartable.games.catatac.cards import Card
from cartable.games.catatac.moves import CatatacMove, Cooperate, Decline, Distract, Lay
from cartable.games.catatac.state import BLOCK, GAMBLE, MUST, PAIR, RECALL, RIGHTS
from cartable.games.catatac.terms import Terms, terms
from cartable.games.catatac.view import CatatacView
from cartable.games.catatac.yarn import Yarn, on_alley

DEPTH: Final = 9
"""How many cards are laid in a world before the outlook is asked."""

BATCH: Final = 64
SMALL: Final = 4
"""After so many worlds the bot asks whether it shall stop; fewer where replies are thought over."""


class Plan(Struct, frozen=True):
    """Something a seat can do: the move that begins it (None: it waits), and what becomes of the yarn."""

    move: CatatacMove | None
    kind: int
    card: int = NONE
    end: int = NONE
    fallen: int = NONE

    @property
    def numbers(self) -> tuple[int, int, int, int]:
        """The plan as playing on knows it."""
        return self.kind, self.card, self.end, self.fallen


def best(
    view: CatatacView,
    setup: Setup,
    seat: Seat,
    moves: Sequence[CatatacMove],
    chance: Chance,
    effort: Effort,
    stop: Callable[[], bool],
) -> CatatacMove | None:
    """Return the best of the moves (None: to wait), as far as so many imagined games show."""
    plans = list(_Mind(view, setup, seat).plans(moves))
    if len({plan.move for plan in plans}) == 1:
        return plans[0].move
    table = terms(setup)
    root, past = seen(view, table, seat), remembered(view, table, seat)
    world, inner = prepared(setup, past, at_once=not effort.replies), prepared(setup, [0], at_once=False)
    seed, worlds = chance.below(1 << 30), 0
    found = {plan: effort.trust * int(guessed(world, root, *plan.numbers)) for plan in plans}
    rounds = (len(plans) - 1).bit_length()
    for _ in range(rounds):
        until = worlds + max(1, effort.nodes // (rounds * len(plans)))
        while worlds < until and not stop():
            more = min(until - worlds, SMALL if effort.replies else BATCH)
            imagined(world, root, seed + worlds, more)
            for plan in plans:
                if effort.replies:
                    chances = pondered(world, inner, root, *plan.numbers, more, DEPTH, effort.replies)
                else:
                    chances = tried(world, root, *plan.numbers, more, DEPTH)
                found[plan] += int(chances)
            worlds += more
        plans.sort(key=found.__getitem__, reverse=True)
        plans = plans[: (len(plans) + 1) // 2]
    return plans[0].move


class _Mind:
    """What a seat can do, by its view."""

    def __init__(self, view: CatatacView, setup: Setup, seat: Seat) -> None:
        self.view = view
        self.seat = seat
        self.terms = terms(setup)
        self.tables = tables(setup)
        self.clan = self.terms.teams[seat]
        self.alpha = int(seat in view.alphas)

    def plans(self, moves: Sequence[CatatacMove]) -> Iterator[Plan]:
        """Give everything that the moves can lead to."""
        if self.view.phase == "act":
            yield from self._acting(moves)
            return
        for move in moves:
            if isinstance(move, Lay | Cooperate):
                rights = self._gained(move.card)
                for end, fallen in self._ends(self._node(move.card, rights, self.view.yarn)):
                    yield Plan(move, LAYS, move.card, end, fallen)
            else:
                yield Plan(move, DECLINES)
        if self.seat != self.view.turn and Decline() not in moves:
            yield Plan(None, DECLINES)

    def _acting(self, moves: Sequence[CatatacMove]) -> Iterator[Plan]:
        card, yarn = self.view.top.card, self.view.yarn
        rights = sum(1 << RIGHTS.index(right) for right in self.view.rights if right != "distract")
        seen: set[tuple[int, int]] = set()
        for act in moves:
            if isinstance(act, Distract):
                yield Plan(act, DISTRACTS)
                continue
            then = [
                self._node(card, *after) for after in leads(self.terms, act, self.clan, card, rights, yarn)
            ]
            if not then:
                found = [(code(yarn), NONE)]
            elif len(then) == 1:
                found = list(self._ends(then[0]))
            else:
                here = self._node(card, rights, yarn)
                slots = range(here * SLOTS * 2, (here + 1) * SLOTS * 2, 2)
                found = [
                    (NONE, at) for at in slots if [int(n) for n in self.tables.tosses[at : at + 2]] == then
                ]
            for end, fallen in found:
                if (end, fallen) not in seen:
                    seen.add((end, fallen))
                    yield Plan(act, ACTS, card, end, fallen)

    def _gained(self, card: Card) -> int:
        view, face = self.view, self.terms.box.faces[card]
        rights = PAIR | GAMBLE * self.terms.momentum if self.terms.box.pairs(card, view.top.card) else 0
        if face.ways and not (view.distracted == self.clan and on_alley(view.yarn)):
            rights |= BLOCK
        return rights | (MUST if self.seat != view.turn else 0)

    def _node(self, card: Card, rights: int, yarn: Yarn) -> int:
        return node(len(self.terms.box.faces), self.clan, self.alpha, card, rights, code(yarn))

    def _ends(self, here: int) -> Iterator[tuple[int, int]]:
        for yarn in range(YARNS):
            if self.tables.ends[here] >> yarn & 1:
                yield yarn, NONE
        for at in range(here * SLOTS * 2, (here + 1) * SLOTS * 2, 2):
            if self.tables.tosses[at] != NONE:
                yield NONE, at


def prepared(setup: Setup, past: Sequence[int], at_once: bool) -> World:
    """Return a world for a table that knows of these choices, ready to be played on."""
    made, cards = tables(setup), setup.word("cards")
    return World(
        made.facts,
        made.ends,
        made.tosses,
        made.hopes,
        outlook(cards),
        numbers(endings(cards)),
        blank(ROOM),
        blank(YARNS + 1),
        blank(4),
        numbers((setup.toggle("hockey"), setup.toggle("momentum"), at_once)),
        numbers(past),
        blank(1 + FULL + RECALL * setup.seats),
        blank(max(BATCH, GLANCES)),
        blank((FEW + 1) * PLAN),
        blank(ROOM),
    )


def remembered(view: CatatacView, terms: Terms, seat: Seat) -> list[int]:
    """Return what the other seats chose last, seat by seat, the latest first."""
    row = [0]
    for other in (Seat(other) for other in range(terms.seats) if other != seat):
        missing = terms.hand - view.counts[other]
        for choice in reversed([choice for choice in view.lately if choice.seat == other]):
            card = view.discard[choice.at] if choice.laid else NONE
            row += (other, card, code(choice.yarn), view.discard[choice.at - 1], missing <= 0)
            missing -= choice.laid
            row[0] += 1
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
    for card in view.discard:
        row[OUT + terms.box.faces[card].number] += 1
    row[SIZES : SIZES + terms.seats] = view.counts
    row[HANDS + FULL * seat : HANDS + FULL * seat + len(own)] = own
    row[UNSEEN : UNSEEN + len(unseen)] = unseen
    return numbers(row)
