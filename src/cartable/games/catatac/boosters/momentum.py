"""Momentum, a gamble: after a pair action the yarn may be tossed for one action more."""

from __future__ import annotations

from cartable.games.catatac.state import GAMBLE, MUST, PAIR, Draft
from cartable.games.catatac.terms import Terms
from cartable.games.catatac.yarn import Yarn, on_alley


def right(terms: Terms) -> int:
    """Return the right that a pair brings."""
    return GAMBLE if terms.momentum else 0


def allowed(rights: int, yarn: Yarn) -> bool:
    """Tell whether the yarn may be tossed: the pair action is done, and no block is owed (CTC-26)."""
    return rights & (PAIR | MUST | GAMBLE) == GAMBLE and on_alley(yarn)


def settle(draft: Draft) -> None:
    """Give one further base action where the yarn fell on the side of the seat that tossed it."""
    own = draft.yarn.clan == draft.terms.teams[draft.actor]
    draft.rights = draft.rights & ~GAMBLE | (PAIR if own else 0)
