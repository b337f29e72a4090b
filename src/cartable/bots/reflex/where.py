"""Where to play: what each right call is worth to its seat, by game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from cartable.bots.island import worth
from cartable.core import Next, Seat, Series, Setup, Sight, StageView
from cartable.designs import ISLAND
from cartable.games.island.cards import TEAM_OF
from cartable.games.island.cover import Cover
from cartable.games.island.isle import IsleView
from cartable.games.island.knights import Knights
from cartable.games.island.rules import IsleMove
from cartable.games.reflex.calls import Call, ReflexMove
from cartable.games.reflex.state import put
from cartable.games.spot.gift import Gift
from cartable.games.spot.spread import SpotView
from cartable.games.spot.triplet import Triplet

Reflexive: TypeAlias = Sight[ReflexMove | IsleMove | Next, SpotView | StageView[IsleView]]
"""What a seat sees of a game where speed decides."""

Worth = tuple[int, ...]


def best(sight: Reflexive, calls: Sequence[Call]) -> list[Call]:
    """Return those of a seat's right calls that are worth most."""
    view = sight.view
    if isinstance(view, SpotView):
        value = _spot(sight.rules, view, sight.seat, calls)
    else:
        assert isinstance(sight.rules, Series)
        value = _island(sight.rules.plan.rules(sight.setup, view.index), view.game, sight.setup, sight.seat)
    worths = [value(call) for call in calls]
    most = max(worths)
    return [call for call, of in zip(calls, worths, strict=True) if of == most]


def mates(sight: Reflexive) -> list[Call]:
    """Return the right calls of the teammate, for a seat that has no more cards; everyone sees the card."""
    assert isinstance(sight.view, StageView)
    view, team = sight.view.game, sight.setup.teams[sight.seat]
    own = next(view.turned[seat] for seat in sight.setup.seats_of(team) if seat != sight.seat)
    places = view.open[team] if view.open else range(len(view.island))
    tops = (view.island[place] for place in places)
    return [Call(ISLAND.shared(top, own), (top, own)) for top in tops]


def _spot(rules: object, view: SpotView, seat: Seat, calls: Sequence[Call]) -> Callable[[Call], Worth]:
    if view.faceoff:
        return _level
    if isinstance(rules, Gift):
        # Whoever has the fewest cards is ahead (GIFT-3).
        return lambda call: (-view.counts[view.tops.index(call.cards[1])],)
    if isinstance(rules, Triplet) and not view.stock:
        # At the end, whoever is ahead leaves as few triplets as possible, and whoever is behind as many.
        side = 1 if view.kept[seat] == max(view.kept) else -1
        return lambda call: (side * sum(not set(call.cards).isdisjoint(other.cards) for other in calls),)
    return _level


def _island(rules: object, view: IsleView, setup: Setup, seat: Seat) -> Callable[[Call], Worth]:
    if isinstance(rules, Cover):
        island, team = view.island, setup.teams[seat]
        return lambda call: worth(rules, setup, put(island, island.index(call.cards[0]), call.cards[1]), team)
    if isinstance(rules, Knights):
        # The leading team goes first: it takes nothing more in this round (KNIGHT-2).
        points = [sum(of) for of in zip(view.standing, view.points, map(len, view.taken), strict=True)]
        return lambda call: (points[TEAM_OF[call.cards[0]] or 0],)
    return _level


def _level(call: Call) -> Worth:
    return ()
