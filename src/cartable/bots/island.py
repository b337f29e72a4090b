"""Bots for the island: one that covers what is best at once, and those that search for it as people do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from cartable.bots.reflex import Reflex, Worth
from cartable.bots.reflex.times import FLOOR
from cartable.core import Answer, Chance, Millis, Next, Series, Setup, Sight, StageView, Team
from cartable.designs import ISLAND, Card
from cartable.games.island.cards import TEAM_OF
from cartable.games.island.cover import Cover
from cartable.games.island.isle import IsleView, tallied, visible
from cartable.games.island.knights import Knights
from cartable.games.island.map import PORTS
from cartable.games.island.ports import Ports, open_to
from cartable.games.island.rules import IsleMove, Point
from cartable.games.reflex.calls import Call
from cartable.games.reflex.state import put

FASTEST: Final = 700
SLOWEST: Final = 3_000
"""Between these, in milliseconds, every delay is equally likely."""

IsleSight: TypeAlias = Sight[IsleMove | Next, StageView[IsleView]]
"""What a seat sees of a match on the island."""

IsleLead = tuple[int, int, int]
"""A team's lead in what the game counts, the ports it could reach next, its lead in visible cards."""


class IslandGreedy:
    """Covers what puts its team furthest ahead at once; takes whatever it may where nothing is covered."""

    name = "greedy"

    def answer(
        self, sight: IsleSight, chance: Chance, stop: Callable[[], bool]
    ) -> Answer[IsleMove | Next] | None:
        rules = _rules(sight)
        move = _cover(rules, sight, chance) if isinstance(rules, Cover) else sight.sample(chance)
        return None if move is None else Answer(move, Millis(FASTEST + chance.below(SLOWEST - FASTEST + 1)))


class IslandReflex(Reflex[IsleMove | Next, StageView[IsleView]]):
    """Searches as people do, and helps the teammate once its own cards are played."""

    def worth(self, sight: IsleSight, calls: Sequence[Call]) -> Callable[[Call], Worth]:
        rules, setup, view = _rules(sight), sight.setup, sight.view.game
        if isinstance(rules, Cover):
            island, team = view.island, setup.teams[sight.seat]
            return lambda call: worth(
                rules, setup, put(island, island.index(call.cards[0]), call.cards[1]), team
            )
        if isinstance(rules, Knights):
            # The leading team goes first: it takes nothing more in this round (KNIGHT-2).
            points = [sum(of) for of in zip(view.standing, view.points, map(len, view.taken), strict=True)]
            return lambda call: (points[TEAM_OF[call.cards[0]] or 0],)
        return lambda call: ()

    def searched(self, sight: IsleSight, call: Call) -> tuple[Card, Sequence[Card]]:
        return call.cards[1], call.cards

    def assist(
        self, sight: IsleSight, moves: Sequence[IsleMove | Next], chance: Chance
    ) -> Answer[IsleMove | Next] | None:
        """Show the teammate where to play a card that was just turned (ISLE-8)."""
        if not any(isinstance(move, Point) for move in moves):
            return None
        calls = mates(sight)
        lain = sight.lain.get(calls[0].cards[1], Millis(0))
        # One does not go on and on about a card that one has had the time to search.
        if lain > self.level.mean + self.level.tail:
            return None
        call = chance.choice(self.best(sight, calls))
        delay = self.level.time(self.items(sight, call), chance) - lain
        return Answer(Point(call.cards[0], call.symbol), Millis(max(FLOOR, delay)))


def mates(sight: IsleSight) -> list[Call]:
    """Return the right calls of the teammate, for a seat that has no more cards; everyone sees the card."""
    view, team = sight.view.game, sight.setup.teams[sight.seat]
    own = next(view.turned[seat] for seat in sight.setup.seats_of(team) if seat != sight.seat)
    places = view.open[team] if view.open else range(len(view.island))
    tops = (view.island[place] for place in places)
    return [Call(ISLAND.shared(top, own), (top, own)) for top in tops]


def _rules(sight: IsleSight) -> object:
    """Return the rules of the current game of the match."""
    assert isinstance(sight.rules, Series)
    return sight.rules.plan.rules(sight.setup, sight.view.index)


def _cover(rules: Cover, sight: IsleSight, chance: Chance) -> IsleMove | None:
    team, island = sight.setup.teams[sight.seat], sight.view.game.island
    worths: list[tuple[IsleLead, Call]] = []
    for move in sight.moves():
        if isinstance(move, Call):
            top, own = move.cards
            after = put(island, island.index(top), own)
            worths.append((worth(rules, sight.setup, after, team), move))
    if not worths:
        return None
    best = max(of for of, _ in worths)
    return chance.choice([call for of, call in worths if of == best])


def worth(rules: Cover, setup: Setup, island: Sequence[Card], team: Team) -> IsleLead:
    """Return what an island is worth to a team."""
    teams = [Team(of) for of in range(setup.team_count)]
    counts = [tally.count for tally in tallied(setup, [rules.counted(island, of) for of in teams])]
    shown = [len(visible(island, of)) for of in teams]
    reach = open_to(setup, island, team) if isinstance(rules, Ports) else 0
    return _lead(counts, team), sum(bool(reach & (1 << a | 1 << b)) for a, b in PORTS), _lead(shown, team)


def _lead(counts: Sequence[int], team: Team) -> int:
    return counts[team] - max(count for of, count in enumerate(counts) if of != team)
