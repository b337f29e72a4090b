"""A bot for the island: it looks at what each right call would make of the table, and takes the best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cartable.core import Answer, Chance, Millis, Next, Series, Setup, Sight, StageView, Team
from cartable.designs import Card
from cartable.games.island.cover import Cover
from cartable.games.island.isle import IsleView, tallied, visible
from cartable.games.island.map import PORTS
from cartable.games.island.ports import Ports, open_to
from cartable.games.island.rules import IsleMove
from cartable.games.reflex.calls import Call
from cartable.games.reflex.state import put

FASTEST: Final = 700
SLOWEST: Final = 3_000
"""Between these, in milliseconds, every delay is equally likely."""

IsleLead = tuple[int, int, int]
"""A team's lead in what the game counts, the ports it could reach next, its lead in visible cards."""


class IslandGreedy:
    """Covers what puts its team furthest ahead at once; takes whatever it may where nothing is covered."""

    name = "greedy"

    def answer(
        self, sight: Sight[IsleMove | Next, StageView[IsleView]], chance: Chance, stop: Callable[[], bool]
    ) -> Answer[IsleMove | Next] | None:
        assert isinstance(sight.rules, Series)
        rules = sight.rules.plan.rules(sight.setup, sight.view.index)
        move = _cover(rules, sight, chance) if isinstance(rules, Cover) else sight.sample(chance)
        return None if move is None else Answer(move, Millis(FASTEST + chance.below(SLOWEST - FASTEST + 1)))


def _cover(
    rules: Cover, sight: Sight[IsleMove | Next, StageView[IsleView]], chance: Chance
) -> IsleMove | None:
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
    """Return what an island that looks like this is worth to a team."""
    teams = [Team(of) for of in range(setup.team_count)]
    counts = [tally.count for tally in tallied(setup, [rules.counted(island, of) for of in teams])]
    shown = [len(visible(island, of)) for of in teams]
    reach = open_to(setup, island, team) if isinstance(rules, Ports) else 0
    return _lead(counts, team), sum(bool(reach & (1 << a | 1 << b)) for a, b in PORTS), _lead(shown, team)


def _lead(counts: Sequence[int], team: Team) -> int:
    return counts[team] - max(count for of, count in enumerate(counts) if of != team)
