"""What is allowed now, and otherwise which rule forbids it."""

from __future__ import annotations

from typing import Final

from cartable.core import Grounds, Seat
from cartable.games.catatac.acts import acts, after, pair_actions
from cartable.games.catatac.boosters import alpha, distraction
from cartable.games.catatac.cards import PawCard
from cartable.games.catatac.moves import Act, Carry, Distract, EndTurn, Toss, Use
from cartable.games.catatac.state import BLOCK, MUST, PAIR, State
from cartable.games.catatac.terms import Terms
from cartable.games.catatac.yarn import hideout, on_alley, rival

_TURN: Final = ("CTC-5", "catatac.turn")
_HAND: Final = ("CTC-5", "catatac.hand")
_BREATH: Final = ("CTC-40", "catatac.breath")
_DECLINED: Final = ("CTC-37", "catatac.declined")
_COUNTER: Final = ("CTC-22", "catatac.counter")
_HOCKEY: Final = ("CTC-33", "catatac.hockey")
_LATE: Final = ("CTC-25", "catatac.late")
_MATE: Final = ("CTC-25", "catatac.mate")
_ICON: Final = ("CTC-25", "catatac.icon")
_USELESS: Final = ("CTC-26", "catatac.useless")
_MIRACLE: Final = ("CTC-39", "catatac.miracle")
_DISTRACTED: Final = ("CTC-36", "catatac.distracted")
_ACT: Final = ("CTC-5", "catatac.act")
_MUST: Final = ("CTC-26", "catatac.must")
_MUST_COUNTER: Final = ("CTC-39", "catatac.must-counter")
_RIVAL: Final = ("CTC-10", "catatac.rival")
_NO_BLOCK: Final = ("CTC-8", "catatac.no-block")
_BLOCK: Final = ("CTC-8", "catatac.block")
_NO_PAIR: Final = ("CTC-6", "catatac.no-pair")
_PAIR: Final = ("CTC-6", "catatac.pair")
_TOSS: Final = ("CTC-36", "catatac.toss")
_TOKEN: Final = ("CTC-36", "catatac.token")


def why_not_lay(state: State, terms: Terms, seat: Seat, card: PawCard) -> Grounds | None:
    """Return why the seat may not lay this card as its own, or None where it may."""
    if seat != state.turn or state.phase == "act":
        return _TURN
    if state.phase == "breath":
        return _BREATH
    if card not in state.hands[seat]:
        return _HAND
    if state.phase == "turn":
        return None  # CTC-7
    if seat not in state.asked:
        return _DECLINED
    if terms.uses[card, terms.teams[seat], state.yarn]:
        return None
    if not terms.hockey:
        return _COUNTER
    return None if terms.box.pairs(card, state.discard[-1]) else _HOCKEY


def why_not_cooperate(state: State, terms: Terms, seat: Seat, card: PawCard) -> Grounds | None:
    """Return why the seat may not lay this card instead of the seat in turn, or None where it may."""
    clan = terms.teams[seat]
    if state.phase == "act":
        return _LATE
    if seat == state.turn or clan != terms.teams[state.turn]:
        return _MATE
    if card not in state.hands[seat]:
        return _HAND
    if not terms.box.faces[card].together:
        return _ICON
    if distraction.forbids_block(state.distracted, clan, state.yarn):
        return _DISTRACTED
    if state.phase in ("counter", "empty") and seat not in state.asked:
        return _DECLINED
    if terms.uses[card, clan, state.yarn] or _paves(state, terms, seat, card):
        return None
    return _USELESS if on_alley(state.yarn) else _MIRACLE


def _paves(state: State, terms: Terms, seat: Seat, card: PawCard) -> bool:
    """Tell whether the card makes a pair whose action lets its block be used (CTC-26)."""
    clan, yarn, face = terms.teams[seat], state.yarn, terms.box.faces[card]
    if not (on_alley(yarn) and face.holds(yarn.clan == clan) and terms.box.pairs(card, state.discard[-1])):
        return False
    actions = pair_actions(clan, yarn, alpha.steps(state.alphas, seat), terms.hockey)
    return any(terms.uses[card, clan, after(act, clan, yarn)] for act in actions)


def why_not_act(state: State, terms: Terms, seat: Seat, act: Act) -> Grounds | None:
    """Return why the seat may not do this with the card just laid, or None where it may."""
    if state.phase != "act" or seat != state.laid:
        return _ACT
    if act in acts(state, terms):
        return None
    clan = terms.teams[seat]
    if isinstance(act, Use | Carry) and act.to == hideout(rival(clan)):
        return _RIVAL
    match act:
        case Toss():
            return _TOSS
        case Distract():
            return _TOKEN
        case EndTurn():
            return _MUST if state.rights & MUST else _MUST_COUNTER
        case Use():
            if not state.rights & BLOCK:
                return _NO_BLOCK
            return _DISTRACTED if distraction.forbids_block(state.distracted, clan, state.yarn) else _BLOCK
    if not state.rights & PAIR:
        return _NO_PAIR
    if not on_alley(state.yarn):
        return _MUST_COUNTER
    spoils = act in pair_actions(clan, state.yarn, alpha.steps(state.alphas, seat), terms.hockey)
    return _MUST if spoils else _PAIR
