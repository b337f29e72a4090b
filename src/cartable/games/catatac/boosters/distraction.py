"""Distraction, a tempo: a clan gives up one card's effect, and the next opponent's action block."""

from __future__ import annotations

from cartable.core import Team
from cartable.games.catatac.moves import Distracted
from cartable.games.catatac.state import DISTRACT, Draft, State
from cartable.games.catatac.terms import Terms
from cartable.games.catatac.yarn import Yarn, on_alley, rival


def tokens(terms: Terms) -> tuple[bool, bool]:
    """Return which clans hold a token when the game begins."""
    return terms.distraction, terms.distraction


def right(state: State | Draft, clan: Team) -> int:
    """Return the right that a card laid in one's own turn brings."""
    return DISTRACT if state.tokens[clan] else 0


def spend(draft: Draft) -> None:
    """Spend the token of the seat that laid a card: the card has no effect."""
    clan = draft.terms.teams[draft.actor]
    draft.tokens = tuple(holds and team != clan for team, holds in enumerate(draft.tokens))
    draft.distracted = rival(clan)
    draft.events.append(Distracted(draft.actor))


def forbids_block(distracted: Team | None, clan: Team, yarn: Yarn) -> bool:
    """Tell whether a clan may use no block; a counter is still allowed in the counter moment."""
    return distracted == clan and on_alley(yarn)
