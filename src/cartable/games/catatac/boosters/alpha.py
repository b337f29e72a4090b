"""Alpha, a leader: one seat of each clan moves the yarn further with a pair."""

from __future__ import annotations

from typing import Final

from cartable.core import Seat
from cartable.games.catatac.moves import Crowned
from cartable.games.catatac.state import Draft
from cartable.games.catatac.terms import Terms
from cartable.games.catatac.yarn import CLANS

STEPS: Final = 1
ALPHA_STEPS: Final = 2


def first(terms: Terms, starter: Seat) -> tuple[Seat, ...]:
    """Return the Alphas when the game begins: each clan's first seat in turn order."""
    if not terms.alpha:
        return ()
    early = (starter, terms.left_of(starter))
    return tuple(seat for clan in CLANS for seat in early if terms.teams[seat] == clan)


def steps(alphas: tuple[Seat, ...], seat: Seat) -> int:
    """Return how many alleys the seat's pair may move the yarn."""
    return ALPHA_STEPS if seat in alphas else STEPS


def crown(draft: Draft, seat: Seat) -> None:
    """Pass the clan's mantle to the seat whose store succeeded."""
    if draft.alphas and seat not in draft.alphas:
        clan = draft.terms.teams[seat]
        draft.alphas = tuple(seat if team == clan else alpha for team, alpha in enumerate(draft.alphas))
        draft.events.append(Crowned(seat))
