"""All that a seat could do now: every whole turn with each card, and where the yarn would go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import replace

from cartable.core import Question, Seat
from cartable.games.catatac.acts import END_TURN, acts, after, gained
from cartable.games.catatac.allowed import why_not_cooperate, why_not_lay
from cartable.games.catatac.cards import PawCard
from cartable.games.catatac.moves import CatatacMove, Cooperate, Distract, EndTurn, Lay, PairAction, Toss, Use
from cartable.games.catatac.state import BLOCK, DISTRACT, MUST, PAIR, State
from cartable.games.catatac.terms import Terms
from cartable.games.catatac.yarn import Yarn, hideout, walks


class What(Question, frozen=True):
    """What could be done now with the cards in hand, or with the card just laid?"""


class Turn(Struct, frozen=True):
    """Moves that one after another make a whole turn, and what becomes of the yarn."""

    moves: tuple[CatatacMove, ...]
    trail: tuple[Yarn, ...] = ()
    """The yarn after each thing that is done with it; empty where it stays as it is."""
    toss: bool = False
    """Whether it ends with a toss: nobody knows whose the yarn is then, and what may follow."""


class CardTurns(Struct, frozen=True):
    """A card that may be laid now, or has just been laid, and every turn with it."""

    card: PawCard
    pair: bool
    turns: tuple[Turn, ...]


class Turns(Struct, frozen=True):
    """What a seat could do now, card by card; empty where it may lay none."""

    cards: tuple[CardTurns, ...] = ()


def turns(state: State, terms: Terms, seat: Seat) -> Turns:
    """Return what the seat could do now, from what it sees alone; a breath is taken as over for it."""
    if state.phase == "over":
        return Turns()
    if state.phase == "act":
        return Turns((_with(state, terms),)) if seat == state.laid else Turns()
    if state.phase == "breath" and seat == state.turn:
        state = replace(state, phase="turn")
    return Turns(tuple(_laying(state, terms, seat)))


def _laying(state: State, terms: Terms, seat: Seat) -> Iterator[CardTurns]:
    for card in dict.fromkeys(state.hands[seat]):
        first: CatatacMove
        if why_not_lay(state, terms, seat, card) is None:
            first = Lay(card)
        elif why_not_cooperate(state, terms, seat, card) is None:
            first = Cooperate(card)
        else:
            continue
        rights = gained(state, terms, seat, card)
        laid = replace(state, phase="act", laid=seat, rights=rights, discard=(*state.discard, card))
        found = _with(laid, terms)
        whole = tuple(replace(turn, moves=(first, *turn.moves)) for turn in found.turns)
        yield CardTurns(card, found.pair, whole)


def _with(state: State, terms: Terms) -> CardTurns:
    return CardTurns(state.discard[-1], bool(state.rights & PAIR), tuple(_on(state, terms)))


def _on(state: State, terms: Terms) -> Iterator[Turn]:
    found = acts(state, terms)
    if state.yarn.place == hideout(terms.teams[state.actor]) or found == [END_TURN]:
        yield Turn(())
        return
    for act in found:
        if isinstance(act, EndTurn | Distract | Toss):
            yield Turn((act,), toss=isinstance(act, Toss))
            continue
        done = _done(act, state, terms)
        if done.toss:
            yield Turn((act,), done.walk, toss=True)
            continue
        for turn in _on(replace(state, yarn=done.walk[-1], rights=done.rights), terms):
            yield Turn((act, *turn.moves), (*done.walk, *turn.trail), turn.toss)


@dataclass(frozen=True, slots=True)
class _Done:
    walk: tuple[Yarn, ...]
    rights: int
    toss: bool


def _done(act: PairAction | Use, state: State, terms: Terms) -> _Done:
    clan = terms.teams[state.actor]
    if not isinstance(act, Use):
        return _Done((after(act, clan, state.yarn),), state.rights & ~(PAIR | DISTRACT), toss=False)
    effects = terms.box.faces[state.discard[-1]].ways[act.way]
    walk = next(walk for walk in walks(effects, state.yarn, clan) if walk[-1].place == act.to)
    tossed = any(effect.do == "toss" for effect in effects)
    return _Done(walk, state.rights & ~(BLOCK | MUST | DISTRACT), tossed)
