"""What a seat sees of CATATAC, and a position that fits what it sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from cartable.core import Chance, Millis, Seat, Setup, Team, View
from cartable.games.catatac.cards import Face, PawCard, PointCard
from cartable.games.catatac.state import RIGHTS, Chosen, Phase, Right, State
from cartable.games.catatac.terms import Terms
from cartable.games.catatac.yarn import Yarn

NOBODY: Final = Seat(-1)
"""How a view says that it was no seat."""


class CatatacView(View, frozen=True, tag="catatac"):
    """All that one seat (None: a spectator) may see."""

    seat: Seat | None
    starter: Seat
    phase: Phase
    turn: Seat
    asked: tuple[Seat, ...]
    until: Millis | None
    laid: Seat
    """Who laid the top of the discard; NOBODY before anybody has."""
    rights: tuple[Right, ...]
    yarn: Yarn
    hand: tuple[Face, ...]
    counts: tuple[int, ...]
    """How many cards each seat holds."""
    pile: int
    top: Face
    discard: tuple[PawCard, ...]
    """All discarded cards from first to last: everybody saw them."""
    points: int
    won: tuple[int, ...]
    """How many point cards each clan has taken."""
    shown: tuple[tuple[PointCard, ...], ...]
    """The clans' point cards, when the game is over."""
    tokens: tuple[bool, ...]
    distracted: Team | None
    alphas: tuple[Seat, ...]
    lately: tuple[Chosen, ...] = ()
    """What the seats chose last in their own turns, from first to last: everybody saw it."""


def view(state: State, terms: Terms, seat: Seat | None) -> CatatacView:
    """Build up the view of a seat."""
    faces, points = terms.box.faces, terms.box.points
    over = state.phase == "over"
    return CatatacView(
        seat,
        state.starter,
        state.phase,
        state.turn,
        state.asked,
        state.until,
        NOBODY if state.laid is None else state.laid,
        tuple(right for bit, right in enumerate(RIGHTS) if state.rights >> bit & 1),
        state.yarn,
        () if seat is None else tuple([faces[card] for card in state.hands[seat]]),
        tuple(map(len, state.hands)),
        len(state.pile),
        faces[state.discard[-1]],
        state.discard,
        len(state.points),
        tuple(map(len, state.won)),
        tuple(tuple(points[card] for card in won) for won in state.won) if over else (),
        state.tokens,
        state.distracted,
        state.alphas,
        state.lately,
    )


def imagine(view: CatatacView, terms: Terms, setup: Setup, chance: Chance) -> State:
    """Deal anew the other hands, the draw pile and the point cards that nobody has seen."""
    own = tuple(face.card for face in view.hand)
    unseen = iter(_rest(terms.deck, (*own, *view.discard), chance))
    hands = tuple(
        own if seat == view.seat else tuple(sorted(next(unseen) for _ in range(count)))
        for seat, count in enumerate(view.counts)
    )
    shown = tuple(tuple(point.card for point in points) for points in view.shown)
    hidden = iter(_rest(terms.box.treasure(), (card for cards in shown for card in cards), chance))
    won = shown or tuple(tuple(next(hidden) for _ in range(count)) for count in view.won)
    return State(
        setup.settled,
        view.starter,
        view.phase,
        view.turn,
        view.asked,
        view.until,
        None if view.laid == NOBODY else view.laid,
        sum(1 << RIGHTS.index(right) for right in view.rights),
        view.yarn,
        hands,
        tuple(unseen),
        view.discard,
        tuple(hidden),
        won,
        view.tokens,
        view.distracted,
        view.alphas,
        view.lately,
    )


def _rest(cards: Iterable[int], known: Iterable[int], chance: Chance) -> list[PawCard]:
    left = Counter(cards)
    left.subtract(known)
    return chance.shuffled([PawCard(card) for card in left.elements()])
