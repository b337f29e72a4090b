"""What may be done with the card just laid."""

from __future__ import annotations

from functools import cache
from typing import Final

from cartable.core import Seat, Team
from cartable.games.catatac.boosters import alpha, distraction, momentum
from cartable.games.catatac.cards import PawCard
from cartable.games.catatac.moves import (
    Act,
    Carry,
    Counter,
    Distract,
    EndTurn,
    PairAction,
    Steal,
    StoreYarn,
    Toss,
)
from cartable.games.catatac.state import BLOCK, DISTRACT, MUST, PAIR, Draft, State
from cartable.games.catatac.terms import Terms
from cartable.games.catatac.yarn import ALLEYS, Yarn, YarnPlace, doorstep, hideout, on_alley, rival

END_TURN: Final = EndTurn()


def gained(state: State | Draft, terms: Terms, seat: Seat, card: PawCard) -> int:
    """Return the rights that a card gives to the seat that lays it now."""
    rights = PAIR | momentum.right(terms) if terms.box.pairs(card, state.discard[-1]) else 0
    if terms.box.faces[card].ways:
        rights |= BLOCK
    if seat != state.turn:
        rights |= MUST
    elif state.phase == "turn":
        rights |= distraction.right(state, terms.teams[seat])
    return rights


def acts(state: State | Draft, terms: Terms) -> list[Act]:
    """List what the seat that laid the top card may do now; `END_TURN`, where it is allowed, comes last."""
    seat, rights, yarn = state.actor, state.rights, state.yarn
    clan = terms.teams[seat]
    found: list[Act] = []
    if rights & PAIR:
        actions = pair_actions(clan, yarn, alpha.steps(state.alphas, seat), terms.hockey)
        if rights & MUST:
            # CTC-26: a pair action may not spoil the block that has to be used.
            card = state.discard[-1]
            actions = tuple(act for act in actions if terms.uses[card, clan, after(act, clan, yarn)])
        # CTC-9: after the one, the other is still there.
        found.extend(actions)
    if rights & BLOCK and not distraction.forbids_block(state.distracted, clan, yarn):
        found.extend(terms.uses[state.discard[-1], clan, yarn])
    if momentum.allowed(rights, yarn):
        found.append(Toss())
    if rights & DISTRACT:
        found.append(Distract())
    if not rights & MUST and on_alley(yarn):  # CTC-22: who laid a card in the window has to counter
        found.append(END_TURN)
    return found


@cache
def pair_actions(clan: Team, yarn: Yarn, steps: int, hockey: bool) -> tuple[PairAction, ...]:
    """List the base actions of a pair (CTC-6), and the counter of Deck Hockey (CTC-33)."""
    if not on_alley(yarn):
        return (Counter(),) if hockey and yarn.place == hideout(rival(clan)) else ()  # CTC-33
    if yarn.clan != clan:
        return (Steal(),)  # CTC-6
    carries = tuple(Carry(to) for to in ALLEYS if 1 <= abs(yarn.place - to) <= steps)  # CTC-6, CTC-10
    return (*carries, StoreYarn()) if yarn.place == doorstep(clan) else carries  # CTC-6


def after(act: PairAction, clan: Team, yarn: Yarn) -> Yarn:
    """Return the yarn after a base action."""
    return Yarn(yarn.place, clan) if isinstance(act, Steal) else Yarn(target(act, clan), yarn.clan)


def target(act: Carry | StoreYarn | Counter, clan: Team) -> YarnPlace:
    """Return the place to which a base action brings the yarn."""
    if isinstance(act, Carry):
        return act.to
    return hideout(clan) if isinstance(act, StoreYarn) else doorstep(rival(clan))
